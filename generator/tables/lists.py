"""Lists: facts in rows as their entries give them, and columns computed from earlier ones."""

from __future__ import annotations

from collections.abc import Mapping

from generator.content.expressions import identifier_of, read_expression
from generator.content.source_file import Text
from generator.content.table_definitions import AXIS_FORMAT, ComputedColumn, ListColumn, ListDef
from generator.dice.notation import NotationError
from generator.tables.axes import Point, link_key, require_distinct
from generator.tables.computed import Computed, Head, Value, require_size
from generator.tables.contexts import Bound, Context, as_bound, unfit
from generator.tables.formats import number_format
from generator.tables.numbers import MINUS, show
from generator.tables.unfit import Unfit


def compute(definition: ListDef, context: Context) -> Computed:
    """All values of the table; raises Unfit."""
    first, columns = definition.columns[0], definition.columns[1:]
    require_size(definition.where("entries"), len(definition.entries), len(columns))
    heads = tuple(_head(definition, index, column) for index, column in enumerate(columns, 1))
    rows: list[Point] = []
    cells: list[tuple[Value, ...]] = []
    for entry in definition.entries:
        values, names = _row(definition, entry, context)
        rows.append(_point(values[first.key], _head(definition, 0, first), names))
        cells.append(tuple(values[column.key] for column in columns))
    require_distinct(rows, definition.where("entries"))
    return Computed(definition, context, first.title, "", tuple(rows), heads, tuple(cells))


def _point(value: Value, head: Head, names: Mapping[str, Bound]) -> Point:
    """The head of a row, which is the cell of the first column."""
    if isinstance(value, str):
        # In a roll as it is written, a hyphen is a minus.
        return Point(value, link_key(value.replace("-", MINUS) if identifier_of(head.key) in names else value), names)
    try:
        text = show(value, head.format).text
    except ValueError as error:
        raise Unfit(head.place, f"a head of a row cannot be shown: {error}") from error
    return Point(text, link_key(text), names, value)


def _row(
    definition: ListDef, entry: Mapping[str, Text], context: Context
) -> tuple[dict[str, Value], Mapping[str, Bound]]:
    """The cells of an entry by their columns' keys, and what its numbers and rolls are called."""
    values: dict[str, Value] = {}
    names: dict[str, Bound] = {}
    blank: set[str] = set()
    for column in definition.columns:
        name = identifier_of(column.key)
        if isinstance(column, ComputedColumn):
            if not blank.isdisjoint(column.value.node.names):
                # What is computed from a cell that is left out is left out too.
                values[column.key] = ""
                blank.add(name)
                continue
            names[name] = values[column.key] = context.having(names).number(column.value)
            continue
        cell = entry.get(column.key, Text(""))
        values[column.key] = str(cell)
        if not cell:
            blank.add(name)
        elif column.type == "number":
            names[name] = values[column.key] = context.number(read_expression(cell))
        elif column.type == "roll":
            names[name] = _roll(cell, context)
    return values, names


def _roll(cell: Text, context: Context) -> Bound:
    expression = read_expression(cell)
    try:
        return as_bound(expression.node, context.value(expression.node))
    except NotationError as error:
        raise unfit(expression, error) from error


def _head(definition: ListDef, index: int, column: ListColumn) -> Head:
    place = definition.where("columns", index)
    return Head(
        column.title,
        column.key,
        number_format(column.format or AXIS_FORMAT),
        place,
        judged=False,
        derived=isinstance(column, ComputedColumn),
        note=column.note,
    )
