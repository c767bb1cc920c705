"""A roll cut into named ranges: the chance of each by row, and the proof that they hold every value once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from generator.content.expressions import Expression, identifier_of
from generator.content.table_definitions import BandsDef, RangeDef
from generator.dice.condensed import condensed
from generator.dice.notation import NotationError
from generator.dice.roll import Roll, constant
from generator.exact import Fraction
from generator.tables.axes import Point, axis_points
from generator.tables.computed import Computed, Head, derived_heads, require_size
from generator.tables.contexts import Bound, Context, as_bound, unfit
from generator.tables.derived import derive
from generator.tables.formats import number_format
from generator.tables.unfit import Unfit

# What expressions call the roll that is cut.
ROLL = "roll"

# The two ends of a range, both of which belong to it; None is an open end.
Ends = tuple[Fraction | None, Fraction | None]


def compute(definition: BandsDef, context: Context) -> Computed:
    """All values of the table; raises Unfit, also where a value of the roll lies in no range or in two."""
    rows = axis_points(definition.rows, definition.where("rows"), context)
    require_size(definition.where("rows"), len(rows), len(definition.ranges))
    contexts, cells = [], []
    for row in rows:
        here = context.having(row.names)
        law, bound = _law(definition.roll, here)
        values = _row(definition, row, here, law)
        cells.append(values)
        contexts.append(here.having({**_columns(definition, values), ROLL: bound}))
    derived = derive(definition, definition.derived, rows, contexts)
    form = number_format(definition.format)
    heads = [
        Head(declared.title, declared.key, form, definition.where("format"), note=declared.note)
        for declared in definition.ranges
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


def _law(roll: Expression, context: Context) -> tuple[Roll, Bound]:
    """The roll of a row, and what `roll` stands for in its derived columns."""
    try:
        value = context.value(roll.node)
    except NotationError as error:
        raise unfit(roll, error) from error
    return (value, as_bound(roll.node, value)) if isinstance(value, Roll) else (constant(value), value)


def _columns(definition: BandsDef, values: Sequence[Fraction]) -> Mapping[str, Fraction]:
    taken = {*definition.rows.names, ROLL}
    named = {identifier_of(part.key): value for part, value in zip(definition.ranges, values, strict=True)}
    return {name: value for name, value in named.items() if name not in taken}


def _row(definition: BandsDef, row: Point, context: Context, law: Roll) -> tuple[Fraction, ...]:
    ends = [_ends(declared, context) for declared in definition.ranges]
    for (one, a), (other, b) in combinations(zip(definition.ranges, ends, strict=True), 2):
        shared = _chance(law, _common(a, b))
        if shared:
            message = f"in the row {row.label!r} the ranges {one.title!r} and {other.title!r} both hold"
            message += f" {_spoken(_common(a, b))}"
            raise Unfit(definition.where("ranges"), message, "ranges that hold every value once")
    chances = tuple(_chance(law, own) for own in ends)
    if sum(chances) != 1:
        missing = 1 - sum(chances)
        message = (
            f"in the row {row.label!r} no range holds the values {_gap(law, ends)}, which have a chance of {missing}"
        )
        raise Unfit(definition.where("ranges"), message, "ranges that hold every value once")
    return chances


def _ends(declared: RangeDef, context: Context) -> Ends:
    first, last = declared.first, declared.last
    return (context.number(first) if first else None, context.number(last) if last else None)


def _common(one: Ends, other: Ends) -> Ends:
    firsts = [first for first in (one[0], other[0]) if first is not None]
    lasts = [last for last in (one[1], other[1]) if last is not None]
    return max(firsts, default=None), min(lasts, default=None)


def _chance(law: Roll, ends: Ends) -> Fraction:
    first, last = ends
    if first is not None and last is not None and first > last:
        return Fraction(0)
    below = Fraction(0) if first is None else 1 - law.at_least(first)
    above = Fraction(0) if last is None else law.more_than(last)
    return 1 - below - above


def _gap(law: Roll, ends: Sequence[Ends]) -> str:
    """The lowest values that can come up and lie in no range, in words."""
    marks = sorted({end for own in ends for end in own if end is not None})
    spots = condensed(law, [(mark, above) for mark in marks for above in (False, True)])
    spot = next(value for value, _ in spots.items() if not any(_holds(own, value) for own in ends))
    low = max((mark for mark in marks if mark < spot), default=None)
    high = min((mark for mark in marks if mark > spot), default=None)
    words = [f"above {low}" if low is not None else "", f"below {high}" if high is not None else ""]
    return " and ".join(word for word in words if word)


def _holds(ends: Ends, value: Fraction) -> bool:
    first, last = ends
    return (first is None or first <= value) and (last is None or value <= last)


def _spoken(ends: Ends) -> str:
    first, last = ends
    if first is None or last is None:
        return f"values from {first} on" if first is not None else f"values up to {last}" if last is not None else "all"
    return str(first) if first == last else f"{first} to {last}"
