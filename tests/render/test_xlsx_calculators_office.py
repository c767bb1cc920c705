"""The calculators in LibreOffice: over a grid of entries, every formula comes to what our own engine says."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

import generator
from generator.edition import Edition
from generator.exact import Fraction
from generator.pipeline import library
from generator.render.xlsx import workbook
from generator.render.xlsx_names import defined_names
from generator.tables.book import Book, Library
from generator.tables.calculator_answers import answers
from generator.tables.calculator_model import Calculator, Entry, Lookup
from tests.render.calculator_grid import entries
from tests.render.office import Convert

pytestmark = pytest.mark.slow

CONTENT = Path(generator.__file__).parent.parent / "content"
SYSTEMS = ("sixes", "mini-six", "opend6", "open-ended", "percentile")
FIRST = 6  # the row of the first entry
OWN_CELL = re.compile(r'("[^"]*")|(?<![A-Za-z_!:\]\'])(\$?[A-D]\$?)(\d+)(?![\w(])|(:\$[A-D]\$)(\d+)')


@pytest.fixture(scope="module")
def books() -> Library:
    outcome = library(CONTENT, Edition("0", ""))
    assert outcome.library is not None, outcome.problems
    return outcome.library


@pytest.fixture(params=SYSTEMS)
def book(request: pytest.FixtureRequest, books: Library) -> Book:
    return next(book for book in books.books if book.id == request.param)


def trials(book: Book) -> Iterator[tuple[Calculator, list[tuple[Entry, ...]]]]:
    for calculator in book.calculators:
        rows = entries(calculator)
        assert len(rows) >= 200
        yield calculator, rows


def moved(formula: str, down: int) -> str:
    """A formula whose references to cells of its own sheet lead as many rows further down."""

    def move(found: re.Match[str]) -> str:
        words, cell, row, end, end_row = found.groups()
        return words or f"{cell or end}{int(row or end_row) + down}"

    return OWN_CELL.sub(move, formula)


def copy_block(source: Worksheet, target: Worksheet, down: int, row: tuple[Entry, ...]) -> None:
    """The whole calculator once more, `down` rows below, with other entries."""
    for line in source.iter_rows():
        for cell in line:
            if cell.value is not None:
                value = moved(cell.value, down) if cell.data_type == "f" else cell.value
                copy = target.cell(cell.row + down, cell.column)
                copy.value, copy.data_type = value, cell.data_type
    for at, entry in enumerate(row, FIRST):
        cell = target.cell(at + down, 2)
        cell.value = float(entry) if isinstance(entry, Fraction) else entry
        cell.data_type = "n" if isinstance(entry, Fraction) or entry is None else "s"


def trial_sheet(calculator: Calculator) -> str:
    return f"trial {calculator.id}"[:31]


def in_halves(value: Fraction) -> tuple[str, int, int]:
    """A power of two, and the upper and the lower half of the digits of the nearest double times that power.

    LibreOffice saves 15 digits of a number, which is not all of it; each half fits.
    """
    double = value.numerator / value.denominator
    power = 26 - math.frexp(double)[1]
    scaled = math.ldexp(double, power)
    whole = math.floor(scaled)
    return (f"2^{power}" if power >= 0 else f"(1/2^{-power})"), whole, int((scaled - whole) * 2**27)


def ask_for_every_bit(sheet: Worksheet, row: int, value: Fraction) -> None:
    power = in_halves(value)[0]
    sheet.cell(row, 6).value = f"=INT(B{row}*{power})"
    sheet.cell(row, 7).value = f"=(B{row}*{power}-INT(B{row}*{power}))*2^27"


def lighten(opened: openpyxl.Workbook, book: Book) -> None:
    """Leave only the sheets that calculators look into, so that LibreOffice has less to read."""
    names = dict(
        zip((t.id for t in book.published_tables), defined_names(t.id for t in book.published_tables), strict=True)
    )
    used = {names[table] for calculator in book.calculators for table in calculator.tables}
    kept = {calculator.title for calculator in book.calculators}
    for name in list(opened.defined_names):
        ((sheet, _),) = opened.defined_names[name].destinations
        if name.removesuffix("_rows").removesuffix("_columns") in used:
            kept.add(sheet)
        else:
            del opened.defined_names[name]
    for sheet in opened.worksheets:
        if sheet.title not in kept:
            opened.remove(sheet)
            continue
        for cell in (cell for line in sheet.iter_rows() for cell in line if isinstance(cell.value, float)):
            # Written as a float it would lose its last bit.
            cell.value, cell.data_type = repr(cell.value), "n"


def test_every_formula_comes_to_what_the_engine_says(book: Book, convert: Convert, tmp_path: Path) -> None:
    """Each row of entries gets a copy of the calculator, and no formula has a value that could be taken over."""
    path = tmp_path / "trials.xlsx"
    path.write_bytes(workbook(book).data)
    opened = openpyxl.load_workbook(path)
    lighten(opened, book)
    tables = {table.id: table for table in book.tables}
    plan = []
    for calculator, rows in trials(book):
        source, target = opened[calculator.title], opened.create_sheet(trial_sheet(calculator))
        for at, row in enumerate(rows):
            down = at * source.max_row
            copy_block(source, target, down, row)
            due = answers(calculator, tables, row)
            top = down + FIRST + len(calculator.inputs) + 3
            plan.append((calculator, row, due, top))
            for line, (output, value) in enumerate(zip(calculator.outputs, due.outputs, strict=True), top):
                if isinstance(value, Fraction) and value and isinstance(output.source, Lookup):
                    ask_for_every_bit(target, line, value)
    opened.save(path)
    saved = openpyxl.load_workbook(convert(path, "xlsx") / "trials.xlsx", data_only=True)
    assert not [cell for sheet in saved for line in sheet.iter_rows() for cell in line if cell.data_type == "e"]
    bits = 0
    for calculator, row, due, top in plan:
        sheet = saved[trial_sheet(calculator)]
        count = top - 3
        remarks = tuple(sheet.cell(line, 3).value for line in range(count - len(calculator.inputs), count))
        assert remarks == due.remarks, (calculator.id, row)
        assert sheet.cell(count, 2).value == due.unfit, (calculator.id, row)
        for line, (output, value) in enumerate(zip(calculator.outputs, due.outputs, strict=True), top):
            shown = sheet.cell(line, 2).value
            if isinstance(value, Fraction) and value and isinstance(output.source, Lookup):
                halves = sheet.cell(line, 6).value, sheet.cell(line, 7).value
                assert halves == in_halves(value)[1:], (calculator.id, row, output.name)
                bits += 1
            elif isinstance(value, Fraction):
                assert shown == value.numerator / value.denominator, (calculator.id, row, output.name)
            else:
                assert (shown or "") == value, (calculator.id, row, output.name)
    assert bits > 200


def test_every_formula_carries_its_value_for_the_entries_shown(book: Book) -> None:
    """So that previews and readers of data, which compute nothing, show what a spreadsheet would."""
    stored = openpyxl.load_workbook(BytesIO(workbook(book).data), data_only=True)
    tables = {table.id: table for table in book.tables}
    for calculator in book.calculators:
        sheet = stored[calculator.title]
        due = answers(calculator, tables, [given.default for given in calculator.inputs])
        last = FIRST + len(calculator.inputs)
        assert tuple(sheet.cell(line, 3).value for line in range(FIRST, last)) == due.remarks
        assert sheet.cell(last, 2).value == due.unfit == 0
        for line, value in enumerate(due.outputs, last + 3):
            number = value if isinstance(value, str) else value.numerator / value.denominator
            assert sheet.cell(line, 2).value == number
