"""A table as JSON: every row and column, the shown text of each cell and the exact fraction behind it.

The text is the book's own, its minus sign included, without separators of thousands. A row takes one line, so
that two releases can be compared line by line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from generator.render.contract import FEATURES, Artifact
from generator.tables.model import Cell, Row, Table
from generator.tables.numbers import exact_text

LEAVES: Mapping[str, str] = {
    "collapse": "a collapsed row has no single exact value",
    "split": "a program reads one whole table",
}
HONORS = FEATURES.difference(LEAVES)

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")


def table_json(table: Table) -> Artifact:
    """Make `data/<system>/<id>.json`.

    A cell has `text`, `exact` as `n/d` where it is a number, and `band` as the key of one of `bands` where it
    carries one. A spanner covers the columns from `start` up to but not including `stop`, counted from 0. A
    legend's `sign` is the text of the cells that it explains.
    """
    fields: list[tuple[str, str]] = [
        ("id", _line(table.id)),
        ("title", _line(table.title)),
        ("system", _line(table.system)),
        ("caption", _line(table.caption)),
        ("unit", _line(table.unit)),
        ("stub", _line(table.stub_head)),
        ("column_head", _line(table.column_head)),
        ("columns", _line([column.label for column in table.columns])),
        ("rows", _lines([_row(row) for row in table.rows])),
        ("spanners", _lines([{"label": s.label, "start": s.start, "stop": s.stop} for s in table.spanners])),
        ("derived", _line([column.label for column in table.columns if column.derived])),
        ("legend", _lines([{"sign": entry.sign, "meaning": entry.meaning} for entry in table.legend])),
        (
            "bands",
            _lines([{"key": band.key, "title": band.title, "sign": band.sign} for band in table.bands]),
        ),
        ("notes", _lines([*_column_notes(table), *table.notes])),
        ("reading", _line(table.reading)),
    ]
    body = ",\n".join(f"  {_line(name)}: {value}" for name, value in fields)
    text = f"{{\n{body}\n}}\n"
    return Artifact(f"data/{table.system}/{table.id}.json", text.encode(), (table.source,) if table.source else ())


def _row(row: Row) -> dict[str, object]:
    return {"label": row.label, "cells": [_cell(cell) for cell in row.cells]}


def _cell(cell: Cell) -> dict[str, str]:
    if cell.exact is None:
        shown = {"text": cell.text}
    else:
        shown = {"text": _THOUSANDS.sub("", cell.text), "exact": exact_text(cell.exact)}
    return shown | {"band": cell.band} if cell.band else shown


def _column_notes(table: Table) -> list[str]:
    return [f"{column.label}: {column.note}" for column in table.columns if column.note]


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(values: Sequence[object]) -> str:
    if not values:
        return "[]"
    return "[\n" + ",\n".join(f"    {_line(value)}" for value in values) + "\n  ]"
