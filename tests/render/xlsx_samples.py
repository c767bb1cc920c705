"""A table of numbers that are hard to show, and what a sheet should show for any cell: for the workbook's tests."""

from __future__ import annotations

from dataclasses import replace

from generator.exact import Fraction
from generator.render.xlsx_formats import sheet_text
from generator.tables.book import Book
from generator.tables.model import Band, Cell, Column, Row, Table
from generator.tables.numbers import NumberFormat, show
from tests.samples import sample_book

FORMATS = (
    NumberFormat("percent", 2),
    NumberFormat("percent", 1, mark=False),
    NumberFormat("odds"),
    NumberFormat("fraction"),
    NumberFormat("decimal", 2, signed=True),
    NumberFormat("decimal", 4, trim=True),
    NumberFormat("mixed"),
)

# Exact halves at each scale, their neighbors, and the two ends; the chances among them serve every format.
CHANCES = tuple(
    Fraction(n, d)
    for n, d in (
        *((2 * k + 1, 20000) for k in (0, 1, 2, 5, 17, 1012, 4999, 9998, 9999)),
        *((2 * k + 1, 2000) for k in (0, 1, 24, 57, 333, 998, 999)),
        (1, 8), (3, 16), (1, 3), (2, 3), (1, 6**12), (6**12 - 1, 6**12), (0, 1), (1, 1), (14098201, 136048896),
    )
)  # fmt: skip
NUMBERS = (Fraction(-5, 2), Fraction(-1, 200), Fraction(5, 2), Fraction(-7, 3), Fraction(12345678901234567, 3))


def hard_table() -> Table:
    """Every hard number in every format that can hold it, each row also with its signed exact label."""
    bands = (Band("odd", "an odd row", "◆", "warn"), Band("rest", "any other", "▲", "nobody knows this tone"))

    def cell(value: Fraction, form: NumberFormat, band: str | None) -> Cell:
        if form.style in ("percent", "odds") and not 0 <= value <= 1:
            return Cell("no chance")
        shown = show(value, form)
        return Cell(shown.text, value, form, shown.bounded, band)

    rows = []
    for at, value in enumerate((*CHANCES, *NUMBERS)):
        band = ("odd", None, "rest")[at % 3]
        label = show(Fraction(at - 4), NumberFormat("whole", signed=True)).text
        cells = tuple(cell(value, form, band if i % 2 else None) for i, form in enumerate(FORMATS))
        rows.append(Row(f"r{at}", label, cells, Fraction(at - 4)))
    columns = tuple(Column(f"c{i}", f"{form.style} {i}") for i, form in enumerate(FORMATS))
    return Table(
        "d6", "hard", "Hard [numbers]: all/any?", "Halves & ends.", "Row", "", columns, tuple(rows), bands=bands
    )


def hard_book() -> Book:
    """The sample book with the hard table, a twin of it by title, and a table whose title is too long for a tab."""
    hard = hard_table()
    twin = replace(hard, id="d6-", title="HARD [numbers]: all/any?", columns=hard.columns[:1], rows=cut(hard))
    sample = sample_book()
    long = replace(sample.tables[2], id="labels-2", title="Labels of a length that no tab of a workbook can hold")
    return replace(sample, id="hard", tables=(*sample.tables, hard, twin, long))


def cut(table: Table) -> tuple[Row, ...]:
    """The table's rows with their first cell alone."""
    return tuple(replace(row, cells=row.cells[:1]) for row in table.rows)


def shown_in_sheet(table: Table, cell: Cell) -> str:
    """What the workbook promises to show for a cell: its band's sign, then its text."""
    text = sheet_text(cell)
    return f"{table.band(cell.band).sign} {text}" if cell.band else text
