"""Cases with weights put together into one roll: `if`, conditions, and a random number of copies.

Also what changes the values of a roll one by one (`floor`, `abs`) and the greater or lesser of two rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import lcm

from generator.dice import arithmetic, extremes
from generator.dice.cost import Meter
from generator.dice.far import Far, Value, refuse
from generator.dice.open_ended import OpenRoll, mixed, places_of
from generator.dice.products import ProductRoll, asked_too_much
from generator.dice.roll import ROUNDINGS, Exact, FiniteRoll, Roll, constant, distance, finite, whole
from generator.dice.syntax import NotationError
from generator.dice.termwise import product_work
from generator.dice.unrolling import unrolled
from generator.exact import Fraction


class Cases:
    """Collects weighted cases; each is a number or a roll."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.mass: Exact = 0
        self.numbers: dict[Exact, Exact] = {}
        self.finite: dict[int, dict[Exact, Exact]] = {}
        self.open: list[tuple[Exact, OpenRoll]] = []

    def add(self, weight: Exact, value: Value) -> None:
        """One more case; weights are relative to each other."""
        self.mass += weight
        if isinstance(value, FiniteRoll):
            row = self.finite.setdefault(value.total, {})
            for outcome, share in zip(value.outcomes, value.weights, strict=True):
                if share:
                    row[outcome] = row.get(outcome, 0) + weight * share
        elif isinstance(value, OpenRoll):
            self.open.append((weight, value))
        elif isinstance(value, Far):
            raise refuse(value, "one of two cases that chance decides between")
        elif isinstance(value, Roll):
            raise asked_too_much(self.column)
        else:
            self.numbers[value] = self.numbers.get(value, 0) + weight

    def together(self, meter: Meter, column: int) -> Exact | Roll:
        """The roll that falls into each case with its share of the whole weight."""
        common = lcm(1, *self.finite)
        summed = {value: weight * common for value, weight in self.numbers.items()}
        for total, row in self.finite.items():
            for value, weight in row.items():
                summed[value] = summed.get(value, 0) + weight * (common // total)
        if self.open:
            size = sum(len(roll.series()) * (20 + roll.degree()) for _, roll in self.open)
            places = places_of(summed, [roll for _, roll in self.open])
            work = size * size + 4 * places * len(self.open)
            meter.charge(work, size + places, 8 * size, column, "mixing these open-ended rolls", "use fewer cases")
            numbers = {value: Fraction(weight) / common / self.mass for value, weight in summed.items()}
            return mixed(numbers, [(Fraction(weight) / self.mass, roll) for weight, roll in self.open])
        if len(summed) == 1:
            return whole(next(iter(summed)))
        denominators = lcm(*(weight.denominator for weight in summed.values()))
        return finite((value, int(weight * denominators)) for value, weight in summed.items())


def mix(cases: Iterable[tuple[Exact, Value]], meter: Meter, column: int) -> Value:
    """The roll that falls into each case with its weight's share of all weights."""
    collected = Cases(column)
    for weight, value in cases:
        if weight:
            collected.add(weight, value)
    return collected.together(meter, column)


def repeated(number: Value, roll: Value, meter: Meter, column: int) -> Value:
    """The sum of `number` independent copies of a roll; the number may be a finite roll itself."""
    if not isinstance(number, Roll):
        return arithmetic.copies(roll, copies_of(number, column), meter, column)
    if not isinstance(number, FiniteRoll):
        raise NotationError("the number of copies is open-ended", column, "use a finite roll for it")
    chances = [(copies_of(value, column), weight) for value, weight in items(number)]
    return mix(((weight, arithmetic.copies(roll, count, meter, column)) for count, weight in chances), meter, column)


def copies_of(number: Value, column: int, what: str = "the number of copies") -> int:
    """A number of copies or dice as a whole number; raises `NotationError` if it is none."""
    if isinstance(number, Far):
        raise refuse(number, what)
    assert not isinstance(number, Roll)
    number = whole(number)
    if isinstance(number, int) and number >= 0:
        return number
    raise NotationError(f"{what} must be a whole number of at least 0, not {number}", column)


def items(roll: FiniteRoll) -> Iterable[tuple[Exact, int]]:
    """The possible values of a finite roll with their weights."""
    return ((value, weight) for value, weight in zip(roll.outcomes, roll.weights, strict=True) if weight)


def rounded(how: str, value: Value, meter: Meter, column: int) -> Value:
    """The value brought to a whole number: `how` is floor, ceil or round."""
    change = ROUNDINGS[how]
    if isinstance(value, Far):
        value.require_whole_slope()
        rest = rounded(how, value.rest, meter, column)
        assert not isinstance(rest, Far)
        return Far(value.slope, rest, value.horizon)
    if isinstance(value, FiniteRoll):
        return _changed(value, change)
    if isinstance(value, OpenRoll):
        return mix(unrolled(value, lambda x: [(1, rounded(how, x, meter, column))], meter, column), meter, column)
    if isinstance(value, Roll):
        raise asked_too_much(column)
    return change(value)


def absolute(value: Value, meter: Meter, column: int) -> Value:
    """The distance of the value from zero."""
    if isinstance(value, Far):
        return value if value.sign() > 0 else arithmetic.negative(value)
    if isinstance(value, FiniteRoll):
        return _changed(value, distance)
    if isinstance(value, OpenRoll):
        return mix(unrolled(value, lambda x: [(1, absolute(x, meter, column))], meter, column), meter, column)
    if isinstance(value, Roll):
        raise asked_too_much(column)
    return distance(value)


def _changed(roll: FiniteRoll, change: Callable[[Exact], Exact]) -> Value:
    changed = finite((change(value), weight) for value, weight in items(roll))
    return changed if len(changed.outcomes) > 1 else whole(changed.outcomes[0])


def extreme(which: str, left: Value, right: Value, meter: Meter, column: int) -> Value:
    """The greater (`max`) or lesser (`min`) of two independent values."""
    if isinstance(left, Far) or isinstance(right, Far):
        difference = arithmetic.minus(left, right, meter, column)
        if isinstance(difference, Far):
            return left if (difference.sign() > 0) == (which == "max") else right
        if isinstance(difference, Roll):
            far = left if isinstance(left, Far) else right
            assert isinstance(far, Far)
            raise refuse(far, "compared with itself and other rolls")
        return left if (difference > 0) == (which == "max") else right
    if not isinstance(left, Roll) and not isinstance(right, Roll):
        return max(left, right) if which == "max" else min(left, right)
    a = left if isinstance(left, Roll) else constant(left)
    b = right if isinstance(right, Roll) else constant(right)
    if isinstance(a, ProductRoll) or isinstance(b, ProductRoll):
        raise asked_too_much(column)
    charge_for_extreme(which, a, b, meter, column)
    return simplified(extremes.greater(a, b) if which == "max" else extremes.lesser(a, b))


def charge_for_extreme(which: str, left: Roll, right: Roll, meter: Meter, column: int) -> None:
    """Announces the cost of telling the tails of two rolls together; `which` names what for."""
    work, numbers = 0, 0
    for roll in (left, right):
        if isinstance(roll, FiniteRoll):
            work += 40 * len(roll.outcomes)
    if isinstance(left, OpenRoll) or isinstance(right, OpenRoll):
        a, b, edge = extremes.aligned(left, right)
        for one in (a, b):
            one.charge_up_to(edge, meter, column)
        work += 400 * edge
        for one_way, other_way in ((a.up, b.up), (a.down, b.down)):
            if one_way is not None and other_way is not None:
                more, degree = product_work(one_way, other_way)
                work, numbers = work + more, numbers + degree
    meter.charge(work, numbers, 16 * numbers, column, f"the {which} of these rolls", "use smaller dice")


def simplified(roll: Roll) -> Exact | Roll:
    """The roll, or the number that it always shows."""
    if isinstance(roll, FiniteRoll) and len(roll.outcomes) == 1:
        return whole(roll.outcomes[0])
    return roll
