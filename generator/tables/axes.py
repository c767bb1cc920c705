"""The two axes of a table: the points that a definition's ranges and lists stand for, with their labels."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from generator.content.expressions import AxisRange
from generator.content.table_definitions import Axis
from generator.diagnostics import Location, Problem
from generator.dice.evaluate import Scope, number
from generator.dice.notation import NotationError
from generator.tables.formats import number_format
from generator.tables.numbers import MINUS, show

LARGEST_AXIS = 5_000


@dataclass(frozen=True, slots=True)
class Point:
    """One value of an axis: the number, how its head reads, and its part of a permanent link."""

    value: Fraction
    label: str
    key: str


def points(axis: Axis, place: Location, scope: Scope) -> tuple[tuple[Point, ...], tuple[Problem, ...]]:
    """Every point of the axis in order, and what is wrong with it: too many, none, or two that read alike.

    `place` is where the axis is declared, for problems of the axis as a whole.
    """
    values: list[Fraction] = []
    form = number_format(axis.format)
    for item in axis.values:
        first = item.first if isinstance(item, AxisRange) else item
        try:
            if isinstance(item, AxisRange):
                values += _steps(
                    number(item.first.node, scope),
                    number(item.last.node, scope),
                    number(item.step.node, scope) if item.step else Fraction(1),
                )
            else:
                values.append(number(item.node, scope))
        except NotationError as error:
            return (), (first.problem(error),)
        except ValueError as error:
            return (), (Problem(first.location, str(error), "a range runs upward, as in 6..25"),)
        if len(values) > LARGEST_AXIS:
            return (), (Problem(first.location, "the axis is too long", f"at most {LARGEST_AXIS:,} points"),)
    made = []
    for value in values:
        try:
            label = axis.label.replace("{}", show(value, form).text)
        except ValueError as error:
            return (), (Problem(place, str(error), "choose another format for the axis"),)
        made.append(Point(value, label, link_key(label)))
    seen: dict[str, Point] = {}
    for point in made:
        if point.key in seen:
            text = f"{seen[point.key].label!r} and {point.label!r} would share one link"
            return (), (Problem(place, text, "every label of an axis reads differently"),)
        seen[point.key] = point
    return tuple(made), ()


def link_key(label: str) -> str:
    """The part of a permanent link that stands for a label: letters, digits and points; a minus as `minus`."""
    plain = label.replace(MINUS, "minus-").replace("+", "plus-") if label[:1] in (MINUS, "+") else label
    return re.sub(r"[^\w.]+", "-", plain.lower()).strip("-")


def _steps(first: Fraction, last: Fraction, step: Fraction) -> list[Fraction]:
    if step <= 0 or last < first:
        raise ValueError(f"the range from {first} to {last} by {step} holds nothing")
    count = (last - first) // step
    if count >= LARGEST_AXIS:
        raise ValueError(f"the range from {first} to {last} by {step} is too long")
    return [first + k * step for k in range(count + 1)]
