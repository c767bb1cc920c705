"""Goes through the values of an open-ended roll: the near ones one by one, the rest as cases far out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.dice import arithmetic
from generator.dice.cost import Meter
from generator.dice.far import LONGEST_PERIOD, Far, FinerPeriod, Horizon, refuse
from generator.dice.open_ended import OpenRoll
from generator.dice.open_ended import scaled as scaled_open
from generator.dice.roll import Exact, Roll
from generator.dice.series import Series
from generator.dice.termwise import section
from generator.exact import Fraction

# What an expression may be in a case, with the case's weight.
Case = tuple[Exact, Exact | Roll | Far]


def unrolled(
    roll: OpenRoll, cases: Callable[[Exact | Far], list[Case]], meter: Meter, column: int, *, shares: bool = False
) -> Iterator[Case]:
    """All cases of an expression about an open-ended roll.

    `cases` gives those of the expression for one value of the roll, or for the roll far out. Their weights are
    multiplied by the chance of the value, or, unless they must be `shares` of the whole, by some multiple of it.
    """
    period = 1
    while True:
        try:
            yield from _with_period(roll, period, cases, meter, column, shares)
            return
        except FinerPeriod as finer:
            period *= finer.factor
            if period > LONGEST_PERIOD:
                raise refuse(Far(1, 0, Horizon(column)), f"rounded in {period} different ways") from None


def _with_period(
    roll: OpenRoll, period: int, cases: Callable[[Exact | Far], list[Case]], meter: Meter, column: int, shares: bool
) -> list[Case]:
    far_out: list[Case] = []
    ends: list[int] = []
    for sign, series, other in ((1, roll.up, roll.down), (-1, roll.down, roll.up)):
        if series is None or not series.body.factors:
            ends.append(_last(series, other))
            continue
        horizon = Horizon(column)
        # Far enough for the series of the other direction to have nothing to say here.
        horizon.beyond(Fraction(max(0, series.start, -other.start if other else 0), period))
        slope = roll.step * sign * period
        far_cases = [(r, cases(Far(slope, roll.step * sign * r, horizon))) for r in range(period)]
        ends.append(horizon.bound * period - 1)
        roll.charge_up_to(ends[-1] + 2, meter, column)
        rest = series.from_power(horizon.bound * period)
        for residue, listed in far_cases:
            part = section(rest, period, residue)
            mass = part.total()
            if mass:
                law = OpenRoll(1, part.times(1 / mass), None)
                far_out += [(weight * mass, realized(value, law, horizon, meter, column)) for weight, value in listed]
    high, low = ends[0], -ends[1]
    meter.charge((high - low + 1) * 40, 0, 0, column, f"going through {high - low + 1:,} values", "use smaller targets")
    weights, unit = roll.weights(low, high)
    # Whole weights are added up in a fraction of the time that fractions take.
    found = far_out if shares else [(weight * unit, value) for weight, value in far_out]
    for multiple, own in zip(range(low, high + 1), weights, strict=True):
        if own:
            chance = Fraction(own, unit) if shares else own
            found += [(weight * chance, value) for weight, value in cases(roll.step * multiple)]
    return found


def _last(series: Series | None, other: Series | None) -> int:
    """The greatest distance that a direction without open end can have."""
    reached = [-other.start] if other is not None else []
    if series is not None:
        reached.append(series.start + len(series.body.numerator) - 1)
    return max(reached)


def realized(
    value: Exact | Roll | Far, law: OpenRoll, horizon: Horizon, meter: Meter, column: int
) -> Exact | Roll | Far:
    """The value with the roll itself in place of its far-out stand-in."""
    if isinstance(value, Far) and value.horizon is horizon:
        result = arithmetic.plus(scaled_open(law, value.slope), value.rest, meter, column)
        assert not isinstance(result, Far)
        return result
    return value
