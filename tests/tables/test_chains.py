"""Chains: rounds by following every throw, limits by known laws and by solving the equations another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.dice.staged import Staged
from generator.exact import Fraction
from tests.tables.definitions import attempt, exact, refusal, table_of

State = tuple[int, ...]
HEAD = """
kind: chain
title: T
caption: C.
format: {style: percent, digits: 2}
"""
WAKE = (
    HEAD
    + """
rows: {name: needed, title: Sixes needed, values: 0..3}
state: {left: needed, blood: "2"}
roll: {dice: 3d6}
next:
  left: max(0, left - count(dice, 6))
  blood: if(count(dice, 1) >= 2, blood - 1, blood)
ends:
  - {key: awake, title: Awake, when: left == 0}
  - {key: dead, title: Dead, when: left > 0 and blood == 0}
"""
)


def _follow(
    start: State,
    throws: list[State],
    move: Callable[[State, State], State],
    end: Callable[[State], int | None],
    rounds: int,
) -> list[tuple[Fraction, Fraction]]:
    """The chance of the two ends after each round, by following every throw from every state."""
    now: Counter[State] = Counter({start: 1})
    found = []
    for done in range(rounds + 1):
        total = len(throws) ** done
        found.append(tuple(Fraction(sum(n for s, n in now.items() if end(s) == k), total) for k in (0, 1)))
        following: Counter[State] = Counter()
        for state, ways in now.items():
            if end(state) is not None:
                following[state] += ways * len(throws)
                continue
            for throw in throws:
                following[move(state, throw)] += ways
        now = following
    return found


def _wake_move(state: State, dice: State) -> State:
    left, blood = state
    return max(0, left - dice.count(6)), blood - (dice.count(1) >= 2)


def _wake_end(state: State) -> int | None:
    return 0 if state[0] == 0 else 1 if state[1] == 0 else None


def test_rounds_of_two_variables_that_hang_on_one_throw() -> None:
    table = table_of(WAKE + "rounds: [1, 2, 4]\nshow: [{end: dead, at: rounds}, {end: awake, at: rounds}]\n")
    throws = list(product(range(1, 7), repeat=3))
    for label, cells in exact(table).items():
        found = _follow((int(label), 2), throws, _wake_move, _wake_end, 4)
        assert cells == [*(found[n][1] for n in (1, 2, 4)), *(found[n][0] for n in (1, 2, 4))]


def _solved(start: State, throws: list[State]) -> tuple[Fraction, Fraction]:
    """The chance to wake and the expected rounds, by first-step equations from the last state to the first."""
    fate: dict[State, tuple[Fraction, Fraction]] = {}

    def of(state: State) -> tuple[Fraction, Fraction]:
        end = _wake_end(state)
        if end is not None:
            return Fraction(end == 0), Fraction(0)
        if state not in fate:
            moves = Counter(_wake_move(state, throw) for throw in throws)
            stay = Fraction(moves.pop(state), len(throws))
            parts = [(Fraction(n, len(throws)), of(following)) for following, n in moves.items()]
            wake = sum((p * w for p, (w, _) in parts), Fraction(0)) / (1 - stay)
            rounds = (1 + sum((p * r for p, (_, r) in parts), Fraction(0))) / (1 - stay)
            fate[state] = wake, rounds
        return fate[state]

    return of(start)


def test_the_limit_and_the_expected_rounds() -> None:
    table = table_of(WAKE + "running: {key: asleep, title: Asleep}\nexpected: true\nrounds: 1..2\n")
    throws = list(product(range(1, 7), repeat=3))
    for label, cells in exact(table).items():
        start = (int(label), 2)
        wake, rounds = _solved(start, throws)
        found = _follow(start, throws, _wake_move, _wake_end, 2)
        asleep = [1 - sum(found[n]) for n in (1, 2)]
        assert cells == [found[1][0], found[2][0], wake, found[1][1], found[2][1], 1 - wake, *asleep, rounds]
    assert [(s.label, s.start, s.stop) for s in table.spanners] == [("Awake", 0, 3), ("Dead", 3, 6), ("Asleep", 6, 8)]
    assert [column.label for column in table.columns] == [
        "1",
        "2",
        "in the end",
        "1",
        "2",
        "in the end",
        "1",
        "2",
        "Expected rounds",
    ]
    assert [column.key for column in table.columns][:3] == ["awake-1", "awake-2", "awake-limit"]
    assert [column.derived for column in table.columns] == [False] * 8 + [True]


def test_a_walk_back_and_forth() -> None:
    table = table_of(
        HEAD
        + """
rows: {name: money, title: Money, values: 0..10}
state: {now: money}
roll: {coin: d3}
next: {now: "if(coin == 1, now - 1, now + 1)"}
ends:
  - {key: rich, title: Rich, when: now == 10}
  - {key: poor, title: Poor, when: now == 0}
expected: {title: Throws, format: fraction}
"""
    )
    for label, cells in exact(table).items():
        # The ruin of the gambler who wins two times in three: r = q/p = 1/2.
        i = int(label)
        rich = (1 - Fraction(1, 2**i)) / (1 - Fraction(1, 2**10))
        assert cells == [rich, 1 - rich, (10 * rich - i) * 3]


def test_a_counter_without_end_can_be_shown_by_round() -> None:
    text = (
        HEAD
        + """
