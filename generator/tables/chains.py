"""Processes of rounds as tables: the chance of each end by round and in the limit, and the expected rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.content.table_definitions import ChainDef, EndDef, RunningDef
from generator.diagnostics import Location
from generator.dice.chains import Limit, ends_by_round, limit
from generator.dice.notation import Refused
from generator.exact import Fraction
from generator.tables.axes import Point, axis_points, link_key, range_values, require_distinct
from generator.tables.computed import Computed, Head, Value, require_size
from generator.tables.contexts import Context
from generator.tables.formats import number_format
from generator.tables.model import Spanner
from generator.tables.numbers import NumberFormat, show
from generator.tables.transitions import End, Transitions, transitions
from generator.tables.unfit import Unfit

MOST_ROUNDS = 1_000


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of chances: of the end with this index (None: of no end so far), by a round or (None) in the limit."""

    end: int | None
    round: int | None


def compute(definition: ChainDef, context: Context) -> Computed:
    """All values of the table; raises Unfit, also where a limit is asked for that the process has not."""
    rows = axis_points(definition.rows, definition.where("rows"), context)
    rounds = _rounds(definition, context)
    columns = _columns(definition, rounds)
    require_size(definition.where("rows"), len(rows), len(columns))
    shared = transitions(definition, context)
    cells = [_row(definition, row, shared, context.having(row.names), columns) for row in rows]
    heads = [_head(definition, column) for column in columns]
    if definition.expected is not None:
        expected = definition.expected
        place = definition.where("expected")
        form = number_format(expected.format)
        heads.append(
            Head(expected.title, "expected-rounds", form, place, judged=False, derived=True, note=expected.note)
        )
    return Computed(
        definition,
        context,
        definition.rows.title,
        definition.round_title,
        rows,
        tuple(heads),
        tuple(cells),
        _spanners(definition, columns),
    )


def _rounds(definition: ChainDef, context: Context) -> tuple[Point, ...]:
    """The rounds that are shown, with their heads."""
    found: list[Point] = []
    for item in definition.rounds or ():
        for value in range_values(item, context):
            text = show(value, NumberFormat("decimal", 4, trim=True)).text
            if value.denominator != 1 or not 1 <= value <= MOST_ROUNDS:
                allowed = f"a whole number from 1 to {MOST_ROUNDS:,}"
                raise Unfit(definition.where("rounds"), f"there is no round {text} to show", allowed)
            label = definition.round_label.replace("{}", text)
            found.append(Point(label, link_key(label), {}, value))
    require_distinct(found, definition.where("rounds"))
    return tuple(found)


def _columns(definition: ChainDef, rounds: Sequence[Point]) -> tuple[_Column, ...]:
    """The columns of chances in order; without `show`, every end by round and in the limit, and `running` by round."""
    places: dict[str, int | None] = {end.key: index for index, end in enumerate(definition.ends)}
    asked = [(show.end, show.at) for show in definition.show]
    if not asked:
        asked = [(key, at) for key in places for at in ("rounds", "limit")]
        asked += [(definition.running.key, "rounds")] if definition.running else []
    if definition.running:
        places[definition.running.key] = None
    columns: list[_Column] = []
    for key, at in asked:
        numbers = [None] if at == "limit" else [int(point.value or 0) for point in rounds]
        columns += [_Column(places[key], number) for number in numbers]
    return tuple(columns)


def _row(
    definition: ChainDef, row: Point, shared: Transitions, context: Context, columns: Sequence[_Column]
) -> tuple[Value, ...]:
    own = shared.of_row(row, context)
    last = max((column.round for column in columns if column.round is not None), default=None)
    by_round: list[dict[object, Fraction]] = []
    if last is not None:
        try:
            by_round = [dict(ends) for ends in ends_by_round(own.chain_of_rounds(last), last)]
        except Refused as error:
            raise Unfit(
                definition.where("rounds"), f"in the row {row.label!r} {error.message}", error.allowed
            ) from error
    final = _limit(definition, row, shared, context) if _needs_limit(definition, columns) else None
    values: list[Value] = []
    for column in columns:
        if column.round is None:
            assert final is not None, "computed where any column asks for it"
            values.append(final.never if column.end is None else final.ends.get(End(column.end), Fraction(0)))
        else:
            ends = {state: chance for state, chance in by_round[column.round].items() if isinstance(state, End)}
            reached = sum(ends.values(), Fraction(0))
            values.append(1 - reached if column.end is None else ends.get(End(column.end), Fraction(0)))
    if definition.expected is not None:
        assert final is not None
        values.append(_expected(definition, row, final))
    return tuple(values)


def _needs_limit(definition: ChainDef, columns: Sequence[_Column]) -> bool:
    return definition.expected is not None or any(column.round is None for column in columns)


def _limit(definition: ChainDef, row: Point, shared: Transitions, context: Context) -> Limit:
    try:
        return limit(shared.of_row(row, context).chain())
    except Refused as error:
        message = f"in the row {row.label!r} {error.message}, so that there is no limit to show"
        raise Unfit(
            _limit_place(definition), message, "'show' with rounds alone, or a state that comes to a bound"
        ) from error


def _limit_place(definition: ChainDef) -> Location:
    """Where the definition asks for a limit."""
    for index, show_ in enumerate(definition.show):
        if show_.at == "limit":
            return definition.where("show", index)
    return definition.where("expected" if definition.show or definition.expected else "ends")


def _expected(definition: ChainDef, row: Point, final: Limit) -> Fraction:
    if final.rounds is None:
        message = f"in the row {row.label!r} no end is ever reached with a chance of {final.never}"
        message += ", so that the expected number of rounds has no bound"
        raise Unfit(definition.where("expected"), message, "ends that are reached with certainty")
    return final.rounds


def _head(definition: ChainDef, column: _Column) -> Head:
    form = number_format(definition.format)
    key = _shown_of(definition, column.end).key
    if column.round is None:
        return Head(definition.limit_title, f"{key}-limit", form, definition.where("format"))
    label = definition.round_label.replace("{}", str(column.round))
    return Head(label, f"{key}-{link_key(label)}", form, definition.where("format"), Fraction(column.round))


def _shown_of(definition: ChainDef, end: int | None) -> EndDef | RunningDef:
    """What columns of this end are about."""
    if end is not None:
        return definition.ends[end]
    assert definition.running is not None, "only its columns have no end"
    return definition.running


def _spanners(definition: ChainDef, columns: Sequence[_Column]) -> tuple[Spanner, ...]:
    """A head over the columns of each end."""
    spanners: list[Spanner] = []
    start = 0
    for end, group in groupby(columns, key=lambda column: column.end):
        stop = start + len(list(group))
        spanners.append(Spanner(_shown_of(definition, end).title, start, stop))
        start = stop
    return tuple(spanners)
