"""The volume of all systems, bound from their finished rulebooks: no page of theirs is laid out a second time."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from io import BytesIO

import pikepdf
from pikepdf import Pdf

from generator.render.contract import RenderError
from generator.render.pdf_binding import Body, bind, destinations
from generator.render.pdf_papers import on_paper
from generator.render.pdf_press import press, saved
from generator.render.print_measures import Paper
from generator.tables.book import Book, Library

PRODUCT = "all-rulebook.pdf"
STYLES = ("page.css.jinja", "text.css.jinja", "tables.css.jinja", "front.css.jinja", "leaves.css.jinja")


def frame_pages(library: Library, rulebooks: Sequence[bytes]) -> bytes:
    """The pages around the books, with a leaf for each page of theirs, from their rulebooks on any paper.

    `library` is known by its names. Raises RenderError for every complaint of the layout.
    """
    parts = []
    for book, rulebook in zip(library.books, rulebooks, strict=True):
        with pikepdf.open(BytesIO(rulebook)) as pdf:
            parts.append(_part(book, _body(book, pdf)))
    return press(PRODUCT, "volume.html.jinja", STYLES, _values(library, parts))


def bound(library: Library, paper: Paper, frame: bytes, rulebooks: Sequence[bytes]) -> bytes:
    """The volume on a paper: its frame with the rulebooks of its books on the same paper, in their order.

    Raises RenderError for a link that leads nowhere.
    """
    missing: list[str] = []
    pages = on_paper(frame, paper)
    for book, rulebook in zip(library.books, rulebooks, strict=True):
        # One book at a time, and the rest as bytes: open files take many times their size.
        pages, missing = _with_book(pages, book, rulebook)
        gc.collect()
    if missing:
        raise RenderError(f"{PRODUCT}: there is no place {missing[0]!r} for a link to lead to")
    return pages


def _with_book(pages: bytes, book: Book, rulebook: bytes) -> tuple[bytes, list[str]]:
    """The volume with one more book, and the places that a link leads to in vain as long as others are missing.

    What was read of a closed file is freed only with its last name, so the names end here.
    """
    with pikepdf.open(BytesIO(pages)) as volume, pikepdf.open(BytesIO(rulebook)) as pdf:
        missing = bind(volume, [_body(book, pdf)])
        return saved(volume), missing


def _body(book: Book, pdf: Pdf) -> Body:
    """The rulebook from its first chapter up to its own index or colophon."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
    at = {name: numbers[place[0].objgen] for name, place in destinations(pdf)}
    stop = at[":tables"] if book.tables else at[":colophon"]
    first = at[f"{book.chapters[0].key}:"]
    return Body(book.id, pdf, first, stop, prefix=f"{book.id}/", under=book.title, numbered=True)


def _part(book: Book, body: Body) -> dict[str, object]:
    """What the frame shows of a book, and the leaves that wait for its pages."""
    chapters = [(f"{book.id}/{chapter.key}:", chapter.title) for chapter in book.chapters]
    tables = [(f"{book.id}/{table.id}", table.title) for table in book.tables]
    leaves = body.leaves({name for name, _ in (*chapters, *tables)})
    return {"book": book, "leaves": leaves, "chapters": chapters, "tables": tables}


def _values(library: Library, parts: Sequence[Mapping[str, object]]) -> dict[str, object]:
    date, version = library.date, library.version
    return {
        "title": f"{library.title}: all rulebooks",
        "heading": library.title,
        "kind": "All rulebooks",
        "author": "Dicepress",
        "summary": "The rulebooks of all systems in one volume, with every table and every exact chance.",
        "version": version,
        "date": date,
        "edition": ", ".join(part for part in (f"Version {version}" if version else "", date) if part),
        "styles": "",
        "license": library.books[0].license,
        "parts": parts,
    }
