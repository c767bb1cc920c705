"""What each printed file has to show: its tables and its values, in the order in which they stand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.publish.readback.comparison import Truth
from generator.publish.readback.running_text import Value, values_of
from generator.tables.book import Book, Chapter, Library, Piece, TablePlace
from generator.tables.model import Table
from generator.tables.products import Booklet, Product, TableItem, TablePack, TextItem, items_of

PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Due:
    """A product in all its forms, and what is due in each; their files are `below` the site's folder, by that prefix.

    `name` is what a problem calls it.
    """

    below: str
    forms: tuple[str, ...]
    name: str
    tables: tuple[Truth, ...]
    values: tuple[Value, ...]


def dues(book: Book, truths: Mapping[str, Truth]) -> Iterator[Due]:
    """Everything that is printed of a book, whether it is there or not."""
    yield _rulebook(book, truths)
    for product in book.products:
        tables, values = _product(book, truths, product)
        forms = (*PAPERS, "phone") if isinstance(product, Booklet) else PAPERS
        yield Due(f"downloads/{book.id}-{product.name}-", forms, product.title.lower(), tables, values)


def volume_due(library: Library) -> Due:
    """The volume of all systems: one rulebook after the other."""
    books = [_rulebook(book, {table.id: Truth(table) for table in book.published_tables}) for book in library.books]
    tables = tuple(truth for due in books for truth in due.tables)
    values = tuple(value for due in books for value in due.values)
    return Due("downloads/all-rulebook-", PAPERS, "volume", tables, values)


def _rulebook(book: Book, truths: Mapping[str, Truth]) -> Due:
    placed = list(_placed(piece for chapter in book.chapters for piece in chapter.pieces))
    shown = {table.id for table in placed}
    tables = (*placed, *(table for table in book.tables if table.id not in shown), *book.check_tables)
    values = (value for chapter in book.chapters for value in values_of(chapter))
    due = tuple(_truth(table, truths) for table in tables)
    return Due(f"downloads/{book.id}-rulebook-", PAPERS, "rulebook", due, tuple(values))


def _product(book: Book, truths: Mapping[str, Truth], product: Product) -> tuple[tuple[Truth, ...], tuple[Value, ...]]:
    pieces: Sequence[Piece]
    match product:
        case TablePack():
            return tuple(_truth(table, truths) for table in product.tables), ()
        case Booklet():
            chapters = {chapter.key: chapter for chapter in book.chapters}
            pieces = [piece for key in product.chapters for piece in chapters[key].pieces]
            placed = list(_placed(pieces))
            shown = {table.id for table in placed}
            tables = (*placed, *(table for table in product.tables if table.id not in shown))
            return tuple(_truth(table, truths) for table in tables), _values(pieces)
        case _:
            pieces = []
            for item in items_of(product):
                if isinstance(item, TableItem):
                    pieces.append(TablePlace(item.table))
                elif isinstance(item, TextItem):
                    pieces += item.pieces
                else:
                    pieces.append(item.example)
            return tuple(Truth(table) for table in _placed(pieces)), _values(pieces)


def _placed(pieces: Iterator[Piece] | Sequence[Piece]) -> Iterator[Table]:
    return (piece.table for piece in pieces if isinstance(piece, TablePlace))


def _values(pieces: Sequence[Piece]) -> tuple[Value, ...]:
    return tuple(values_of(Chapter("", "", "", tuple(pieces))))


def _truth(table: Table, truths: Mapping[str, Truth]) -> Truth:
    """What is known of the table already, where it is the system's own."""
    known = truths.get(table.id)
    return known if known and known.table is table else Truth(table)
