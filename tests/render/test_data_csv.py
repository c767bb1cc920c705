"""CSV data: whole, exact where the text is not, and harmless in a spreadsheet."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from generator.exact import Fraction
from generator.render.contract import FEATURES
from generator.render.data_csv import HONORS, LEAVES, table_csv
from generator.tables.model import Cell, Column, Row, Spanner, Table
from generator.tables.numbers import NumberFormat, show
from tests.render.xlsx_samples import hard_table
from tests.samples import banded_table, split_table, whole_table

TABLES = (banded_table(), split_table(), whole_table(), hard_table())


def lines_of(table: Table) -> list[list[str]]:
    return list(csv.reader(table_csv(table).data.decode().splitlines()))


def one_column(*cells: Cell, label: str = "value") -> list[list[str]]:
    rows = tuple(Row(f"r{i}", f"r{i}", (cell,)) for i, cell in enumerate(cells))
    return lines_of(Table("t", "s", "T", "", "row", "", (Column("c", label),), rows))


def number(value: Fraction, form: NumberFormat) -> Cell:
    shown = show(value, form)
    return Cell(shown.text, value, form, shown.bounded)


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.id)
def test_round_trip_of_every_exact_value(table: Table) -> None:
    artifact = table_csv(table)
    assert artifact.path == f"data/{table.system}/{table.id}.csv"
    assert artifact.data.endswith(b"\n") and b"\r" not in artifact.data and not artifact.data.startswith(b"\xef")
    head, *lines = lines_of(table)
    assert len(lines) == len(table.rows), "data never collapse"
    assert head[0] == table.stub_head
    for index, column in enumerate(table.columns):
        at = head.index(column.label)
        beside = at + 1 < len(head) and head[at + 1] == f"{column.label} exact"
        for row, line in zip(table.rows, lines, strict=True):
            cell = row.cells[index]
            if cell.exact is None:
                assert line[at].removeprefix("'") == cell.text
                assert not beside or line[at + 1] == ""
            elif beside:
                assert Fraction(line[at + 1]) == cell.exact
                assert line[at] == cell.text.replace(",", "").replace("−", "-")
            else:
                percent = cell.format is not None and cell.format.style == "percent"
                whole, _, part = line[at].lstrip("+-").rstrip("%").rpartition(" ")
                size = (int(whole) if whole else 0) + Fraction(part)
                value = -size if line[at].startswith("-") else size
                assert value / (100 if percent else 1) == cell.exact


def test_exact_column_only_where_some_text_is_not_the_number() -> None:
    percent, unmarked = NumberFormat("percent", 2), NumberFormat("percent", 2, mark=False)
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert one_column(number(half, percent)) == [["row", "value"], ["r0", "50.00%"]]
    assert one_column(number(half, unmarked)) == [["row", "value"], ["r0", "50.00"]]
    assert one_column(number(half, unmarked), number(third, unmarked)) == [
        ["row", "value", "value exact"],
        ["r0", "50.00", "1/2"],
        ["r1", "33.33", "1/3"],
    ]
    assert one_column(number(Fraction(0), percent))[1] == ["r0", "—", "0/1"]
    assert one_column(Cell("100", Fraction(1), unmarked, replaced=True))[1] == ["r0", "100", "1/1"]
    assert one_column(number(Fraction(21, 2), NumberFormat("mixed"))) == [["row", "value"], ["r0", "10 1/2"]]
    assert one_column(number(half, NumberFormat("odds")))[1] == ["r0", "1 in 2", "1/2"]


def test_numbers_are_machine_readable() -> None:
    assert one_column(number(Fraction(-3), NumberFormat("whole")))[1] == ["r0", "-3"]
    assert one_column(number(Fraction(-5, 2), NumberFormat("decimal", 1, signed=True)))[1] == ["r0", "-2.5"]
    assert one_column(number(Fraction(-1, 2), NumberFormat("fraction")))[1] == ["r0", "-1/2"]
    assert one_column(number(Fraction(1, 1234), NumberFormat("odds")))[1] == ["r0", "1 in 1234", "1/1234"]
    assert one_column(Cell("1,000 words"))[1] == ["r0", "1,000 words"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("=", "'="),
        ("@home", "'@home"),
        ("+1D", "'+1D"),
        ("-2+3", "'-2+3"),
        ("-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"),
        ("\t=1", "'\t=1"),
        ("+1", "+1"),
        ("-1", "-1"),
        ("-1/2", "-1/2"),
        ("−1 or so", "−1 or so"),
        ("plain", "plain"),
    ],
)
def test_words_cannot_become_formulas(text: str, written: str) -> None:
    assert one_column(Cell(text))[1][1] == written
    assert one_column(Cell("x"), label=text)[0][1] == written


def test_quotes_and_commas_survive() -> None:
    assert one_column(Cell('a "b", c'))[1][1] == 'a "b", c'


def test_spanners_tell_equal_labels_apart() -> None:
    table = banded_table()
    assert lines_of(table)[0] == ["Dice", "2.5", "3.5", "3.5 exact", "4.5", "4.5 exact", "Advice"]
    twice = replace(
        table,
        columns=(table.columns[0], table.columns[0], table.columns[2], table.columns[3]),
        spanners=(Spanner("A", 0, 1), Spanner("B", 1, 3)),
    )
    assert lines_of(twice)[0][:3] == ["Dice", "A: 2.5", "B: 2.5"]


def test_every_feature_is_honored_or_left_with_a_reason() -> None:
    assert HONORS | LEAVES.keys() == FEATURES and not HONORS & LEAVES.keys()
