"""The other ways in which a source may have rounded: each gives its own text of the same exact number.

The press rounds halves up, once. A printed number that this does not give may still be the exact one cut off, rounded
with halves down or to even, rounded twice, or rounded to the nearest half. Rounding up always is not among them:
with it beside cutting off, every number that is off by less than its last digit would pass.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from generator.exact import Fraction
from generator.tables.numbers import round_half_up

Rounding = Callable[[Fraction, int], Fraction]


def cut_off(value: Fraction, digits: int) -> Fraction:
    """`value` without what follows its last digit; toward zero."""
    scale = 10**digits
    return Fraction(floor(abs(value) * scale), scale) * (-1 if value < 0 else 1)


def halves_down(value: Fraction, digits: int) -> Fraction:
    """`value` to the nearest, halves toward minus infinity."""
    scale = 10**digits
    return Fraction(ceil(value * scale - Fraction(1, 2)), scale)


def halves_to_even(value: Fraction, digits: int) -> Fraction:
    """`value` to the nearest, halves to the even digit."""
    return Fraction(round(value * 10**digits), 10**digits)


def twice(value: Fraction, digits: int) -> Fraction:
    """`value` rounded to one decimal more, and the result of that once more."""
    return round_half_up(round_half_up(value, digits + 1), digits)


def nearest_half(value: Fraction, digits: int) -> Fraction:
    """`value` to the nearest half of a unit; it needs a decimal to be shown."""
    return round_half_up(2 * value) / 2 if digits else round_half_up(value)


OTHER_ROUNDINGS: tuple[tuple[str, Rounding], ...] = (
    ("truncated", cut_off),
    ("halves down", halves_down),
    ("halves to even", halves_to_even),
    ("rounded twice", twice),
    ("rounded to the nearest half", nearest_half),
)


def other_roundings(value: Fraction, digits: int, printed: Fraction) -> tuple[str, ...]:
    """The names of the other roundings that turn `value` into `printed`."""
    return tuple(name for name, rounding in OTHER_ROUNDINGS if rounding(value, digits) == printed)
