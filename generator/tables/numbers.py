"""The one place where an exact number becomes text. Halves go up, once, on the exact fraction.

A possible event never shows as 0 and an uncertain one never as 100: they show as `<0.01` and `>99.99`, and what
cannot happen shows a dash of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.exact import Fraction

IMPOSSIBLE = "—"
MINUS = "\N{MINUS SIGN}"

Style = Literal["whole", "decimal", "percent", "odds", "fraction", "mixed"]


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How a number is shown.

    `digits` counts decimals of `decimal` and `percent`; `mark` says whether a percentage carries its `%` (a table
    may state the unit once in its head instead); `signed` writes a plus before positive numbers; `trim` drops
    trailing zeros, for axis labels such as 2.5 beside 2.75.
    """

    style: Style = "whole"
    digits: int = 0
    mark: bool = True
    signed: bool = False
    trim: bool = False


class Shown(NamedTuple):
    """The text of a number; `bounded` is true where the text is a bound or a dash instead of the number itself."""

    text: str
    bounded: bool = False


def round_half_up(value: Fraction, digits: int = 0) -> Fraction:
    """`value` to `digits` decimals, halves toward plus infinity: floor(x + 1/2) at that scale."""
    return Fraction(_units(value, digits), 10**digits)


def _units(value: Fraction, digits: int) -> int:
    """The same as a number of the last decimal's units, reckoned in whole numbers because every cell asks for it."""
    scale: int = 10**digits
    below = value.denominator
    return (2 * value.numerator * scale + below) // (2 * below)


def show(value: Fraction, form: NumberFormat) -> Shown:
    """`value` as text in the form asked for.

    Raises ValueError where the form cannot hold the value: a chance outside 0 to 1, or a part in a whole number.
    """
    if form.style == "percent" or form.style == "odds":  # noqa: PLR1714 - a set would be looked into for every cell
        if not 0 <= value.numerator <= value.denominator:
            raise ValueError(f"{value} is not a chance; a chance lies between 0 and 1")
        return _percent(value, form) if form.style == "percent" else _odds(value, form)
    if form.style == "whole":
        if value.denominator != 1:
            raise ValueError(f"{value} is not whole; choose another number format or round it in the expression")
        text = str(abs(value.numerator))
    elif form.style == "decimal":
        # The size is rounded with its sign, so that −2.5 shows as −2 and 2.5 as 3.
        text = _decimal(abs(_units(value, form.digits)), form.digits, trim=form.trim)
    elif form.style == "fraction":
        text = str(abs(value))
    else:
        text = _mixed(abs(value))
    negative = value < 0 and text.strip("0.") != ""
    sign = MINUS if negative else "+" if form.signed and value > 0 else ""
    return Shown(sign + text)


def exact_text(value: Fraction) -> str:
    """The fraction for data files, always with both parts: `21/2`, `42/1`."""
    return f"{value.numerator}/{value.denominator}"


def _percent(value: Fraction, form: NumberFormat) -> Shown:
    mark = "%" if form.mark else ""
    above, below = value.numerator, value.denominator
    if not above:
        return Shown(IMPOSSIBLE, bounded=True)
    if above == below:
        return Shown(f"100{mark}")
    whole: int = 100 * 10**form.digits
    rounded = (2 * above * whole + below) // (2 * below)
    if rounded == 0:
        return Shown(f"<{_decimal(1, form.digits)}{mark}", bounded=True)
    if rounded == whole:
        return Shown(f">{_decimal(whole - 1, form.digits)}{mark}", bounded=True)
    return Shown(_decimal(rounded, form.digits, trim=form.trim) + mark)


def _odds(value: Fraction, form: NumberFormat) -> Shown:
    if value == 0:
        return Shown(IMPOSSIBLE, bounded=True)
    n = _units(1 / value, form.digits)
    if n == 10**form.digits and value != 1:
        return Shown("nearly always", bounded=True)
    return Shown(f"1 in {_decimal(n, form.digits, trim=form.trim, grouped=True)}" if value != 1 else "always")


def _decimal(units: int, digits: int, *, trim: bool = False, grouped: bool = False) -> str:
    """A number of units of the last decimal, written out."""
    whole, part = divmod(units, 10**digits)
    text = f"{whole:,}" if grouped else str(whole)
    if digits:
        text += f".{part:0{digits}d}"
        if trim:
            text = text.rstrip("0").rstrip(".")
    return text


def _mixed(value: Fraction) -> str:
    whole, part = divmod(value.numerator, value.denominator)
    if part == 0:
        return str(whole)
    return f"{whole} {part}/{value.denominator}" if whole else f"{part}/{value.denominator}"
