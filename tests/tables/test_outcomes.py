"""Outcomes: every chance by going through all throws, and every gap and overlap named with its row."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.exact import Fraction
from tests.tables.definitions import exact, refusal, table_of, texts

PERCENTILE = """
kind: outcomes
title: Percentile
caption: What a roll under the skill does.
rows: {name: skill, title: Skill, values: [1, 6, 37, 95, 100]}
rolls: {roll: d100, again: d100}
outcomes:
  - {key: special, title: Special, when: roll <= special(skill)}
  - {key: success, title: Success, when: special(skill) < roll < skill}
  - {key: failure, title: Failure, when: roll >= skill and not (roll >= 95 and again >= skill)}
  - {key: fumble, title: Fumble, when: roll >= skill and roll >= 95 and again >= skill}
"""
SPECIAL = ("special(skill) = floor((skill - 1) / 5)",)


def test_two_hundred_sided_dice_against_all_their_throws() -> None:
    table = table_of(PERCENTILE + "format: {style: percent, digits: 2}\n", SPECIAL)
    for label, cells in exact(table).items():
        skill = int(label)
        special = (skill - 1) // 5
        counts = [0, 0, 0, 0]
        for roll, again in product(range(1, 101), repeat=2):
            if roll <= special:
                counts[0] += 1
            elif roll < skill:
                counts[1] += 1
            elif roll >= 95 and again >= skill:
                counts[3] += 1
            else:
                counts[2] += 1
        assert cells == [Fraction(count, 10_000) for count in counts]


def test_rolls_made_of_others_and_pools_asked_several_things() -> None:
    table = table_of("""
kind: outcomes
title: T
caption: C.
rows: {name: bonus, title: Bonus, values: 0..2}
rolls: {dice: 3d6, total: sum(dice) + bonus}
outcomes:
  - {key: double, title: Double six, when: "count(dice, 6) >= 2"}
  - {key: high, title: High, when: "count(dice, 6) < 2 and total >= 11"}
  - {key: low, title: Low, when: "count(dice, 6) < 2 and total < 11"}
format: fraction
derived:
  - {key: any, title: Any success, value: double + high, format: fraction}
  - {key: mean, title: Mean of the low, value: mean(total given total < 11), format: fraction}
""")
    for label, cells in exact(table).items():
        bonus = int(label)
        throws = [(dice.count(6), sum(dice) + bonus) for dice in product(range(1, 7), repeat=3)]
        double = sum(sixes >= 2 for sixes, _ in throws)
        high = sum(sixes < 2 and total >= 11 for sixes, total in throws)
        lows = [total for _, total in throws if total < 11]
        expected = [Fraction(n, 216) for n in (double, high, 216 - double - high, double + high)]
        assert cells == [*expected, Fraction(sum(lows), len(lows))]


def test_open_ended_rolls_against_each_other() -> None:
    table = table_of("""
kind: outcomes
title: T
caption: C.
rows: {name: bonus, title: Bonus, values: -3..3 by 3}
rolls: {attack: d6!, defense: d6!}
outcomes:
  - {key: win, title: Win, when: attack + bonus > defense}
  - {key: tie, title: Tie, when: attack + bonus == defense}
  - {key: loss, title: Loss, when: attack + bonus < defense}
format: {style: percent, digits: 3}
""")
    # The law of the difference by hand: with p the chance that both explode, ties are 5/36 + ties/36.
    tie = Fraction(5, 35)
    values = exact(table)
    assert values["0"] == [(1 - tie) / 2, tie, (1 - tie) / 2]
    assert values["−3"] == list(reversed(values["3"]))
    assert all(sum(cell for cell in cells if cell is not None) == 1 for cells in values.values())


def test_an_open_ended_roll_that_is_merely_compared() -> None:
    table = table_of("""
kind: outcomes
title: T
caption: C.
rows: {title: Roll, values: [{label: Wild, target: "14"}]}
rolls: {wild: d6!, other: d6!}
outcomes:
  - {key: both, title: Both, when: wild >= target and other > 6}
  - {key: one, title: One, when: (wild >= target) != (other > 6)}
  - {key: none, title: None, when: wild < target and other <= 6}
