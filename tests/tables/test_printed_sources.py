"""Every cell that a source printed is what we compute, or a listed misprint with its exact value."""

import csv
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import pytest

from generator.content.definitions import Content
from generator.content.load import load
from generator.edition import Edition
from generator.pipeline import Outcome, library
from generator.tables.numbers import round_half_up
from generator.tables.printed import check_printed

CONTENT = Path(__file__).parents[2] / "content"
PUBLISHED = CONTENT / "sixes" / "published"


@cache
def loaded() -> Content:
    result = load(CONTENT)
    assert result.content is not None, result.problems
    return result.content


@cache
def made() -> Outcome:
    result = library(CONTENT, Edition("test", "2026-01-02"))
    assert result.library is not None, result.problems
    return result


def test_every_printed_cell_stands_or_is_listed() -> None:
    assert {(tally.title): (tally.cells, tally.right, tally.misprints, tally.row_labels) for tally in made().tallies} == {
        "Table 1": (180, 180, 0, 0),
        "Table 2": (180, 180, 0, 0),
        "Table 3": (140, 140, 0, 0),
        "Table 4": (140, 131, 9, 0),
        "Table 5": (273, 269, 4, 0),
        "Table 6, part 1": (531, 518, 13, 3),
        "Table 6, part 2": (783, 778, 5, 0),
        "Table 6, part 3": (873, 861, 12, 0),
        "Typical margins by tier": (14, 10, 4, 0),
        "Table 3.3": (256, 256, 0, 0),
    }


@cache
def chance(dice: int, target: int) -> Fraction:
    """Dice that total at least `target`, by inclusion and exclusion: no code of the engine."""
    ways = sum(
        (-1) ** k * comb(dice, k) * comb(total - 6 * k - 1, dice - 1)
        for total in range(max(target, dice), 6 * dice + 1)
        for k in range((total - dice) // 6 + 1)
    )
    return Fraction(ways, 6**dice)


@pytest.mark.parametrize(
    ("file", "averages"),
    [
        ("sixes-table-2.csv", [Fraction(10 + n, 4) for n in range(9)]),
        ("sixes-table-4.csv", [Fraction(n, 6) for n in (17, 19, 20, 21, 22, 23, 25)]),
    ],
)
def test_a_second_road_finds_the_same_wrong_chances(file: str, averages: list[Fraction]) -> None:
    """The listed misprints of the chance tables are exactly the cells that a plain count of rolls denies."""
    with (PUBLISHED / file).open(encoding="utf-8") as source:
        head, *rows = csv.reader(source)
    wrong = {
        (dice, column)
        for dice, *cells in rows
        for column, printed, average in zip(head[1:], cells, averages, strict=True)
        if Fraction(printed)
        != round_half_up(100 * chance(int(dice), -(-int(dice) * average.numerator // average.denominator)), 2)
    }
    (printed,) = (p for p in loaded().systems[0].published if p.file == file)
    assert wrong == {(m.row, m.column) for m in printed.misprints}


def test_a_second_road_agrees_with_every_cell_of_the_large_table() -> None:
    table = made().library.books[0].table("chance-by-target")
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            assert cell.exact == chance(int(column.label.removesuffix("d6")), int(row.label))


def test_target_by_chance_is_the_hardest_target_that_still_holds() -> None:
    table = made().library.books[0].table("target-by-chance")
    for row in table.rows:
        for column, cell in zip(table.columns[:9], row.cells, strict=False):
            target, wanted = int(cell.exact), Fraction(int(column.label), 100)
            assert chance(int(row.label), target) >= wanted > chance(int(row.label), target + 1)


def test_a_right_cell_listed_as_a_misprint_is_a_problem() -> None:
    (printed,) = (p for p in loaded().systems[0].published if p.file == "sixes-table-4.csv")
    table = made().library.books[0].table(printed.table)
    first = printed.rows[0]
    corrected = replace(printed, rows=(replace(first, cells=("99.99", *first.cells[1:])), *printed.rows[1:]))
    _, problems = check_printed(corrected, table)
    assert [re.sub(r".*: line", "line", str(p)) for p in problems] == [
        f"line 2, column '2.8333' prints '99.99', and we compute 6: 85.54 ({chance(6, 17)}); "
        "list it under misprints if the source is wrong"
    ]


def test_a_misprint_with_a_wrong_exact_value_is_a_problem() -> None:
    (printed,) = (p for p in loaded().systems[0].published if p.file == "sixes-table-4.csv")
    table = made().library.books[0].table(printed.table)
    listed = printed.misprints[0]
    spoiled = printed.definition.model_copy(
        update={"misprints": (listed.model_copy(update={"exact": "1/2"}), *printed.misprints[1:])}
    )
    _, problems = check_printed(replace(printed, definition=spoiled), table)
    assert [p.message for p in problems] == ["the exact value 1/2 is not what we compute"]
