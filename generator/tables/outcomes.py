"""Named outcomes as conditions over named rolls: their chances by row, and the proof that exactly one happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.content.expressions import identifier_of
from generator.content.table_definitions import OutcomeDef, OutcomesDef
from generator.dice.evaluate import evaluate
from generator.dice.notation import Node, NotationError
from generator.dice.roll import Roll
from generator.dice.syntax import Arithmetic, Call, Number
from generator.exact import Fraction
from generator.tables.axes import Point, axis_points
from generator.tables.computed import Computed, Head, derived_heads, require_size
from generator.tables.contexts import Context, unfit
from generator.tables.derived import derive
from generator.tables.formats import number_format
from generator.tables.named_rolls import culprit, named_rolls
from generator.tables.unfit import Unfit


def compute(definition: OutcomesDef, context: Context) -> Computed:
    """All values of the table; raises Unfit, also where no outcome or more than one can happen."""
    rows = axis_points(definition.rows, definition.where("rows"), context)
    require_size(definition.where("rows"), len(rows), len(definition.outcomes))
    rolls = {name: roll.node for name, roll in definition.rolls.items()}
    prepared = named_rolls(rolls, [outcome.when.node for outcome in definition.outcomes])
    code = _code(definition.outcomes)
    contexts = [context.having(row.names) for row in rows]
    cells = [
        _row(definition, row, here, prepared.settled(here), code) for row, here in zip(rows, contexts, strict=True)
    ]
    named = [
        here.having({**_columns(definition, values), **rolls}) for here, values in zip(contexts, cells, strict=True)
    ]
    derived = derive(definition, definition.derived, rows, named)
    form = number_format(definition.format)
    heads = [
        Head(outcome.title, outcome.key, form, definition.where("format"), note=outcome.note)
        for outcome in definition.outcomes
    ]
    return Computed(
        definition,
        context,
        definition.rows.title,
        definition.column_title,
        rows,
        (*heads, *derived_heads(definition, definition.derived)),
        tuple(own + more for own, more in zip(cells, derived, strict=True)),
    )


def _columns(definition: OutcomesDef, values: Sequence[Fraction]) -> Mapping[str, Fraction]:
    """The chances by their outcomes' keys, for derived columns; a name that means something else keeps its meaning."""
    taken = {*definition.rows.names, *definition.rolls}
    named = {identifier_of(outcome.key): value for outcome, value in zip(definition.outcomes, values, strict=True)}
    return {name: value for name, value in named.items() if name not in taken}


def _code(outcomes: Sequence[OutcomeDef]) -> Node:
    """One expression that tells which outcomes happen: 1 for the first, 2 for the second, 4 for the next, added up."""
    code: Node = Number(1, Fraction(0))
    for index, outcome in enumerate(outcomes):
        when = outcome.when.node
        weight, nothing = Number(when.column, Fraction(1 << index)), Number(when.column, Fraction(0))
        code = Arithmetic(when.column, "+", code, Call(when.column, "if", (when, weight, nothing), ()))
    return code


def _row(definition: OutcomesDef, row: Point, context: Context, settled: Context, code: Node) -> tuple[Fraction, ...]:
    try:
        together = evaluate(settled.closed(code), settled.scope)
    except NotationError as error:
        raise _culprit(definition, context, settled, error) from error
    sets = dict(together.items()) if isinstance(together, Roll) else {together: Fraction(1)}
    for happening, chance in sets.items():
        names = [o.title for index, o in enumerate(definition.outcomes) if int(happening) >> index & 1]
        if not names:
            raise _gap(definition, row, chance)
        if len(names) > 1:
            raise _overlap(definition, row, names, chance)
    return tuple(sets.get(Fraction(1 << index), Fraction(0)) for index in range(len(definition.outcomes)))


def _culprit(definition: OutcomesDef, context: Context, settled: Context, error: NotationError) -> Unfit:
    """Whose fault it is that the outcomes could not be evaluated: a roll's, or an outcome's."""
    found = culprit(context, definition.rolls)
    if found is not None:
        return found
    for outcome in definition.outcomes:
        zero = Number(outcome.when.node.column, Fraction(0))
        try:
            settled.value(Call(outcome.when.node.column, "if", (outcome.when.node, zero, zero), ()))
        except NotationError as own:
            return unfit(outcome.when, own)
    # Each outcome alone can be evaluated; it is all of them together that cannot.
    return Unfit(definition.where("outcomes"), error.message, error.allowed)


def _gap(definition: OutcomesDef, row: Point, chance: Fraction) -> Unfit:
    message = f"in the row {row.label!r} no outcome happens with a chance of {_odds(chance)}"
    return Unfit(definition.where("outcomes"), message, "outcomes that cover every case once")


def _overlap(definition: OutcomesDef, row: Point, titles: Sequence[str], chance: Fraction) -> Unfit:
    both = " and ".join(repr(title) for title in titles)
    message = f"in the row {row.label!r} the outcomes {both} happen together with a chance of {_odds(chance)}"
    return Unfit(definition.where("outcomes"), message, "outcomes that cover every case once")


def _odds(chance: Fraction) -> str:
    return str(chance) if chance.denominator < 10**9 else f"about {float(chance):.3g}"
