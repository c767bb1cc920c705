"""How a pack of tables is planned: in sheaves of some tables, each laid out by itself; see `pdf_tables.py`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.render.print_needs import names_for, names_of
from generator.render.print_pieces import cells, in_pieces
from generator.tables.book import Book
from generator.tables.model import Table
from generator.tables.products import TablePack


@dataclass(frozen=True, slots=True)
class Sheaf:
    """Tables of a pack that are laid out together; of the book they belong to its name and address are known."""

    product: str
    kind: str
    book: Book
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class PackCover:
    """What stands around the sheaves: the list of the tables, which are known by their names, and the colophon."""

    product: str
    kind: str
    book: Book
    tables: tuple[Table, ...]


def pack_in_sheaves(book: Book, pack: TablePack, product: str) -> tuple[PackCover, tuple[Sheaf, ...]]:
    """The list of the tables, then a page a table where it fits one, then the colophon."""
    nothing = replace(book, chapters=(), tables=(), charts=())
    names = names_of(replace(book, tables=pack.tables)).tables
    sheaves = [
        Sheaf(product, pack.title, names_for(nothing, ()), tuple(held)) for held in in_pieces(pack.tables, cells)
    ]
    return PackCover(product, pack.title, names_of(nothing), names), tuple(sheaves)
