"""What a grid's cell would be after a slip inside its rule: a heading taken as it is printed, or another rounding.

A source that works with a rounded heading (3.1667 for 19/6), or that rounds a product down where its rule rounds up,
prints a value that no rounding of the right one gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from generator.content.table_definitions import GridDef, TableDef
from generator.dice.evaluate import Scope, number
from generator.dice.notation import Function, Node, NotationError
from generator.dice.syntax import Call
from generator.exact import Fraction
from generator.tables.axes import axis_points
from generator.tables.contexts import Context

_ROUNDERS = {"ceil": "up", "floor": "down", "round": "to the nearest"}


def slips(
    definition: TableDef, functions: Mapping[str, Function], row: str, column: str
) -> Iterator[tuple[str, Fraction]]:
    """Every slip that gives the cell of a grid a value, in words, with that value."""
    if not isinstance(definition, GridDef) or definition.layout.transpose:
        return
    context = Context(Scope(functions=functions))
    rows = axis_points(definition.rows, definition.where("rows"), context)
    columns = axis_points(definition.columns, definition.where("columns"), context)
    here = next((point for point in rows if point.label == row), None)
    above = next((point for point in columns if point.label == column), None)
    if here is None or above is None:
        return
    node, names = definition.cell.node, {**here.names, **above.names}
    if above.value is not None and (heading := _stated(above.label)) not in (None, above.value):
        yield from _valued(
            f"computed with the heading as printed, {above.label}, in place of {above.value}",
            node,
            context.having({**names, definition.columns.name: heading}),
        )
    for old, new in ((a, b) for a in _ROUNDERS for b in _ROUNDERS if a != b):
        swapped = {name: f.but(body=_with_call(f.body, old, new)) for name, f in functions.items()}
        changed = _with_call(node, old, new)
        if changed is not node or any(f.body is not functions[name].body for name, f in swapped.items()):
            words = f"the rule's number rounded {_ROUNDERS[new]} instead of {_ROUNDERS[old]}"
            yield from _valued(words, changed, Context(Scope(functions=swapped)).having(names))


def _stated(label: str) -> Fraction | None:
    try:
        return Fraction(label)
    except ValueError:
        return None


def _valued(words: str, node: Node, context: Context) -> Iterator[tuple[str, Fraction]]:
    try:
        yield words, number(context.closed(node), context.scope)
    except NotationError:
        return


@lru_cache(maxsize=4096)
def _with_call(part: Any, old: str, new: str) -> Any:
    """The expression with every call of one function turned into a call of another; itself where it has none."""
    if isinstance(part, tuple):
        changed = tuple(_with_call(one, old, new) for one in part)
        return part if all(a is b for a, b in zip(part, changed, strict=True)) else changed
    if not isinstance(part, Node):
        return part
    inside = {name: _with_call(getattr(part, name), old, new) for name in part.field_names}
    if isinstance(part, Call) and part.function == old:
        inside["function"] = new
    return part if all(getattr(part, name) is value for name, value in inside.items()) else part.but(**inside)
