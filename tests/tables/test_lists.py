"""Lists: cells as written, numbers exact, columns computed from earlier ones, and blanks that stay blank."""

from __future__ import annotations

from generator.exact import Fraction
from tests.tables.definitions import exact, refusal, table_of, texts

ARMS = """
kind: list
title: Arms
caption: What can be held.
columns:
  - {key: name, title: Weapon}
  - {key: damage, title: Damage, type: roll}
  - {key: weight, title: Weight, type: number, format: {style: decimal, digits: 1}, note: In pounds.}
  - {key: sixes, title: Sixes, value: "mean(count(damage, 6))", format: fraction}
  - {key: per-pound, title: Per pound, value: mean(damage) / weight}
  - {key: doubled, title: Doubled, value: per_pound * 2, format: mixed}
  - {key: use, title: Use}
entries:
  - {name: Fist, damage: 2d6, use: Any}
  - {name: Knife, damage: "3d6", weight: 1/2}
"""


def test_cells() -> None:
    table = table_of(ARMS)
    assert [column.label for column in table.columns] == ["Damage", "Weight", "Sixes", "Per pound", "Doubled", "Use"]
    assert [column.derived for column in table.columns] == [False, False, True, True, True, False]
    assert table.columns[1].note == "In pounds."
    assert texts(table) == {
        "Fist": ["2d6", "", "1/3", "", "", "Any"],
        "Knife": ["3d6", "0.5", "1/2", "21", "42", ""],
    }
    assert exact(table)["Knife"] == [None, Fraction(1, 2), Fraction(1, 2), 21, 42, None]
    assert (table.stub_head, [row.key for row in table.rows]) == ("Weapon", ["fist", "knife"])


def test_rows_may_be_headed_by_numbers_or_rolls() -> None:
    text = """
kind: list
title: T
caption: C.
columns: [{key: n, title: N, type: number, format: {style: whole, signed: true}}, {key: m, title: M, value: n * 2}]
entries: [{n: "-1"}, {n: "1"}, {n: 2 * 3}]
"""
    table = table_of(text)
    assert [(row.label, row.key, row.exact) for row in table.rows] == [
        ("−1", "minus-1", -1),
        ("+1", "plus-1", 1),
        ("+6", "plus-6", 6),
    ]
    rolls = text.replace("type: number, format: {style: whole, signed: true}", "type: roll").replace("n * 2", "mean(n)")
    rolls = rolls.replace('"-1"', "5D+1").replace('"1"', "5D-1").replace("2 * 3", "5D")
    assert [(row.label, row.key, row.exact) for row in table_of(rolls).rows] == [
        ("5D+1", "5d-plus-1", None),
        ("5D-1", "5d-minus-1", None),
        ("5D", "5d", None),
    ]


def test_what_cannot_be_shown_or_computed_is_refused_at_its_place() -> None:
    assert refusal(ARMS.replace("value: mean(damage) / weight", "value: damage")) == (
        "10:47: this is a roll, not a number; ask for P(…), mean(…) or another number about it"
    )
    assert refusal(ARMS.replace("weight: 1/2", "weight: 1/0")) == "15:42: division by zero"
    assert refusal(ARMS.replace("format: mixed", "format: whole").replace("1/2}", "1/2 + 1/7}")).startswith(
        "11:5: a derived cell cannot be shown: "
    )
    assert refusal(ARMS.replace("name: Knife", "name: fist")) == (
        "14:3: 'Fist' and 'fist' would share one link; every label of an axis reads differently"
    )
    assert refusal(ARMS.replace("name: Knife", 'name: "?"')).startswith("14:3: '?' has no letter")
