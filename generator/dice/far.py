"""A roll far out: what an expression becomes where an open-ended roll exceeds every bound.

To go through the values of an open-ended roll, its near values are taken one by one. Beyond some bound every
comparison with a number is decided, and the expression is an affine function of the roll: one case stands for
all the rest. `Far` is the roll in that case, slope * q + rest for every whole q from the bound on; operations
on it move the bound outwards as far as they need.
"""

from __future__ import annotations

from math import floor

from generator.dice.record import Record
from generator.dice.roll import Exact, Roll
from generator.dice.syntax import Refused
from generator.exact import Fraction

LONGEST_PERIOD = 1000


class Horizon:
    """Where "far out" begins: for q from `bound` on. Grows while a case is evaluated."""

    __slots__ = ("bound", "column")

    def __init__(self, column: int) -> None:
        self.column = column
        self.bound = 0

    def beyond(self, bound: Exact) -> None:
        """Requires q > bound."""
        self.bound = max(self.bound, floor(bound) + 1)


class FinerPeriod(Exception):  # noqa: N818 - a request to the caller, not an error
    """Rounding needs the multiples of `factor` and what lies between them as cases of their own."""

    def __init__(self, factor: int) -> None:
        super().__init__(factor)
        self.factor = factor


class Far(Record):
    """slope * q + rest, far out; the slope is not zero, and the rest is a number or an independent roll."""

    slope: Exact
    rest: Exact | Roll
    horizon: Horizon

    def sign(self) -> int:
        """The direction in which it exceeds all bounds, which is also its own sign."""
        low, high = (self.rest.minimum, self.rest.maximum) if isinstance(self.rest, Roll) else (self.rest, self.rest)
        nearest = low if self.slope > 0 else high
        if nearest is None:
            raise Refused(
                "two open-ended rolls that are used several times are compared with each other",
                self.horizon.column,
                "use their difference alone, as in mean(a - b given a > b where …)",
            )
        self.horizon.beyond(Fraction(-nearest) / self.slope)
        return 1 if self.slope > 0 else -1

    def require_whole_slope(self) -> None:
        """Makes sure that rounding moves with the slope; raises `FinerPeriod` otherwise."""
        denominator = Fraction(self.slope).denominator
        if denominator != 1:
            raise FinerPeriod(denominator)


# A number, a roll, or a named open-ended roll far out.
Value = Exact | Roll | Far


def plain(value: Value) -> Exact | Roll:
    """The value, where it cannot be one far out."""
    assert not isinstance(value, Far)
    return value


def refuse(far: Far, what: str) -> Refused:
    """The complaint that something is not affine."""
    return Refused(
        f"an open-ended roll that is used several times is {what}",
        far.horizon.column,
        "give it a finite roll, or dice with a limit: explode(d6, limit=5)",
    )
