"""What the definition of each kind of table must agree on: which names each expression may use, and unlike keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.content import sentences as say
from generator.content.axis_scopes import constant_problems
from generator.content.expressions import Expression, Functions, identifier_of, name_problems
from generator.content.list_scopes import list_problems
from generator.content.table_definitions import (
    Axis,
    BandsDef,
    ChainDef,
    DerivedDef,
    DerivedRange,
    DerivedValue,
    GridDef,
    InverseDef,
    ListDef,
    OutcomesDef,
    RowsBase,
    TableBase,
    TableDef,
)
from generator.diagnostics import Location, Problem, allowed_words
from generator.dice.notation import parse_function

# What expressions of a chain call the number of the round.
ROUND = "round"


def kind_problems(table: TableDef, functions: Functions) -> Iterator[Problem]:
    """Everything about `table` that is wrong for its kind."""
    yield from _KINDS[type(table)](table, functions)


def axes_of(table: TableDef) -> Mapping[str, Axis]:
    """The axes of a table by the keys that declare them."""
    axes = {"rows": table.rows} if isinstance(table, RowsBase) else {}
    return {**axes, "columns": table.columns} if isinstance(table, (GridDef, InverseDef)) else axes


def condition_names(table: RowsBase) -> tuple[str, ...]:
    """What the conditions of labels and bands may use."""
    columns = table.columns.names if isinstance(table, (GridDef, InverseDef)) else ()
    return ("value", *table.rows.names, *columns)


class Names:
    """The names that a table gives a meaning to so far, and what each of them names."""

    def __init__(self, table: TableBase) -> None:
        self.table = table
        self.taken: dict[str, str] = {}

    def take(self, names: Iterable[str], what: str, place: Location) -> Iterator[Problem]:
        """Adds names; a problem at `place` for each that has a meaning already."""
        for name in names:
            if name in self.taken:
                yield Problem(place, say.SAME_NAME.format(name=f"'{name}'", other=self.taken[name]))
            self.taken[name] = what

    def take_keys(self, key: str, parts: Mapping[str, Expression], what: str) -> Iterator[Problem]:
        """Adds the keys of a mapping of the definition."""
        for name in parts:
            yield from self.take((name,), what, self.table.where_key(key, name))


def same_keys(table: TableBase, key: str, parts: Collection[Any]) -> Iterator[Problem]:
    """A problem for each part of a list whose key another has already."""
    seen: set[str] = set()
    for index, part in enumerate(parts):
        if part.key in seen:
            yield Problem(table.where(key, index, "key"), say.LISTED_TWICE.format(name=f"'{part.key}'"))
        seen.add(part.key)


def _grid(table: GridDef | InverseDef, functions: Functions) -> Iterator[Problem]:
    names = Names(table)
    yield from names.take(table.rows.names, "the rows", table.where("rows", "name"))
    yield from names.take(table.columns.names, "the columns", table.where("columns", "name"))
    if isinstance(table, GridDef):
        yield from name_problems(table.cell, (*table.rows.names, *table.columns.names), functions)
    else:
        yield from names.take((table.target,), "the target", table.where("target"))
        yield from name_problems(table.chance, (*table.rows.names, table.target), functions)
        if not table.columns.name:
            yield Problem(table.where("columns"), say.CHANCES_NEEDED)
    # A derived column looks along its row with `cell(x)`; only its one parameter matters for this check.
    row_functions = {**functions, "cell": parse_function("cell(column) = column")}
    yield from _derived(table, table.derived, dict.fromkeys(table.rows.names, "the rows"), (), row_functions)


def _outcomes(table: OutcomesDef, functions: Functions) -> Iterator[Problem]:
    names = Names(table)
    yield from names.take(table.rows.names, "the rows", table.where("rows", "name"))
    for name, roll in table.rolls.items():
        yield from name_problems(roll, tuple(names.taken), functions)
        yield from names.take((name,), "a roll or the rows", table.where_key("rolls", name))
    for outcome in table.outcomes:
        yield from name_problems(outcome.when, tuple(names.taken), functions)
    yield from same_keys(table, "outcomes", table.outcomes)
    keys = [outcome.key for outcome in table.outcomes]
    yield from _derived(table, table.derived, names.taken, keys, functions)


def _bands(table: BandsDef, functions: Functions) -> Iterator[Problem]:
    names = Names(table)
    yield from names.take(table.rows.names, "the rows", table.where("rows", "name"))
    yield from name_problems(table.roll, table.rows.names, functions)
    for declared in table.ranges:
        for end in (declared.first, declared.last):
            if end is not None:
                yield from name_problems(end, table.rows.names, functions)
    yield from same_keys(table, "ranges", table.ranges)
    yield from names.take(("roll",), "the roll", table.where("rows", "name"))
    yield from _derived(table, table.derived, names.taken, [part.key for part in table.ranges], functions)


def _chain(table: ChainDef, functions: Functions) -> Iterator[Problem]:
    names = Names(table)
    yield from names.take((ROUND,), "the number of the round", table.where("kind"))
    yield from names.take(table.rows.names, "the rows", table.where("rows", "name"))
    for start in table.state.values():
        yield from name_problems(start, table.rows.names, functions)
    yield from names.take_keys("state", table.state, "the state")
    for when in (end.when for end in table.ends):
        yield from name_problems(when, tuple(names.taken), functions)
    for name, roll in table.roll.items():
        yield from name_problems(roll, tuple(names.taken), functions)
        yield from names.take((name,), "a roll", table.where_key("roll", name))
    for name, value in table.next.items():
        if name not in table.state:
            message = say.UNKNOWN_STATE.format(name=f"'{name}'")
            yield Problem(table.where_key("next", name), message, allowed_words(name, table.state))
        yield from name_problems(value, tuple(names.taken), functions)
    yield from _ends(table)
    for item in table.rounds or ():
        yield from constant_problems(item, functions)


def _ends(table: ChainDef) -> Iterator[Problem]:
    yield from same_keys(table, "ends", table.ends)
    keys = [end.key for end in table.ends]
    if table.running is not None:
        if table.running.key in keys:
            message = say.SAME_NAME.format(name=f"'{table.running.key}'", other="an end")
            yield Problem(table.where("running", "key"), message)
        keys.append(table.running.key)
    seen: set[tuple[str, str]] = set()
    for index, show in enumerate(table.show):
        if show.end not in keys:
            message = say.UNKNOWN_END.format(name=f"'{show.end}'")
            yield Problem(table.where("show", index, "end"), message, allowed_words(show.end, set(keys)))
        if (show.end, show.at) in seen:
            name = f"'{show.at}' of '{show.end}'"
            yield Problem(table.where("show", index), say.LISTED_TWICE.format(name=name))
        seen.add((show.end, show.at))
        if show.at == "rounds" and table.rounds is None:
            yield Problem(table.where("show", index, "at"), say.NO_ROUNDS)


def _derived(
    table: TableBase,
    derived: Sequence[DerivedDef],
    taken: Mapping[str, str],
    keys: Collection[str],
    functions: Functions,
) -> Iterator[Problem]:
    """The columns computed from the row: `taken` are the row's names, `keys` those of the columns before these."""
    known = dict(taken)
    columns: list[str] = []
    for key in keys:
        if identifier_of(key) in known:
            # Naming the column would hide what the name means; so the column has no name here.
            continue
        known[identifier_of(key)] = "a column"
    for index, column in enumerate(derived):
        name = identifier_of(column.key)
        if isinstance(column, DerivedValue):
            yield from name_problems(column.value, tuple(known), functions)
        else:
            above = [one.key for one in derived[:index] if isinstance(one, DerivedValue)]
            yield from _range_problems(table, index, column, above, functions)
        place = table.where("derived", index, "key")
        if column.key in columns or column.key in keys:
            yield Problem(place, say.LISTED_TWICE.format(name=f"'{column.key}'"))
        elif name in taken:
            yield Problem(place, say.SAME_NAME.format(name=f"'{column.key}'", other=taken[name]))
        if isinstance(column, DerivedValue):
            known[name] = "a column"
        columns.append(column.key)


def _range_problems(
    table: TableBase, index: int, column: DerivedRange, above: Collection[str], functions: Functions
) -> Iterator[Problem]:
    if column.range_of not in above:
        message = say.UNKNOWN_COLUMN.format(name=f"'{column.range_of}'")
        yield Problem(table.where("derived", index, "range_of"), message, allowed_words(column.range_of, set(above)))
    for item in column.groups:
        yield from constant_problems(item, functions)


_KINDS: Mapping[type, Callable[[Any, Functions], Iterator[Problem]]] = {
    GridDef: _grid,
    InverseDef: _grid,
    OutcomesDef: _outcomes,
    BandsDef: _bands,
    ListDef: list_problems,
    ChainDef: _chain,
}
