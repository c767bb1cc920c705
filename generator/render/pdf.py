"""What is printed: every product of a book on every paper, as jobs that may run side by side.

A job lays its pages out once and puts them on each paper. What can be long, a rulebook, a booklet, a pack of tables,
is laid out in pieces by jobs of their own and bound from these; the volume of all systems is bound from the rulebooks.

This plans; what lays pages out and binds them is imported by the function that does it, in the process that does it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from generator.collecting import without_collecting
from generator.render.contract import Artifact, File, Job, made_here
from generator.render.pdf_gatherings import Cover, Gathering, booklet_in_gatherings, rulebook_in_gatherings
from generator.render.pdf_sheaves import PackCover, Sheaf, pack_in_sheaves
from generator.render.print_measures import Paper
from generator.render.print_needs import names_of, of_product, of_rulebook, sources_of
from generator.render.print_pieces import OUTLINE, PAGES
from generator.tables.book import Book, Library
from generator.tables.products import Booklet, Cards, Product, Screen, TablePack

Files = Sequence[File]
VOLUME = "downloads/all-rulebook"
"""The volume's path, but for its paper."""

Make = Callable[..., tuple[Artifact, ...]]


def jobs(book: Book, papers: Sequence[Paper]) -> tuple[Job, ...]:
    """A job for each product of the book; the first is the rulebook's.

    A job raises RenderError, naming the product, for what cannot be printed as declared.
    """
    return rulebook_job(book, papers), *(product_job(book, product, papers) for product in book.products)


def rulebook_job(book: Book, papers: Sequence[Paper]) -> Job:
    """The rulebook on each of the papers."""
    kept, file = of_rulebook(book), _file(book, "rulebook")
    cover, gatherings = rulebook_in_gatherings(kept, _called(file))
    name = f"rulebook of {book.title}"
    pieces = _pieces(name, book.source, [partial(gathering_pages, one) for one in gatherings])
    make = partial(bound_on_papers, tuple(papers), file, _sources(kept))
    return _bound(name, book.source, pieces, partial(bound_frame, cover), make, _made(file, papers))


def product_job(book: Book, product: Product, papers: Collection[Paper]) -> Job:
    """One product on each of the papers; a booklet also as single pages for a phone."""
    kept, name = of_product(book, product), f"{product.title} of {book.title}"
    file, sources, chosen = _file(book, product.name), _sources(kept, *sources_of(product)), tuple(papers)
    match product:
        case TablePack():
            pack_cover, sheaves = pack_in_sheaves(kept, product, _called(file))
            pieces = _pieces(name, book.source, [partial(sheaf_pages, one) for one in sheaves])
            make = partial(bound_on_papers, chosen, file, sources)
            return _bound(name, book.source, pieces, partial(pack_frame, pack_cover), make, _made(file, chosen))
        case Booklet():
            cover, gatherings = booklet_in_gatherings(kept, product, _called(file))
            pieces = _pieces(name, book.source, [partial(gathering_pages, one) for one in gatherings])
            make = partial(bound_to_fold, chosen, file, sources)
            forms = _made(file, (*chosen, "phone"))
            return _bound(name, book.source, pieces, partial(bound_frame, cover), make, forms)
        case Screen() | Cards():
            make = partial(panels, kept, product, chosen, file, sources)
            return Job(name, book.source, make, makes=_made(file, chosen))


def volume_jobs(library: Library, papers: Sequence[Paper], rulebooks: Sequence[Job]) -> tuple[Job, ...]:
    """All systems in one volume, for each of the papers, bound from the jobs of their rulebooks, book by book."""
    names = replace(library, pages=(), check=None, books=tuple(names_of(book) for book in library.books))
    sources = tuple(book.source for book in library.books if book.source)
    frame = Job("frame of the volume of all systems", "", partial(volume_frame, names), tuple(rulebooks))
    return tuple(
        Job(
            f"volume of all systems, {paper}",
            "",
            partial(volume, names, paper, sources),
            (frame, *rulebooks),
            makes=_made(VOLUME, (paper,)),
        )
        for paper in papers
    )


def products(book: Book, paper: Paper) -> tuple[Artifact, ...]:
    """Everything that is printed of a book for one paper, made here and at once."""
    return made_here(*jobs(book, (paper,)))


def rulebook(book: Book, paper: Paper) -> Artifact:
    """The rulebook for one paper, made here and at once."""
    return made_here(rulebook_job(book, (paper,)))[0]


def gathering_pages(gathering: Gathering) -> tuple[Artifact, ...]:
    """The pages of a gathering, and the lines of the contents that lead there."""
    from generator.render.pdf_bound import gathered

    return gathered(gathering)


