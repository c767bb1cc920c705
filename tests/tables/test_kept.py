"""A table that was kept comes back the same in every part."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.content.load import load
from generator.edition import Edition
from generator.exact import Fraction
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.kept import key_of, recall
from generator.tables.model import Cell, Table, table_of

CONTENT = Path(__file__).parents[2] / "content"


class Shelf(dict[str, bytes]):
    """A keeper in memory."""

    def put(self, key: str, data: bytes) -> None:
        self[key] = data


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture(scope="module")
def tables(shelf: Shelf) -> tuple[Table, ...]:
    """Every kind, every layout, every number format: the samples, of which each is a published feature."""
    content = load(CONTENT).content
    assert content is not None
    samples = next(system for system in content.systems if system.id == "samples")
    only = replace(content, pages=(), systems=(samples,), site=content.site.model_copy(update={"samples": ()}))
    computed, _ = compute_content(only, keeper=shelf)
    assert computed is not None
    books, problems = tabulate_content(computed, Edition("", ""))
    assert books is not None, problems
    for definition, table in zip(samples.tables, books.books[0].tables, strict=True):
        assert recall(shelf, definition, samples) == table
        assert key_of(definition, samples) in shelf
    return books.books[0].tables


def test_every_kind_comes_back(tables: tuple[Table, ...]) -> None:
    assert len(tables) > 10
    for table in tables:
        back = table_of(table.written)
        assert back == table
        assert repr(back) == repr(table)


def test_numbers_of_any_length_and_any_words_come_back(tables: tuple[Table, ...]) -> None:
    cells = (
        Cell("-", Fraction(-1, 3**20_000)),
        Cell('"\\\n☃\u2028', None, None, True, "band"),
        Cell("", Fraction(10**6000)),
    )
    row = replace(tables[0].rows[0], cells=cells, exact=Fraction(7**9000, 2))
    table = replace(tables[0], rows=(row,), pattern="{row}, {column}: {cell}")
    assert table_of(table.written) == table
