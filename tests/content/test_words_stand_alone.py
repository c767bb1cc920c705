"""What is printed by itself is true by itself: no card, panel or table speaks of another by where that stands.

A chapter may say "the next table", for there it is. A section of the chapter on a card comes without its tables, and
a table stands on a page of its own, on a screen or in a pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.edition import Edition
from generator.library import library
from generator.tables.book import Book, Figure, Piece, Prose, Reference
from generator.tables.model import Table
from generator.tables.products import TextItem, WorkedItem, items_of

pytestmark = pytest.mark.slow

CONTENT = Path(__file__).parents[2] / "content"

_SHOWN = r"(?:tables?|charts?|figures?|panels?|cards?|pages?)"
BY_PLACE = re.compile(
    rf"\b(?:next|following|previous|preceding|last)\s+(?:(?:two|three|four|few)\s+)?{_SHOWN}\b"
    rf"|\b{_SHOWN}\s+(?:(?:that|which)\s+follows?|above|below|beneath|overleaf|opposite|after|before|beside)\b"
    rf"|\b(?:above|below|overleaf|opposite)\s+{_SHOWN}\b"
    r"|\bthis\s+(?:chapter|section|page)\b",
    re.IGNORECASE,
)
"""Words that point to what stands somewhere else in a document."""

# People sit at a table, and the sources' own tables have numbers.
OF_A_TABLE = re.compile(r"(?<!\bat the )(?<!\byour )(?<!\bgame )\b(?:tables?|charts?)\b(?! \d)", re.IGNORECASE)
"""Words of tables and charts, none of which comes along with a section on a card or panel."""


def spoken(pieces: tuple[Piece, ...]) -> str:
    """What a text says, less the names of the tables that it refers to."""
    words = {Prose: "markdown", Figure: "text"}
    said = (
        "…" if isinstance(piece, Reference) else str(getattr(piece, words.get(type(piece), ""), "")) for piece in pieces
    )
    return " ".join("".join(said).split())


def said_of(table: Table) -> Iterator[str]:
    """Every sentence that comes along with a table."""
    yield from (table.title, table.caption, table.reading, table.pattern, *table.notes)
    yield from (column.note for column in table.columns)
    yield from (entry.meaning for entry in table.legend)
    yield from (band.title for band in table.bands)


@pytest.fixture(scope="module")
def books() -> tuple[Book, ...]:
    outcome = library(CONTENT, Edition("test", "2026-01-02"))
    assert outcome.library is not None
    return outcome.library.books


def test_no_table_speaks_of_another_by_its_place(books: tuple[Book, ...]) -> None:
    tables = [table for book in books for table in book.published_tables]
    found = [(table.id, text) for table in tables for text in said_of(table) if BY_PLACE.search(text)]
    assert found == []


def test_no_card_and_no_panel_speaks_of_a_table_that_did_not_come_along(books: tuple[Book, ...]) -> None:
    items = [(book.id, item) for book in books for product in book.products for item in items_of(product)]
    texts = [(system, item.title, spoken(item.pieces)) for system, item in items if isinstance(item, TextItem)]
    assert len(texts) > 30
    assert [text for text in texts if OF_A_TABLE.search(text[2]) or BY_PLACE.search(text[2])] == []
    worked = [item.example for _, item in items if isinstance(item, WorkedItem)]
    assert [one.id for one in worked if OF_A_TABLE.search(f"{one.intro} {one.outcome}")] == []


@pytest.mark.parametrize(
    "text",
    [
        "The next table shows it.",
        "See the three tables that follow.",
        "In the table below.",
        "the tables of this chapter",
    ],
)
def test_words_that_point_are_found(text: str) -> None:
    assert BY_PLACE.search(text)
    assert OF_A_TABLE.search(text)


@pytest.mark.parametrize("text", ["as your table plays it", "laid down at the table", "Its list (Table 3.1) is lost."])
def test_the_table_where_people_sit_is_none_of_ours(text: str) -> None:
    assert not BY_PLACE.search(text)
    assert not OF_A_TABLE.search(text)
