"""Opposed open-ended rolls and the lesser or greater of two: exact rationals, bracketed by plain enumeration."""

from itertools import product

import pytest

from generator.dice.open_ended import OpenRoll
from generator.exact import Fraction
from tests.dice.asking import ask, roll
from tests.dice.brute import exploding_law

PAIRS = [
    ("d6!", (6, {6}, 1), "d6!", (6, {6}, 1)),
    ("2d6!{5,6}", (6, {5, 6}, 2), "2d6!{5,6}", (6, {5, 6}, 2)),
    ("d8!", (8, {8}, 1), "2d6!", (6, {6}, 2)),
    ("d4!{1}", (4, {1}, 1), "d6!{3,6}", (6, {3, 6}, 1)),
    ("3d6!", (6, {6}, 3), "d10!{2,9}", (10, {2, 9}, 1)),
]
BOUND = 45


@pytest.mark.parametrize(("left", "one", "right", "other"), PAIRS)
def test_differences_lie_within_exact_bounds(left: str, one: tuple, right: str, other: tuple) -> None:
    a, b = exploding_law(*one, BOUND), exploding_law(*other, BOUND)
    known: dict[int, Fraction] = {}
    for (x, p), (y, q) in product(a.items(), b.items()):
        known[x - y] = known.get(x - y, Fraction(0)) + p * q
    missing = 1 - sum(known.values())
    assert missing < Fraction(1, 100)
    difference = roll(f"{left} - {right}")
    for k in range(-30, 31):
        assert 0 <= difference.probability(k) - known.get(k, 0) <= missing
        assert 0 <= difference.at_least(k) - sum(p for d, p in known.items() if d >= k) <= missing


@pytest.mark.parametrize(("left", "one", "right", "other"), PAIRS)
def test_differences_obey_the_recursion_of_the_first_die(left: str, one: tuple, right: str, other: tuple) -> None:
    # P(A - B = k) = sum over b of P(B = b) P(A = k + b): exact, once the rest of b is summed in closed form,
    # which the moments are. Checked against the moments of the parts, and by mass on either side of zero.
    difference = roll(f"{left} - {right}")
    assert isinstance(difference, OpenRoll)
    assert difference.mean() == ask(f"mean({left})") - ask(f"mean({right})")
    assert difference.variance() == ask(f"variance({left})") + ask(f"variance({right})")
    parts = [ask(f"P({left} {sign} {right})") for sign in (">", "==", "<")]
    assert sum(parts) == 1
    assert parts == [ask(f"P({right} {sign} {left})") for sign in ("<", "==", ">")]


def test_a_race_that_can_be_solved_by_hand() -> None:
    # Coins that are thrown again on a head: X and Y count heads, P(X = k) = 2^-(k+1).
    coin = "d{0,1}!{1}"
    assert ask(f"P({coin} == {coin})") == Fraction(1, 3)
    assert ask(f"P({coin} > {coin} + 2)") == Fraction(1, 12)
    assert ask(f"mean(max({coin}, {coin}))") == Fraction(5, 3)
    assert ask(f"mean(min({coin}, {coin}))") == Fraction(1, 3)
    assert ask(f"mean(a - b given a > b where a = {coin}, b = {coin})") == 2


def test_one_bonus_shifts_all_margins() -> None:
    margin = roll("2d6!{5,6} - 2d6!{5,6}")
    for bonus in range(-25, 26):
        assert ask("P(2d6!{5,6} + n >= 2d6!{5,6})", n=bonus) == margin.at_least(-bonus)


def test_mixed_opponents() -> None:
    by_faces = sum(Fraction(1, 20) * ask(f"P(d6! > {face})") for face in range(1, 21))
    assert ask("P(d6! > d20)") == by_faces
    assert ask("P(3 * d6! > 2 * d6!)") + ask("P(2 * d6! >= 3 * d6!)") == 1
    assert ask("P(d6! / 2 > d8! / 3)") == ask("P(3 * d6! > 2 * d8!)")
    assert ask("P(d6! - d6! > d6! - d6!)") == ask("P(d6! + d6! > d6! + d6!)") == ask("P(2d6! > 2d6!)")


