"""What `finder.yml` can say: the questions that come up at the game table, and the expression that answers each.

A question is a sentence with blanks. Each blank is an input: a range or a list like the axis of a table, so that a
label, a number, a roll or several names at once can be chosen. Its answers are expressions over those names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated

from pydantic import AfterValidator, Field

from generator.content import sentences as say
from generator.content.axis_scopes import axis_problems
from generator.content.expressions import Functions, name_problems
from generator.content.fields import Formula, Identifier, Label, Line, Stem, Words, filled, some_keys
from generator.content.origins import Definition, Part
from generator.content.table_parts import AXIS_FORMAT, Axis, AxisEntries, BoundItem, FormatDef, FormatField
from generator.diagnostics import Problem, allowed_words

_PLACE = re.compile(r"\{(\w+)\}")


class InputDef(Part):
    """A blank of a question: what can be chosen in it, and what it starts from, as it reads there."""

    title: Words
    values: AxisEntries
    default: Line
    label: Label = "{}"
    format: FormatField = AXIS_FORMAT

    def axis(self, name: str) -> Axis:
        """The same as an axis, on which every choice is a point; `name` is what expressions call it."""
        name = "" if any(isinstance(item, BoundItem) for item in self.values) else name
        return Axis.model_construct(
            name=name, title=self.title, values=self.values, label=self.label, format=self.format
        )


class AnswerDef(Part):
    """A number that answers a question; unless a format says otherwise it is a chance."""

    title: Line
    value: Formula
    format: FormatField = FormatDef(style="percent", digits=2)


class SeeDef(Part):
    """Where the first answer stands: a table, with the labels of row and column, in which `{dice}` is a choice."""

    table: Stem
    row: Line | None = None
    column: Line | None = None


class QuestionDef(Part):
    """A question: its sentence with a `{blank}` for each input, its answers, and where they stand in the book.

    `key` is its part of an address, `curve` the input that the first answer is drawn over.
    """

    key: Stem
    title: Line
    ask: Line
    inputs: Annotated[Mapping[Identifier, InputDef], AfterValidator(some_keys)]
    answers: Annotated[tuple[AnswerDef, ...], AfterValidator(filled)]
    curve: Identifier | None = None
    see: SeeDef | None = None
    chapter: Stem | None = None
    note: Words | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that the choices give names to."""
        axes = [declared.axis(name) for name, declared in self.inputs.items()]
        return tuple(name for axis in axes for name in axis.names)


class FinderDef(Definition):
    """The questions of a system, in the order in which they are offered."""

    questions: Annotated[tuple[QuestionDef, ...], AfterValidator(filled)] = Field()


Known = tuple[Collection[str], Collection[str]]


def finder_problems(finder: FinderDef, known: Known, functions: Functions | None) -> Iterator[Problem]:
    """Everything about `finder` that its fields do not agree on; `known` are the tables and the chapters."""
    seen: set[str] = set()
    for index, question in enumerate(finder.questions):
        if question.key in seen:
            yield Problem(
                finder.where("questions", index, "key"), say.LISTED_TWICE.format(name=say.quoted(question.key))
            )
        seen.add(question.key)
        for find in _CHECKS:
            yield from find(finder, index, question)
        yield from _destinations(finder, index, question, known)
        if functions is not None:
            yield from _expressions(finder, index, question, functions)


def _blanks(finder: FinderDef, index: int, question: QuestionDef) -> Iterator[Problem]:
    """Each input stands in the sentence once, and nothing else does."""
    place = finder.where("questions", index, "ask")
    written = _PLACE.findall(question.ask)
    for name in dict.fromkeys(written):
        if name not in question.inputs:
            yield Problem(
                place, say.UNKNOWN_PLACE.format(place=f"{{{name}}}"), allowed_words(name, set(question.inputs))
            )
        elif written.count(name) > 1:
            yield Problem(place, say.LISTED_TWICE.format(name=f"{{{name}}}"))
    for name in question.inputs:
        if name not in written:
            where = finder.where_key("questions", index, "inputs", name)
            yield Problem(where, say.NO_BLANK.format(name=f"{{{name}}}"))


def _names(finder: FinderDef, index: int, question: QuestionDef) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name, declared in question.inputs.items():
        for given in declared.axis(name).names:
            if given in seen:
                message = say.SAME_NAME.format(name=say.quoted(given), other=f"a choice of {say.quoted(seen[given])}")
                yield Problem(finder.where("questions", index, "inputs", name), message)
            seen[given] = name


def _references(finder: FinderDef, index: int, question: QuestionDef) -> Iterator[Problem]:
    """The names of inputs in other fields."""
    known = set(question.inputs)
    if question.curve is not None and question.curve not in known:
        message = say.UNKNOWN_INPUT.format(name=say.quoted(question.curve))
        yield Problem(finder.where("questions", index, "curve"), message, allowed_words(question.curve, known))
    if question.see is not None:
        for key, label in (("row", question.see.row), ("column", question.see.column)):
            for name in _PLACE.findall(label or ""):
                if name not in known:
                    where = finder.where("questions", index, "see", key)
                    yield Problem(where, say.UNKNOWN_PLACE.format(place=f"{{{name}}}"), allowed_words(name, known))
        if (question.see.row is None) != (question.see.column is None):
            missing = "row" if question.see.row is None else "column"
            yield Problem(finder.where("questions", index, "see"), say.MISSING_KEY.format(key=f"'{missing}'"))


_CHECKS: tuple[Callable[[FinderDef, int, QuestionDef], Iterator[Problem]], ...] = (_blanks, _names, _references)


def _destinations(finder: FinderDef, index: int, question: QuestionDef, known: Known) -> Iterator[Problem]:
    tables, chapters = known
    if question.see is not None and question.see.table not in tables:
        message = say.UNKNOWN_TABLE.format(name=say.quoted(question.see.table))
        where = finder.where("questions", index, "see", "table")
        yield Problem(where, message, allowed_words(question.see.table, tables))
    if question.chapter is not None and question.chapter not in chapters:
        message = say.UNKNOWN_CHAPTER.format(name=say.quoted(question.chapter))
        where = finder.where("questions", index, "chapter")
        yield Problem(where, message, allowed_words(question.chapter, chapters))


def _expressions(finder: FinderDef, index: int, question: QuestionDef, functions: Functions) -> Iterator[Problem]:
    for name, declared in question.inputs.items():
        yield from axis_problems(finder, ("questions", index, "inputs", name), declared.axis(name), functions)
    for answer in question.answers:
        yield from name_problems(answer.value, question.names, functions)
