"""Axes of rolls and of items with several names, their links, and tables with rows and columns changed about."""

from __future__ import annotations

from itertools import product

import pytest

from generator.exact import Fraction
from generator.tables.axes import link_key
from tests.tables.definitions import exact, refusal, table_of, texts

LADDER = """
kind: grid
title: T
caption: C.
rows: {name: mine, title: Mine, values: [d4!, 2d6, 5D+1, 4..5], label: "my {}"}
columns: {name: theirs, title: Theirs, values: [d6, 3]}
cell: P(mine >= theirs)
format: fraction
"""


def test_rolls_as_rows_and_columns() -> None:
    table = table_of(LADDER)
    assert [(row.label, row.key, row.exact) for row in table.rows] == [
        ("my d4!", "my-d4-open", None),
        ("my 2d6", "my-2d6", None),
        ("my 5D+1", "my-5d-plus-1", None),
        ("my 4", "my-4", 4),
        ("my 5", "my-5", 5),
    ]
    assert [(column.label, column.exact) for column in table.columns] == [("d6", None), ("3", 3)]
    values = exact(table)
    wins = sum(a + b >= c for a, b, c in product(range(1, 7), repeat=3))
    assert values["my 2d6"] == [Fraction(wins, 216), Fraction(35, 36)]
    assert values["my d4!"] == [
        Fraction(1 + 2 + 3, 24) + Fraction(1, 4) * (Fraction(3, 4) * Fraction(5 + 6 + 6, 18) + Fraction(1, 4)),
        Fraction(1, 2),
    ]
    assert values["my 4"] == [Fraction(4, 6), 1]


def test_dice_on_an_axis_stay_dice() -> None:
    table = table_of("""
kind: grid
title: T
caption: C.
rows:
  title: Pool
  values:
    - {label: Small, pool: 3d6, needed: "1"}
    - {label: Large, pool: "5d6!", needed: "2"}
columns: {name: face, title: Face, values: [6]}
cell: P(count(pool, face) >= needed)
format: fraction
bands: [{key: b, title: B, sign: "*", tone: good, when: needed > 1}]
derived: [{key: mean, title: Mean, value: mean(pool), format: fraction}]
""")
    assert exact(table)["Small"] == [1 - Fraction(125, 216), Fraction(21, 2)]
    assert exact(table)["Large"][1] == 21
    assert [row.cells[0].band for row in table.rows] == [None, "b"]


def test_axes_of_items_with_several_names() -> None:
    table = table_of("""
kind: grid
title: T
caption: C.
rows: {title: Attack, values: [{label: Wild, to_hit: "2", extra: "1"}, {label: -1, to_hit: "-1", extra: "0"}]}
columns: {title: Defense, label: "{} up", values: [{label: Shield, cover: "3"}]}
cell: to_hit + extra - cover
""")
    assert [(row.label, row.key) for row in table.rows] == [("Wild", "wild"), ("-1", "minus-1")]
    assert texts(table) == {"Wild": ["0"], "-1": ["−4"]}
    assert [column.label for column in table.columns] == ["Shield up"]


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("+1", "plus-1"),
        ("−1", "minus-1"),
        ("-1", "minus-1"),
        ("1", "1"),
        ("5D+2", "5d-plus-2"),
        ("d6!", "d6-open"),
        ("Force vs Dodge", "force-vs-dodge"),
        ("2.75", "2.75"),
        ("non-combat", "non-combat"),
        ("95%", "95"),
    ],
)
def test_links(label: str, key: str) -> None:
    assert link_key(label) == key


def test_labels_that_would_share_a_link_are_refused() -> None:
    text = LADDER.replace("[d4!, 2d6, 5D+1, 4..5]", "[2d6, 2D6]")
    assert refusal(text) == "5:7: 'my 2d6' and 'my 2D6' would share one link; every label of an axis reads differently"
    assert refusal(LADDER.replace("4..5", "5..4")).startswith("5:58: the range from 5 to 4 by 1 holds nothing")
    assert refusal(LADDER.replace("4..5", "1..6000")).startswith("5:58: the range from 1 to 6000 by 1 is too long")
    assert refusal(LADDER.replace("4..5", "(1/2)d6")).startswith("5:59: the number of dice must be")


TURNED = """
kind: grid
title: Turned
caption: C.
rows: {name: dice, title: Dice, values: 1..3}
columns: {name: target, title: Target, values: [4, 8]}
cell: P((dice)d6 >= target)
format: fraction
derived:
  - {key: mean, title: Mean, value: mean((dice)d6), format: fraction, note: Half of seven a die.}
spanners: [{title: Few, columns: 1..2}]
notes: [Own note.]
reading: {row: "8", column: "2", text: "{column} dice reach {row} in {exact}."}
layout: {transpose: true, parts: [1, 2]}
"""


def test_rows_and_columns_change_places() -> None:
    table = table_of(TURNED)
    straight = table_of(TURNED.partition("spanners")[0])
    assert (table.stub_head, table.column_head) == ("Target", "Dice")
    assert [(column.key, column.exact) for column in table.columns] == [(row.key, row.exact) for row in straight.rows]
    assert [(row.key, row.label, row.exact) for row in table.rows] == [
        (c.key, c.label, c.exact) for c in straight.columns
    ]
    assert [list(row.cells) for row in table.rows] == [
        list(cells) for cells in zip(*(row.cells for row in straight.rows), strict=True)
    ]
    assert table.notes == ("Mean: Half of seven a die.", "Own note.")
    assert table.reading == "2 dice reach 8 in 5/12."
    assert [(s.label, s.start, s.stop) for s in table.spanners] == [("Few", 0, 2)]
    assert table.layout.parts == ((0, 1), (1, 3))


def test_heads_are_those_of_the_table_as_it_is_shown() -> None:
    assert refusal(TURNED.replace("columns: 1..2", "columns: 4..8")).startswith("11:12: there is no column '4' to span")
    assert refusal(TURNED.replace('row: "8"', 'row: "2"')).startswith("13:16: there is no row '2' to read")
    assert refusal(TURNED.replace("parts: [1, 2]", "parts: [3, 1]")).startswith("14:34: the parts hold 4 columns")
    assert refusal(TURNED.replace("columns: 1..2", "columns: 2..1")).startswith(
        "11:12: the column '1' stands before '2'"
    )
    two = TURNED.replace("columns: 1..2}", "columns: 1..2}, {title: More, columns: 2..3}")
    assert refusal(two).startswith("11:41: 'More' spans columns that 'Few' spans")
