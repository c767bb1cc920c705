"""Plus, minus, times and divided by, for numbers and independent rolls of every kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import isqrt

from generator.dice import open_ended, products, sums
from generator.dice.cost import Meter, words
from generator.dice.far import Far, Value, plain, refuse
from generator.dice.open_ended import OpenRoll
from generator.dice.products import ProductRoll, asked_too_much
from generator.dice.roll import Exact, FiniteRoll, Roll, finite, whole
from generator.dice.syntax import NotationError
from generator.exact import Fraction

SMALLER = "use fewer or smaller dice"


def plus(left: Value, right: Value, meter: Meter, column: int) -> Value:
    """The sum of two independent values."""
    if type(left) is int and type(right) is int:
        return left + right
    if isinstance(left, Far):
        return _far_sum(left, right, meter, column)
    if isinstance(right, Far):
        return _far_sum(right, left, meter, column)
    if isinstance(left, Roll):
        if isinstance(right, Roll):
            if isinstance(left, FiniteRoll) and isinstance(right, FiniteRoll):
                cells = len(left.outcomes) * len(right.outcomes)
                size = words(left.total.bit_length() + right.total.bit_length())
                aligned = isinstance(left.outcomes, range) and isinstance(right.outcomes, range)
                work = cells * size // 8 if aligned else 20 * cells
                meter.charge(work, 0 if aligned else cells, 0, column, "adding these rolls", SMALLER)
                return sums.add(left, right)
            if isinstance(right, ProductRoll):
                left, right = right, left
            if isinstance(left, ProductRoll):
                return _added_to_product(left, right, meter, column)
            charge_for_open(left, right, meter, column)
            return open_ended.added(left, right)
        return shift(left, right) if right else left
    if isinstance(right, Roll):
        return shift(right, left) if left else right
    return left + right


def _added_to_product(left: ProductRoll, right: Roll, meter: Meter, column: int) -> Value:
    if isinstance(right, ProductRoll):
        raise asked_too_much(column)
    added = plus(left.added, right, meter, column)
    assert isinstance(added, Roll)
    return products.plus(left, added, column)


def _far_sum(far: Far, other: Value, meter: Meter, column: int) -> Value:
    if not isinstance(other, Far):
        return Far(far.slope, plain(plus(far.rest, other, meter, column)), far.horizon)
    if other.horizon is not far.horizon:
        raise refuse(far, "added to another such roll")
    slope, rest = far.slope + other.slope, plain(plus(far.rest, other.rest, meter, column))
    return Far(slope, rest, far.horizon) if slope else rest


def shift(roll: Roll, by: Exact) -> Roll:
    """A roll plus a constant."""
    if isinstance(roll, FiniteRoll):
        return sums.shifted(roll, by)
    if isinstance(roll, ProductRoll):
        return ProductRoll(roll.left, roll.right, shift(roll.added, by))
    assert isinstance(roll, OpenRoll)
    return open_ended.shifted(roll, by)


def negative(value: Value) -> Value:
    """The value with its sign changed."""
    if isinstance(value, FiniteRoll):
        return sums.scaled(value, -1)
    if isinstance(value, OpenRoll):
        return open_ended.scaled(value, -1)
    if isinstance(value, ProductRoll):
        return scale(value, -1)
    if isinstance(value, Far):
        return Far(-value.slope, plain(negative(value.rest)), value.horizon)
    assert not isinstance(value, Roll)
    return -value


def minus(left: Value, right: Value, meter: Meter, column: int) -> Value:
    """The difference of two independent values."""
    return plus(left, negative(right), meter, column)


def times(left: Value, right: Value, meter: Meter, column: int) -> Value:
    """The product of two independent values."""
    if type(left) is int and type(right) is int:
        return left * right
    if isinstance(left, Far):
        return _far_product(left, right, meter, column)
    if isinstance(right, Far):
        return _far_product(right, left, meter, column)
    if isinstance(left, Roll) and isinstance(right, Roll):
        if isinstance(left, FiniteRoll) and isinstance(right, FiniteRoll):
            cells = len(left.outcomes) * len(right.outcomes)
            meter.charge(cells * 20, cells, 64, column, "multiplying these rolls", SMALLER)
            pairs = product(
                zip(left.outcomes, left.weights, strict=True), zip(right.outcomes, right.weights, strict=True)
            )
            return finite((x * y, u * v) for (x, u), (y, v) in pairs)
        return _open_product(left, right, meter, column)
    if isinstance(right, Roll):
        left, right = right, left
    if isinstance(left, Roll):
        assert not isinstance(right, Roll)
        return scale(left, right) if right else 0
    return left * right  # type: ignore[operator]


def _far_product(far: Far, factor: Value, meter: Meter, column: int) -> Value:
    if isinstance(factor, (Roll, Far)):
        raise refuse(far, "multiplied by a roll")
    rest = plain(times(far.rest, factor, meter, column))
    return Far(far.slope * factor, rest, far.horizon) if factor else 0


def scale(roll: Roll, by: Exact) -> Roll:
    """A roll times a constant other than zero."""
    if isinstance(roll, FiniteRoll):
        return sums.scaled(roll, whole(by))
    if isinstance(roll, ProductRoll):
        return ProductRoll(open_ended.scaled(roll.left, whole(by)), roll.right, scale(roll.added, by))
    assert isinstance(roll, OpenRoll)
    return open_ended.scaled(roll, whole(by))


def divide(left: Value, right: Value, meter: Meter, column: int) -> Value:
    """The quotient of two independent values; the divisor must not be zero."""
    if isinstance(right, FiniteRoll):
        if right.weight(0):
            raise NotationError("the divisor may be zero", column)
        inverse = finite(
            (Fraction(1) / value, weight) for value, weight in zip(right.outcomes, right.weights, strict=True) if weight
        )
        return times(left, inverse, meter, column)
    if isinstance(right, (Roll, Far)):
        raise NotationError("an open-ended roll cannot be a divisor", column)
    if right == 0:
        raise NotationError("division by zero", column)
    return times(left, whole(Fraction(1) / right), meter, column)


def copies(value: Value, number: int, meter: Meter, column: int) -> Value:
    """The sum of so many independent copies of a value."""
    if isinstance(value, Far):
        raise refuse(value, "repeated")
    if isinstance(value, FiniteRoll):
        charge_for_copies(value, number, meter, column)
        return sums.times(value, number) if number else 0
    if isinstance(value, ProductRoll):
        raise asked_too_much(column)
    if isinstance(value, OpenRoll):
        return _open_copies(value, number, meter, column) if number else 0
    assert not isinstance(value, Roll)
    return value * number


def _open_copies(roll: OpenRoll, number: int, meter: Meter, column: int) -> Roll:
    degree = roll.degree() * number
    size = sum(len(series.body.numerator) for series in roll.series()) * number
    meter.charge_once(
        (degree + size) ** 2 // 4, degree + size, 8 * degree, column, f"adding {number:,} such rolls", SMALLER
    )
    if roll.down is None or roll.up is None:
        return open_power(roll, number)
    result: Roll = roll
    for _ in range(number - 1):
        charge_for_open(result, roll, meter, column)
        result = open_ended.added(result, roll)
    return result


@lru_cache(maxsize=512)
def open_power(roll: OpenRoll, number: int) -> OpenRoll:
    """The sum of so many copies of a roll that is open to one side only."""
    return OpenRoll(
        roll.step,
        None if roll.up is None else roll.up.power(number),
        None if roll.down is None else roll.down.power(number),
    )


def _open_product(left: Roll, right: Roll, meter: Meter, column: int) -> Value:
    """A finite roll times an open-ended one has one case for each value of the finite roll; see also products.py."""
    if isinstance(left, OpenRoll) and isinstance(right, OpenRoll):
        return ProductRoll(left, right)
    if isinstance(right, FiniteRoll):
        left, right = right, left
    if not isinstance(left, FiniteRoll) or not isinstance(right, OpenRoll):
        raise asked_too_much(column)
    charge_for_open(left, right, meter, column)
    cases = [
        (whole(value), Fraction(weight, left.total)) for value, weight in zip(left.outcomes, left.weights, strict=True)
    ]
    nothing: dict[Exact, Exact] = {value: share for value, share in cases if not value}
    rolls = [(share, open_ended.scaled(right, value)) for value, share in cases if value]
    places = open_ended.places_of(nothing, [roll for _, roll in rolls])
    meter.charge(4 * places * len(rolls), places, 64, column, "multiplying these rolls", SMALLER)
    return open_ended.mixed(nothing, rolls)


def _work_of_crossing(left: Roll, right: Roll) -> int:
    """The elimination has the size of the larger denominator; its numbers grow to the size of the determinant."""
    bodies = [one.body for roll in (left, right) if isinstance(roll, OpenRoll) for one in roll.series()]
    size = max(body.degree for body in bodies)
    bits = max(body.denominator_bits for body in bodies)
    width = words(2 * size * bits)
    return size**3 * (3 + width * isqrt(width) // 20)


def charge_for_open(left: Roll, right: Roll, meter: Meter, column: int) -> None:
    """Announces the cost of adding two rolls of which one is open-ended."""
    sizes = [roll.degree() if isinstance(roll, OpenRoll) else 0 for roll in (left, right)]
    lengths = [
        sum(len(series.body.numerator) for series in roll.series())
        if isinstance(roll, OpenRoll)
        else len(roll.outcomes)
        for roll in (left, right)
        if isinstance(roll, (OpenRoll, FiniteRoll))
    ]
    work = lengths[0] * lengths[1] // 4
    crossing = any(
        one.up is not None and other.down is not None
        for one, other in ((left, right), (right, left))
        if isinstance(one, OpenRoll) and isinstance(other, OpenRoll)
    )
    if crossing:
        work += _work_of_crossing(left, right)
    meter.charge(work, sum(lengths) + sum(sizes), 8 * sum(sizes), column, "opposing these open-ended rolls", SMALLER)


def charge_for_copies(roll: FiniteRoll, number: int, meter: Meter, column: int) -> None:
    """Announces the cost of adding so many copies of a finite roll."""
    faces = len(roll.outcomes)
    cells = number * (faces - 1) + 1
    bits = number * roll.total.bit_length()
    uniform = min(roll.weights) == max(roll.weights)
    steps = 4 if uniform else 2 * faces
    if not isinstance(roll.outcomes, range):
        cells, steps = min(cells**2, faces**number if number < 40 else cells**2), faces
    meter.charge_once(
        cells * steps * words(bits), cells, bits, column, f"adding {number:,} rolls of {faces:,} values", SMALLER
    )


OPERATIONS: dict[str, Callable[[Value, Value, Meter, int], Value]] = {
    "+": plus,
    "-": minus,
    "*": times,
    "/": divide,
}

__all__ = ["OPERATIONS", "OpenRoll", "copies", "divide", "minus", "negative", "plus", "scale", "shift", "times"]
