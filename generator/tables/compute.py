"""The exact values behind a table: every cell and derived column of a definition, before any rounding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.content.table_definitions import (
    BandsDef,
    ChainDef,
    GridDef,
    InverseDef,
    ListDef,
    OutcomesDef,
    TableDef,
)
from generator.diagnostics import Problem
from generator.dice.evaluate import Memory, Scope
from generator.dice.notation import Function
from generator.remembering import remembered
from generator.tables import bands, chains, grids, lists, outcomes
from generator.tables.computed import Computed
from generator.tables.contexts import Context
from generator.tables.unfit import Unfit


@remembered(lambda definition, functions, memory=None: (id(definition), id(functions)))  # noqa: ARG005
def compute(
    definition: TableDef, functions: Mapping[str, Function], memory: Memory | None = None
) -> tuple[Computed | None, tuple[Problem, ...]]:
    """All values of a table, or the problem for which it has none.

    In `memory` is what tables with the same functions have found already: in a system, many ask for the same rolls.
    """
    try:
        return _KINDS[type(definition)](definition, Context(Scope(functions=functions, memory=memory or Memory()))), ()
    except Unfit as error:
        return None, (error.problem,)


_KINDS: Mapping[type, Callable[[Any, Context], Computed]] = {
    GridDef: grids.compute,
    InverseDef: grids.compute,
    OutcomesDef: outcomes.compute,
    BandsDef: bands.compute,
    ListDef: lists.compute,
    ChainDef: chains.compute,
}
