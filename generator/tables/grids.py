"""Grids and inverse tables: one expression over a row axis and a column axis, or the target that leaves a chance."""

from __future__ import annotations

from collections.abc import Sequence

from generator.content.expressions import Expression
from generator.content.table_definitions import GridDef, InverseDef
from generator.dice.notation import Node, NotationError, parse
from generator.dice.staged import Staged
from generator.exact import Fraction
from generator.tables.axes import Point, axis_points
from generator.tables.computed import Computed, Head, derived_heads, require_size
from generator.tables.contexts import Context, unfit
from generator.tables.derived import RowLookup, derive
from generator.tables.formats import number_format


def compute(definition: GridDef | InverseDef, context: Context) -> Computed:
    """All values of the table; raises Unfit."""
    rows = axis_points(definition.rows, definition.where("rows"), context)
    columns = axis_points(definition.columns, definition.where("columns"), context)
    require_size(definition.where("rows"), len(rows), len(columns))
    cell, rule = _rule(definition)
    contexts = [context.having(row.names) for row in rows]
    try:
        staged = Staged(rule, frozenset().union(*(column.names for column in columns)), context.scope)
        cells = [tuple(map(here.asking(staged), (column.names for column in columns))) for here in contexts]
    except NotationError as error:
        raise unfit(cell, error) from error
    lookups = [_lookup(columns, values) for values in cells] if definition.derived else []
    derived = derive(definition, definition.derived, rows, contexts, lookups)
    form = number_format(definition.format)
    heads = [Head(c.label, c.key, form, definition.where("format"), c.value, c.names) for c in columns]
    return Computed(
        definition,
        context,
        definition.rows.title,
        definition.columns.title,
        rows,
        (*heads, *derived_heads(definition, definition.derived)),
        tuple(own + more for own, more in zip(cells, derived, strict=True)),
    )


def _rule(definition: GridDef | InverseDef) -> tuple[Expression, Node]:
    """The expression that a problem in a cell points at, and what is computed for each cell."""
    if isinstance(definition, GridDef):
        return definition.cell, definition.cell.node
    search = f"{definition.find}({definition.target}: ({definition.chance.text}) >= {definition.columns.name})"
    return definition.chance, parse(search)


def _lookup(columns: Sequence[Point], values: Sequence[Fraction]) -> RowLookup:
    cells = {column.value: value for column, value in zip(columns, values, strict=True) if column.value is not None}

    def cell(at: Fraction) -> Fraction:
        if at not in cells:
            listed = ", ".join(column.label for column in columns if column.value is not None)
            hint = f"columns: {listed}" if listed else "the columns are no numbers"
            raise NotationError(f"the table has no column at {at}", 1, hint)
        return cells[at]

    return cell
