"""The lesser and the greater of two independent rolls, and one of them where it is not behind the other.

P(min >= t) = P(A >= t) P(B >= t). Of open-ended rolls these tails are series, and so is their termwise product.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import gcd, lcm

from generator.dice.open_ended import OpenRoll, common_step, joined, on_step, scaled, settled, step_of
from generator.dice.roll import Exact, FiniteRoll, Roll, constant, finite
from generator.dice.series import Series, polynomial_series
from generator.dice.sums import scaled as scaled_finite
from generator.dice.termwise import differences, tails, termwise_product
from generator.exact import Fraction


def greater(left: Roll, right: Roll) -> Roll:
    """The greater of two independent rolls."""
    return _negative(lesser(_negative(left), _negative(right)))


def lesser(left: Roll, right: Roll) -> Roll:
    """The lesser of two independent rolls."""
    if isinstance(left, FiniteRoll) and isinstance(right, FiniteRoll):
        return _lesser_of_finite(left, right)
    a, b, edge = aligned(left, right)
    up = _beyond(a.up, b.up, edge)
    # Downwards, P(min = k) = P(A = k) + P(B = k) - P(max = k).
    down = joined(_far_part(a.down, edge), _far_part(b.down, edge))
    both = _beyond(a.down, b.down, edge)
    if both is not None:
        down = joined(down, both.times(Fraction(-1)))
    reached = [a.from_multiple(k) * b.from_multiple(k) for k in range(1 - edge, edge + 1)]
    near = [here - above for here, above in pairwise(reached)]
    common = lcm(*(chance.denominator for chance in near))
    row = [int(chance * common) for chance in near]
    return settled(a.step, joined(polynomial_series(1 - edge, row, common), up), down)


def ahead(one: OpenRoll, other: OpenRoll) -> tuple[Series | None, Series | None]:
    """The chances of each value of a roll together with the other being at most that, upwards and downwards.

    They add up to the chance that the one roll is not behind the other.
    """
    a, b, edge = aligned(one, other)
    up, rival = _far_part(a.up, edge), _far_part(b.up, edge)
    if up is not None and rival is not None:
        above = tails(rival).plus(rival.times(Fraction(-1)))
        up = up.plus(termwise_product(up, above).times(Fraction(-1)))
    down, rival = _far_part(a.down, edge), _far_part(b.down, edge)
    down = None if down is None or rival is None else termwise_product(down, tails(rival))
    near = [a.chance(k) * (1 - b.from_multiple(k + 1)) for k in range(1 - edge, edge)]
    common = lcm(*(chance.denominator for chance in near))
    return joined(polynomial_series(1 - edge, [int(chance * common) for chance in near], common), up), down


def aligned(left: Roll, right: Roll) -> tuple[OpenRoll, OpenRoll, int]:
    """Both rolls counted in one step, and a distance from zero beyond which each is one regular series or nothing."""
    step = common_step(step_of(left), step_of(right))
    a, b = on_step(left, step), on_step(right, step)
    return a, b, 1 + max(_reach(series) for roll in (a, b) for series in roll.series())


def _reach(series: Series) -> int:
    """How far from zero its start and the irregular part of its numerator lie."""
    body = series.body
    return max(abs(series.start), abs(series.start + len(body.numerator)))


def _far_part(series: Series | None, edge: int) -> Series | None:
    return None if series is None or not series.body.factors else series.from_power(edge)


def _beyond(left: Series | None, right: Series | None, edge: int) -> Series | None:
    """The chances that the nearer to zero of two values has each distance from `edge` on."""
    a, b = _far_part(left, edge), _far_part(right, edge)
    if a is None or b is None:
        return None
    return differences(termwise_product(tails(a), tails(b)))


def _negative(roll: Roll) -> Roll:
    if isinstance(roll, FiniteRoll):
        return scaled_finite(roll, -1)
    assert isinstance(roll, OpenRoll)
    return scaled(roll, -1)


def _lesser_of_finite(left: FiniteRoll, right: FiniteRoll) -> FiniteRoll:
    if len(right.outcomes) == 1 and type(left.outcomes) is range:
        return _capped(left, right.outcomes[0])
    if len(left.outcomes) == 1 and type(right.outcomes) is range:
        return _capped(right, left.outcomes[0])
    values: Sequence[Exact] = sorted({*left.outcomes, *right.outcomes})
    reached = [left.tail_weight(value) * right.tail_weight(value) for value in values] + [0]
    return finite((value, here - above) for value, here, above in zip(values, reached, reached[1:], strict=False))


def _capped(roll: FiniteRoll, number: Exact) -> FiniteRoll:
    """The lesser of a roll of whole numbers and a number: all that lies beyond falls on that."""
    place = bisect_left(roll.outcomes, number)
    if place == len(roll.outcomes):
        return roll
    if not place:
        return constant(number)
    weights = (*roll.weights[:place], roll.tails[place])
    common = gcd(*weights)
    inside = roll.outcomes[place] == number
    outcomes = roll.outcomes[: place + 1] if inside else (*roll.outcomes[:place], number)
    return FiniteRoll(outcomes, tuple(weight // common for weight in weights))
