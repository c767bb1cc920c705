"""The product of two open-ended rolls: no generating function is known for it, yet every chance and moment is exact.

For each value of one roll, the product reaches a target where the other roll reaches a number. Once the one roll is
farther from zero than the target, that number is zero, or the value next to it, for good; so finitely many values and
two tails tell the chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from generator.dice.cost import Meter
from generator.dice.open_ended import OpenRoll, scaled
from generator.dice.roll import Exact, whole
from generator.dice.stepped import SteppedRoll
from generator.dice.syntax import Refused


class ProductRoll(SteppedRoll):
    """The product of two independent open-ended rolls; it can be asked about, and multiplied by numbers."""

    __slots__ = ("left", "right")

    def __init__(self, left: OpenRoll, right: OpenRoll) -> None:
        self.left, self.right = left, right
        self.step = whole(Fraction(left.step) * right.step)

    @property
    def minimum(self) -> Fraction | None:
        """The least value."""
        return _least((self.left.minimum, self.left.maximum), (self.right.minimum, self.right.maximum))

    @property
    def maximum(self) -> Fraction | None:
        """The greatest value."""
        mirrored = scaled(self.left, -1)
        least = _least((mirrored.minimum, mirrored.maximum), (self.right.minimum, self.right.maximum))
        return None if least is None else -least

    def chance(self, multiple: int) -> Fraction:
        """The probability of step * multiple."""
        return self.from_multiple(multiple) - self.from_multiple(multiple + 1)

    def from_multiple(self, multiple: int) -> Fraction:
        """The probability of step * multiple and all above."""
        one, other = self.left, self.right
        near = max(1, abs(multiple))
        # Far from zero, the other roll only has to be on this side of zero, or for a target up to zero, not beyond it.
        next_to_zero = 1 if multiple > 0 else 0
        found = one.from_multiple(near + 1) * other.from_multiple(next_to_zero)
        found += (1 - one.from_multiple(-near)) * (1 - other.from_multiple(1 - next_to_zero))
        if multiple <= 0:
            found += one.chance(0)
        for k in range(1, near + 1):
            if above := one.chance(k):
                found += above * other.from_multiple(-(-multiple // k))
            if below := one.chance(-k):
                found += below * (1 - other.from_multiple(multiple // -k + 1))
        return found

    def mean(self) -> Fraction:
        """The expected value."""
        return self.left.mean() * self.right.mean()

    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        squares = [roll.variance() + roll.mean() ** 2 for roll in (self.left, self.right)]
        return squares[0] * squares[1] - self.mean() ** 2

    def items(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Each possible value with its probability."""
        low, high = self.minimum, self.maximum
        if low is not None:
            multiples: Iterator[int] = count(int(low / self.step))
        elif high is not None:
            multiples = count(int(high / self.step), -1)
        else:
            multiples = (k for distance in count() for k in ((distance, -distance) if distance else (0,)))
        for multiple in multiples:
            if chance := self.chance(multiple):
                yield Fraction(self.step * multiple), chance

    def times(self, by: Exact) -> ProductRoll:
        """The product times a number other than zero."""
        return ProductRoll(scaled(self.left, by), self.right)

    def charge_up_to(self, distance: int, meter: Meter, column: int) -> None:
        """Announces the cost of a chance so many steps from zero."""
        for roll in (self.left, self.right):
            roll.charge_up_to(distance + 1, meter, column)
        meter.charge(distance * 200, 0, 0, column, f"a product of {distance:,}", "use smaller targets")


def asked_too_much(column: int) -> Refused:
    """The complaint where a product of two open-ended rolls should go into something else."""
    return Refused(
        "the product of two open-ended rolls can only be compared with numbers, or multiplied by them",
        column,
        "ask for P(d6! * d6! >= 20), a mean, a variance or a quantile",
    )


# The least and the greatest value, None where there is none.
_Ends = tuple[Fraction | None, Fraction | None]


def _least(one: _Ends, other: _Ends) -> Fraction | None:
    """The least product of two numbers between these ends; None where it has no bound."""
    for (low, high), (least, most) in ((one, other), (other, one)):
        if high is None and (least is None or least < 0):
            return None
        if low is None and (most is None or most > 0):
            return None
    corners = [a * b for a in one for b in other if a is not None and b is not None]
    # Where an end is missing the other factor is on one side of zero, and at its best zero itself.
    ends = (*one, *other)
    return min([*corners, *(Fraction(0) for end in ends if end == 0 and None in ends)])
