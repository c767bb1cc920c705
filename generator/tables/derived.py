"""Columns that are computed from their row, the same for every kind that has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.content.expressions import AxisRange, identifier_of
from generator.content.table_definitions import DerivedDef, DerivedRange, DerivedValue, TableDef
from generator.diagnostics import Location
from generator.dice.evaluate import Scope
from generator.exact import Fraction
from generator.tables.axes import Point
from generator.tables.computed import Value
from generator.tables.contexts import Context
from generator.tables.formats import number_format
from generator.tables.numbers import show
from generator.tables.unfit import Unfit

# For a row, how `cell(x)` in an expression finds the cell of this row under column x.
RowLookup = Callable[[Fraction], Fraction]


def derive(
    definition: TableDef,
    derived: Sequence[DerivedDef],
    rows: Sequence[Point],
    contexts: Sequence[Context],
    lookups: Sequence[RowLookup] = (),
) -> tuple[tuple[Value, ...], ...]:
    """The values of the derived columns, a tuple a row; raises Unfit.

    `contexts` give each row's names; a column's key becomes a name for those after it. `lookups` are for kinds
    whose expressions may use `cell(x)`.
    """
    if lookups:
        contexts = [_looking(context, cell) for context, cell in zip(contexts, lookups, strict=True)]
    numbers: dict[str, tuple[DerivedValue, tuple[Fraction, ...]]] = {}
    made: list[tuple[Value, ...]] = []
    for index, column in enumerate(derived):
        if isinstance(column, DerivedValue):
            values = tuple(context.number(column.value) for context in contexts)
            numbers[column.key] = (column, values)
            name = identifier_of(column.key)
            contexts = [context.having({name: value}) for context, value in zip(contexts, values, strict=True)]
            made.append(values)
        else:
            made.append(_words(column, definition.where("derived", index), rows, *numbers[column.range_of]))
    return tuple(zip(*made, strict=True)) if made else tuple(() for _ in rows)


def _looking(context: Context, cell: RowLookup) -> Context:
    scope = context.scope
    return Context(Scope(scope.values, {**scope.functions, "cell": cell}, scope.budget), context.dice)


def _words(
    column: DerivedRange,
    place: Location,
    rows: Sequence[Point],
    source: DerivedValue,
    values: Sequence[Fraction],
) -> tuple[str, ...]:
    """The least and greatest of the column `source` over each group of rows, as words such as "2–3"."""
    form = number_format(source.format)
    words: list[str | None] = [None] * len(rows)
    plain = Context()
    for group in column.groups:
        first, last = (group.first, group.last) if isinstance(group, AxisRange) else (group, group)
        low, high = plain.number(first), plain.number(last)
        inside = [index for index, row in enumerate(rows) if row.value is not None and low <= row.value <= high]
        if not inside:
            raise Unfit(first.location, "no row of the table lies in this group", "a range of rows")
        try:
            least, greatest = (show(extreme(values[i] for i in inside), form).text for extreme in (min, max))
        except ValueError as error:
            raise Unfit(place, f"a derived cell cannot be shown: {error}") from error
        for index in inside:
            if words[index] is not None:
                raise Unfit(first.location, f"the row {rows[index].label} is in two groups", "groups that do not meet")
            words[index] = least if least == greatest else f"{least}–{greatest}"
    for row, word in zip(rows, words, strict=True):
        if word is None:
            raise Unfit(place, f"the row {row.label} is in no group", "every row belongs to one group")
    return tuple(word or "" for word in words)
