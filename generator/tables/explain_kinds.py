"""What each kind of table computes for a cell, told with the numbers and rolls of its row and column.

Where a cell is one expression, the step `computed` is that expression in full: `dicepress odds` takes it as it stands
and gives the same exact value, unless it uses functions of the system, which the step `function` spells out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.content.expressions import Expression, identifier_of, read_expression
from generator.content.table_definitions import (
    Axis,
    BandsDef,
    BoundItem,
    ChainDef,
    ComputedColumn,
    DerivedValue,
    GridDef,
    InverseDef,
    ListDef,
    OutcomesDef,
    RowsBase,
)
from generator.dice.notation import substitute
from generator.exact import Fraction
from generator.tables.axes import Point
from generator.tables.computed import Computed, Value
from generator.tables.numbers import NumberFormat, show

_CELL = re.compile(r"\bcell\(([^()]*)\)")
_BRACKETED = re.compile(r"\((\d+)\)(?=[dD])")
_WORD = re.compile(r"[A-Za-z_]\w*")
_CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Place:
    """A cell's row, the numbers and rolls that the names of the row stand for, and the index of its column."""

    row: Point
    texts: Texts
    rolls: Texts
    across: int


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an explanation: what it is about, and what there is to say."""

    about: str
    text: str


def cell_steps(computed: Computed, row: Point, across: int, shared: Texts) -> list[Step]:
    """What is computed for the cell of this row in the column with this index.

    `shared` are the functions of the system by name, as they are defined.
    """
    definition, head = computed.definition, computed.columns[across]
    if isinstance(definition, ListDef):
        steps = _list(computed, definition, row, across)
    else:
        assert isinstance(definition, RowsBase), "every kind but a list has a row axis"
        texts, rolls = _axis_texts(definition.rows, row)
        steps = [Step("row", _names({**texts, **rolls}))] if row.names else []
        of_row = head.derived and not isinstance(definition, ChainDef)
        tell = _derived if of_row else _KINDS[type(definition)]
        steps += tell(computed, definition, _Place(row, texts, rolls, across))
    return [*steps, *_functions(steps, shared)]


def _grid(computed: Computed, definition: GridDef, at: _Place) -> list[Step]:
    texts, rolls = _axis_texts(definition.columns, _column(computed, at.across))
    return [
        *([Step("column", _names({**texts, **rolls}))] if texts or rolls else []),
        Step("cell", definition.cell.text),
        Step("computed", _asked(definition.cell.text, {**at.texts, **texts}, {**at.rolls, **rolls})),
    ]


def _inverse(computed: Computed, definition: InverseDef, at: _Place) -> list[Step]:
    texts, _ = _axis_texts(definition.columns, _column(computed, at.across))
    search = f"{definition.find}({definition.target}: ({definition.chance.text}) >= {definition.columns.name})"
    steps = [
        Step("column", _names(texts)),
        Step("chance", definition.chance.text),
        Step("computed", _asked(search, {**at.texts, **texts}, at.rolls)),
    ]
    found = computed.cells[computed.rows.index(at.row)][at.across]
    assert isinstance(found, Fraction), "a target is a number"
    for tried in (found, found + (1 if definition.find == "largest" else -1)):
        here = computed.context.having(at.row.names).having({definition.target: tried})
        chance = here.number(definition.chance)
        asked = computed.columns[at.across].exact
        enough = "enough" if asked is not None and chance >= asked else "too little"
        percent = show(chance, NumberFormat("percent", 4)).text
        steps.append(Step(f"at {_number(tried)}", f"a chance of {chance}, {percent}: {enough}"))
    return steps


def _outcomes(_: Computed, definition: OutcomesDef, at: _Place) -> list[Step]:
    outcome = definition.outcomes[at.across]
    rolls = {name: _filled(roll.text, at.texts) for name, roll in definition.rolls.items()}
    return [
        *(Step(f"roll {name}", text) for name, text in rolls.items()),
        Step("when", outcome.when.text),
        Step("computed", _asked(f"P({outcome.when.text})", at.texts, {**at.rolls, **rolls})),
    ]


def _bands(_: Computed, definition: BandsDef, at: _Place) -> list[Step]:
    declared = definition.ranges[at.across]
    low, high = (_filled(end.text, at.texts) if end else "" for end in (declared.first, declared.last))
    inside = f"{_closed(low)} <= roll" if low else "roll"
    inside += f" <= {_closed(high)}" if high else ""
    rolls = {**at.rolls, "roll": _filled(definition.roll.text, at.texts)}
    return [
        Step("roll", definition.roll.text),
        Step("range", f"{low or 'any value'} to {high or 'any value'}, both ends included"),
        Step("computed", _asked(f"P({inside})", at.texts, rolls) if low or high else "1"),
    ]


def _chain(computed: Computed, definition: ChainDef, at: _Place) -> list[Step]:
    head = computed.columns[at.across]
    steps = [Step(f"start {name}", _filled(start.text, at.texts)) for name, start in definition.state.items()]
    steps += [Step(f"roll {name}", _filled(roll.text, at.texts)) for name, roll in definition.roll.items()]
    steps += [Step(f"next {name}", _filled(value.text, at.texts)) for name, value in definition.next.items()]
    steps += [Step(f"end {end.title}", _filled(end.when.text, at.texts)) for end in definition.ends]
    if head.derived:
        return [*steps, Step("computed", "the expected number of rounds until an end")]
    # A column's key is that of its end, a hyphen, and the round; the longest fitting key is the end's.
    ends = [end for end in definition.ends if head.key.startswith(f"{end.key}-")]
    end = max(ends, key=lambda end: len(end.key), default=None)
    what = f"the end {end.title!r} has been reached" if end else "no end has been reached"
    when = f"after {_number(head.exact)} rounds" if head.exact is not None else "in the limit"
    return [*steps, Step("computed", f"the chance that {what} {when}")]


def _derived(computed: Computed, definition: Any, at: _Place) -> list[Step]:
    first = len(computed.columns) - len(definition.derived)
    declared = definition.derived[at.across - first]
    if not isinstance(declared, DerivedValue):
        return [Step("computed", f"the least and the greatest of '{declared.range_of}' over the group of this row")]
    values = computed.cells[computed.rows.index(at.row)]
    rolls, known = dict(at.rolls), dict(at.texts)
    if isinstance(definition, OutcomesDef):
        rolls |= {name: _filled(roll.text, at.texts) for name, roll in definition.rolls.items()}
    elif isinstance(definition, BandsDef):
        rolls["roll"] = _filled(definition.roll.text, at.texts)
    # The columns of a grid have no names of their own; `cell(x)` asks for them.
    named = first if isinstance(definition, (GridDef, InverseDef)) else 0
    for head, value in list(zip(computed.columns, values, strict=True))[named : at.across]:
        if isinstance(value, Fraction) and identifier_of(head.key) not in rolls:
            known.setdefault(identifier_of(head.key), _bracketed(value))
    text = _CELL.sub(lambda call: _looked_up(computed, values, call), declared.value.text)
    return [Step("value", declared.value.text), Step("computed", _asked(text, known, rolls))]


def _looked_up(computed: Computed, values: Sequence[Value], call: re.Match[str]) -> str:
    """The cell that `cell(x)` finds in this row, where x is a plain number."""
    at = computed.context.number(read_expression(call[1]))
    for head, value in zip(computed.columns, values, strict=True):
        if head.exact == at and isinstance(value, Fraction):
            return _bracketed(value)
    return call[0]


def _list(computed: Computed, definition: ListDef, row: Point, across: int) -> list[Step]:
    declared = definition.columns[across + 1]
    entry = definition.entries[computed.rows.index(row)]
    if not isinstance(declared, ComputedColumn):
        return [Step("written", f"{entry.get(declared.key, '') or 'nothing'}, as the entry gives it")]
    texts: dict[str, str] = {}
    rolls: dict[str, str] = {}
    for column in definition.columns:
        written = str(entry.get(column.key, ""))
        if isinstance(column, ComputedColumn) or not written:
            continue
        if column.type == "roll":
            rolls[identifier_of(column.key)] = written
        else:
            texts[identifier_of(column.key)] = _closed(written)
    for column, value in zip(definition.columns[1:], computed.cells[computed.rows.index(row)], strict=True):
        if isinstance(column, ComputedColumn) and isinstance(value, Fraction):
            texts[identifier_of(column.key)] = _bracketed(value)
    asked = _asked(declared.value.text, texts, rolls)
    return [Step("value", declared.value.text), Step("computed", asked)]


def _column(computed: Computed, across: int) -> Point:
    head = computed.columns[across]
    return Point(head.label, head.key, head.names, head.exact)


def _axis_texts(axis: Axis, point: Point) -> tuple[dict[str, str], dict[str, str]]:
    """What the names of a point stand for: numbers as an expression writes them, and rolls as their author did."""
    written: dict[str, Mapping[str, Expression]] = {}
    for item in axis.values:
        if isinstance(item, BoundItem):
            written[axis.label.replace("{}", item.label)] = item.names
        elif isinstance(item, Expression):
            written[axis.label.replace("{}", item.text)] = {axis.name: item}
    numbers = {name: _bracketed(bound) for name, bound in point.names.items() if isinstance(bound, Fraction)}
    return numbers, {name: written[point.label][name].text for name in point.names if name not in numbers}


def _asked(text: str, texts: Texts, rolls: Texts) -> str:
    """The expression with its numbers filled in. A roll mentioned once is written out, another is bound by `where`."""
    body = _filled(text, texts)
    bound: dict[str, str] = {}
    # A roll may mention those before it alone, so that all its mentions are known when its turn comes.
    for name, roll in reversed(list(rolls.items())):
        mentions = _WORD.findall(" ".join([body, *bound.values()])).count(name)
        if mentions == 1:
            body = _filled(body, {name: _closed(roll)})
            bound = {other: _filled(written, {name: _closed(roll)}) for other, written in bound.items()}
        elif mentions:
            bound = {name: roll, **bound}
    return f"{body} where {', '.join(f'{name} = {roll}' for name, roll in bound.items())}" if bound else body


def _filled(text: str, texts: Texts) -> str:
    return _BRACKETED.sub(r"\1", substitute(text, texts))


def _functions(steps: Sequence[Step], shared: Texts) -> list[Step]:
    """The shared functions that the steps call, and those that these call in turn, as they are defined."""
    found: dict[str, Step] = {}
    waiting = _CALLED.findall(" ".join(step.text for step in steps))
    while waiting:
        name = waiting.pop(0)
        if name in shared and name not in found:
            found[name] = Step("function", shared[name])
            waiting += _CALLED.findall(shared[name])
    return list(found.values())


def _names(texts: Texts) -> str:
    return ", ".join(f"{name} = {text}" for name, text in texts.items())


def _number(value: Fraction) -> str:
    return show(value, NumberFormat("decimal", 4, trim=True)).text


def _bracketed(value: Fraction) -> str:
    return str(value) if value.denominator == 1 and value >= 0 else f"({value})"


def _closed(text: str) -> str:
    """An expression that can stand inside another one."""
    return text if re.fullmatch(r"[\w.!%]*", text) else f"({text})"


_KINDS: Mapping[type, Callable[[Computed, Any, _Place], list[Step]]] = {
    GridDef: _grid,
    InverseDef: _inverse,
    OutcomesDef: _outcomes,
    BandsDef: _bands,
    ChainDef: _chain,
}
