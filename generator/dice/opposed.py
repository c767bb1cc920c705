"""How likely one value beats another: a roll against a target, and a roll against a roll."""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import ceil

from generator.dice import arithmetic
from generator.dice.cost import Meter
from generator.dice.far import Far, Value
from generator.dice.open_ended import OpenRoll
from generator.dice.products import ProductRoll
from generator.dice.roll import Exact, FiniteRoll, Roll
from generator.exact import Fraction

COMPARISONS: dict[str, Callable[[Exact, Exact], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}
_MIRRORED = {">=": "<=", ">": "<", "<=": ">=", "<": ">", "==": "==", "!=": "!="}


def chance(sign: str, left: Value, right: Value, meter: Meter, column: int) -> Fraction | int:
    """The chance that the comparison of two independent values holds; an int where it is decided."""
    if type(right) is int:
        if type(left) is int:
            return int(COMPARISONS[sign](left, right))
        if type(left) is FiniteRoll:
            return _against(sign, left, right)
    if isinstance(left, Far) or isinstance(right, Far):
        difference = arithmetic.minus(left, right, meter, column)
        if not isinstance(difference, Far):
            return chance(sign, difference, 0, meter, column)
        return int(COMPARISONS[sign](difference.sign(), 0))
    if isinstance(left, Roll):
        if isinstance(right, Roll):
            if isinstance(left, FiniteRoll) and isinstance(right, FiniteRoll):
                work = 20 * min(len(left.outcomes), len(right.outcomes))
                meter.charge(work, 0, 0, column, "opposing these rolls", "use smaller dice")
                return _of_finite(sign, left, right)
            difference = arithmetic.minus(left, right, meter, column)
            assert isinstance(difference, Roll)
            charge_for_target(difference, 0, meter, column)
            return _against(sign, difference, 0)
        charge_for_target(left, right, meter, column)
        return _against(sign, left, right)
    if isinstance(right, Roll):
        charge_for_target(right, left, meter, column)
        return _against(_MIRRORED[sign], right, left)
    return int(compared(sign, left, right))


def compared(sign: str, left: Exact, right: Exact) -> bool:
    """Whether a comparison of two numbers holds; of whole numbers, which takes a fraction of the time."""
    return COMPARISONS[sign](left.numerator * right.denominator, right.numerator * left.denominator)


def charge_for_target(roll: Roll, target: Exact, meter: Meter, column: int) -> None:
    """Announces the cost of the tail from a target on."""
    if isinstance(roll, (OpenRoll, ProductRoll)):
        steps = target if roll.step == 1 else target / Fraction(roll.step)
        roll.charge_up_to(abs(ceil(steps)) + 2, meter, column)


def _against(sign: str, roll: Roll, target: Exact) -> Fraction:
    match sign:
        case ">=":
            return roll.at_least(target)
        case ">":
            return roll.more_than(target)
        case "<":
            return 1 - roll.at_least(target)
        case "<=":
            return 1 - roll.more_than(target)
        case "==":
            return roll.probability(target)
    return 1 - roll.probability(target)


def _of_finite(sign: str, left: FiniteRoll, right: FiniteRoll) -> Fraction:
    """Goes through the roll with fewer values and asks the other for its tail each time."""
    if len(left.outcomes) > len(right.outcomes):
        left, right, sign = right, left, _MIRRORED[sign]
    total = left.total * right.total
    if sign in ("==", "!="):
        equal = sum(weight * right.weight(value) for value, weight in zip(left.outcomes, left.weights, strict=True))
        return Fraction(equal if sign == "==" else total - equal, total)
    # left < right is decided by the weight of right above each value, left <= right by that from it on;
    # left >= right and left > right are what remains.
    beyond = right.weight_above if sign in ("<", ">=") else right.tail_weight
    lost = sum(weight * beyond(value) for value, weight in zip(left.outcomes, left.weights, strict=True))
    return Fraction(lost if sign in ("<", "<=") else total - lost, total)
