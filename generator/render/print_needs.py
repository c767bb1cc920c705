"""The part of a book that one printed product shows: what it does not show cannot make it stale or slow its worker."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from generator.tables.book import Book, Chapter, Piece, Reference, TablePlace
from generator.tables.model import Table
from generator.tables.products import Booklet, Product, TextItem, items_of


def of_rulebook(book: Book) -> Book:
    """The book with all that its rulebook prints."""
    return replace(book, products=(), words=(), finder=None, calculators=())


def of_product(book: Book, product: Product) -> Book:
    """The book with what the product takes from it; what the product holds itself is the product's own."""
    chapters: tuple[Chapter, ...] = ()
    shown: set[str] = set()
    pieces: list[Piece] = [piece for item in items_of(product) if isinstance(item, TextItem) for piece in item.pieces]
    if isinstance(product, Booklet):
        chapters = tuple(chapter for chapter in book.chapters if chapter.key in product.chapters)
        pieces = [piece for chapter in chapters for piece in chapter.pieces]
        shown = {piece.table.id for piece in pieces if isinstance(piece, TablePlace)}
    tables = tuple(_tables(book.tables, shown, _named(pieces)))
    charts = book.charts if chapters else ()
    return replace(of_rulebook(book), chapters=chapters, tables=tables, charts=charts, check=None)


def _named(pieces: Iterable[Piece]) -> set[str]:
    return {piece.table_id for piece in pieces if isinstance(piece, Reference) and not piece.system}


def _tables(tables: Iterable[Table], shown: Collection[str], named: Collection[str]) -> Iterable[Table]:
    """The tables shown, whole, and of those that a text names what it names them by."""
    for table in tables:
        if table.id in shown:
            yield table
        elif table.id in named:
            yield Table(table.id, table.system, table.title, "", "", "", (), ())
