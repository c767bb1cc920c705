"""JSON data: the published form, whole and exact."""

from __future__ import annotations

import json

import pytest

from generator.exact import Fraction
from generator.render.contract import FEATURES
from generator.render.data_json import HONORS, LEAVES, table_json
from generator.tables.model import Cell, Column, Row, Table
from generator.tables.numbers import NumberFormat, exact_text
from tests.render.xlsx_samples import hard_table
from tests.samples import banded_table, split_table, whole_table

TABLES = (banded_table(), split_table(), whole_table(), hard_table())


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.id)
def test_round_trip_of_every_text_and_exact_value(table: Table) -> None:
    artifact = table_json(table)
    assert artifact.path == f"data/{table.system}/{table.id}.json"
    read = json.loads(artifact.data)
    assert [read[key] for key in ("id", "system", "title")] == [table.id, table.system, table.title]
    assert [read[key] for key in ("caption", "unit", "stub")] == [table.caption, table.unit, table.stub_head]
    assert read["columns"] == [column.label for column in table.columns]
    assert len(read["rows"]) == len(table.rows), "data never collapse"
    for row, seen in zip(table.rows, read["rows"], strict=True):
        assert seen["label"] == row.label
        assert len(seen["cells"]) == len(table.columns), "data are never split"
        for cell, one in zip(row.cells, seen["cells"], strict=True):
            if cell.exact is None:
                assert "exact" not in one and one["text"] == cell.text
            else:
                assert one["text"] == cell.text.replace(",", "")
                assert one["exact"] == exact_text(cell.exact)
                assert Fraction(one["exact"]) == cell.exact
            assert one.get("band") == cell.band
            assert set(one) <= {"text", "exact", "band"}


def test_everything_else_that_a_table_says() -> None:
    read = json.loads(table_json(banded_table()).data)
    assert read["legend"] == [
        {"sign": "~0", "meaning": "below 0.01%, yet possible"},
        {"sign": "—", "meaning": "impossible"},
    ]
    assert [band["key"] for band in read["bands"]] == ["easy", "hard"]
    assert [band["sign"] for band in read["bands"]] == ["▲", "▼"]
    assert read["notes"] == ["Advice: What a game master might say.", "Rows need not add up to 100 after rounding."]
    assert read["spanners"] == [
        {"label": "Below 3.5", "start": 0, "stop": 1},
        {"label": "From 3.5", "start": 1, "stop": 3},
    ]
    assert read["derived"] == ["Advice"]
    assert read["reading"].startswith("Six dice")


def test_one_row_a_line_in_stable_utf8_with_a_newline_at_the_end() -> None:
    table = banded_table()
    data = table_json(table).data
    assert data == table_json(banded_table()).data
    text = data.decode()
    assert text.endswith("}\n") and "▲" in text and "\r" not in text
    rows = [line for line in text.splitlines() if line.lstrip().startswith('{"label"') and '"cells"' in line]
    assert len(rows) == len(table.rows)
    assert [json.loads(line.rstrip(","))["label"] for line in rows] == [row.label for row in table.rows]


def test_thousands_lose_their_commas_only_in_numbers() -> None:
    odds = Cell("1 in 1,234,567", Fraction(1, 1234567), NumberFormat("odds"))
    words = Cell("1,000 words, or so")
    table = Table("t", "s", "T", "", "", "", (Column("a", "a"), Column("b", "b")), (Row("r", "r", (odds, words)),))
    cells = json.loads(table_json(table).data)["rows"][0]["cells"]
    assert cells == [{"text": "1 in 1234567", "exact": "1/1234567"}, {"text": "1,000 words, or so"}]


def test_empty_table() -> None:
    read = json.loads(table_json(Table("t", "s", "T", "", "", "", (), ())).data)
    assert (read["columns"], read["rows"], read["legend"]) == ([], [], [])


def test_every_feature_is_honored_or_left_with_a_reason() -> None:
    assert HONORS | LEAVES.keys() == FEATURES and not HONORS & LEAVES.keys()
