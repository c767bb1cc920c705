"""What a roll is: an exact, immutable distribution; and the finite kind of it.

A finite roll keeps whole-number weights over one total, so nothing is reduced or divided until a
probability is asked for. Open-ended rolls (dice that explode without limit) are in open_ended.py.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, gcd

from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard

# A whole number may stay an int inside the engine: it is several times faster than a Fraction.
Exact = int | Fraction


_NEVER, _SURE = Fraction(0), Fraction(1)


class Roll:
    """A random number whose every probability is known exactly.

    It is no ABC, because asking whether something is an instance of one takes longer than most of what follows.
    """

    __slots__ = ("__dict__",)

    @property
    @abstractmethod
    def minimum(self) -> Fraction | None:
        """The least value, or None where there is none."""

    @property
    @abstractmethod
    def maximum(self) -> Fraction | None:
        """The greatest value, or None where there is none."""

    @abstractmethod
    def probability(self, value: Exact) -> Fraction:
        """P(X = value)."""

    @abstractmethod
    def at_least(self, target: Exact) -> Fraction:
        """P(X >= target)."""

    @abstractmethod
    def mean(self) -> Fraction:
        """The expected value."""

    @abstractmethod
    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""

    @abstractmethod
    def items(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Each possible value with its probability; never ends for an open-ended roll.

        Values ascend, except that a roll without a least value is listed outwards from zero.
        """

    @abstractmethod
    def head(self, tail: Fraction) -> list[tuple[Fraction, Fraction]]:
        """The values in ascending order with their chances, leaving out at most `tail` at each open end."""

    @abstractmethod
    def quantile(self, share: Exact) -> Fraction:
        """The smallest x with P(X <= x) >= share; `share` lies above 0 and is at most 1."""

    def at_most(self, target: Exact) -> Fraction:
        """P(X <= target)."""
        return 1 - self.more_than(target)

    @abstractmethod
    def more_than(self, target: Exact) -> Fraction:
        """P(X > target)."""

    @property
    def is_event(self) -> bool:
        """Whether only 0 and 1 are possible, so that the roll is an event."""
        return False


