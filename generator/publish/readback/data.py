"""Reads the data files back: each table's JSON with the published form, each CSV with the column rule it follows."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from generator.diagnostics import Location, Problem
from generator.publish.readback.admission import exact_number
from generator.publish.readback.checks import read_check
from generator.publish.readback.comparison import Line, Piece, ReadCell, Truth, compare, difference, fraction_text
from generator.tables.book import Book
from generator.tables.model import Cell, Table

_SEPARATOR = re.compile(r"(?<=\d),(?=\d{3})")


def read_book(book: Book, truths: Mapping[str, Truth], site: Path) -> list[Problem]:
    """What differs in `data/<system>/`; nothing where there is no such folder."""
    folder = site / "data" / book.id
    if not folder.is_dir():
        return []
    problems: list[Problem] = []
    wanted = set()
    for table in book.published_tables:
        for ending, read in ((".json", _read_json), (".csv", _read_csv)):
            path = f"data/{book.id}/{table.id}{ending}"
            wanted.add(f"{table.id}{ending}")
            try:
                text = (site / path).read_bytes().decode("utf-8")
                problems += read(truths[table.id], text, path)
            except FileNotFoundError:
                problems.append(difference(path, table, "", "the file is missing"))
            except (ValueError, KeyError, TypeError, csv.Error):
                problems.append(difference(path, table, "", "the file does not have the published form"))
    if book.check is not None:
        wanted.add("check.json")
        problems += read_check(book.id, book.check, site)
    found = {file.name for file in folder.iterdir()}
    problems += [
        Problem(Location(f"data/{book.id}/{name}"), f"{book.id} has no table of this name")
        for name in sorted(found - wanted)
    ]
    return problems


def _spelled(cell: Cell) -> str:
    """The book's text without separators of thousands in numbers."""
    return cell.text if cell.exact is None else _SEPARATOR.sub("", cell.text)


def _read_json(truth: Truth, text: str, path: str) -> list[Problem]:
    table = truth.table
    found = json.loads(text)
    signs = {band["key"]: band["sign"] for band in found["bands"]}
    lines = tuple(Line(row["label"], tuple(_json_cell(cell, signs) for cell in row["cells"])) for row in found["rows"])
    piece = Piece(tuple(found["columns"]), lines)
    problems = compare(truth, (0, len(table.columns)), piece, path, spell=_spelled)
    facts: dict[str, object] = {
        "id": table.id,
        "title": table.title,
        "system": table.system,
        "caption": table.caption,
        "unit": table.unit,
        "reading": table.reading,
        "legend": [{"sign": entry.sign, "meaning": entry.meaning} for entry in table.legend],
        "spanners": [{"label": s.label, "start": s.start, "stop": s.stop} for s in table.spanners],
    }
    problems += [
        difference(path, table, "", f"{name} reads {found[name]!r}, but it is {fact!r}")
        for name, fact in facts.items()
        if found[name] != fact
    ]
    return problems


def _json_cell(cell: Mapping[str, Any], signs: Mapping[str, str]) -> ReadCell:
    text, exact = cell["text"], cell.get("exact", "")
    if not isinstance(text, str) or not isinstance(exact, str) or not cell.keys() <= {"text", "exact", "band"}:
        return ReadCell(json.dumps(cell, ensure_ascii=False), "")
    return ReadCell(text, exact, signs.get(cell["band"], "?") if "band" in cell else "")


def _read_csv(truth: Truth, text: str, path: str) -> list[Problem]:
    table = truth.table
    records = csv.reader(StringIO(text, newline=""), strict=True)
    heads, *body = [[_plain(field) for field in record] for record in records]
    places: list[tuple[int, int | None]] = []
    at = 1
    while at < len(heads):
        beside = at + 1 if at + 1 < len(heads) and heads[at + 1] == f"{heads[at]} exact" else None
        places.append((at, beside))
        at = (beside or at) + 1
    problems = []
    if heads[0] != table.stub_head:
        what = f"the head of the rows reads {heads[0]!r}, but it is {table.stub_head!r}"
        problems.append(difference(path, table, "", what))
    lines = []
    for line in body:
        if len(line) != len(heads):
            lines.append(Line(line[0] if line else "", ()))
            continue
        lines.append(Line(line[0], tuple(ReadCell(line[i], None if j is None else line[j]) for i, j in places)))
    labels = _labels(table)
    read = tuple(heads[i] for i, _ in places)
    named = dict(zip(labels, [column.label for column in table.columns], strict=True))
    piece = Piece(tuple(named.get(head, head) for head in read), tuple(lines))
    problems += compare(truth, (0, len(table.columns)), piece, path, spell=lambda cell: _ascii(cell, _spelled(cell)))
    if read == labels:
        bare = [index for index, (_, beside) in enumerate(places) if beside is None]
        problems += _bare_numbers(table, bare, path)
    return problems


def _labels(table: Table) -> tuple[str, ...]:
    """The heads in a CSV file: with their spanner where labels alone would not tell the columns apart."""
    labels = [column.label for column in table.columns]
    if len(set(labels)) != len(labels):
        for spanner in table.spanners:
            for index in range(spanner.start, spanner.stop):
                labels[index] = f"{spanner.label}: {labels[index]}"
    return tuple(labels)


def _bare_numbers(table: Table, columns: list[int], path: str) -> list[Problem]:
    """A column without exact fractions beside it must itself be exact in every row."""
    problems = []
    for row in table.rows:
        for index in columns:
            cell = row.cells[index]
            if cell.exact is None:
                continue
            text = _ascii(cell, _spelled(cell))
            stated = exact_number(text)
            unmarked = cell.format is not None and cell.format.style == "percent" and not text.endswith("%")
            if stated is None or stated / (100 if unmarked else 1) != cell.exact:
                place = f"row {row.label}, column {table.columns[index].label}"
                what = f"reads {text!r} with no exact value beside it, but the exact value is {fraction_text(cell)}"
                problems.append(difference(path, table, place, what))
    return problems


def _ascii(cell: Cell, text: str) -> str:
    return text.replace("−", "-", 1) if cell.exact is not None and re.match(r"−[\d.]", text) else text


def _plain(field: str) -> str:
    """The field without the apostrophe that keeps a spreadsheet from running it."""
    return field[1:] if re.match(r"'[=+\-@\t\r]", field) else field
