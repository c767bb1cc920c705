"""Exploding dice: exact below every bound, and exact in the whole."""

from itertools import product

import pytest

from generator.dice.roll import Roll
from generator.exact import Fraction
from tests.dice.asking import ask, law_of, roll
from tests.dice.brute import D6, exploding_chains, exploding_law, law

DICE = [
    ("d6!", 6, {6}, 1),
    ("2d6!", 6, {6}, 2),
    ("d6!{5,6}", 6, {5, 6}, 1),
    ("3d6!{5,6}", 6, {5, 6}, 3),
    ("2d4!", 4, {4}, 2),
    ("2d6!{1}", 6, {1}, 2),
    ("d6!>=4", 6, {4, 5, 6}, 1),
    ("2d6!<=2", 6, {1, 2}, 2),
    ("2d10!{3,9}", 10, {3, 9}, 2),
]


def below(rolled: Roll, bound: int) -> dict[int, Fraction]:
    return {k: rolled.probability(k) for k in range(bound) if rolled.probability(k)}


@pytest.mark.parametrize(("text", "sides", "on", "number"), DICE)
def test_every_chance_below_a_bound(text: str, sides: int, on: set[int], number: int) -> None:
    expected = exploding_law(sides, on, number, 26)
    rolled = roll(text)
    assert below(rolled, 26) == expected
    for target in range(26):
        assert rolled.at_least(target) == 1 - sum(p for k, p in expected.items() if k < target)
    assert rolled.maximum is None and rolled.minimum == min(expected)


@pytest.mark.parametrize(("text", "sides", "on", "number"), DICE)
def test_moments_obey_the_recursion_of_one_die(text: str, sides: int, on: set[int], number: int) -> None:
    # X = face, and an independent copy of X added where the face explodes.
    share = Fraction(len(on), sides)
    faces = Fraction(sides + 1, 2)
    mean = faces / (1 - share)
    square = Fraction(sum(k * k for k in range(1, sides + 1)) + 2 * mean * sum(on), sides) / (1 - share)
    assert roll(text).mean() == number * mean
    assert roll(text).variance() == number * (square - mean * mean)


def test_limited_explosion() -> None:
    def once(a: int, b: int) -> int:
        return a + b if a == 6 else a

    def twice(a: int, b: int, c: int) -> int:
        return a + (b + (c if b in (2, 6) else 0) if a in (2, 6) else 0)

    assert law_of("explode(d6, on=6, limit=1)") == law([D6] * 2, once)
    assert law_of("explode(d6, on={2,6}, limit=2)") == law([D6] * 3, twice)
    assert law_of("explode(2d6, limit=1)") == law([D6] * 4, lambda a, b, c, d: once(a, b) + once(c, d))
    assert ask("mean(explode(d6, on=6, limit=0))") == ask("mean(d6)")
    assert ask("mean(explode(d6, on=6))") == ask("mean(d6!)")


def test_more_explosions_come_ever_nearer() -> None:
    gaps = [ask("mean(d6!)") - ask(f"mean(explode(d6, on=6, limit={limit}))") for limit in range(6)]
    assert gaps == [Fraction(7, 2) / 6**limit / 5 for limit in range(6)]


@pytest.mark.parametrize(
    ("text", "on", "faces", "number"),
    [("count(d10!, >=8)", {10}, {8, 9, 10}, 1), ("count(2d6!{5,6}, {1,6})", {5, 6}, {1, 6}, 2)],
)
def test_extra_dice_are_counted_too(text: str, on: set[int], faces: set[int], number: int) -> None:
    sides = 10 if "d10" in text else 6
    # The chains of a bounded total leave out little; they must never have more than the exact chance.
    one: dict[int, Fraction] = {}
    for chain, chance in exploding_chains(sides, on, 60):
        hits = sum(face in faces for face in chain)
        one[hits] = one.get(hits, Fraction(0)) + chance
    total = {0: Fraction(1)}
    for _ in range(number):
        following: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(total.items(), one.items()):
            following[a + b] = following.get(a + b, Fraction(0)) + p * q
        total = following
    rolled = roll(text)
    missing = 1 - sum(total.values())
    assert 0 < missing < Fraction(1, 1000)
    for hits, chance in total.items():
        assert 0 <= rolled.probability(hits) - chance <= missing


def test_faces_that_explode_downwards() -> None:
    assert ask("mean(d{-1,2}!{-1})") == 1
    assert roll("d{-1,2}!{-1}").minimum is None
    assert ask("P(d{-1,2}!{-1} <= 0)") == Fraction(1, 4)
    assert [ask(f"P(d{{-1,2}}!{{-1}} == {k})") for k in (2, 1, 0, -1)] == [Fraction(1, 2**k) for k in (1, 2, 3, 4)]


def test_faces_that_are_not_whole_and_faces_that_add_nothing() -> None:
    assert ask("mean(d{0.5,1.5}!)") == 2
    assert ask("P(d{0.5,1.5}! == 2)") == Fraction(1, 4)
    assert ask("mean(d{0,1,2}!{0})") == Fraction(3, 2)


def test_arithmetic_of_open_ended_rolls() -> None:
    assert ask("mean(d6! / 2 + 1/3)") == Fraction(21, 10) + Fraction(1, 3)
    assert ask("variance(3 * d6!)") == 9 * ask("variance(d6!)")
    assert ask("P(d6! / 2 + 1/3 == 1/2 + 1/3)") == Fraction(1, 6)
    assert ask("mean(d6! * d4)") == Fraction(21, 5) * Fraction(5, 2)
    assert ask("P(d6! * d4 == 8)") == sum(roll("d6!").probability(Fraction(8, face)) / 4 for face in range(1, 5))
    assert ask("mean(repeat(d4, d6!))") == Fraction(21, 5) * Fraction(5, 2)
    assert ask("mean(if(d6 >= 5, d6!, 0))") == Fraction(21, 15)


def test_the_wild_die() -> None:
    assert law_of("code(3, wild=plain)") == law_of("3d6")
    for target in range(3, 40):
        assert ask(f"P(code(3, wild=explodes) >= {target})") == ask(f"P(2d6 + d6! >= {target})")
        assert ask(f"P(3D >= {target})") == ask(f"P((n)D >= {target})", n=3)

    def removed(a: int, b: int, wild: int, more: int) -> int:
        if wild == 1:
            return min(a, b)
        return a + b + wild + (more if wild == 6 else 0)

    below_twelve = law([D6] * 4, removed)
    assert {k: ask(f"P(code(3, wild=removes) == {k})") for k in range(1, 13)} == {
        k: below_twelve.get(k, 0) for k in range(1, 13)
    }
    assert ask("mean(code(1, wild=removes))") == ask("mean(d6!)") - Fraction(1, 6)
    assert ask("mean(0D)") == 0
