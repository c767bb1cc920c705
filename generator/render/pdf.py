"""What is printed: every product of a book on every paper, as jobs that share nothing and may run side by side.

A job lays its pages out once and puts them on each paper. The volume of all systems is bound from the finished
rulebooks, so it comes after them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from generator.collecting import without_collecting
from generator.render.contract import Artifact
from generator.render.pdf_bound import booklet_pages, rulebook_pages
from generator.render.pdf_panels import card_pages, screen_pages
from generator.render.pdf_papers import Paper, folded, on_paper, on_phone, to_cut
from generator.render.pdf_tables import pack_pages
from generator.render.pdf_volume import bound
from generator.render.print_needs import of_product, of_rulebook, sources_of
from generator.tables.book import Book, Library
from generator.tables.products import Booklet, Cards, Product, Screen, TablePack

Job = tuple[str, Callable[[], tuple[Artifact, ...]]]


def jobs(book: Book, papers: Sequence[Paper]) -> tuple[Job, ...]:
    """A name and a job for each product of the book; any order and any process will do.

    A job raises RenderError, naming the product, for what cannot be printed as declared.
    """
    return (
        (f"rulebook of {book.title}", partial(rulebooks, of_rulebook(book), papers)),
        *(
            (f"{product.title} of {book.title}", partial(printed, of_product(book, product), product, papers))
            for product in book.products
        ),
    )


def products(book: Book, paper: Paper) -> tuple[Artifact, ...]:
    """Everything that is printed of a book for one paper."""
    return tuple(artifact for _, job in jobs(book, (paper,)) for artifact in job())


def rulebook(book: Book, paper: Paper) -> Artifact:
    """The rulebook for one paper."""
    return rulebooks(book, (paper,))[0]


def rulebooks(book: Book, papers: Sequence[Paper]) -> tuple[Artifact, ...]:
    """The rulebook for each of the papers."""
    with without_collecting():
        pages = rulebook_pages(book, f"{book.id}-rulebook.pdf")
        gc.collect()
        return tuple(_artifact(book, f"{book.id}-rulebook-{paper}.pdf", on_paper(pages, paper)) for paper in papers)


def printed(book: Book, product: Product, papers: Collection[Paper]) -> tuple[Artifact, ...]:
    """One product on each of the papers; a booklet also as single pages for a phone."""
    with without_collecting():
        made = _made(book, product, papers)
    own = tuple(sources_of(product))
    return tuple(_artifact(book, f"{book.id}-{product.name}-{form}.pdf", data, own) for form, data in made.items())


def _made(book: Book, product: Product, papers: Collection[Paper]) -> dict[str, bytes]:
    name = f"{book.id}-{product.name}.pdf"
    match product:
        case TablePack():
            pages = pack_pages(book, product, name)
            return {paper: on_paper(pages, paper) for paper in papers}
        case Screen():
            pages = screen_pages(book, product, name)
            return {paper: on_paper(pages, paper) for paper in papers}
        case Booklet():
            pages = booklet_pages(book, product, name)
            return {**{paper: folded(pages, paper) for paper in papers}, "phone": on_phone(pages)}
        case Cards():
            pages = card_pages(book, product, name)
            return {paper: to_cut(pages, paper, 2, 2) for paper in papers}


def volumes(library: Library, papers: Sequence[Paper], made: Mapping[str, bytes]) -> tuple[Artifact, ...]:
    """All systems in one volume for each of the papers, bound from their rulebooks in `made` by published path."""
    rulebooks = {
        paper: {book.id: made[f"downloads/{book.id}-rulebook-{paper}.pdf"] for book in library.books}
        for paper in papers
    }
    sources = tuple(book.source for book in library.books if book.source)
    with without_collecting():
        volumes = bound(library, rulebooks)
    return tuple(Artifact(f"downloads/all-rulebook-{paper}.pdf", data, sources) for paper, data in volumes.items())


def _artifact(book: Book, name: str, data: bytes, own: Sequence[str] = ()) -> Artifact:
    sources = (
        book.source,
        *(chapter.source for chapter in book.chapters),
        *(table.source for table in book.published_tables),
        *own,
    )
    return Artifact(f"downloads/{name}", data, tuple(dict.fromkeys(source for source in sources if source)))
