"""Small made-up books that show every part of a table once, for the tests of renderers."""

from __future__ import annotations

from generator.exact import Fraction
from generator.tables.book import (
    Book,
    Chapter,
    Credit,
    Figure,
    Library,
    Prose,
    Reference,
    Step,
    TablePlace,
    WorkedExample,
)
from generator.tables.model import Band, Cell, Column, Layout, LegendEntry, Row, Spanner, Table
from generator.tables.numbers import IMPOSSIBLE, NumberFormat, show

PERCENT = NumberFormat("percent", 2, mark=False)
WHOLE = NumberFormat("whole")


def chance(value: Fraction, band: str | None = None) -> Cell:
    """A cell that shows a chance in percent, bounded where it must be."""
    shown = show(value, PERCENT)
    return Cell(shown.text, value, PERCENT, shown.bounded, band)


def banded_table() -> Table:
    """Chances with bands, a replacement label, a spanner, a derived column of words, notes and a legend."""
    columns = (
        Column("2.5", "2.5", Fraction(5, 2)),
        Column("3.5", "3.5", Fraction(7, 2)),
        Column("4.5", "4.5", Fraction(9, 2)),
        Column("advice", "Advice", derived=True, note="What a game master might say."),
    )
    rows = tuple(
        Row(
            str(dice),
            str(dice),
            (
                chance(Fraction(dice + 80, 100), "easy"),
                chance(Fraction(1, dice)),
                Cell("~0", Fraction(1, 10**dice), PERCENT, replaced=True, band="hard"),
                Cell("=1+1" if dice == 6 else "<b>roll & hope</b>"),
            ),
            Fraction(dice),
        )
        for dice in range(6, 13)
    )
    return Table(
        id="banded",
        system="sample",
        title="Chance by average",
        caption="The chance of reaching the target, by dice and required average.",
        stub_head="Dice",
        column_head="Required average",
        unit="chance in percent",
        columns=columns,
        rows=rows,
        reading="Six dice against 2.5 succeed 86 times in a hundred.",
        pattern="{row} dice against {column} succeed {cell} times in a hundred.",
        spanners=(Spanner("Below 3.5", 0, 1), Spanner("From 3.5", 1, 3)),
        legend=(LegendEntry("~0", "below 0.01%, yet possible"), LegendEntry(IMPOSSIBLE, "impossible")),
        bands=(Band("easy", "easier than advised", "▲", "easy"), Band("hard", "harder than advised", "▼", "hard")),
        notes=("Rows need not add up to 100 after rounding.",),
        source="sample/tables/banded.yml",
    )


def split_table() -> Table:
    """Six columns in two parts, 60 rows, with equal neighboring rows to collapse, certain and impossible cells."""
    columns = tuple(Column(f"{n}d6", f"{n}d6", Fraction(n)) for n in range(1, 7))

    def cell(n: int, t: int) -> Cell:
        value = min(Fraction(1), max(Fraction(0), Fraction(6 * n - t, 5 * n)))
        return chance(value)

    rows = tuple(Row(str(t), str(t), tuple(cell(n, t) for n in range(1, 7)), Fraction(t)) for t in range(1, 61))
    return Table(
        id="split",
        system="sample",
        title="Chance by target",
        caption="The chance of reaching a target number.",
        stub_head="Target",
        column_head="Pool",
        unit="chance in percent",
        columns=columns,
        rows=rows,
        legend=(LegendEntry(IMPOSSIBLE, "impossible"),),
        layout=Layout(parts=((0, 3), (3, 6)), collapse=True, open_ends=True),
        source="sample/tables/split.yml",
    )


def whole_table() -> Table:
    """Whole numbers with labels that a spreadsheet might mistake for dates, formulas or numbers."""
    labels = ("1-2", "+1", "2D+2", "=", "-1", "@home", "3/4")
    columns = (Column("target", "Target"), Column("words", "Words", derived=True))
    rows = tuple(
        Row(f"row-{i}", label, (Cell(str(i * 7), Fraction(i * 7), WHOLE), Cell(label)))
        for i, label in enumerate(labels)
    )
    return Table(
        "whole",
        "sample",
        "Labels",
        "Labels of every kind.",
        "Label",
        "",
        columns,
        rows,
        source="sample/tables/whole.yml",
    )


def sample_book() -> Book:
    """A book of two chapters that uses every kind of piece."""
    banded, split, whole = banded_table(), split_table(), whole_table()
    example = WorkedExample(
        "lift",
        "Lifting the portcullis",
        "A strong character with *friends*.",
        (
            Step("Eligible dice", "stat / 2 + purpose − factor", "10 / 2 + 4 − (−1)", "10", Fraction(10)),
            Step("Base target", "3 × dice + modifier", "3 × 10 + 12", "42", Fraction(42)),
        ),
        "Announce **42**.",
    )
    front = Chapter(
        "index",
        "Overview",
        "sample/index.md",
        (Prose("# The Sample System\n\nRoll dice. See "), Reference("split", "the chances"), Prose(".\n")),
    )
    chapter = Chapter(
        "rolling",
        "Rolling dice",
        "sample/rolling.md",
        (
            Prose("# Rolling dice\n\nTwelve dice reach 50 in "),
            Figure("10.4%", Fraction(14098201, 136048896), "12d6 >= 50"),
            Prose(" of rolls.\n\n## A table\n\n"),
            TablePlace(banded),
            Prose("\n\n## An example\n\n"),
            example,
            Prose("\n\nThe end.\n"),
        ),
    )
    credit = Credit("Sample", "Nobody in particular", "2020", "no license stated")
    return Book(
        "sample",
        "The Sample System",
        "A system for tests.",
        (front, chapter),
        (banded, split, whole),
        credit,
        "sample/system.yml",
        "0.1.0",
        "2026-01-02",
    )


def sample_library() -> Library:
    """A library of one book with a front page and one more page."""
    front = Chapter("index", "Front page", "index.md", (Prose("# Dicepress\n\nOpen [the sample](sample/index.md).\n"),))
    about = Chapter("about", "About the numbers", "about.md", (Prose("# About the numbers\n\nExact.\n"),))
    return Library("Dicepress", (front, about), (sample_book(),), "", "0.1.0", "2026-01-02")