def sheaf_pages(sheaf: Sheaf) -> tuple[Artifact, ...]:
    """The pages of a sheaf of tables."""
    from generator.render.pdf_tables import sheaf_pages as pages_of

    return pages_of(sheaf)


def bound_frame(cover: Cover, *made: Files) -> tuple[Artifact, ...]:
    """The pages around the gatherings of a rulebook or a booklet, from their outlines."""
    from generator.render.pdf_bound import frame_pages

    return (Artifact(PAGES, frame_pages(cover, made)),)


def pack_frame(cover: PackCover, *made: Files) -> tuple[Artifact, ...]:
    """The pages around the sheaves of a pack of tables, from their outlines."""
    from generator.render.pdf_tables import frame_pages

    return (Artifact(PAGES, frame_pages(cover, made)),)


def bound_on_papers(
    papers: Sequence[Paper], file: str, sources: tuple[str, ...], frame: Files, *pieces: Files
) -> tuple[Artifact, ...]:
    """A rulebook or a pack of tables on each of the papers, from its frame and its pieces."""
    from generator.render.pdf_papers import on_paper
    from generator.render.pdf_pieces import bound

    with without_collecting():
        pages = bound(_called(file), frame[0].data, pieces)
        return tuple(Artifact(f"{file}-{paper}.pdf", on_paper(pages, paper), sources) for paper in papers)


def bound_to_fold(
    papers: Sequence[Paper], file: str, sources: tuple[str, ...], frame: Files, *pieces: Files
) -> tuple[Artifact, ...]:
    """A booklet folded from each of the papers, and as single pages for a phone, from its frame and its pieces."""
    from generator.render.pdf_papers import folded, on_phone
    from generator.render.pdf_pieces import bound

    with without_collecting():
        pages = bound(_called(file), frame[0].data, pieces)
        forms: dict[str, bytes] = {paper: folded(pages, paper) for paper in papers}
        forms["phone"] = on_phone(pages)
    return tuple(Artifact(f"{file}-{form}.pdf", data, sources) for form, data in forms.items())


def panels(
    book: Book, product: Screen | Cards, papers: Sequence[Paper], file: str, sources: tuple[str, ...]
) -> tuple[Artifact, ...]:
    """A screen, or cards four to a sheet, on each of the papers."""
    from generator.render.pdf_panels import card_pages, screen_pages
    from generator.render.pdf_papers import on_paper, to_cut

    name = _called(file)
    with without_collecting():
        if isinstance(product, Screen):
            pages = screen_pages(book, product, name)
            forms = {paper: on_paper(pages, paper) for paper in papers}
        else:
            pages = card_pages(book, product, name)
            forms = {paper: to_cut(pages, paper, 2, 2) for paper in papers}
    return tuple(Artifact(f"{file}-{paper}.pdf", data, sources) for paper, data in forms.items())


def volume_frame(library: Library, *rulebooks: Files) -> tuple[Artifact, ...]:
    """The pages around the books of the volume; rulebooks have the same pages on every paper, so one will do."""
    from generator.render.pdf_volume import frame_pages

    with without_collecting():
        return (Artifact(PAGES, frame_pages(library, [one[0].data for one in rulebooks])),)


def volume(
    library: Library, paper: Paper, sources: tuple[str, ...], frame: Files, *rulebooks: Files
) -> tuple[Artifact, ...]:
    """The volume of all systems on one paper."""
    from generator.render.pdf_volume import bound

    made = [next(file.data for file in one if file.path.endswith(f"-{paper}.pdf")) for one in rulebooks]
    with without_collecting():
        pages = bound(library, paper, frame[0].data, made)
    return (Artifact(f"{VOLUME}-{paper}.pdf", pages, sources),)


def _bound(name: str, source: str, pieces: tuple[Job, ...], frame: Make, make: Make, makes: tuple[str, ...]) -> Job:
    around = Job(f"frame of the {name}", source, frame, pieces, takes=OUTLINE)
    return Job(name, source, make, (around, *pieces), makes=makes)


def _made(file: str, forms: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{file}-{form}.pdf" for form in forms)


def _pieces(name: str, source: str, makes: Sequence[Make]) -> tuple[Job, ...]:
    return tuple(
        Job(f"{name}, part {number} of {len(makes)}", source, make) for number, make in enumerate(makes, start=1)
    )


def _file(book: Book, product: str) -> str:
    return f"downloads/{book.id}-{product}"


def _called(file: str) -> str:
    """A product's name in what is said of it; it has no paper yet."""
    return f"{PurePosixPath(file).name}.pdf"


def _sources(book: Book, *own: str) -> tuple[str, ...]:
    sources = (
        book.source,
        *(chapter.source for chapter in book.chapters),
        *(table.source for table in book.published_tables),
        *own,
    )
    return tuple(dict.fromkeys(source for source in sources if source))
