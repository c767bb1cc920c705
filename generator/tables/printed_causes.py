"""Why a printed cell does not agree: the first of the likely causes that gives the printed text exactly.

They are tried in a fixed order: a slip along rows or columns that explains several cells of the row, a plain number
where the table has a label, a neighbor, another rounding, a slip inside the rule, a wrong digit. What none explains
is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.content.published import PrintedRow
from generator.content.table_definitions import TableDef
from generator.dice.notation import Function
from generator.tables.check_model import Verdict
from generator.tables.model import Cell, Table
from generator.tables.printed_cells import agrees, last_digit, plain, rounded_plainly, scaled, slip_of_a_digit, stated
from generator.tables.roundings import other_roundings
from generator.tables.rule_slips import slips

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_ASLANT = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_WAYS = {1: "the next row", -1: "the row before", 0: ""}
_ACROSS = {1: "the next column", -1: "the column before", 0: ""}


@dataclass(frozen=True, slots=True)
class Place:
    """A printed cell that does not agree: where it stands in our table, and the first cell of ours it does not fit."""

    row: PrintedRow
    column: str
    text: str
    cell: Cell
    at: tuple[int, int]
    fits: tuple[str, ...]
    due: str

    @property
    def roundings(self) -> tuple[str, ...]:
        """The other roundings that give the printed number."""
        number, exact = stated(self.text), scaled(self.cell)
        if number is None or exact is None or self.cell.format is None:
            return ()
        return other_roundings(exact, self.cell.format.digits, number)


@dataclass(frozen=True, slots=True)
class Trial:
    """What the cause of a cell is looked for in.

    `places` are the cells of the same row that are off; `roundings` counts how many cells of the whole printed table
    each other rounding would explain.
    """

    table: Table
    definition: TableDef
    functions: Mapping[str, Function]
    places: Sequence[Place]
    roundings: Mapping[str, int]


def cause_of(trial: Trial, place: Place) -> tuple[Verdict, str]:
    """The verdict on a cell that does not agree, and its cause in words; empty words where nothing explains it."""
    table, cell, text = trial.table, place.cell, place.text
    if place.fits:
        return "wrong", f"right for {', '.join(place.fits)}, which the row takes together with {_label(table, place)}"
    support = {way: sum(_fits(table, other, way) for other in trial.places) for way in (*_STRAIGHT, *_ASLANT)}
    ways = [way for way in support if support[way] > 1 and _fits(table, place, way)]
    if ways:
        way = max(ways, key=lambda one: support[one])
        return "misprint", f"{_where(table, place, way)}, as in {_count(support[way])} cells of this row"
    if rounded_plainly(text, cell):
        return "right under another legend", "the number rounded plainly, where the table has a label"
    if stated(text) is None and cell.replaced:
        return "wrong", f"another label's place: {place.due} is due here"
    near = next((way for way in _STRAIGHT if _fits(table, place, way)), None)
    if near is not None:
        return "misprint", _where(table, place, near)
    if also := _shifted_and_rounded(trial, place, support):
        return "misprint", also
    if place.roundings:
        return "right under another rounding", max(place.roundings, key=lambda name: trial.roundings[name])
    if stated(text) is not None:
        for words, value in slips(trial.definition, trial.functions, *_labels(table, place)):
            if agrees(text, plain(cell._replace(exact=value))):
                return "wrong", words
    if slip := slip_of_a_digit(text, cell.text):
        return "misprint", slip
    return "wrong", last_digit(text, cell.text) or (f"{place.due} is due here" if stated(text) is None else "")


def _shifted_and_rounded(trial: Trial, place: Place, support: Mapping[tuple[int, int], int]) -> str:
    """The neighbor that another rounding turns into the printed number, where the rest of the row slipped that way."""
    number, near = stated(place.text), [way for way in _STRAIGHT if support[way]]
    for way in near if number is not None else ():
        other = _neighbor(trial.table, place, way)
        exact = scaled(other) if other is not None else None
        if other is None or exact is None or other.format is None:
            continue
        if names := other_roundings(exact, other.format.digits, number or exact):
            return f"{_where(trial.table, place, way)}, {max(names, key=lambda name: trial.roundings[name])}"
    return ""


def _fits(table: Table, place: Place, way: tuple[int, int]) -> bool:
    """Whether the printed text is what our table has one step away."""
    other = _neighbor(table, place, way)
    return other is not None and agrees(place.text, other.text)


def _neighbor(table: Table, place: Place, way: tuple[int, int]) -> Cell | None:
    down, across = place.at[0] + way[0], place.at[1] + way[1]
    inside = 0 <= down < len(table.rows) and 0 <= across < len(table.columns)
    if not inside or table.columns[across].derived != table.columns[place.at[1]].derived:
        return None
    return table.rows[down].cells[across]


def _where(table: Table, place: Place, way: tuple[int, int]) -> str:
    down = table.rows[place.at[0] + way[0]].label
    across = table.columns[place.at[1] + way[1]].label
    if not way[1]:
        return f"the value of {_WAYS[way[0]]}, {down}"
    if not way[0]:
        return f"the value of {_ACROSS[way[1]]}, {across}"
    return f"the value of {_WAYS[way[0]]} and {_ACROSS[way[1]]}, {down} at {across}"


def _count(number: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return words[number] if number < len(words) else str(number)


def _label(table: Table, place: Place) -> str:
    return table.rows[place.at[0]].label


def _labels(table: Table, place: Place) -> tuple[str, str]:
    return table.rows[place.at[0]].label, table.columns[place.at[1]].label
