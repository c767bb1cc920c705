"""Reads the workbooks back: each table through its names in formulas, numbers as the doubles that the file holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import BadZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.worksheet import Worksheet

from generator.diagnostics import Location, Problem
from generator.exact import Fraction
from generator.publish.readback import WHOLE
from generator.publish.readback.admission import plain_admits
from generator.publish.readback.calculators import read_calculators
from generator.publish.readback.comparison import Truth, difference, fraction_text
from generator.publish.readback.sheet_display import displayed
from generator.tables.book import Book, Library
from generator.tables.model import Cell, Table

_PLAIN = re.compile(r"\d+(?:\.\d+)?")
Grid = list[list[SheetCell]]


def read_book(book: Book, truths: Mapping[str, Truth], site: Path) -> list[Problem]:
    """What differs in `downloads/<system>.xlsx`; nothing where there is no such file."""
    return _read(((book, truths),), f"downloads/{book.id}.xlsx", site)


def read_all(library: Library, site: Path) -> list[Problem]:
    """What differs in the workbook of all systems; nothing where there is no such file."""
    books = [(book, {table.id: Truth(table) for table in book.published_tables}) for book in library.books]
    return _read(books, WHOLE, site)


def _read(books: Sequence[tuple[Book, Mapping[str, Truth]]], path: str, site: Path) -> list[Problem]:
    if not (site / path).is_file():
        return []
    try:
        workbook = load_workbook(site / path)
    except (BadZipFile, InvalidFileException, KeyError, ValueError, OSError):
        return [Problem(Location(path), "the workbook cannot be opened")]
    problems: list[Problem] = []
    listed = _listed(workbook)
    for book, truths in books:
        for table in book.published_tables:
            names = listed.get(table.title, [])
            if not names:
                problems.append(difference(path, table, "", "the contents sheet gives it no name in formulas"))
                continue
            problems += _read_table(workbook, names.pop(0), truths[table.id], path)
        problems += read_calculators(book, workbook, site / path, path)
    return problems


def _listed(workbook: Workbook) -> dict[str, list[str]]:
    """The names in formulas by the title of their table, as the first sheet lists them."""
    listed: dict[str, list[str]] = {}
    for title, *others in workbook.worksheets[0].iter_rows(max_col=3, values_only=True):
        if others and others[-1] in workbook.defined_names:
            listed.setdefault(str(title), []).append(str(others[-1]))
    return listed


def _read_table(workbook: Workbook, name: str, truth: Truth, path: str) -> list[Problem]:
    table = truth.table
    areas: list[Grid] = []
    for wanted in (name, f"{name}_rows", f"{name}_columns"):
        area = _area(workbook, wanted)
        if area is None:
            return [difference(path, table, "", f"the name {wanted!r} leads to no cells")]
        areas.append(area)
    body, stub, heads = areas
    high, wide = len(table.rows), len(table.columns)
    for what, area, rows, columns in (("body", body, high, wide), ("rows", stub, high, 1), ("heads", heads, 1, wide)):
        if len(area) != rows or any(len(line) != columns for line in area):
            size = f"{len(area)} rows of {len(area[0])} cells"
            return [difference(path, table, "", f"the name of its {what} holds {size}, not {rows} of {columns}")]
    if stub[0][0].row != body[0][0].row or heads[0][0].column != body[0][0].column:
        return [difference(path, table, "", "the names of its rows and heads do not lie beside its cells")]
    problems = []
    for row, (head,) in zip(table.rows, stub, strict=True):
        if wrong := _wrong_label(head, row.label, row.exact):
            problems.append(difference(path, table, f"row {row.label}", wrong))
    for column, head in zip(table.columns, heads[0], strict=True):
        if wrong := _wrong_label(head, column.label, column.exact):
            problems.append(difference(path, table, f"column {column.label}", wrong))
    for at, (row, line) in enumerate(zip(table.rows, body, strict=True)):
        for index, (cell, read) in enumerate(zip(row.cells, line, strict=True)):
            wrong = _wrong(truth, cell, read, truth.faults.get((at, index), ""))
            if wrong:
                place = f"row {row.label}, column {table.columns[index].label}"
                problems.append(difference(path, table, f"{place} ({read.coordinate})", wrong))
    return problems + _around(body, table, path)


def _area(workbook: Workbook, name: str) -> Grid | None:
    if name not in workbook.defined_names:
        return None
    places = list(workbook.defined_names[name].destinations)
    if len(places) != 1 or places[0][0] not in workbook.sheetnames:
        return None
    found = workbook[places[0][0]][places[0][1].replace("$", "")]
    if not isinstance(found, tuple):
        return [[found]]
    return [list(line) for line in found]


def _around(body: Grid, table: Table, path: str) -> list[Problem]:
    """Numbers beside or below the table would read as more of it."""
    last = body[-1][-1]
    sheet = last.parent
    assert isinstance(sheet, Worksheet), "the workbook was opened whole"
    beside = [sheet.cell(line[0].row, last.column + 1) for line in body]
    below = [sheet.cell(last.row + 1, column) for column in range(1, last.column + 1)]
    return [
        difference(path, table, "", f"the cell {cell.coordinate} outside the table holds {cell.value!r}")
        for cell in (*beside, *below)
        if cell.value is not None
    ]


def _wrong(truth: Truth, cell: Cell, read: SheetCell, fault: str) -> str:
    sign = truth.signs[cell.band]
    if cell.exact is None:
        text = f"{sign} {cell.text}" if sign else cell.text
        return _wrong_label(read, text, None)
    behind = f"the exact value is {fraction_text(cell)}"
    stored = _number(read)
    if stored is None:
        return f"holds {read.value!r} instead of a number; {behind}"
    nearest = cell.exact.numerator / cell.exact.denominator
    if stored != nearest:
        return f"holds {stored!r}, but {behind}, whose nearest double is {nearest!r}"
    if fault:
        return f"stands for {cell.text!r}, but {behind}, {fault}"
    shown = displayed(stored, read.number_format)
    unmarked = cell.format is not None and cell.format.style == "percent" and not cell.format.mark
    text = f"{cell.text}%" if unmarked and cell.text[-1:].isdigit() else cell.text
    wanted = f"{sign} {text}" if sign else text
    if shown == wanted:
        return ""
    # A workbook holds only so many formats; past that, a number may show plainly, if it is true as it stands.
    plain = shown.removeprefix(f"{sign} ") if sign else shown
    chance = cell.format is not None and cell.format.style in ("percent", "odds")
    true = _PLAIN.match(plain.lstrip("-−+")) and plain_admits(plain, cell.exact)
    if not cell.replaced and true and plain.endswith("%") == chance:
        return ""
    return f"shows {shown!r}, but it is {wanted!r}; {behind}"


def _wrong_label(read: SheetCell, label: str, exact: Fraction | None) -> str:
    stored = _number(read)
    if stored is None:
        right = (read.data_type == "s" and read.value == label) or (label == "" and read.value is None)
        return "" if right else f"holds {read.value!r}, but it is {label!r}"
    if exact is None and not _PLAIN.fullmatch(label):
        return f"holds the number {stored!r}, but it is the text {label!r}"
    value = Fraction(label) if exact is None else exact
    if stored != value.numerator / value.denominator:
        return f"holds {stored!r}, but its exact value is {value.numerator}/{value.denominator}"
    shown = displayed(stored, read.number_format)
    # A chance that the book heads with `95` can only be shown as `95%` while it stays a number.
    right = shown == label or (shown == f"{label}%" and plain_admits(shown, value))
    return "" if right else f"shows {shown!r}, but it is {label!r}"


def _number(cell: SheetCell) -> int | float | None:
    """The native number of a cell, None where it holds anything else."""
    value = cell.value
    if cell.data_type == "n" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    return None
