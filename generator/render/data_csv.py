"""A table as CSV: comma, decimal point, UTF-8, one line a row, the head first.

Where the text of any number in a column is rounded or is a label, a column of exact fractions stands beside
it, headed `<label> exact`; otherwise the text is the exact number. Numbers have an ASCII minus and no
separators of thousands, so that programs read them.

Opened in a spreadsheet, the file executes nothing: a field that begins with `=`, `+`, `-`, `@`, a tab or a
carriage return gets an apostrophe before it, unless it is a plain number or fraction such as `-3`, `+1` or
`-1/2`, in which there is nothing to execute. A spreadsheet may still read such a field, or a label like
`1-2`, as a number or a date; the workbook keeps labels as they are, and the JSON file has every text.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from io import StringIO

from generator.exact import Fraction
from generator.render.contract import FEATURES, Artifact
from generator.tables.model import Cell, Table
from generator.tables.numbers import MINUS, exact_text

LEAVES: Mapping[str, str] = {
    "collapse": "a collapsed row has no single exact value",
    "split": "a program reads one whole table",
    "spanners": "a CSV file has one head line; a spanner stands before its labels only where labels repeat",
    "unit": "a line above the head would break readers; the JSON file has it",
    "title": "a line above the head would break readers; the file is named after it, and the JSON file has it",
    "caption": "a line above the head would break readers; the JSON file has it",
    "column head": "a CSV file has one head line; the JSON file has what runs across",
    "column note": "lines below the rows would read as rows; the JSON file has them",
    "notes": "lines below the rows would read as rows; the JSON file has them",
    "legend": "lines below the rows would read as rows; the JSON file has it, and the exact value tells more",
    "bands": "a sign beside a number would turn it into text; the JSON file names each cell's band",
    "reading": "lines below the rows would read as rows; the JSON file has it",
}
HONORS = FEATURES.difference(LEAVES)

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
_SIGNED = re.compile(rf"[+\-{MINUS}](?=[\d.])")
_DECIMAL = re.compile(r"[+-]?\d+(?:\.\d+)?%?")
_FRACTION = re.compile(r"[+-]?(?:(?P<whole>\d+) )?(?P<over>\d+)/(?P<under>[1-9]\d*)")
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def table_csv(table: Table) -> Artifact:
    """Make `data/<system>/<id>.csv`, with every row and column of the table."""
    exact = [_needs_exact(table, index) for index in range(len(table.columns))]
    heads = [table.stub_head]
    for label, beside in zip(_labels(table), exact, strict=True):
        heads += [label, f"{label} exact"] if beside else [label]
    lines = [heads]
    for row in table.rows:
        line = [row.label]
        for cell, beside in zip(row.cells, exact, strict=True):
            line.append(_text(cell))
            if beside:
                line.append("" if cell.exact is None else exact_text(cell.exact))
        lines.append(line)
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([[harmless(field) for field in line] for line in lines])
    return Artifact(
        f"data/{table.system}/{table.id}.csv",
        out.getvalue().encode(),
        (table.source,) if table.source else (),
    )


def _labels(table: Table) -> list[str]:
    """Return the column labels, with their spanner before them where two columns have the same label."""
    labels = [column.label for column in table.columns]
    if len(set(labels)) == len(labels):
        return labels
    for spanner in table.spanners:
        for index in range(spanner.start, spanner.stop):
            labels[index] = f"{spanner.label}: {labels[index]}"
    return labels


def _text(cell: Cell) -> str:
    if cell.exact is None:
        return cell.text
    text = _THOUSANDS.sub("", cell.text)
    return text.replace(MINUS, "-") if _SIGNED.match(text) else text


def _needs_exact(table: Table, index: int) -> bool:
    cells = [row.cells[index] for row in table.rows]
    return any(cell.exact is not None and (cell.replaced or _value(cell) != cell.exact) for cell in cells)


def _value(cell: Cell) -> Fraction | None:
    """Return the number that a reader of the text alone would take it for."""
    text = _text(cell)
    found = _FRACTION.fullmatch(text)
    if found:
        size = int(found["whole"] or 0) + Fraction(int(found["over"]), int(found["under"]))
        return -size if text.startswith("-") else size
    if not _DECIMAL.fullmatch(text):
        return None
    percent = text.endswith("%") or (cell.format is not None and cell.format.style == "percent")
    return Fraction(text.rstrip("%")) / (100 if percent else 1)


def harmless(field: str) -> str:
    """The field with an apostrophe before it where a spreadsheet might run it."""
    if not field.startswith(_DANGEROUS) or _DECIMAL.fullmatch(field) or _FRACTION.fullmatch(field):
        return field
    return f"'{field}"
