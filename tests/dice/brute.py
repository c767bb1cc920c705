"""An independent oracle: every outcome of a few dice, one by one. Slow, short, and plainly right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from generator.exact import Fraction

D6 = range(1, 7)


def law(dice: list[Iterable[int]], value: Callable[..., object]) -> dict[object, Fraction]:
    """The distribution of `value(face, face, …)` over all equally likely combinations of faces."""
    combinations = list(product(*dice))
    found: dict[object, Fraction] = {}
    for faces in combinations:
        key = value(*faces)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, len(combinations))
    return found


def exploding_chains(sides: int, on: set[int], below: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """All chains of throws of an exploding die that total less than `below`, with their chances."""
    done: list[tuple[tuple[int, ...], Fraction]] = []
    going: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while going:
        following = []
        for chain, chance in going:
            for face in range(1, sides + 1):
                longer = (*chain, face)
                if sum(longer) < below:
                    (following if face in on else done).append((longer, chance / sides))
        going = following
    return done


def exploding_law(sides: int, on: set[int], number: int, below: int) -> dict[int, Fraction]:
    """P(total = k) for every k < `below`, for so many exploding dice."""
    one: dict[int, Fraction] = {}
    for chain, chance in exploding_chains(sides, on, below):
        one[sum(chain)] = one.get(sum(chain), Fraction(0)) + chance
    total = {0: Fraction(1)}
    for _ in range(number):
        following: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(total.items(), one.items()):
            if a + b < below:
                following[a + b] = following.get(a + b, Fraction(0)) + p * q
        total = following
    return total
