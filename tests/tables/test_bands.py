"""Bands: every range by going through all throws, and every gap and overlap named with its row and values."""

from __future__ import annotations

from itertools import product

import pytest

from generator.exact import Fraction
from tests.tables.definitions import exact, refusal, table_of

MARGIN = """
kind: bands
title: Margin
caption: How far above the target.
rows: {name: target, title: Target, values: 3..18 by 5}
roll: 3d6 - target
"""


def test_ranges_against_all_throws() -> None:
    table = table_of(
        MARGIN
        + """
ranges:
  - {key: miss, title: Miss, to: -1}
  - {key: plain, title: Plain, from: 0, to: floor(target / 3)}
  - {key: superb, title: Superb, from: floor(target / 3) + 1, note: Rare.}
format: {style: percent, digits: 1}
column_title: Level
derived:
  - {key: mean, title: Mean, value: mean(roll), format: fraction}
  - {key: hit, title: Hit, value: plain + superb, format: fraction}
"""
    )
    assert [column.note for column in table.columns[:3]] == ["", "", "Rare."]
    for label, cells in exact(table).items():
        target = int(label)
        margins = [sum(dice) - target for dice in product(range(1, 7), repeat=3)]
        counts = [
            sum(m <= -1 for m in margins),
            sum(0 <= m <= target // 3 for m in margins),
            sum(m > target // 3 for m in margins),
        ]
        chances = [Fraction(count, 216) for count in counts]
        assert cells == [*chances, Fraction(sum(margins), 216), chances[1] + chances[2]]


def test_an_open_ended_roll_and_a_number() -> None:
    text = """
kind: bands
title: T
caption: C.
rows: {name: roll_of, title: Roll, values: [d6!, 3]}
roll: roll_of
ranges: [{key: low, title: Low, to: 6}, {key: high, title: High, from: 7}]
format: fraction
"""
    assert exact(table_of(text)) == {"d6!": [Fraction(5, 6), Fraction(1, 6)], "3": [1, 0]}


@pytest.mark.parametrize(
    ("ranges", "sentence"),
    [
        (
            [("", "-1"), ("1", "")],
            "in the row '3' no range holds the values above -1 and below 1, which have a chance of 1/216",
        ),
        ([("1", "")], "in the row '3' no range holds the values below 1, which have a chance of 1/216"),
        ([("", "10")], "in the row '3' no range holds the values above 10, which have a chance of 35/216"),
        ([("", "2"), ("2", "")], "in the row '3' the ranges 'R0' and 'R1' both hold 2"),
        ([("", "2"), ("0", "")], "in the row '3' the ranges 'R0' and 'R1' both hold 0 to 2"),
        ([("", ""), ("5", "")], "in the row '3' the ranges 'R0' and 'R1' both hold values from 5 on"),
        # An empty range holds nothing, and what lies beyond the roll is neither gap nor overlap.
        ([("9", "7"), ("", "99"), ("50", "")], ""),
        (
            [("9", "7"), ("", "5"), ("7", "")],
            "in the row '3' no range holds the values above 5 and below 7, which have a chance of 25/216",
        ),
    ],
)
def test_ranges_hold_every_value_once(ranges: list[tuple[str, str]], sentence: str) -> None:
    lines = []
    for i, (first, last) in enumerate(ranges):
        ends = (f", from: {first}" if first else "") + (f", to: {last}" if last else "")
        lines.append(f"  - {{key: r{i}, title: R{i}{ends}}}\n")
    text = f"{MARGIN}ranges:\n{''.join(lines)}format: fraction\n"
    if not sentence:
        table_of(text)
        return
    assert refusal(text) == f"8:3: {sentence}; ranges that hold every value once"
