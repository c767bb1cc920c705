"""The figures across systems by another road: dice counted throw by throw, without the engine.

A die that rolls on is followed for so many throws, and the share of what would go on is known. Every chance then lies
between what was counted and that plus the share, and each figure must hold at both ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import isqrt
from pathlib import Path
from typing import NamedTuple

import pytest

from generator.content.load import load
from generator.exact import Fraction
from generator.tables.compute import compute
from generator.tables.computed import Computed

CONTENT = Path(__file__).resolve().parents[2] / "content"
THROWS = 36
CHANCES = [Fraction(one, 100) for one in (90, 75, 50, 25, 10)]


class Counted(NamedTuple):
    """Totals with their weights out of a whole; what is missing was not followed to its end, wherever that is."""

    weights: dict[int, int]
    whole: int

    def __add__(self, other: object) -> Counted:
        assert isinstance(other, Counted)
        made: dict[int, int] = {}
        for one, p in self.weights.items():
            for more, q in other.weights.items():
                made[one + more] = made.get(one + more, 0) + p * q
        return Counted(made, self.whole * other.whole)

    def times(self, number: int) -> Counted:
        made = self
        for _ in range(number - 1):
            made = made + self
        return made

    def negative(self) -> Counted:
        return Counted({-total: weight for total, weight in self.weights.items()}, self.whole)

    def moved(self, by: int) -> Counted:
        return Counted({total + by: weight for total, weight in self.weights.items()}, self.whole)

    @property
    def lost(self) -> Fraction:
        return 1 - Fraction(sum(self.weights.values()), self.whole)

    def chance(self, total: int) -> Fraction:
        return Fraction(self.weights.get(total, 0), self.whole)

    def at_least(self, target: int) -> tuple[Fraction, Fraction]:
        counted = Fraction(sum(weight for total, weight in self.weights.items() if total >= target), self.whole)
        return counted, counted + self.lost

    def target(self, chance: Fraction) -> int:
        """The highest that is reached so often."""
        reached, found = 0, None
        for total in sorted(self.weights, reverse=True):
            reached += self.weights[total]
            if Fraction(reached, self.whole) >= chance:
                found = total
                break
        assert found is not None
        assert self.at_least(found + 1)[1] < chance, "followed too briefly to tell"
        return found


def die(again: tuple[int, ...]) -> Counted:
    """A die of six that is thrown again on some faces, and everything added."""
    made: dict[int, int] = {}
    reached, throws = {0: 1}, THROWS if again else 1
    for throw in range(throws):
        further: dict[int, int] = {}
        for total, ways in reached.items():
            for face in range(1, 7):
                here, times = (further, 1) if face in again else (made, 6 ** (throws - 1 - throw))
                here[total + face] = here.get(total + face, 0) + ways * times
        reached = further
    return Counted(made, 6**throws)


def removing() -> Counted:
    """The code 4D whose Wild Die, at a 1, goes away with the highest of the others."""
    made: dict[int, int] = {}
    wild = die((6,))
    for others in product(range(1, 7), repeat=3):
        for face, weight in wild.weights.items():
            total = sum(others) - max(others) if face == 1 else sum(others) + face
            made[total] = made.get(total, 0) + weight
    return Counted(made, wild.whole * 216)


@cache
def plain(dice: int) -> Counted:
    return die(()).times(dice)


@cache
def code(dice: int) -> Counted:
    return plain(dice - 1) + die((6,))


@cache
def open_ended(dice: int) -> Counted:
    return die((5, 6)).times(dice)


@cache
def opposed() -> Counted:
    return open_ended(2) + open_ended(2).negative()


def succeeds(skill: int, limit: int) -> Fraction:
    """The percentile check as its rulebook tells it, over both rolls: the second counts at 05 and at 95."""
    good = 0
    for first in range(1, 101):
        if first <= 5:
            good += 100
        elif first < limit:
            good += sum(not (first >= 95 and (second > skill or first == second == 100)) for second in range(1, 101))
    return Fraction(good, 10_000)


def least_skill(chance: Fraction, multiplier: Fraction) -> int:
    return next(skill for skill in range(1, 1000) if succeeds_at(skill, multiplier) >= chance)


@cache
def succeeds_at(skill: int, multiplier: Fraction) -> Fraction:
    return succeeds(skill, int(skill * multiplier + Fraction(1, 2)))


@pytest.fixture(scope="module")
def table() -> Callable[[str], Computed]:
    content = load(CONTENT).content
    assert content is not None
    system = next(one for one in content.systems if one.id == "across")

    def found(key: str) -> Computed:
        made, problems = compute(next(one for one in system.tables if one.id == key), system.functions)
        assert made is not None, problems
        return made

    return found


def rows(made: Computed) -> Iterator[tuple[str, list[Fraction]]]:
    for row, cells in zip(made.rows, made.cells, strict=True):
        yield row.label, [cell for cell in cells if isinstance(cell, Fraction)]


def test_the_same_chance(table: Callable[[str], Computed]) -> None:
    for (_, cells), chance in zip(rows(table("same-chance")), CHANCES, strict=True):
        net = next(bonus for bonus in range(-100, 100) if opposed().at_least(1 - bonus)[0] >= chance)
        assert opposed().at_least(1 - (net - 1))[1] < chance
        four = code(4).target(chance)
        simple = open_ended(3).target(chance) + 5
        assert cells[-6:] == [plain(12).target(chance), four, four, simple, net, least_skill(chance, Fraction(1))]


def test_what_the_targets_give(table: Callable[[str], Computed]) -> None:
    targets = dict(rows(table("same-chance")))
    for label, cells in rows(table("chance-it-gives")):
        sixes, four, _, simple, net, skill = (int(one) for one in targets[label][-6:])
        bounds = [
            plain(12).at_least(sixes),
            code(4).at_least(four),
            open_ended(3).at_least(simple - 5),
            opposed().at_least(1 - net),
            (succeeds(skill, skill),) * 2,
        ]
        for value, (low, high) in zip(cells[-5:], bounds, strict=True):
            assert low <= value <= high < low + Fraction(1, 10**12)


ROLLS: dict[str, Callable[[], Counted]] = {
    **{f"Sixes, {n} dice": (lambda n=n: plain(n)) for n in (6, 9, 12, 18, 24)},  # type: ignore[misc]
    **{f"Code {n}D": (lambda n=n: code(n)) for n in (2, 3, 4, 5, 6, 8)},  # type: ignore[misc]
    **{f"Open-ended, +{n}": (lambda n=n: open_ended(3).moved(n)) for n in (0, 5, 10, 15, 20, 25)},  # type: ignore[misc]
    "5 dice, plain sixes": lambda: plain(5),
    "Open-ended, 3 dice": lambda: open_ended(3),
    "Open-ended, simple": lambda: open_ended(3),
    "Open-ended, opposed": opposed,
    "Code 4D, plain": lambda: plain(4),
    "Code 4D, removing": removing,
    "Percentile": lambda: Counted(dict.fromkeys(range(1, 101), 1), 100),
}


def test_targets_by_dice(table: Callable[[str], Computed]) -> None:
    made = list(rows(table("target-by-dice")))
    assert len(made) == 17
    for label, cells in made:
        assert cells == [ROLLS[label]().target(chance) for chance in CHANCES], label


def test_skills_by_chance(table: Callable[[str], Computed]) -> None:
    multipliers = [Fraction(3, 5), Fraction(1), Fraction(5, 4)]
    for (_, cells), multiplier in zip(rows(table("skill-by-chance")), multipliers, strict=True):
        assert cells == [least_skill(chance, multiplier) for chance in CHANCES]


def middle(roll: Counted) -> int:
    """The least total that at least half of all throws do not exceed."""
    return next(total for total in sorted(roll.weights) if roll.at_least(total + 1)[1] <= Fraction(1, 2))


def test_the_tails(table: Callable[[str], Computed]) -> None:
    made = table("beyond-the-middle")
    steps = [int(head.exact or 0) for head in made.columns]
    for label, cells in rows(made):
        roll = ROLLS[label]()
        for more, value in zip(steps, cells, strict=True):
            low, high = roll.at_least(middle(roll) + more)
            assert low <= value <= high < low + Fraction(1, 10**12), (label, more)


def test_what_a_bonus_is_worth(table: Callable[[str], Computed]) -> None:
    made = table("worth-of-a-point")
    steps = [int(head.exact or 0) for head in made.columns]
    for label, cells in rows(made):
        roll = ROLLS[label]()
        even = roll.target(Fraction(1, 2))
        for bonus, value in zip(steps, cells, strict=True):
            gained = sum((roll.chance(even - short) for short in range(1, bonus + 1)), Fraction(0))
            assert gained <= value <= gained + roll.lost, (label, bonus)


def moments(again: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """Mean and variance of a die that is thrown again: it is a face, and sometimes itself once more."""
    share = Fraction(len(again), 6)
    mean = Fraction(7, 2) / (1 - share)
    square = (Fraction(91, 6) + 2 * Fraction(sum(again), 6) * mean) / (1 - share)
    return mean, square - mean**2


def of_all(roll: Counted) -> tuple[Fraction, Fraction]:
    mean = sum((total * roll.chance(total) for total in roll.weights), Fraction(0))
    return mean, sum((total**2 * roll.chance(total) for total in roll.weights), Fraction(0)) - mean**2


def expected(label: str) -> tuple[Fraction, Fraction]:
    (face, spread), (wild, wilder), (on, wide) = moments(()), moments((6,)), moments((5, 6))
    if label.startswith("Sixes"):
        dice = int(label.split()[1])
        return dice * face, dice * spread
    if label.startswith("Code") and label.endswith("D"):
        plain_dice = int(label.split()[1][:-1]) - 1
        return plain_dice * face + wild, plain_dice * spread + wilder
    if label == "Open-ended, simple":
        return 3 * on, 3 * wide
    if label == "Open-ended, opposed":
        return Fraction(0), 4 * wide
    if label == "Code 4D, removing":
        # A Wild Die that is no 1 is a die of six less its lowest face, which rolls on as any.
        two = [sum(others) - max(others) for others in product(range(1, 7), repeat=3)]
        low, low_square = Fraction(sum(two), 216), Fraction(sum(one**2 for one in two), 216)
        rest, rest_square = wild - Fraction(1, 6), wilder + wild**2 - Fraction(1, 6)
        others, other_square = 3 * face, 3 * spread + (3 * face) ** 2
        mean = low / 6 + others * Fraction(5, 6) + rest
        square = low_square / 6 + other_square * Fraction(5, 6) + 2 * others * rest + rest_square
        return mean, square - mean**2
    return of_all(ROLLS[label]())


def test_the_dice_side_by_side(table: Callable[[str], Computed]) -> None:
    made = list(rows(table("mechanisms")))
    assert len(made) == 11
    for label, (mean, half, deviation, low, high, spread, tail, above) in made:
        roll = ROLLS[label]()
        due_mean, variance = expected(label)
        assert mean == due_mean, label
        # Cut after 30 decimals, as the engine cuts a root that is not rational.
        assert deviation == Fraction(isqrt(variance.numerator * 10**60 // variance.denominator), 10**30), label
        assert half == middle(roll), label
        assert [low, high] == [roll.target(Fraction(9, 10)), roll.target(Fraction(1, 10))], label
        assert spread == high - low
        assert tail == roll.target(Fraction(1, 100)), label
        counted = roll.at_least(int(mean) + 1)[0]
        assert counted <= above <= counted + roll.lost, label
