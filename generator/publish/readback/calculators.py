"""Reads the calculators of a workbook back: what each shows at first is what our own engine says, as doubles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from openpyxl import Workbook

from generator.diagnostics import Location, Problem
from generator.exact import Fraction
from generator.tables.book import Book
from generator.tables.calculator_answers import answers
from generator.tables.calculator_model import Calculator
from generator.tables.model import Table

_CELL = re.compile(r'<c r="(B\d+)"[^>]*>(<f>[^<]*</f>)?<v>([^<]*)</v></c>')


def read_calculators(book: Book, workbook: Workbook, file: Path, path: str) -> list[Problem]:
    """What differs on the sheets of the book's calculators; `workbook` is the same file, opened for its formulas."""
    tables = {table.id: table for table in book.tables}
    problems: list[Problem] = []
    by_title: dict[str, list[int]] = {}
    for number, sheet in enumerate(workbook.worksheets, 1):
        by_title.setdefault(str(sheet["A2"].value), []).append(number)
    try:
        with ZipFile(file) as package:
            for calculator in book.calculators:
                sheets = [f"xl/worksheets/sheet{number}.xml" for number in by_title.get(calculator.title, ())]
                faults = [_faults(calculator, tables, package.read(sheet).decode()) for sheet in sheets]
                # Another system may have a calculator of the same title.
                if all(faults):
                    fault = min(faults, key=len)[0] if faults else "it has no sheet"
                    problems.append(Problem(Location(path), f"calculator {calculator.id} of {book.id}: {fault}"))
    except (BadZipFile, KeyError, UnicodeDecodeError):
        problems.append(Problem(Location(path), "the workbook cannot be opened"))
    return problems


def _faults(calculator: Calculator, tables: Mapping[str, Table], sheet: str) -> list[str]:
    """What an answer shows wrongly, one sentence each."""
    found = {place: (formula, unescape(value)) for place, formula, value in _CELL.findall(sheet)}
    due = answers(calculator, tables, [one.default for one in calculator.inputs])
    top = 6 + len(calculator.inputs) + 3
    faults = []
    for row, (output, value) in enumerate(zip(calculator.outputs, due.outputs, strict=True), top):
        formula, text = found.get(f"B{row}", ("", ""))
        if not formula:
            faults.append(f"{output.label} has no formula with a value")
        elif (text if isinstance(value, str) else _double(text)) != _nearest(value):
            faults.append(f"{output.label} shows {text!r}, but it is {value}")
    return faults


def _double(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _nearest(value: Fraction | str) -> float | str:
    return value if isinstance(value, str) else value.numerator / value.denominator
