"""The printed products of a book, ready to set: tables cut to what is wanted, texts with their calls answered.

A rulebook needs no declaration. What else a system prints is here, in the order of its `print.yml`. The `source` of a
product is the file that decides what stands in it, and empty where none does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.tables.book import Piece, WorkedExample
from generator.tables.model import Table


@dataclass(frozen=True, slots=True)
class TableItem:
    """A table that stands by itself; it may be a cut of the system's, with fewer rows and columns."""

    table: Table


@dataclass(frozen=True, slots=True)
class WorkedItem:
    """A worked example that stands by itself."""

    example: WorkedExample


@dataclass(frozen=True, slots=True)
class TextItem:
    """A procedure in words: Markdown with its calls answered. `source` is the file it stands in."""

    title: str
    pieces: tuple[Piece, ...]
    source: str


Item = TableItem | WorkedItem | TextItem


@dataclass(frozen=True, slots=True)
class TablePack:
    """Tables alone. `name` is the product's part of its files' names, here and in all products."""

    name: str
    title: str
    tables: tuple[Table, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of a screen, by its columns from left to right."""

    title: str
    columns: tuple[tuple[Item, ...], ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """A game master's screen."""

    name: str
    title: str
    panels: tuple[Panel, ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Booklet:
    """A pocket booklet of some chapters, by their keys, and of tables that stand after them."""

    name: str
    title: str
    chapters: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Reference cards, one item a card."""

    name: str
    title: str
    cards: tuple[Item, ...]
    source: str = ""


Product = TablePack | Screen | Booklet | Cards


def items_of(product: Product) -> Iterator[Item]:
    """Every item of a product in reading order; packs and booklets have none."""
    match product:
        case Screen():
            yield from (item for panel in product.panels for column in panel.columns for item in column)
        case Cards():
            yield from product.cards
        case _:
            return