rows: {title: Start, values: [{label: Zero, start: "0"}]}
state: {sum: start}
roll: {die: d6}
next: {sum: sum + die}
ends: [{key: lucky, title: Lucky, when: sum == 7}]
rounds: [2, 7, 9]
"""
    )
    cells = exact(table_of(text + "show: [{end: lucky, at: rounds}]\n"))["Zero"]
    by_seven = [sum(sum(dice) == 7 for dice in product(range(1, 7), repeat=n)) for n in range(1, 6)]
    # A sum of 7 from n dice: the compositions of 7 into n parts of at most 6.
    by_seven += [comb(6, 5), comb(6, 6)]
    chances = [Fraction(n, 6 ** (i + 1)) for i, n in enumerate(by_seven)]
    assert cells == [sum(chances[:2]), sum(chances), sum(chances)]
    assert refusal(text).startswith(
        "11:7: in the row 'Zero' the chain has more than 20,000 states, so that there is no limit"
    )
    assert refusal(text + "expected: true\nshow: [{end: lucky, at: rounds}]\n").startswith("13:11: in the row 'Zero'")


def test_the_number_of_the_round_and_an_open_ended_roll() -> None:
    table = table_of(
        HEAD
        + """
rows: {title: T, values: [{label: one}]}
state: {fallen: "0"}
roll: {die: d6!}
next: {fallen: die > 6 * round}
ends:
  - {key: down, title: Down, when: fallen}
  - {key: safe, title: Safe, when: round == 3 and not fallen}
rounds: [1, 2, 3]
expected: {format: fraction}
"""
    )
    down = [Fraction(1, 6), Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 36)]
    down.append(down[1] + (1 - down[1]) * Fraction(1, 216))
    rounds = Fraction(1, 6) + 2 * (down[1] - down[0]) + 3 * (1 - down[1])
    assert exact(table)["one"] == [*down, down[2], 0, 0, 1 - down[2], 1 - down[2], rounds]


def test_a_process_that_may_go_on_for_ever() -> None:
    text = (
        HEAD
        + """
rows: {title: T, values: [{label: one}]}
state: {place: "1"}
roll: {die: d3}
next: {place: "if(place == 1, die, place)"}
ends: [{key: out, title: Out, when: place == 2}]
running: {key: lost, title: Lost}
"""
    )
    shown = text + "show: [{end: out, at: limit}, {end: lost, at: limit}]\n"
    assert exact(table_of(shown))["one"] == [Fraction(1, 2), Fraction(1, 2)]
    assert refusal(text + "expected: true\n") == (
        "13:11: in the row 'one' no end is ever reached with a chance of 1/2, so that the expected number of rounds "
        "has no bound; ends that are reached with certainty"
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "blood == 0",
            "blood <= 2 or left == 0",
            "15:5: in the row '0' the ends 'Awake' and 'Dead' both hold at left = 0, blood = 2",
        ),
        ("left == 0", "d6 > left", "14:38: an end is a matter of the state, not of chance"),
        (
            "blood - 1, blood",
            "blood - 1/2, blood",
            "12:10: in the row '1' 'blood' can become 3/2; states are whole numbers",
        ),
        ('"2"}', "needed / 2}", "8:30: in the row '1' 'blood' starts at 1/2; states are whole numbers"),
        ("max(0, left - count(dice, 6))", "left + d6!", "11:9: the new value of 'left' has no bound"),
        ("3d6", "(1 - blood)d6", "9:15: the number of dice must be"),
        ("max(0, left", "max(0 / (left - 1), left", "11:13: division by zero"),
        ("max(0, left - count(dice, 6))", "dice", ""),
    ],
)
def test_what_cannot_be_followed_is_refused_at_its_place(old: str, new: str, sentence: str) -> None:
    text = WAKE.replace(old, new, 1) + "rounds: [2]\nshow: [{end: awake, at: rounds}]\n"
    if sentence:
        assert sentence in refusal(text)
    else:
        table_of(text)


@pytest.mark.parametrize("rounds", ["0..3", "[1/2]", "1001", "[2, 1 + 1]"])
def test_rounds_are_whole_and_shown_once(rounds: str) -> None:
    assert refusal(f"{WAKE}rounds: {rounds}\n").startswith("16:9: ")


ROLLS = [
    "2d4",
    "count(3d6, 6)",
    "d6!",
    "3d6kh1",
    "3",
    "(x)d4",
    "if(x > 1, d6, d4 - 1)",
    "d{1,2.5}",
    "3d6",
    "a + d4",
    "bad",
]
CHANGES = [
    "clamp(x + a, 0, 5)",
    "clamp(x + y - a, 0, 5)",
    "if(a > x + y, min(y + 1, 4), 0)",
    "if(a >= 3 and b < 2, 1, 0)",
    "if(round == 2, 0, clamp(b - y, 0, 3))",
    "clamp(a - b, 0, 3)",
    "clamp(a * (a - 2), 0, 4)",
    "count(a, 1)",
    "max(0, min(floor(a / 2), 3))",
    "min(y + 1, 4)",
    "y",
    "a",
    "if(a > 2, b, b)",
]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ROLLS), st.sampled_from(ROLLS), st.sampled_from(CHANGES), st.sampled_from(CHANGES))
def test_a_process_is_followed_the_same_by_programs_and_as_a_whole(a: str, b: str, x: str, y: str) -> None:
    text = f"""
{HEAD}
rows: {{name: n, title: N, values: [0, 2]}}
state: {{x: n, y: "1"}}
roll: {{a: "{a}", b: "{b}"}}
next: {{x: "{x}", y: "{y}"}}
ends:
  - {{key: one, title: One, when: x == 3}}
  - {{key: other, title: Other, when: y == 3 and x < 3}}
rounds: 1..3
show: [{{end: one, at: rounds}}, {{end: other, at: rounds}}]
"""
    by_programs = attempt(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Staged, "values", lambda *_: None)
        assert attempt(text) == by_programs
