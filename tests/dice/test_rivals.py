"""Rolls without end that are used several times and compared with each other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.dice.notation import Refused
from generator.exact import Fraction
from tests.dice.asking import ask
from tests.dice.brute import exploding_law

# The chances of all totals up to here; what lies beyond is less than one in a million.
BOUND = 80
ONE, OTHER = exploding_law(6, {6}, 2, BOUND), exploding_law(8, {8}, 1, BOUND)


@pytest.mark.parametrize(
    ("event", "holds"),
    [
        ("a > b and a >= 5 and b >= 3", lambda a, b: a > b and a >= 5 and b >= 3),
        ("a >= b + 2 or (a == 7 and b != 9)", lambda a, b: a >= b + 2 or (a == 7 and b != 9)),
        ("a > b and a + b > 9", lambda a, b: a > b and a + b > 9),
        ("a > b and 2 * a + 3 * b <= 40 and b != 4", lambda a, b: a > b != 4 and 2 * a + 3 * b <= 40),
        ("(a > 5) == (b > 5) and a - b < 3", lambda a, b: (a > 5) == (b > 5) and a - b < 3),
        ("not a < 2 * b and 4 < a <= 20 and b >= 2", lambda a, b: a >= 2 * b and 4 < a <= 20 and b >= 2),
        ("a + b >= 20 and a >= 6 and b < 12", lambda a, b: a + b >= 20 and a >= 6 and b < 12),
        ("max(a, b) >= 9 and a >= 4", lambda a, b: max(a, b) >= 9 and a >= 4),
        ("m > 2 and a > 5", lambda a, b: a - b > 2 and a > 5),
        ("if(a > 8, b, a) > if(b > 8, 3, 6)", lambda a, b: (b if a > 8 else a) > (3 if b > 8 else 6)),
        ("a * b >= 30 and a >= 5", lambda a, b: a * b >= 30 and a >= 5),
        ("floor(a / 2) >= 5 and b >= 3 and a >= 3", lambda a, b: a // 2 >= 5 and b >= 3),
    ],
)
def test_chances_lie_within_narrow_exact_bounds(event: str, holds: Callable[[int, int], bool]) -> None:
    exact = ask(f"P({event} where a = 2d6!, b = d8!, m = a - b)")
    inside = sum(p * q for (a, p), (b, q) in product(ONE.items(), OTHER.items()) if holds(a, b))
    known = sum(ONE.values()) * sum(OTHER.values())
    assert 0 < inside < 1
    assert 0 <= exact - inside <= 1 - known < Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("a > b", lambda a, b: a > b),
        ("a > b and b >= 3 and a <= 30", lambda a, b: 30 >= a > b >= 3),
        ("2 * a > 3 * b + 1", lambda a, b: 2 * a > 3 * b + 1),
        ("1 <= a - b and a - b < 4", lambda a, b: 1 <= a - b < 4),
        ("a == b or a == b + 2", lambda a, b: a in (b, b + 2)),
        ("a < b", lambda a, b: a < b),
    ],
)
def test_means_of_one_beside_the_other(condition: str, holds: Callable[[int, int], bool]) -> None:
    rolls = "where a = 2d6!, b = d8!"
    exact = ask(f"mean(a given {condition} {rolls})") * ask(f"P({condition} {rolls})")
    inside = sum(a * p * q for (a, p), (b, q) in product(ONE.items(), OTHER.items()) if holds(a, b))
    missing = ask("mean(2d6!)") - sum(a * p for a, p in ONE.items()) * sum(OTHER.values())
    assert 0 <= exact - inside <= missing < Fraction(1, 10**5)


EVENTS = ["a > b", "a >= b + {0}", "a < {0}", "b >= {0}", "{0} <= a <= {1}", "b != {1}", "b == {0}"]
ROLLS = ["a = d6!, b = d4!", "a = 2d6!{5,6} - 3, b = d8!", "a = d4! - d6!, b = d6! - 2d4!", "a = -d6!, b = -(d4! / 2)"]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(EVENTS), st.integers(-4, 12)), min_size=2, max_size=3),
    st.sampled_from(ROLLS),
)
def test_an_event_and_its_opposite_part_every_other(events: list[tuple[str, int]], rolls: str) -> None:
    first, *others = (f"({text.format(low, low + 3)})" for text, low in events)
    rest = " and ".join(others)
    both, only = ask(f"P({first} and {rest} where {rolls})"), ask(f"P({first} and not ({rest}) where {rolls})")
    assert both + only == ask(f"P({first} where {rolls})")
    for what in ("a", "b"):
        whole = ask(f"mean({what} where {rolls})")
        parts = [
            share * ask(f"mean({what} given {event} where {rolls})")
            for event, share in ((first, both + only), (f"not {first}", 1 - both - only))
            if share
        ]
        assert sum(parts) == whole


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mean(a given a > d8! where a = d6!)", "mean(a given a > b where a = d6!, b = d8!)"),
        ("mean(sum(a) given sum(a) > b where a = 2d6!, b = d8!)", "mean(a given a > b where a = 2d6!, b = d8!)"),
        ("mean(a given a > b + 2d4 where a = d6!, b = d8!)", "mean(a given a - c > 0 where a = d6!, c = d8! + 2d4)"),
        (
            "P(a > b and a >= count(p, 6) + highest(p) and b >= 3 where p = explode(2d6, limit=1), a = d6!, b = d8!)",
            (
                "sum(k = 1..16: P(count(p, 6) + highest(p) == k where p = explode(2d6, limit=1))"
                " * P(a > b and a >= k and b >= 3 where a = d6!, b = d8!))"
            ),
        ),
        (
            "P(a > b + t and a >= t and b >= 3 where t = d4, a = d6!, b = d8!)",
            "sum(k = 1..4: P(a > b + k and a >= k and b >= 3 where a = d6!, b = d8!)) / 4",
        ),
        ("mean(max(a, b) given a >= 4 where a = d6!, b = d8!)", "mean(max((x given x >= 4 where x = d6!), d8!))"),
    ],
)
def test_two_ways_to_the_same(one: str, other: str) -> None:
    assert ask(one) == ask(other)


def test_three_in_a_row() -> None:
    # All orders are equally likely; of a tie of two, P(X = Y < Z) is found by going through X, and of three likewise.
    die = exploding_law(6, {6}, 1, BOUND)
    beyond = {k: 1 - sum(p for v, p in die.items() if v <= k) for k in die}
    inside = sum(p * q * beyond[b] for (a, p), (b, q) in product(die.items(), die.items()) if a < b)
    exact = ask("P(a < b and b < c where a = d6!, b = d6!, c = d6!)")
    assert 0 <= exact - inside <= 2 * (1 - sum(die.values())) < Fraction(1, 10**6)


def test_a_race_of_coins_by_hand() -> None:
    # P(X = k) = 2^-(k+1) and P(X = k, Y < k) = 2^-(k+1) (1 - 2^-k), in all 1/3.
    coin = "d{0,1}!{1}"
    # The sum of k 2^-(k+1) is 1, that of k 2^-(2k+1) is (1/2) (1/4) / (3/4)^2 = 2/9.
    assert ask(f"mean(a given a > b where a = {coin}, b = {coin})") == (1 - Fraction(2, 9)) / Fraction(1, 3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mean(a + b given a > b where a = d6!, b = d6!)", "added to another"),
        ("P(a > b and a > c + 1 and b > c where a = d6!, b = d6!, c = d6!)", "added to another"),
    ],
)
def test_what_stays_out_of_reach(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        ask(text)
