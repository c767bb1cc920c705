"""Rolls without an end: what exploding dice and their sums, differences and mixtures are.

The values are whole multiples of `step`. The roll is one rational generating function upwards and one downwards;
the probability of a value is the sum of its coefficients in both. A roll that explodes only one way has nothing
in the other series, except for differences and what is made from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import count
from math import ceil, gcd, lcm

from generator.dice.cost import Meter
from generator.dice.crossing import crossed
from generator.dice.roll import Exact, FiniteRoll, Roll, finite, whole
from generator.dice.series import Series, polynomial_series
from generator.dice.stepped import SteppedRoll
from generator.dice.syntax import Refused
from generator.exact import Fraction

# Between two values that are put together, one by the other's denominator; some 100 million bytes.
MOST_STEPS = 2_000_000


class OpenRoll(SteppedRoll):
    """A roll with values k * step for whole k: P(k) is the coefficient of x^k upwards plus that of x^-k downwards."""

    __slots__ = ("down", "up")

    def __init__(self, step: Exact, up: Series | None, down: Series | None) -> None:
        self.step = whole(step)
        self.up = None if up is None or up.is_zero else up
        self.down = None if down is None or down.is_zero else down
        mass = sum(series.total() for series in self.series())
        assert mass == 1, f"the mass of a roll is {mass}"

    def series(self) -> tuple[Series, ...]:
        """The series that it has."""
        return tuple(series for series in (self.up, self.down) if series is not None)

    @property
    def minimum(self) -> Fraction | None:
        """The least value."""
        if self.down is not None and self.down.body.factors:
            return None
        return Fraction(self.step * self._edge(1))

    @property
    def maximum(self) -> Fraction | None:
        """The greatest value."""
        if self.up is not None and self.up.body.factors:
            return None
        return Fraction(self.step * self._edge(-1))

    def _edge(self, direction: int) -> int:
        """The first multiple that is possible, coming from the closed end."""
        starts = []
        if self.up is not None:
            size = len(self.up.body.numerator)
            starts.append(self.up.start if direction == 1 else self.up.start + size - 1)
        if self.down is not None:
            size = len(self.down.body.numerator)
            starts.append(-self.down.start if direction == -1 else -(self.down.start + size - 1))
        edge = min(starts) if direction == 1 else max(starts)
        return next(k for k in count(edge, direction) if self.chance(k))

    def chance(self, multiple: int) -> Fraction:
        """The probability of step * multiple."""
        above = self.up.coefficient(multiple) if self.up is not None else Fraction(0)
        return above + self.down.coefficient(-multiple) if self.down is not None else above

    def from_multiple(self, multiple: int) -> Fraction:
        """The probability of step * multiple and all above."""
        if self.down is None or 1 - multiple <= self.down.start:
            return self.up.sum_from(multiple) if self.up is not None else Fraction(0)
        below = self.down.sum_below(1 - multiple)
        return self.up.sum_from(multiple) + below if self.up is not None else below

    def weights(self, low: int, high: int) -> tuple[list[int], int]:
        """The probabilities of step * low to step * high, as whole weights over one number."""
        above = self.up and self.up.coefficients(low, high)
        below = self.down and self.down.coefficients(-high, -low)
        if not above or not below:
            row, unit = above or below or ([0] * (high - low + 1), 1)
            return (row if above else row[::-1]), unit
        unit = lcm(above[1], below[1])
        over, under = unit // above[1], unit // below[1]
        return [one * over + other * under for one, other in zip(above[0], reversed(below[0]), strict=True)], unit

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        first = second = Fraction(0)
        for sign, series in ((1, self.up), (-1, self.down)):
            if series is not None:
                _, once, twice = series.moments()
                first += sign * once
                second += twice
        return first * self.step, (second - first * first) * self.step * self.step

    def mean(self) -> Fraction:
        """The expected value."""
        return self._moments[0]

    def variance(self) -> Fraction:
        """The expected squared distance from the mean."""
        return self._moments[1]

    def items(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Each possible value with its probability."""
        if self.down is None or not self.down.body.factors:
            multiples: Iterator[int] = count(self._edge(1))
        elif self.up is None or not self.up.body.factors:
            multiples = count(self._edge(-1), -1)
        else:
            multiples = (k for distance in count() for k in ((distance, -distance) if distance else (0,)))
        for multiple in multiples:
            chance = self.chance(multiple)
            if chance:
                yield Fraction(self.step * multiple), chance

    def charge_up_to(self, distance: int, meter: Meter, column: int) -> None:
        """Announces the cost of all chances up to so many steps from zero."""
        for series in self.series():
            work, numbers, bits = series.work_up_to(distance)
            meter.charge(
                work, numbers, bits, column, f"{distance:,} values of an open-ended roll", "use smaller targets"
            )

    def on_step(self, step: Exact) -> OpenRoll:
        """The same roll, counted in finer steps; `step` must divide the present one."""
        if step == self.step:
            return self
        factor = whole(Fraction(self.step) / step)
        assert isinstance(factor, int)
        _require_coarse(factor * max(len(series.body.numerator) + series.body.degree for series in self.series()))
        return OpenRoll(
            step,
            None if self.up is None else self.up.stretched(factor),
            None if self.down is None else self.down.stretched(factor),
        )

    def degree(self) -> int:
        """The greater degree of the two denominators: the measure of what work with the roll costs."""
        return max(series.body.degree for series in self.series())


def _require_coarse(steps: int) -> None:
    """Raises `Refused` where a roll would have to be counted in too many steps for a list of them."""
    if steps > MOST_STEPS:
        raise Refused(
            f"an open-ended roll would have to be counted in {steps:,} steps",
            1,
            "use numbers with smaller denominators beside it",
        )


