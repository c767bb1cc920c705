"""From the definition of a chart to its exact points, the sentence that describes it, and the table behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import cast

from generator.content.chart_definitions import ChartDef, EachSeries, RollSeries, RowSeries
from generator.content.expressions import Expression
from generator.content.table_parts import Axis
from generator.diagnostics import Location, Problem, allowed_words
from generator.dice.evaluate import Scope
from generator.dice.notation import Function, NotationError
from generator.dice.roll import Exact, FiniteRoll, Roll
from generator.exact import Fraction
from generator.remembering import remembered
from generator.tables.axes import axis_points, link_key
from generator.tables.chart_model import Chart, ChartStyle, Point, Scale, Series, number_text
from generator.tables.chart_words import described, scale_note
from generator.tables.contexts import Context, unfit
from generator.tables.figures import answered
from generator.tables.formats import number_format
from generator.tables.legend import legend
from generator.tables.model import Cell, Column, Row, Table
from generator.tables.numbers import NumberFormat, show
from generator.tables.unfit import Unfit

MOST_SERIES = 8
MOST_VALUES = 5_000
MOST_BARS = 120


@dataclass(frozen=True, slots=True)
class _Plan:
    """A series before its points: where it takes its values, and what it measures at any place."""

    label: str
    place: Location
    own: tuple[Fraction, ...]
    measure: Callable[[Fraction], Fraction | None]
    cumulative: bool


@dataclass(frozen=True, slots=True)
class _Words:
    """The sentences about a chart, with their calls answered."""

    caption: str
    notes: tuple[str, ...]


@remembered(
    lambda definition, system, functions, tables: (
        id(definition),
        system,
        id(functions),
        *((name, id(table)) for name, table in tables.items()),
    )
)
def draw_up(
    definition: ChartDef, system: str, functions: Mapping[str, Function], tables: Mapping[str, Table]
) -> tuple[Chart | None, tuple[Problem, ...]]:
    """The chart with every point exact, or what keeps it from being drawn as declared."""
    try:
        return _chart(definition, system, Context(Scope(functions=functions)), tables), ()
    except Unfit as error:
        return None, (error.problem,)


def _chart(definition: ChartDef, system: str, context: Context, tables: Mapping[str, Table]) -> Chart:
    first, last = _end(definition.x.first, context), _end(definition.x.last, context)
    if first is not None and last is not None and first >= last:
        text = f"the chart would run from {number_text(first)} to {number_text(last)}"
        raise Unfit(definition.where("x", "to"), text, "an end above the start")
    plans = [
        plan
        for index in range(len(definition.series))
        for plan in _plans(definition, index, context, tables, (first, last))
    ]
    _check_labels(definition, plans)
    across = sorted({x for plan in plans for x in plan.own})
    series = tuple(
        Series(
            link_key(plan.label), plan.label, _points(plan, across if plan.cumulative else plan.own), plan.cumulative
        )
        for plan in plans
    )
    _check_size(definition, series)
    form = number_format(definition.y.format)
    words = _Words(
        answered(definition.caption, context.scope), tuple(answered(note, context.scope) for note in definition.notes)
    )
    table = _table(definition, system, plans, across, form, words)
    style, scale = cast(ChartStyle, definition.style), cast(Scale, definition.scale)
    return Chart(
        id=definition.id,
        system=system,
        title=definition.title,
        caption=words.caption,
        description=described(series, form, heads=(definition.x.title, definition.y.title), style=style, scale=scale),
        x_head=definition.x.title,
        y_head=definition.y.title,
        series=series,
        table=table,
        style=style,
        scale=scale,
        join_peaks=definition.join_peaks,
        lift=definition.lift,
        percent=form.style == "percent",
        x_ends=(first, last),
        notes=words.notes,
        source=definition.source,
    )


def _end(expression: Expression | None, context: Context) -> Fraction | None:
    return None if expression is None else context.number(expression)


Ends = tuple[Fraction | None, Fraction | None]


def _plans(
    definition: ChartDef, index: int, context: Context, tables: Mapping[str, Table], ends: Ends
) -> Iterator[_Plan]:
    declared = definition.series[index]
    place = definition.where("series", index)
    if isinstance(declared, RowSeries):
        yield _row_plan(definition, index, declared, tables[declared.table], ends)
    elif isinstance(declared, EachSeries):
        axis = Axis(name=declared.each.name, title=declared.label, values=declared.each.values, label=declared.label)
        repeated = axis_points(axis, definition.where("series", index, "each"), context)
        if len(repeated) > MOST_SERIES:
            where = definition.where("series", index, "each", "values")
            raise Unfit(where, f"the chart would have {len(repeated)} series", f"at most {MOST_SERIES}")
        for point in repeated:
            yield _roll_plan(point.label, declared, place, context.having(point.names), ends)
    else:
        yield _roll_plan(declared.label, declared, place, context, ends)


def _roll_plan(label: str, declared: RollSeries | EachSeries, place: Location, context: Context, ends: Ends) -> _Plan:
    try:
        roll = context.value(declared.roll.node)
    except NotationError as error:
        raise unfit(declared.roll, error) from error
    if not isinstance(roll, Roll):
        raise Unfit(declared.roll.location, f"{label!r} is a number, not a roll", "a roll such as 3d6")
    measure = {"exactly": roll.probability, "at-least": roll.at_least, "at-most": roll.at_most}[declared.show]
    # The drawing and the table behind it ask for the same chances, which are fractions of very large numbers.
    return _Plan(label, place, _totals(label, roll, declared.roll, ends), cache(measure), declared.show != "exactly")


def _totals(label: str, roll: Roll, declared: Expression, ends: Ends) -> tuple[Fraction, ...]:
    """The totals that the chart shows; an open-ended roll needs the chart's ends to have finitely many."""
    first, last = ends
    if roll.maximum is None and last is None:
        raise Unfit(declared.location, f"{label!r} has no highest total", "say under 'x' where the chart ends: to")
    if roll.minimum is None and first is None:
        raise Unfit(declared.location, f"{label!r} has no lowest total", "say under 'x' where the chart starts: from")
    reach = max((abs(end) for end in ends if end is not None), default=Fraction(0))
    totals: list[Fraction] = []
    for value in map(Fraction, _possible(roll)):
        # Without a least value they come outwards from zero, else in ascending order.
        if not isinstance(roll, FiniteRoll) and (
            abs(value) > reach if roll.minimum is None else last is not None and value > last
        ):
            break
        if (first is None or value >= first) and (last is None or value <= last):
            totals.append(value)
        if len(totals) > MOST_VALUES:
            raise Unfit(declared.location, f"{label!r} has too many totals", f"at most {MOST_VALUES:,} a series")
    if not totals:
        raise Unfit(declared.location, f"{label!r} has no total between the chart's ends", "a wider chart")
    return tuple(sorted(totals))


