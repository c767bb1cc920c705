"""A system's finder, ready to render: questions with their choices, the trees that answer them, and first answers.

A tree is an expression as data: a list of the kind of node and its parts, which the engine in the page evaluates.
The first answers, those to the choices that a question starts from, are computed here, so that they can be read
without a script.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.exact import Fraction
from generator.tables.numbers import NumberFormat

Tree = list["Tree | str | None"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: how it reads, its part of an address, and what the names of the input then stand for."""

    label: str
    key: str
    names: Mapping[str, Tree]


@dataclass(frozen=True, slots=True)
class Input:
    """A blank of a sentence. `start` is the place of the choice it starts from.

    Where the choices are whole numbers in a row, which can be typed in, `ends` are the first and the last of them.
    """

    name: str
    title: str
    choices: tuple[Choice, ...]
    start: int
    ends: tuple[int, int] | None = None

    @property
    def first(self) -> Choice:
        """The choice it starts from."""
        return self.choices[self.start]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its name, the tree that gives it for any choice, and its value for those at the start."""

    title: str
    tree: Tree
    format: NumberFormat
    exact: Fraction
    text: str
    one_in: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The table that an answer stands in. `row` and `column` are labels with `{input}` for what is chosen.

    `rows` and `columns` give the part of a permanent link for each label; without them only the table is meant.
    """

    table_id: str
    title: str
    row: str = ""
    column: str = ""
    rows: Mapping[str, str] | None = None
    columns: Mapping[str, str] | None = None
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is asked: words and inputs in the order of the sentence, then what answers it."""

    key: str
    title: str
    sentence: tuple[str | Input, ...]
    replies: tuple[Reply, ...]
    curve: str = ""
    standing: Standing | None = None
    chapter: str = ""
    note: str = ""

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The blanks, in the order of the sentence."""
        return tuple(part for part in self.sentence if isinstance(part, Input))


@dataclass(frozen=True, slots=True)
class Finder:
    """All questions of a system, and the functions that their trees call: parameters and body by name."""

    questions: tuple[Question, ...]
    functions: Mapping[str, tuple[tuple[str, ...], Tree]]
    source: str = ""