def common_step(*steps: Exact) -> Exact:
    """The greatest number of which all are whole multiples; zeros do not matter."""
    if all(step == 1 for step in steps):
        return 1
    fractions = [Fraction(step) for step in steps if step]
    if not fractions:
        return Fraction(1)
    bottom = lcm(*(fraction.denominator for fraction in fractions))
    return Fraction(gcd(*(int(fraction * bottom) for fraction in fractions)), bottom)


def shifted(roll: OpenRoll, by: Exact) -> OpenRoll:
    """The roll plus a constant."""
    # A whole multiple of the step needs no finer one.
    step = roll.step if roll.step == 1 and by.denominator == 1 else common_step(roll.step, by)
    fine = roll.on_step(step)
    distance = int(by / Fraction(step)) if step != 1 else int(by)
    return _unchecked(
        fine.step,
        None if fine.up is None else fine.up.shifted(distance),
        None if fine.down is None else fine.down.shifted(-distance),
    )


def scaled(roll: OpenRoll, by: Exact) -> OpenRoll:
    """The roll times a constant other than zero."""
    if by > 0:
        return _unchecked(roll.step * by, roll.up, roll.down)
    return _unchecked(roll.step * -by, roll.down, roll.up)


def _unchecked(step: Exact, up: Series | None, down: Series | None) -> OpenRoll:
    """The same mass on other values need not be added up again."""
    roll = object.__new__(OpenRoll)
    roll.step, roll.up, roll.down = whole(step), up, down
    return roll


def settled(step: Exact, up: Series | None, down: Series | None) -> Roll:
    """The roll of two series: a finite one if neither goes on for ever."""
    present = [(sign, series) for sign, series in ((1, up), (-1, down)) if series is not None and not series.is_zero]
    if any(series.body.factors for _, series in present):
        return OpenRoll(step, up, down)
    common = lcm(*(series.body.scale for _, series in present))
    return finite(
        (whole(sign * place * step), weight * (common // series.body.scale))
        for sign, series in present
        for place, weight in enumerate(series.body.numerator, series.start)
    )


@lru_cache(maxsize=512)
def added(left: Roll, right: Roll) -> Roll:
    """The sum of two independent rolls, at least one of which is open-ended.

    Die codes are asked for again and again, and a sum keeps the chances that were found of it.
    """
    step = common_step(step_of(left), step_of(right))
    a, b = on_step(left, step), on_step(right, step)
    up: Series | None = None
    down: Series | None = None
    if a.up is not None and b.up is not None:
        up = joined(up, a.up.product(b.up))
    if a.down is not None and b.down is not None:
        down = joined(down, a.down.product(b.down))
    for one, other in ((a, b), (b, a)):
        if one.up is not None and other.down is not None:
            above, below = crossed(one.up, other.down)
            up, down = joined(up, above), joined(down, below)
    return settled(step, up, down)


def joined(left: Series | None, right: Series | None) -> Series | None:
    """The sum of two series, either of which may be missing."""
    if left is None or right is None:
        return left if right is None else right
    if left.is_zero or right.is_zero:
        return right if left.is_zero else left
    return left.plus(right)


def step_of(roll: Roll) -> Exact:
    """A number of which all values of a roll are whole multiples."""
    if isinstance(roll, OpenRoll):
        return roll.step
    assert isinstance(roll, FiniteRoll)
    if isinstance(roll.outcomes, range):
        return 1
    return common_step(*roll.outcomes)


def on_step(roll: Roll, step: Exact) -> OpenRoll:
    """Any roll as an open-ended one that counts in this step."""
    if isinstance(roll, OpenRoll):
        return roll.on_step(step)
    assert isinstance(roll, FiniteRoll)
    return OpenRoll(
        step, finite_series(zip(roll.outcomes, roll.weights, strict=True), step, Fraction(roll.total)), None
    )


def finite_series(
    pairs: Iterator[tuple[Exact, Exact]] | zip[tuple[Exact, int]], step: Exact, total: Fraction
) -> Series:
    """The series of weights by value, divided by `total`."""
    # Whole numbers in steps of one are the usual case, and need no division.
    weights = {int(value if step == 1 else value / Fraction(step)): weight for value, weight in pairs}
    bottom = lcm(*(weight.denominator for weight in weights.values()))
    low, high = min(weights), max(weights)
    _require_coarse(high - low)
    row = [0] * (high - low + 1)
    for place, weight in weights.items():
        row[place - low] = weight.numerator * (bottom // weight.denominator) * total.denominator
    common = bottom * total.numerator
    shared = gcd(common, *row)
    return polynomial_series(low, [weight // shared for weight in row], common // shared)


def places_of(numbers: Iterable[Exact], rolls: Sequence[OpenRoll]) -> int:
    """How many places the denominators of rolls have, once all are counted in the one step that mixing them takes."""
    step = common_step(*numbers, *(roll.step for roll in rolls))
    return sum(len(roll.series()) * roll.degree() * ceil(roll.step / step) for roll in rolls)


def mixed(numbers: Mapping[Exact, Exact], rolls: Sequence[tuple[Fraction, OpenRoll]]) -> Roll:
    """The roll that shows each number with its probability, and else behaves like one of the rolls."""
    step = common_step(*numbers, *(roll.step for _, roll in rolls))
    up: Series | None = None
    down: Series | None = None
    if numbers:
        up = finite_series(iter(numbers.items()), step, Fraction(1))
    for weight, roll in rolls:
        fine = roll.on_step(step)
        up = joined(up, None if fine.up is None else fine.up.times(weight))
        down = joined(down, None if fine.down is None else fine.down.times(weight))
    return settled(step, up, down)