def _possible(roll: Roll) -> Iterator[Exact]:
    if isinstance(roll, FiniteRoll):
        return (value for value, weight in zip(roll.outcomes, roll.weights, strict=True) if weight)
    return (value for value, chance in roll.items() if chance)


def _row_plan(definition: ChartDef, index: int, declared: RowSeries, table: Table, ends: Ends) -> _Plan:
    row = next((row for row in table.rows if row.label == declared.row), None)
    if row is None:
        labels = [row.label for row in table.rows]
        text = f"table {table.id!r} has no row {declared.row!r}"
        raise Unfit(definition.where("series", index, "row"), text, allowed_words(declared.row, labels))
    first, last = ends
    values: dict[Fraction, Fraction] = {
        column.exact: cell.exact
        for column, cell in zip(table.columns, row.cells, strict=True)
        if column.exact is not None
        and cell.exact is not None
        and not column.derived
        and (first is None or column.exact >= first)
        and (last is None or column.exact <= last)
    }
    if not values:
        text = f"the columns of table {table.id!r} are not numbers that the chart could run along"
        raise Unfit(definition.where("series", index, "table"), text, "a table with numbers as column heads")
    return _Plan(
        declared.label or row.label, definition.where("series", index), tuple(sorted(values)), values.get, False
    )


def _points(plan: _Plan, places: list[Fraction] | tuple[Fraction, ...]) -> tuple[Point, ...]:
    return tuple(Point(x, y) for x in places if (y := plan.measure(x)) is not None)


def _check_labels(definition: ChartDef, plans: list[_Plan]) -> None:
    if len(plans) > MOST_SERIES:
        raise Unfit(definition.where("series"), f"the chart has {len(plans)} series", f"at most {MOST_SERIES}")
    seen: dict[str, str] = {}
    for plan in plans:
        key = link_key(plan.label)
        if key in seen:
            text = f"{seen[key]!r} and {plan.label!r} would share one link"
            raise Unfit(plan.place, text, "every label of a chart reads differently")
        seen[key] = plan.label


def _check_size(definition: ChartDef, series: tuple[Series, ...]) -> None:
    bars = len({point.x for one in series for point in one.points}) * len(series)
    if definition.style == "bars" and bars > MOST_BARS:
        text = f"the chart would have {bars} bars, too thin to be told apart"
        raise Unfit(definition.where("style"), text, f"at most {MOST_BARS}; use line or steps, or a narrower 'x'")
    for one in series:
        flat = one.points[0].x == one.points[-1].x or one.peaks[0].y <= 0
        if definition.scale != "none" and flat:
            text = f"{one.label!r} has a single value, which cannot be stretched"
            raise Unfit(definition.where("scale"), text, "a roll with two totals or more")


def _table(
    definition: ChartDef, system: str, plans: list[_Plan], across: list[Fraction], form: NumberFormat, words: _Words
) -> Table:
    try:
        rows = tuple(
            Row(link_key(label), label, tuple(_cell(plan.measure(x), form) for plan in plans), x)
            for x in across
            for label in (number_text(x),)
        )
    except ValueError as error:
        raise Unfit(definition.where("y", "format"), str(error), "another number format") from error
    note = scale_note(cast(Scale, definition.scale), lift=definition.lift)
    return Table(
        id=definition.id,
        system=system,
        title=definition.title,
        caption=words.caption,
        stub_head=definition.x.title,
        column_head=definition.y.title,
        columns=tuple(Column(link_key(plan.label), plan.label) for plan in plans),
        rows=rows,
        legend=legend((), rows),
        notes=(*words.notes, *((note,) if note else ())),
        source=definition.source,
    )


def _cell(value: Fraction | None, form: NumberFormat) -> Cell:
    if value is None:
        return Cell("")
    shown = show(value, form)
    return Cell(shown.text, value, form, replaced=shown.bounded)
