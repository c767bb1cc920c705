"""What is printed: every product of a book on every paper, as jobs that share nothing and may run side by side.

A job lays its pages out once and puts them on each paper. The volume of all systems is bound from the finished
rulebooks, so it comes after them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from generator.render.contract import Artifact
from generator.render.pdf_bound import booklet_pages, rulebook_pages
from generator.render.pdf_panels import card_pages, screen_pages
from generator.render.pdf_papers import Paper, folded, on_paper, on_phone, to_cut
from generator.render.pdf_tables import pack_pages
from generator.render.pdf_volume import bound
from generator.tables.book import Book, Library
from generator.tables.products import Booklet, Cards, Product, Screen, TablePack

Job = tuple[str, Callable[[], tuple[Artifact, ...]]]


def jobs(book: Book, papers: Sequence[Paper]) -> tuple[Job, ...]:
    """A name and a job for each product of the book; any order and any process will do.

    A job raises RenderError, naming the product, for what cannot be printed as declared.
    """
    return (
        (f"rulebook of {book.title}", partial(rulebooks, book, papers)),
        *((f"{product.title} of {book.title}", partial(printed, book, product, papers)) for product in book.products),
    )


def products(book: Book, paper: Paper) -> tuple[Artifact, ...]:
    """Everything that is printed of a book for one paper."""
    return tuple(artifact for _, job in jobs(book, (paper,)) for artifact in job())


def rulebook(book: Book, paper: Paper) -> Artifact:
    """The rulebook for one paper."""
    return rulebooks(book, (paper,))[0]


def rulebooks(book: Book, papers: Sequence[Paper]) -> tuple[Artifact, ...]:
    """The rulebook for each of the papers."""
    pages = rulebook_pages(book, f"{book.id}-rulebook.pdf")
    return tuple(_artifact(book, f"{book.id}-rulebook-{paper}.pdf", on_paper(pages, paper)) for paper in papers)


def printed(book: Book, product: Product, papers: Collection[Paper]) -> tuple[Artifact, ...]:
    """One product on each of the papers; a booklet also as single pages for a phone."""
    stem = f"{book.id}-{product.name}"
    match product:
        case TablePack():
            pages = pack_pages(book, product, f"{stem}.pdf")
            made = {f"{stem}-{paper}.pdf": on_paper(pages, paper) for paper in papers}
        case Screen():
            pages = screen_pages(book, product, f"{stem}.pdf")
            made = {f"{stem}-{paper}.pdf": on_paper(pages, paper) for paper in papers}
        case Booklet():
            pages = booklet_pages(book, product, f"{stem}.pdf")
            made = {f"{stem}-{paper}.pdf": folded(pages, paper) for paper in papers}
            made[f"{stem}-phone.pdf"] = on_phone(pages)
        case Cards():
            pages = card_pages(book, product, f"{stem}.pdf")
            made = {f"{stem}-{paper}.pdf": to_cut(pages, paper, 2, 2) for paper in papers}
    return tuple(_artifact(book, name, data) for name, data in made.items())


def volume(library: Library, paper: Paper, made: Mapping[str, bytes]) -> Artifact:
    """All systems in one volume, bound from their rulebooks, which are in `made` by their published paths."""
    rulebooks = {book.id: made[f"downloads/{book.id}-rulebook-{paper}.pdf"] for book in library.books}
    sources = tuple(book.source for book in library.books if book.source)
    return Artifact(f"downloads/all-rulebook-{paper}.pdf", bound(library, paper, rulebooks), sources)


def _artifact(book: Book, name: str, data: bytes) -> Artifact:
    sources = (
        book.source,
        *(chapter.source for chapter in book.chapters),
        *(table.source for table in book.published_tables),
    )
    return Artifact(f"downloads/{name}", data, tuple(source for source in sources if source))
