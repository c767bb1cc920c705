"""What a number says as a source prints it: its value, and how many figures it claims.

`87.85%` is 0.8785 with two decimals, `1/6` and `10 1/2` are exact, `35-36` is a range, `1,000` claims one figure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.exact import Fraction

_SIGN = r"(?P<sign>[+\-−]?)"
_DECIMAL = re.compile(_SIGN + r"(?P<whole>\d+|\d{1,3}(?:,\d{3})+)(?:\.(?P<part>\d+))?(?P<mark>%?)")
_FRACTION = re.compile(_SIGN + r"(?:(?P<whole>\d+) )?(?P<over>\d+)/(?P<under>0*[1-9]\d*)")
_ODDS = re.compile(r"(?P<over>\d+) in (?P<under>[1-9]\d*(?:,\d{3})*)")
_RANGE = re.compile(r"(?P<low>[\d.,]+%?) ?(?:-|–|to) ?(?P<high>[\d.,]+%?)")


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A printed number; `high` is the upper end where it is a range.

    `unit` is the worth of one in the number as printed (1/100 in a percentage), and `step` that of one unit of its
    last figure, zeros at the end of a whole number not counted: 1000 of `1,000`, 1/10 of `3.5`.
    """

    value: Fraction
    high: Fraction
    unit: Fraction
    digits: int
    step: Fraction


def read_number(text: str) -> PrintedNumber | None:
    """The number that `text` prints, or None where it is words."""
    text = text.strip()
    if both := _RANGE.fullmatch(text):
        low, high = read_number(both["low"]), read_number(both["high"])
        if low and high and low.unit <= high.unit and low.value < high.value:
            return PrintedNumber(low.value, high.value, high.unit, high.digits, high.step)
        return None
    if found := _DECIMAL.fullmatch(text):
        return _decimal(found)
    if found := _FRACTION.fullmatch(text):
        size = int(found["whole"] or 0) + Fraction(int(found["over"]), int(found["under"]))
        value = -size if found["sign"] in ("-", "−") else size
        return PrintedNumber(value, value, Fraction(1), 0, Fraction(1, int(found["under"])))
    if found := _ODDS.fullmatch(text):
        under = int(found["under"].replace(",", ""))
        value = Fraction(int(found["over"]), under)
        return PrintedNumber(value, value, Fraction(1), 0, Fraction(1, under))
    return None


def _decimal(found: re.Match[str]) -> PrintedNumber:
    whole, part = found["whole"].replace(",", ""), found["part"] or ""
    unit = Fraction(1, 100) if found["mark"] else Fraction(1)
    size = Fraction(int(whole + part), 10 ** len(part)) * unit
    zeros = 0 if part or not int(whole) else len(whole) - len(whole.rstrip("0"))
    step = Fraction(10**zeros, 10 ** len(part)) * unit
    value = -size if found["sign"] in ("-", "−") else size
    return PrintedNumber(value, value, unit, len(part), step)
