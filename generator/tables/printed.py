"""Printed sources held against our tables: each printed cell is right, or a listed misprint with its exact value.

There is no tolerance. A printed cell agrees where it reads as ours does, apart from trailing zeros and the kind of
dash; what does not agree must be listed, and what is listed must not agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from generator.content.definitions import Content
from generator.content.file_definitions import MisprintDef
from generator.content.published import PrintedRow, PrintedTable
from generator.diagnostics import Problem
from generator.tables.book import Library
from generator.tables.model import Cell, Row, Table
from generator.tables.numbers import MINUS, exact_text

_NUMBER = re.compile(r"\d+(\.\d+)?")
_RANGE = re.compile(r"(\d+)-(\d+)")
_OPEN = re.compile(r"(\d+)(?:/-|\+)")
_NEGATIVE = re.compile(r"^-(?=\d)")


@dataclass(frozen=True, slots=True)
class Tally:
    """How one printed table fared: cells printed, those that stand, and those listed as misprints."""

    title: str
    table: str
    cells: int
    right: int
    misprints: int
    row_labels: int

    def sentence(self) -> str:
        """The tally as `dicepress verify` prints it."""
        wrong = f", {self.misprints} listed as misprints" if self.misprints else ""
        labels = f", {self.row_labels} row labels mended" if self.row_labels else ""
        return f"{self.title}: {self.right} of {self.cells} printed cells stand{wrong}{labels}"


def check_sources(content: Content, library: Library) -> tuple[tuple[Tally, ...], tuple[Problem, ...]]:
    """Every printed table of every book that was made, held against ours."""
    tallies: list[Tally] = []
    problems: list[Problem] = []
    books = {book.id: book for book in library.books}
    for system in content.systems:
        for printed in system.published if system.id in books else ():
            tally, found = check_printed(printed, books[system.id].table(printed.table))
            tallies.append(tally)
            problems += found
    return tuple(tallies), tuple(problems)


def check_printed(printed: PrintedTable, table: Table) -> tuple[Tally, tuple[Problem, ...]]:
    """Compare every printed cell with the table that computes it.

    A row printed for several targets ("57-58") must hold for each; an open one ("6/-", "181+") is held against the
    number it names, since the source does not say how far it reaches.
    """
    rows = {row.label: row for row in table.rows}
    listed = {(m.row, m.column): index for index, m in enumerate(printed.misprints)}
    problems: list[Problem] = []
    right = 0
    used: set[tuple[str, str]] = set()
    for row in printed.rows:
        ours = [rows[label] for label in _labels(row.label) if label in rows]
        if not ours:
            problems.append(Problem(printed.definition.where("file"), f"our table has no row {row.label!r}"))
            continue
        for column, text in zip(printed.columns, row.cells, strict=True):
            cells = _cells(table, ours, column)
            if not cells:
                problems.append(Problem(printed.definition.where("file"), f"our table has no column {column!r}"))
                continue
            key = (row.label, column)
            wrong = {label: cell for label, cell in cells.items() if not _agrees(text, cell)}
            if key in listed:
                used.add(key)
                problems += _listed_problems(printed, listed[key], printed.misprints[listed[key]], wrong)
            elif wrong:
                problems.append(_unlisted(printed, row, column, text, wrong))
            else:
                right += 1
    total = len(printed.rows) * len(printed.columns)
    return Tally(printed.title, table.id, total, right, len(used), len(printed.row_labels)), tuple(problems)


def _labels(label: str) -> list[str]:
    if both := _RANGE.fullmatch(label):
        return [str(n) for n in range(int(both[1]), int(both[2]) + 1)]
    if one := _OPEN.fullmatch(label):
        return [one[1]]
    return [_NEGATIVE.sub(MINUS, label)]


def _cells(table: Table, rows: list[Row], column: str) -> dict[str, Cell]:
    """The cells of a column in the rows asked for, by row label; columns go by label, or by key where words head them."""
    for index, head in enumerate(table.columns):
        if column in (head.label, head.key, head.key.replace("-", "_")):
            return {row.label: row.cells[index] for row in rows}
    return {}


def _agrees(printed: str, cell: Cell) -> bool:
    if _NUMBER.fullmatch(printed) and _NUMBER.fullmatch(cell.text):
        return Fraction(printed) == Fraction(cell.text)
    return printed.replace("-", "–") == cell.text


def _listed_problems(
    printed: PrintedTable, index: int, misprint: MisprintDef, wrong: Mapping[str, Cell]
) -> Iterator[Problem]:
    where = printed.definition.where("misprints", index)
    if not wrong:
        yield Problem(where, f"{misprint.printed!r} is listed as a misprint, but it is what we compute")
        return
    for label, cell in wrong.items():
        if misprint.exact == cell.text if cell.exact is None else _is_value(misprint.exact, cell.exact):
            return
    computed = ", ".join(f"{label}: {_value(cell)}" for label, cell in wrong.items())
    yield Problem(
        printed.definition.where("misprints", index, "exact"),
        f"the exact value {misprint.exact} is not what we compute",
        f"we compute {computed}",
    )


def _is_value(stated: str, exact: Fraction) -> bool:
    try:
        return Fraction(stated) == exact
    except ValueError:
        return False


def _unlisted(
    printed: PrintedTable, row: PrintedRow, column: str, text: str, wrong: Mapping[str, Cell]
) -> Problem:
    computed = ", ".join(f"{label}: {cell.text} ({_value(cell)})" for label, cell in wrong.items())
    message = f"line {row.line}, column {column!r} prints {text!r}, and we compute {computed}"
    return Problem(printed.definition.where("file"), message, "list it under misprints if the source is wrong")


def _value(cell: Cell) -> str:
    return cell.text if cell.exact is None else exact_text(cell.exact)
