"""What a calculator says to some entries, computed exactly from its tables: the second road beside its formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.exact import Fraction
from generator.tables.calculator_model import (
    Calculator,
    Choices,
    Entry,
    Heads,
    Input,
    Lookup,
    Output,
    Place,
    Reckoned,
    Search,
    Source,
    Steps,
)
from generator.tables.calculator_terms import Term, names_in, value_of
from generator.tables.model import Table
from generator.tables.numbers import MINUS, NumberFormat, round_half_up, show

# Begins each remark on an entry that does not fit; the sheet's formulas look for it.
ALARM = "▲ "
# Stands for every output while an entry does not fit.
MEND_FIRST = "see the inputs"
OUT_OF_TABLE = "not in the table"

_PLAIN = NumberFormat("decimal", 4, trim=True)


@dataclass(frozen=True, slots=True)
class Answers:
    """The remark beside each entry, how many entries do not fit, and each output: a number, or words instead."""

    remarks: tuple[str, ...]
    unfit: int
    outputs: tuple[Fraction | str, ...]


def answers(calculator: Calculator, tables: Mapping[str, Table], entries: Sequence[Entry]) -> Answers:
    """Everything that the calculator shows for these entries, one an input."""
    meant = [meaning(given, entry) for given, entry in zip(calculator.inputs, entries, strict=True)]
    remarks = tuple(
        given.help if value is not None else refusal(given)
        for given, value in zip(calculator.inputs, meant, strict=True)
    )
    unfit = sum(value is None for value in meant)
    known: dict[str, Fraction | str] = {}
    for given, value in zip(calculator.inputs, meant, strict=True):
        known[given.name] = MEND_FIRST if value is None else value
    outputs = []
    for output in calculator.outputs:
        found = MEND_FIRST if unfit else _answer(output, tables, known)
        known[output.name] = found
        outputs.append(found)
    return Answers(remarks, unfit, tuple(outputs))


def meaning(given: Input, entry: Entry) -> Fraction | None:
    """The number that an entry stands for, None where the input does not take it. Case does not matter in words."""
    match given.asked:
        case Steps() as asked:
            fits = isinstance(entry, Fraction) and asked.least <= entry <= asked.most
            fits = fits and isinstance(entry, Fraction) and (entry - asked.least) % asked.step == 0
            return entry if fits and isinstance(entry, Fraction) else None
        case Choices() as asked:
            at = _found(asked.labels, entry)
            return None if at is None else asked.values[at]
        case Heads() as asked:
            at = _found(asked.heads, entry)
            return None if at is None else Fraction(at + 1)


def refusal(given: Input) -> str:
    """What an input says of an entry that it does not take."""
    match given.asked:
        case Steps(least, most, step):
            if step == 1:
                return f"{ALARM}Enter a whole number from {_text(least)} to {_text(most)}."
            return f"{ALARM}Enter a number from {_text(least)} to {_text(most)}, in steps of {_text(step)}."
        case Choices(labels):
            return f"{ALARM}Choose one of the list, {labels[0]} to {labels[-1]}."
        case Heads() as asked:
            return f"{ALARM}Choose one of the list, {asked.labels[0]} to {asked.labels[-1]}."


def needed(source: Source) -> tuple[str, ...]:
    """The names that an output is computed from, in the order met."""
    return tuple(dict.fromkeys(name for term in _terms(source) for name in names_in(term)))


def _terms(source: Source) -> tuple[Term, ...]:
    match source:
        case Reckoned(term, _):
            return (term,)
        case Lookup():
            return (*([source.which] if source.which else []), source.row.term, source.column.term)
        case Search():
            return source.column.term, source.bound


def _text(value: Fraction) -> str:
    return show(value, _PLAIN).text.replace(MINUS, "-")


def _found(heads: Sequence[Fraction | str], entry: Entry) -> int | None:
    sought = entry.casefold() if isinstance(entry, str) else entry
    for at, head in enumerate(heads):
        if sought == (head.casefold() if isinstance(head, str) else head):
            return at
    return None


def _answer(output: Output, tables: Mapping[str, Table], known: Mapping[str, Fraction | str]) -> Fraction | str:
    values: dict[str, Fraction] = {}
    for name in needed(output.source):
        value = known[name]
        if isinstance(value, str):
            return value
        values[name] = value
    match output.source:
        case Reckoned(term, digits):
            return _kept(value_of(term, values), digits)
        case Lookup() as source:
            at = 0 if source.which is None else int(value_of(source.which, values)) - 1
            row, column = _place(source.row, values), _place(source.column, values)
            if row is None or column is None:
                return source.beyond
            cell = tables[source.tables[at]].rows[row].cells[column]
            return cell.text if cell.exact is None else cell.exact
        case Search() as source:
            column = _place(source.column, values)
            if column is None:
                return source.beyond
            bound = value_of(source.bound, values)
            cells = [row.cells[column].exact for row in tables[source.table].rows]
            fitting = [
                head
                for head, cell in zip(source.heads, cells, strict=True)
                if cell is not None and (cell >= bound if source.at_least else cell <= bound)
            ]
            return (max(fitting) if source.largest else min(fitting)) if fitting else source.beyond


def _kept(value: Fraction, digits: int | None) -> Fraction:
    """The value to so many decimals, halves away from zero, as a spreadsheet rounds."""
    return value if digits is None else round_half_up(abs(value), digits) * (-1 if value < 0 else 1)


def _place(place: Place, values: Mapping[str, Fraction]) -> int | None:
    """The index from 0 along the axis, None where the table has no such place."""
    value = value_of(place.term, values)
    if place.heads is not None:
        return place.heads.index(value) if value in place.heads else None
    return int(value) - 1 if value.denominator == 1 and 1 <= value <= place.count else None
