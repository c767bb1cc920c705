"""The product of two open-ended rolls plus another roll: no generating function is known, yet all of it is exact.

For each value of one roll, the product reaches a target where the other roll reaches a number. Once the one roll is
farther from zero than the target, that number is zero, or the value next to it, for good; so finitely many values and
two tails tell the chance. What is added moves the target, which matters no more once it is beyond all products.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import ceil, floor

from generator.dice.cost import Meter
from generator.dice.open_ended import OpenRoll, common_step, scaled, step_of
from generator.dice.roll import FiniteRoll, Roll, constant, whole
from generator.dice.stepped import SteppedRoll
from generator.dice.syntax import Refused
from generator.exact import Fraction


class ProductRoll(SteppedRoll):
    """The product of two independent open-ended rolls, plus a third roll; it can be asked about, and scaled."""

    __slots__ = ("added", "left", "right", "unit")

    def __init__(self, left: OpenRoll, right: OpenRoll, added: Roll | None = None) -> None:
        self.left, self.right = left, right
        self.added: Roll = constant(0) if added is None else added
        self.unit = Fraction(left.step) * right.step
        self.step = whole(common_step(self.unit, step_of(self.added)))

    @property
    def minimum(self) -> Fraction | None:
        """The least value."""
        return _sum(self._least(), self.added.minimum)

    @property
    def maximum(self) -> Fraction | None:
        """The greatest value."""
        return _sum(self._greatest(), self.added.maximum)

    def _least(self) -> Fraction | None:
        return _least((self.left.minimum, self.left.maximum), (self.right.minimum, self.right.maximum))

    def _greatest(self) -> Fraction | None:
        mirrored = scaled(self.left, -1)
        least = _least((mirrored.minimum, mirrored.maximum), (self.right.minimum, self.right.maximum))
        return None if least is None else -least

    @property
    def is_tellable(self) -> bool:
        """Whether what is added has an end on each side where the product could make up for it without end."""
        return not (
            (self.added.maximum is None and self._least() is None)
            or (self.added.minimum is None and self._greatest() is None)
        )

    def chance(self, multiple: int) -> Fraction:
        """The probability of step * multiple."""
        return self.from_multiple(multiple) - self.from_multiple(multiple + 1)

    def from_multiple(self, multiple: int) -> Fraction:
        """The probability of step * multiple and all above."""
        target = Fraction(self.step * multiple)
        if isinstance(self.added, FiniteRoll):
            listed: Iterator[tuple[Fraction, Fraction]] = self.added.items()
            found = Fraction(0)
        else:
            assert isinstance(self.added, OpenRoll)
            low, high = self._ends(target)
            step = self.added.step
            listed = ((Fraction(step * k), self.added.chance(k)) for k in range(low, high + 1))
            # Beyond, what is added is enough by itself with every product.
            found = self.added.from_multiple(high + 1)
        for value, chance in listed:
            if chance:
                found += chance * self._reached(ceil((target - value) / self.unit))
        return found

    def _ends(self, target: Fraction) -> tuple[int, int]:
        """Between which multiples of its step what is added leaves it to the product whether the target is reached."""
        least, greatest = self._least(), self._greatest()
        low, high = self.added.minimum, self.added.maximum
        if high is None:
            assert least is not None
            high = target - least
        if low is None:
            assert greatest is not None
            low = target - greatest
        step = Fraction(step_of(self.added))
        return ceil(low / step), floor(high / step)

    def _reached(self, multiple: int) -> Fraction:
        """The chance that the product alone is at least unit * multiple."""
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
        return self.left.mean() * self.right.mean() + self.added.mean()

    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        squares = [roll.variance() + roll.mean() ** 2 for roll in (self.left, self.right)]
        return squares[0] * squares[1] - (self.left.mean() * self.right.mean()) ** 2 + self.added.variance()

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

    def charge_up_to(self, distance: int, meter: Meter, column: int) -> None:
        """Announces the cost of a chance so many steps from zero."""
        reach = distance * Fraction(self.step)
        ends = [abs(end) for end in (self.added.minimum, self.added.maximum) if end is not None]
        if isinstance(self.added, FiniteRoll):
            values = len(self.added.outcomes)
        else:
            assert isinstance(self.added, OpenRoll)
            ends += [reach + abs(end) for end in (self._least(), self._greatest()) if end is not None]
            values = ceil(2 * max(ends) / self.added.step) + 1
            self.added.charge_up_to(values, meter, column)
        farthest = ceil((reach + max(ends)) / self.unit)
        for roll in (self.left, self.right):
            roll.charge_up_to(farthest + 1, meter, column)
        meter.charge(values * farthest * 200, 0, 0, column, f"a product of {farthest:,}", "use smaller targets")


def plus(product: ProductRoll, other: Roll, column: int) -> ProductRoll:
    """The product with a further roll added to it; `other` has been added to what was added before."""
    result = ProductRoll(product.left, product.right, other)
    if not result.is_tellable:
        raise Refused(
            "a roll without end is set against a product without end, which makes the chance a sum without end that"
            " no fraction is known for",
            column,
            "give one of the rolls a limit: explode(d6, limit=5)",
        )
    return result


def asked_too_much(column: int) -> Refused:
    """The complaint where a product of two open-ended rolls should go into something else."""
    return Refused(
        "the product of two open-ended rolls can only be compared, added to, or multiplied by a number",
        column,
        "ask for P(d6! * d6! >= 20), a mean, a variance or a quantile",
    )


def _sum(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if one is None or other is None else one + other


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
