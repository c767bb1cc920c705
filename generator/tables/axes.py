"""The two axes of a table: the points that a definition's ranges and lists stand for, with their labels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.content.expressions import AxisItem, AxisRange, Expression
from generator.content.table_definitions import Axis, BoundItem
from generator.diagnostics import Location, Problem
from generator.dice.evaluate import Scope
from generator.dice.notation import NotationError
from generator.exact import Fraction
from generator.tables.contexts import Bound, Context, as_bound, unfit
from generator.tables.formats import number_format
from generator.tables.numbers import MINUS, NumberFormat, show
from generator.tables.unfit import Unfit

LARGEST_AXIS = 5_000


@dataclass(frozen=True, slots=True)
class Point:
    """One place on an axis: how its head reads, its part of a permanent link, and what its names stand for.

    `value` is the number where the point is one; rolls and items with several names have none.
    """

    label: str
    key: str
    names: Mapping[str, Bound]
    value: Fraction | None = None


def points(axis: Axis, place: Location, scope: Scope) -> tuple[tuple[Point, ...], tuple[Problem, ...]]:
    """Every point of the axis in order, or what is wrong with it; see `axis_points`."""
    try:
        return axis_points(axis, place, Context(scope)), ()
    except Unfit as error:
        return (), (error.problem,)


def axis_points(axis: Axis, place: Location, context: Context) -> tuple[Point, ...]:
    """Every point of the axis in order; raises Unfit where there are too many, or two that read alike.

    `place` is where the axis is declared, for problems of the axis as a whole.
    """
    form = number_format(axis.format)
    made: list[Point] = []
    for item in axis.values:
        if isinstance(item, BoundItem):
            made.append(_bound_point(axis, item, context))
        elif isinstance(item, Expression) and isinstance(bound := _bound(item, context), Fraction):
            made.append(_number_point(axis, bound, form, place))
        elif isinstance(item, Expression):
            # In a roll as it is written, a hyphen is a minus.
            made.append(_point(axis.label, item.text, {axis.name: bound}, written=item.text.replace("-", MINUS)))
        else:
            made += [_number_point(axis, value, form, place) for value in range_values(item, context)]
        if len(made) > LARGEST_AXIS:
            where = item.names[next(iter(item.names))] if isinstance(item, BoundItem) else _first(item)
            raise Unfit(where.location, "the axis is too long", f"at most {LARGEST_AXIS:,} points")
    require_distinct(made, place)
    return tuple(made)


def require_distinct(made: Sequence[Point], place: Location) -> None:
    """Raises Unfit where two heads would share a link, or one would have none."""
    seen: dict[str, Point] = {}
    for point in made:
        if not point.key:
            raise Unfit(place, f"{point.label!r} has no letter or digit to make a link of", "another label")
        if point.key in seen:
            text = f"{seen[point.key].label!r} and {point.label!r} would share one link"
            raise Unfit(place, text, "every label of an axis reads differently")
        seen[point.key] = point


def range_values(item: AxisItem, context: Context) -> list[Fraction]:
    """The numbers that a range or a constant expression stands for; raises Unfit."""
    if isinstance(item, Expression):
        return [context.number(item)]
    first, last = context.number(item.first), context.number(item.last)
    step = context.number(item.step) if item.step else Fraction(1)
    name = f"the range from {first} to {last} by {step}"
    if step <= 0 or last < first:
        raise Unfit(item.first.location, f"{name} holds nothing", "a range runs upward, as in 6..25")
    count = (last - first) // step
    if count >= LARGEST_AXIS:
        raise Unfit(item.first.location, f"{name} is too long", f"at most {LARGEST_AXIS:,} points")
    return [first + k * step for k in range(count + 1)]


def link_key(label: str) -> str:
    """The part of a permanent link that stands for a label: letters, digits and points; signs are spelled out."""
    plain = label.replace(MINUS, "-minus-").replace("+", "-plus-").replace("!", "-open-")
    plain = f"minus-{plain[1:]}" if plain.startswith("-") and label.startswith("-") else plain
    return re.sub(r"[^\w.]+", "-", plain.lower()).strip("-")


def _bound_point(axis: Axis, item: BoundItem, context: Context) -> Point:
    return _point(axis.label, item.label, {name: _bound(value, context) for name, value in item.names.items()})


def _number_point(axis: Axis, value: Fraction, form: NumberFormat, place: Location) -> Point:
    try:
        text = show(value, form).text
    except ValueError as error:
        raise Unfit(place, str(error), "choose another format for the axis") from error
    label = axis.label.replace("{}", text)
    return Point(label, link_key(label), {axis.name: value}, value)


def _point(pattern: str, text: str, names: Mapping[str, Bound], written: str = "") -> Point:
    return Point(pattern.replace("{}", text), link_key(pattern.replace("{}", written or text)), names)


def _bound(expression: Expression, context: Context) -> Bound:
    try:
        return as_bound(expression.node, context.value(expression.node))
    except NotationError as error:
        raise unfit(expression, error) from error


def _first(item: AxisItem) -> Expression:
    return item.first if isinstance(item, AxisRange) else item
