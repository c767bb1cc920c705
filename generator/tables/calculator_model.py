"""A calculator, ready to be written to a sheet and to be answered: inputs, and outputs with their tables resolved.

What a reader types is a number or words; each input says which it takes, and what it then stands for in terms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.exact import Fraction
from generator.tables.calculator_terms import Term
from generator.tables.numbers import NumberFormat

Entry = Fraction | str | None
"""What a cell holds: a number, words, or nothing."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Every number from `least` to `most` by `step`; it stands for itself."""

    least: Fraction
    most: Fraction
    step: Fraction


@dataclass(frozen=True, slots=True)
class Choices:
    """Some words, each of which stands for a number."""

    labels: tuple[str, ...]
    values: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a table's rows or of its first columns, as numbers or as words; each stands for its place."""

    table: str
    along: Literal["rows", "columns"]
    heads: tuple[Fraction, ...] | tuple[str, ...]
    labels: tuple[str, ...]


Asked = Steps | Choices | Heads


@dataclass(frozen=True, slots=True)
class Input:
    """What a reader enters. `default` is what the cell holds at first."""

    name: str
    label: str
    help: str
    asked: Asked
    default: Fraction | str


@dataclass(frozen=True, slots=True)
class Place:
    """Where along an axis of a table: the place counted from 1, of `count`.

    With `heads`, `term` is the number that heads the row or column; else it is the place itself. `label` is given
    where the author names it. A place that is `certain` cannot miss.
    """

    term: Term
    count: int
    heads: tuple[Fraction, ...] | None = None
    label: str = ""
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A number computed from a term, rounded to `digits` decimals where it need not be whole.

    A sheet reckons with doubles, whose last bits depend on the order of its steps; twelve decimals do not.
    """

    term: Term
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class Lookup:
    """A cell of one of `tables`, chosen by the place `which` where there are several.

    `words` says that those cells hold words; `beyond` stands for rows and columns that are not there.
    """

    tables: tuple[str, ...]
    which: Term | None
    row: Place
    column: Place
    words: bool
    beyond: str


@dataclass(frozen=True, slots=True)
class Search:
    """The largest or smallest of the numbers in `heads` whose row has a fitting cell in one column."""

    table: str
    column: Place
    heads: tuple[Fraction, ...]
    largest: bool
    at_least: bool
    bound: Term
    beyond: str


Source = Reckoned | Lookup | Search


@dataclass(frozen=True, slots=True)
class Output:
    """What a calculator tells. `blurred` outputs may be a chance so near 100%, or 0, that a sheet cannot tell."""

    name: str
    label: str
    help: str
    format: NumberFormat | None
    source: Source
    blurred: bool = False


@dataclass(frozen=True, slots=True)
class Calculator:
    """A sheet that answers one question; `tables` are the tables it looks into, in the order used."""

    id: str
    title: str
    about: str
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    tables: tuple[str, ...]
    source: str = ""
