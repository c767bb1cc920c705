"""What the check says of our own sources: pinned verdicts, what must be found, and a second road to the wrong cells."""

import csv
from functools import cache
from math import comb
from pathlib import Path

import pytest

from generator.content.definitions import Content
from generator.content.load import load
from generator.edition import Edition
from generator.exact import Fraction
from generator.pipeline import Outcome, library
from generator.tables.check_model import Finding
from generator.tables.numbers import round_half_up

CONTENT = Path(__file__).parents[2] / "content"
PUBLISHED = CONTENT / "sixes" / "published"
PINNED = Path(__file__).with_name("verdicts.tsv")


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


def pinned() -> str:
    """Every verdict that is not simply right, and how many of each table and of the claims there are."""
    lines = []
    books = made().library
    assert books is not None
    for book in books.books:
        if book.check is None:
            continue
        for tally in book.check.tallies:
            counts = ", ".join(f"{count} {verdict}" for verdict, count in tally.counts)
            lines.append(f"{book.id}\t{tally.title}\t{counts}")
        for one in book.check.findings:
            if one.verdict != "right" or one.cause:
                lines.append("\t".join((book.id, one.key, one.printed, one.ours, one.verdict, one.cause)))
    return "\n".join(lines) + "\n"


def test_the_verdicts_are_those_that_were_pinned() -> None:
    """A change of the engine that changes a verdict shows here.

    Where the change is right: `python -m tests.tables.test_printed_sources` writes the file again.
    """
    assert pinned().splitlines() == PINNED.read_text(encoding="utf-8").splitlines()


def found(system: str, table: str) -> list[Finding]:
    books = made().library
    assert books is not None
    (check,) = (book.check for book in books.books if book.id == system)
    assert check is not None
    return [one for one in check.findings if one.table.startswith(table)]


def off(system: str, table: str) -> list[Finding]:
    return [one for one in found(system, table) if not one.verdict.startswith(("right", "holds"))]


def test_nine_cells_of_table_4_are_wrong() -> None:
    assert len(off("sixes", "Table 4")) == 9


def test_three_targets_of_row_22_in_table_5_are_those_of_the_next_row_and_the_derived_columns_show_it() -> None:
    row = [one for one in found("sixes", "Table 5") if one.row == "22"]
    assert [one.column for one in row if one.verdict == "misprint"] == ["50", "40", "25"]
    assert {one.column: one.cause for one in row if one.verdict == "right" and one.cause} == {
        "narrow_spread": "the printed cells of this row give 11",
        "plateau": "the printed cells of this row give 6",
    }


def test_what_is_wrong_in_table_6() -> None:
    wrong = off("sixes", "Table 6")
    labels = [(one.printed, one.ours) for one in wrong if one.column == "target"]
    assert labels == [("29", "35"), ("29", "40"), ("50", "55")]
    row = {one.cause for one in wrong if one.row == "23" and one.table.endswith("1")}
    assert row == {"the value of the next row, 24, as in three cells of this row"}
    (digit,) = (one for one in wrong if one.row == "66")
    assert (digit.column, digit.printed, digit.ours, digit.cause) == ("23d6", "87", "97", "a wrong digit, 8 for 9")
    rest = [one for one in wrong if one.column != "target" and one is not digit and one.row != "23"]
    rest += [one for one in wrong if one.row == "23" and not one.table.endswith("1")]
    assert len(rest) == 18
    legends = [one for one in found("sixes", "Table 6") if one.verdict == "right under another legend"]
    assert {one.cause for one in legends} == {
        "legend 99.985/0.015",
        "the number rounded plainly, where the table has a label",
    }


def test_the_margins_stand_one_row_too_high_without_the_lead_of_five_points() -> None:
    shifted = found("open-ended", "Typical margins by tier, without")
    assert {one.verdict for one in shifted} == {"misprint"}
    assert all(one.cause.startswith("the value of the next row") for one in shifted)


@pytest.mark.parametrize(
    ("system", "says", "printed", "right"),
    [
        ("sixes", "Second example: base target", "31", "28"),
        ("sixes", "Second example: amended target", "49", "46"),
        ("sixes", "In the working of sixteen over, 3 × 6 comes to 48", "48", "18"),
        ("mini-six", "Damage of five dice averages 17.5", "17.5", "18.2"),
        ("opend6", "A success by so many points has one name only", "1", "2"),
    ],
)
def test_a_slip_that_is_known_is_found(system: str, says: str, printed: str, right: str) -> None:
    (claim,) = (one for one in off(system, "claims") if one.row == says)
    assert (claim.printed, claim.ours, claim.verdict) == (printed, right, "does not hold")


def test_sixty_claims_and_more_are_checked() -> None:
    counts = {system.id: len(found(system.id, "claims")) for system in loaded().systems if system.claims}
    assert sum(counts.values()) >= 150
    assert min(counts.values()) > 10
    assert len(counts) == 5


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
    """What the check finds wrong in the chance tables is exactly what a plain count of rolls denies."""
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
    assert wrong == {(one.row, one.column) for one in off("sixes", printed.title)}


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


if __name__ == "__main__":
    PINNED.write_text(pinned(), encoding="utf-8")