@pytest.mark.parametrize(("left", "one", "right", "other"), PAIRS)
def test_lesser_and_greater(left: str, one: tuple, right: str, other: tuple) -> None:
    a, b = exploding_law(*one, 30), exploding_law(*other, 30)
    low, high = roll(f"min({left}, {right})"), roll(f"max({left}, {right})")
    for k in range(1, 30):
        at_least_a, at_least_b = (1 - sum(p for x, p in law.items() if x < k) for law in (a, b))
        assert low.at_least(k) == at_least_a * at_least_b
        assert high.at_least(k) == at_least_a + at_least_b - at_least_a * at_least_b
    assert low.mean() + high.mean() == ask(f"mean({left})") + ask(f"mean({right})")


def test_lesser_and_greater_of_two_sided_rolls() -> None:
    left, right = roll("d6! - d6!{5,6}"), roll("2d4! - d8!")
    low, high = roll("min(a, b)", a=left, b=right), roll("max(a, b)", a=left, b=right)
    for k in range(-40, 41):
        a, b = left.at_least(k), right.at_least(k)
        assert low.at_least(k) == a * b
        assert high.at_least(k) == a + b - a * b
    assert low.mean() + high.mean() == left.mean() + right.mean()


def test_lesser_and_greater_with_finite_rolls() -> None:
    for k in range(12):
        assert ask(f"P(max(d6!, d8) >= {k})") == 1 - ask(f"P(d6! < {k})") * ask(f"P(d8 < {k})")
        assert ask(f"P(min(d6!, d8 - 3) >= {k - 4})") == ask(f"P(d6! >= {k - 4})") * ask(f"P(d8 - 3 >= {k - 4})")
    assert ask("mean(max(d6! - 3, 0))") == sum(ask(f"P(d6! - 3 >= {k})") for k in range(1, 4)) + ask(
        "P(d6! >= 7)"
    ) * ask("mean(a - 6 given a > 6 where a = d6!)")


def test_listing_down_to_a_tail() -> None:
    tail = Fraction(1, 1000)
    for text in ("2d6!", "2d6!{5,6} - 2d6!{5,6}", "-(3d6!)", "d6! - 3"):
        rolled = roll(text)
        listed = rolled.head(tail)
        assert [value for value, _ in listed] == sorted(value for value, _ in listed)
        assert all(rolled.probability(value) == chance for value, chance in listed)
        above, below = rolled.more_than(listed[-1][0]), 1 - rolled.at_least(listed[0][0])
        assert above <= tail and below <= tail
        assert sum(chance for _, chance in listed) + above + below == 1
        if rolled.maximum is None:
            assert above > 0
    with pytest.raises(ValueError, match="more than nothing"):
        roll("d6!").head(Fraction(0))


def test_items_never_end_but_begin_in_order() -> None:
    from itertools import islice

    assert [int(v) for v, _ in islice(roll("d6!").items(), 7)] == [1, 2, 3, 4, 5, 7, 8]
    assert [int(v) for v, _ in islice(roll("-(d6!)").items(), 3)] == [-1, -2, -3]
    assert [int(v) for v, _ in islice(roll("d6! - d6!").items(), 5)] == [0, 1, -1, 2, -2]


def test_quantiles_of_open_ended_rolls() -> None:
    for text in ("12d6!", "2d6!{5,6} - 2d6!{5,6}", "-(2d6!)"):
        rolled = roll(text)
        for share in (Fraction(1, 100), Fraction(1, 2), Fraction(19, 20), Fraction(9999, 10000)):
            found = rolled.quantile(share)
            assert rolled.at_most(found) >= share > rolled.at_most(found - 1)


@pytest.mark.parametrize(("left", "right"), [("3d6!kh2", "3d6!kh2"), ("3d6!kh2", "4d4!kl2"), ("2d6!", "3d6!kl2")])
def test_the_greater_of_kept_sums_whose_denominators_share_roots(left: str, right: str) -> None:
    greater = roll(f"max({left}, {right})")
    one, other = roll(left), roll(right)
    for target in (*range(2, 40), 77):
        assert greater.at_least(target) == 1 - (1 - one.at_least(target)) * (1 - other.at_least(target))
    assert greater.mean() + ask(f"mean(min({left}, {right}))") == one.mean() + other.mean()
