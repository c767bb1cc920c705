"""What is printed: every product of a book on every paper, as jobs that may run side by side.

A job lays its pages out once and puts them on each paper. What can be long, a rulebook, a booklet, a pack of tables,
is laid out in pieces by jobs of their own and bound from these; the volume of all systems is bound from the rulebooks.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from generator.collecting import without_collecting
from generator.render.contract import Artifact, File, Job, made_here
from generator.render.pdf_bound import Cover, booklet_in_gatherings, bound_pages, gathered, rulebook_in_gatherings
from generator.render.pdf_panels import card_pages, screen_pages
from generator.render.pdf_papers import Paper, folded, on_paper, on_phone, to_cut
from generator.render.pdf_tables import PackCover, pack_in_sheaves, pack_pages, sheaf_pages
from generator.render.pdf_volume import bound, frame_pages
from generator.render.print_needs import names_of, of_product, of_rulebook, sources_of
from generator.tables.book import Book, Library
from generator.tables.products import Booklet, Cards, Product, Screen, TablePack

Files = Sequence[File]
Make = Callable[[], tuple[Artifact, ...]]


def jobs(book: Book, papers: Sequence[Paper]) -> tuple[Job, ...]:
    """A job for each product of the book; the first is the rulebook's.

    A job raises RenderError, naming the product, for what cannot be printed as declared.
    """
    return rulebook_job(book, papers), *(product_job(book, product, papers) for product in book.products)


def rulebook_job(book: Book, papers: Sequence[Paper]) -> Job:
    """The rulebook on each of the papers."""
    kept, file = of_rulebook(book), _file(book, "rulebook")
    cover, gatherings = rulebook_in_gatherings(kept, _called(file))
    make = partial(rulebook_bound, cover, tuple(papers), file, _sources(kept))
    name = f"rulebook of {book.title}"
    return Job(name, book.source, make, _pieces(name, book.source, [partial(gathered, one) for one in gatherings]))


def product_job(book: Book, product: Product, papers: Collection[Paper]) -> Job:
    """One product on each of the papers; a booklet also as single pages for a phone."""
    kept, name = of_product(book, product), f"{product.title} of {book.title}"
    file, sources, chosen = _file(book, product.name), _sources(kept, *sources_of(product)), tuple(papers)
    match product:
        case TablePack():
            pack_cover, sheaves = pack_in_sheaves(kept, product, _called(file))
            pieces = _pieces(name, book.source, [partial(sheaf_pages, one) for one in sheaves])
            return Job(name, book.source, partial(pack_bound, pack_cover, chosen, file, sources), pieces)
        case Booklet():
            cover, gatherings = booklet_in_gatherings(kept, product, _called(file))
            pieces = _pieces(name, book.source, [partial(gathered, one) for one in gatherings])
            return Job(name, book.source, partial(booklet_bound, cover, chosen, file, sources), pieces)
        case Screen() | Cards():
            return Job(name, book.source, partial(panels, kept, product, chosen, file, sources))


def volume_jobs(library: Library, papers: Sequence[Paper], rulebooks: Sequence[Job]) -> tuple[Job, ...]:
    """All systems in one volume, for each of the papers, bound from the jobs of their rulebooks, book by book."""
    names = replace(library, pages=(), check=None, books=tuple(names_of(book) for book in library.books))
    sources = tuple(book.source for book in library.books if book.source)
    frame = Job("frame of the volume of all systems", "", partial(volume_frame, names), tuple(rulebooks))
    return tuple(
        Job(f"volume of all systems, {paper}", "", partial(volume, names, paper, sources), (frame, *rulebooks))
        for paper in papers
    )


def products(book: Book, paper: Paper) -> tuple[Artifact, ...]:
    """Everything that is printed of a book for one paper, made here and at once."""
    return made_here(*jobs(book, (paper,)))


def rulebook(book: Book, paper: Paper) -> Artifact:
    """The rulebook for one paper, made here and at once."""
    return made_here(rulebook_job(book, (paper,)))[0]


def rulebook_bound(
    cover: Cover, papers: Sequence[Paper], file: str, sources: tuple[str, ...], *made: Files
) -> tuple[Artifact, ...]:
    """The rulebook on each of the papers, from its gatherings."""
    with without_collecting():
        pages = bound_pages(cover, made)
        gc.collect()
        return tuple(Artifact(f"{file}-{paper}.pdf", on_paper(pages, paper), sources) for paper in papers)


def pack_bound(
    cover: PackCover, papers: Sequence[Paper], file: str, sources: tuple[str, ...], *made: Files
) -> tuple[Artifact, ...]:
    """A pack of tables on each of the papers, from its sheaves."""
    with without_collecting():
        pages = pack_pages(cover, made)
        gc.collect()
        return tuple(Artifact(f"{file}-{paper}.pdf", on_paper(pages, paper), sources) for paper in papers)


def booklet_bound(
    cover: Cover, papers: Sequence[Paper], file: str, sources: tuple[str, ...], *made: Files
) -> tuple[Artifact, ...]:
    """A booklet folded from each of the papers, and as single pages for a phone, from its gatherings."""
    with without_collecting():
        pages = bound_pages(cover, made)
        gc.collect()
        forms: dict[str, bytes] = {paper: folded(pages, paper) for paper in papers}
        forms["phone"] = on_phone(pages)
    return tuple(Artifact(f"{file}-{form}.pdf", data, sources) for form, data in forms.items())


def panels(
    book: Book, product: Screen | Cards, papers: Sequence[Paper], file: str, sources: tuple[str, ...]
) -> tuple[Artifact, ...]:
    """A screen, or cards four to a sheet, on each of the papers."""
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
    with without_collecting():
        return (Artifact("pages.pdf", frame_pages(library, [one[0].data for one in rulebooks])),)


def volume(
    library: Library, paper: Paper, sources: tuple[str, ...], frame: Files, *rulebooks: Files
) -> tuple[Artifact, ...]:
    """The volume of all systems on one paper."""
    made = [next(file.data for file in one if file.path.endswith(f"-{paper}.pdf")) for one in rulebooks]
    with without_collecting():
        pages = bound(library, paper, frame[0].data, made)
    return (Artifact(f"downloads/all-rulebook-{paper}.pdf", pages, sources),)


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