class FiniteRoll(Roll):
    """A roll with finitely many values: ascending `outcomes`, their `weights`, and the sum of these.

    Every weight at the two ends is positive; a weight inside a range of outcomes may be zero.
    """

    __slots__ = ("_tails", "outcomes", "total", "weights")

    def __init__(self, outcomes: Sequence[Exact], weights: Sequence[int]) -> None:
        self.outcomes = outcomes
        self.weights = weights
        self._tails: list[int] | None = None
        self.total = self.tails[0]
        assert len(outcomes) == len(weights) and weights[0] > 0 < weights[-1]

    @property
    def tails(self) -> list[int]:
        """For each outcome the weight of it and all above, and a final 0; over `total`."""
        if self._tails is None:
            tails = list(accumulate(reversed(self.weights), initial=0))
            tails.reverse()
            self._tails = tails
        return self._tails

    def relabelled(self, outcomes: Sequence[Exact]) -> FiniteRoll:
        """The same weights on other outcomes in the same order; shares everything already computed."""
        other = object.__new__(FiniteRoll)
        other.outcomes, other.weights, other.total, other._tails = outcomes, self.weights, self.total, self._tails
        return other

    @property
    def minimum(self) -> Fraction:
        """The least value."""
        return Fraction(self.outcomes[0])

    @property
    def maximum(self) -> Fraction:
        """The greatest value."""
        return Fraction(self.outcomes[-1])

    @property
    def is_event(self) -> bool:
        """Whether only 0 and 1 are possible."""
        return len(self.outcomes) <= 2 and all(value in (0, 1) for value in self.outcomes)

    def weight(self, value: Exact) -> int:
        """The weight of one value, 0 if it cannot come up."""
        if type(self.outcomes) is range:
            # The place in a range is reckoned; looking for a fraction among whole numbers takes ten times as long.
            place, beside = divmod(value.numerator - self.outcomes.start, self.outcomes.step)
            fits = value.denominator == 1 and not beside and 0 <= place < len(self.weights)
            return self.weights[place] if fits else 0
        place = bisect_left(self.outcomes, value)
        return self.weights[place] if place < len(self.outcomes) and self.outcomes[place] == value else 0

    def tail_weight(self, target: Exact) -> int:
        """The weight of all values of at least `target`."""
        outcomes = self.outcomes
        if type(outcomes) is range:
            if type(target) is int:
                place = -((outcomes.start - target) // outcomes.step)
            else:
                below = target.denominator
                place = -((outcomes.start * below - target.numerator) // (below * outcomes.step))
            return self._weight_from(place)
        return self.tails[bisect_left(outcomes, target)]

    def weight_above(self, target: Exact) -> int:
        """The weight of all values above `target`."""
        outcomes = self.outcomes
        if type(outcomes) is range:
            if type(target) is int:
                place = (target - outcomes.start) // outcomes.step + 1
            else:
                below = target.denominator
                place = (target.numerator - outcomes.start * below) // (below * outcomes.step) + 1
            return self._weight_from(place)
        return self.tails[bisect_right(outcomes, target)]

    def _weight_from(self, place: int) -> int:
        if place <= 0:
            return self.total
        return self.tails[place] if place < len(self.weights) else 0

    def _share(self, weight: int) -> Fraction:
        # Of a table's targets, many are out of reach or beyond doubt, and need no common divisor looked for.
        if 0 < weight < self.total:
            return Fraction(weight, self.total)
        return _SURE if weight else _NEVER

    def probability(self, value: Exact) -> Fraction:
        """P(X = value)."""
        return self._share(self.weight(value))

    def at_least(self, target: Exact) -> Fraction:
        """P(X >= target)."""
        return self._share(self.tail_weight(target))

    def more_than(self, target: Exact) -> Fraction:
        """P(X > target)."""
        return self._share(self.weight_above(target))

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        # Centered on the least outcome: the numbers stay small and ranges need no Fractions.
        base = self.outcomes[0]
        first: Exact = 0
        second: Exact = 0
        for value, weight in zip(self.outcomes, self.weights, strict=True):
            distance = value - base
            first += distance * weight
            second += distance * distance * weight
        mean = Fraction(first) / self.total
        return mean + base, Fraction(second) / self.total - mean * mean

    def mean(self) -> Fraction:
        """The expected value."""
        return self._moments[0]

    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        return self._moments[1]

    def items(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Each possible value with its probability."""
        for value, weight in zip(self.outcomes, self.weights, strict=True):
            if weight:
                yield Fraction(value), Fraction(weight, self.total)

    def head(self, tail: Fraction) -> list[tuple[Fraction, Fraction]]:
        """All values, for a finite roll has no open end."""
        del tail
        return list(self.items())

    def quantile(self, share: Exact) -> Fraction:
        """The smallest x with P(X <= x) >= share."""
        # P(X <= x) >= share  is  (weight above x) <= (1 - share) * total.
        allowed = floor((1 - share) * self.total)
        place = bisect_left(self.tails[1:], -allowed, key=lambda weight: -weight)
        return Fraction(self.outcomes[place])


def finite(weights: Mapping[Exact, int] | Iterable[tuple[Exact, int]]) -> FiniteRoll:
    """A finite roll from weights by value; equal values add up, and common factors are taken out."""
    summed: dict[Exact, int] = {}
    for value, weight in weights.items() if isinstance(weights, Mapping) else weights:
        if weight:
            summed[value] = summed.get(value, 0) + weight
    outcomes = [whole(value) for value in sorted(summed)]
    common = gcd(*summed.values())
    if all(isinstance(value, int) for value in outcomes):
        return from_range(dense(outcomes), [summed.get(value, 0) // common for value in dense(outcomes)])
    return FiniteRoll(tuple(outcomes), [summed[value] // common for value in outcomes])


def from_range(outcomes: Sequence[Exact], weights: Sequence[int]) -> FiniteRoll:
    """A finite roll over consecutive outcomes."""
    return FiniteRoll(outcomes, tuple(weights))


def dense(outcomes: Sequence[Exact]) -> Sequence[Exact]:
    """The range that holds whole outcomes, unless most of it would be empty."""
    low, high = outcomes[0], outcomes[-1]
    assert isinstance(low, int) and isinstance(high, int)
    return range(low, high + 1) if high - low < 4 * len(outcomes) + 16 else tuple(outcomes)


def constant(value: Exact) -> FiniteRoll:
    """The roll that always shows one value."""
    return FiniteRoll((whole(value),), (1,))


def event(chance: Exact) -> FiniteRoll:
    """The roll that shows 1 with this chance and otherwise 0."""
    yes, no = chance.numerator, chance.denominator - chance.numerator
    if not yes or not no:
        return constant(1 if yes else 0)
    return FiniteRoll(range(2), (no, yes))


def is_exact(value: object) -> TypeGuard[Exact]:
    """Whether something is a plain number; asking for the type alone is far cheaper than `isinstance`."""
    kind = type(value)
    return kind is int or kind is Fraction


def whole(value: Exact) -> Exact:
    """The same number, as an int where it is whole."""
    if type(value) is int:
        return value
    return value.numerator if value.denominator == 1 else value


def half_up(value: Exact) -> int:
    """The nearest whole number; halves go up, so -5/2 becomes -2."""
    return floor(value + Fraction(1, 2))


def distance(value: Exact) -> Exact:
    """The distance of a number from zero."""
    return -value if value < 0 else value


ROUNDINGS: dict[str, Callable[[Exact], int]] = {"floor": floor, "ceil": ceil, "round": half_up}