format: fraction
""")
    # 14 or more: two sixes, and then at least 2.
    wild, other = Fraction(1, 36) * Fraction(5, 6), Fraction(1, 6)
    both, none = wild * other, (1 - wild) * (1 - other)
    assert exact(table)["Wild"] == [both, 1 - both - none, none]


COIN = """
kind: outcomes
title: T
caption: C.
rows: {name: n, title: N, values: 1..3}
rolls: {a: d6, b: d6}
outcomes:
"""


@pytest.mark.parametrize(
    ("outcomes", "sentence"),
    [
        (
            ["a >= n", "a < n - 1"],
            "8:3: in the row '2' no outcome happens with a chance of 1/6; outcomes that cover every case once",
        ),
        (
            ["a >= n", "a <= n"],
            (
                "8:3: in the row '1' the outcomes 'O0' and 'O1' happen together with a chance of 1/6; "
                "outcomes that cover every case once"
            ),
        ),
        (
            # Gap and overlap are equally likely, so that the chances add up to 1.
            ["a == 1", "b == 1", "a >= 3"],
            "8:3: in the row '1' no outcome happens with a chance of 5/36; outcomes that cover every case once",
        ),
        (["a", "a > 1"], "8:32: this is a roll, not an event; compare it, as in 2d6 >= 7"),
        (["a > 0", "n + 1"], "9:32: a number is not an event; compare it, as in 2d6 >= 7"),
        (["a > 1 / (n - 1)", "a < 0"], "8:36: division by zero"),
    ],
)
def test_what_covers_not_everything_once_is_refused(outcomes: list[str], sentence: str) -> None:
    lines = [f"  - {{key: o{i}, title: O{i}, when: {when}}}\n" for i, when in enumerate(outcomes)]
    assert refusal(COIN + "".join(lines)) == sentence


def test_what_the_engine_cannot_take_together_is_refused_with_its_reason() -> None:
    text = COIN.replace("a: d6, b: d6", "a: 40d100, b: 40d100, c: 40d100")
    apart = "  - {key: x, title: X, when: a > b}\n  - {key: y, title: Y, when: a <= b and c > a}\n"
    assert refusal(text + apart).startswith("8:3: going through ")
    alone = "  - {key: x, title: X, when: a > b and a > c and b > c}\n"
    assert refusal(text + alone).startswith("8:30: going through ")


def test_a_roll_that_cannot_be_rolled_is_reported_where_it_stands() -> None:
    text = COIN.replace("b: d6", "b: (n - 2)d6") + "  - {key: a, title: A, when: a + b > 0}\n"
    assert refusal(text).startswith("6:20: the number of dice must be a whole number")


def test_notes_labels_bands_and_the_reading() -> None:
    table = table_of(
        PERCENTILE.replace("title: Fumble,", "title: Fumble, note: Confirmed.,")
        + """
format: {style: percent, digits: 0}
column_title: Result
labels: [{show: seldom, when: value < 4% and value > 0, meaning: below 4%}]
bands: [{key: good, title: Good, sign: +, tone: good, when: value > 50% and skill > 37}]
reading: {row: "37", column: Success, text: "{row}: {cell}, {exact}, {{ odds(\\"special(37) == 7\\") }}"}
spanners: [{title: Well, columns: Special..Success}]
layout: {parts: [2, 2], collapse: true}
""",
        SPECIAL,
    )
    assert table.column_head == "Result"
    assert [column.note for column in table.columns] == ["", "", "", "Confirmed."]
    assert texts(table)["6"] == ["seldom", "4%", "89%", "6%"]
    assert texts(table)["100"][3] == "seldom"
    assert [entry.sign for entry in table.legend] == ["seldom", "—"]
    assert [[cell.band for cell in row.cells] for row in table.rows][2:4] == [[None] * 4, [None, "good", None, None]]
    assert table.reading == "37: 29%, 29/100, 100%"
    assert [(s.label, s.start, s.stop) for s in table.spanners] == [("Well", 0, 2)]
    assert table.layout.parts == ((0, 2), (2, 4))


CUTS = st.tuples(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), st.integers(0, 9))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(CUTS, CUTS, st.sampled_from(["and", "or"])), min_size=1, max_size=3))
def test_any_conditions_on_two_dice_agree_with_all_throws(
    parts: list[tuple[tuple[str, int], tuple[str, int], str]],
) -> None:
    when = " or ".join(f"(a {x[0]} {x[1]} {joint} {y[1]} {y[0]} b)" for x, y, joint in parts)
    text = f"""
kind: outcomes
title: T
caption: C.
rows: {{title: R, values: [{{label: one}}]}}
rolls: {{a: d8, b: d8}}
outcomes:
  - {{key: yes-, title: Y, when: {when}}}
  - {{key: no, title: N, when: not ({when})}}
format: fraction
""".replace("yes-", "y")
    truth = sum(bool(eval(when, {"a": a, "b": b})) for a, b in product(range(1, 9), repeat=2))
    assert exact(table_of(text))["one"] == [Fraction(truth, 64), 1 - Fraction(truth, 64)]
