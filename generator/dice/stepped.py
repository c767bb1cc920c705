"""Rolls whose values are whole multiples of a step, with or without an end: what follows from their tails alone."""

from __future__ import annotations

from abc import abstractmethod
from math import ceil, floor

from generator.dice.roll import Exact, Roll, whole
from generator.exact import Fraction


class SteppedRoll(Roll):
    """A roll with values k * step for whole k, known by the chance of each k and of each k and all above."""

    __slots__ = ("step",)

    step: Exact

    @abstractmethod
    def chance(self, multiple: int) -> Fraction:
        """The probability of step * multiple."""

    @abstractmethod
    def from_multiple(self, multiple: int) -> Fraction:
        """The probability of step * multiple and all above."""

    def probability(self, value: Exact) -> Fraction:
        """P(X = value)."""
        multiple = whole(Fraction(value) / self.step)
        return self.chance(multiple) if isinstance(multiple, int) else Fraction(0)

    def _multiples(self, target: Exact) -> Exact:
        return target if self.step == 1 else target / Fraction(self.step)

    def at_least(self, target: Exact) -> Fraction:
        """P(X >= target)."""
        return self.from_multiple(ceil(self._multiples(target)))

    def more_than(self, target: Exact) -> Fraction:
        """P(X > target)."""
        return self.from_multiple(floor(self._multiples(target)) + 1)

    def head(self, tail: Fraction) -> list[tuple[Fraction, Fraction]]:
        """The values in ascending order, but for at most `tail` at each open end."""
        if tail <= 0:
            raise ValueError("the part that is left out of an open-ended roll must be more than nothing")
        low = high = floor(self.mean() / self.step)
        if self.minimum is None:
            while 1 - self.from_multiple(low) > tail:
                low -= 1
        else:
            low = int(self.minimum / self.step)
        if self.maximum is None:
            while self.from_multiple(high + 1) > tail:
                high += 1
        else:
            high = int(self.maximum / self.step)
        return [(Fraction(self.step * k), p) for k in range(low, high + 1) if (p := self.chance(k))]

    def quantile(self, share: Exact) -> Fraction:
        """The smallest x with P(X <= x) >= share."""
        # The chance of at most k rises with k: step out from the mean in doubling strides, then halve.
        low = high = floor(self.mean() / self.step)
        stride = 1
        while 1 - self.from_multiple(low + 1) >= share:
            low, stride = low - stride, stride * 2
        stride = 1
        while 1 - self.from_multiple(high + 1) < share:
            high, stride = high + stride, stride * 2
        while high - low > 1:
            middle = (low + high) // 2
            if 1 - self.from_multiple(middle + 1) >= share:
                high = middle
            else:
                low = middle
        return Fraction(self.step * high)
