"""Chapters with their calls answered: computed values, places of tables, references and worked examples."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.content.file_definitions import ExampleDef
from generator.content.markdown_calls import Call, Page
from generator.content.table_definitions import TableDef
from generator.diagnostics import Problem, allowed_words
from generator.dice.evaluate import Scope, number
from generator.dice.notation import Function, NotationError, substitute
from generator.exact import Fraction
from generator.remembering import remembered
from generator.tables.book import Chapter, ChartPlace, Figure, Piece, Prose, Reference, Step, TablePlace, WorkedExample
from generator.tables.chart_model import Chart
from generator.tables.figures import answered, figure
from generator.tables.formats import number_format
from generator.tables.heads import column_labels
from generator.tables.model import Table
from generator.tables.numbers import MINUS, NumberFormat, show
from generator.tables.unfit import Unfit

# Longer signs first, so that no part of one is taken for another.
_SIGNS = {">=": "≥", "<=": "≤", "!=": "≠", "==": "=", "*": "×", "/": "÷", "-": MINUS}


@dataclass(frozen=True)
class Shelf:
    """What the calls of a page may take: everything by `id` in its own system, and by `system/id` in any.

    `titled` are all tables as they are declared, those too that are only linked to, with the systems that they are in;
    `sources` are the files as their authors wrote them; `published` are the systems that come out, and a link to
    another is left as words.
    """

    functions: Mapping[str, Function]
    tables: Mapping[str, Table]
    titled: Mapping[str, tuple[str, TableDef]]
    charts: Mapping[str, Chart]
    examples: Mapping[str, WorkedExample]
    sources: Mapping[str, str]
    published: Collection[str]

    @cached_property
    def kept(self) -> tuple[object, ...]:
        """What tells this shelf from another: the very things that it holds, by their names."""
        held = (self.tables, self.charts, self.examples, self.sources)
        things = tuple((name, id(thing)) for kind in held for name, thing in kind.items())
        titles = tuple((name, system, id(table)) for name, (system, table) in self.titled.items())
        return id(self.functions), things, titles, frozenset(self.published)


@remembered(lambda page, shelf: (id(page), shelf.kept))
def chapter(page: Page, shelf: Shelf) -> tuple[Chapter, tuple[Problem, ...]]:
    """The page with every call answered. A call that cannot be answered is left out and returned as a problem."""
    pieces: list[Piece] = []
    problems: list[Problem] = []
    for part in page.pieces:
        if isinstance(part, str):
            pieces.append(Prose(part))
            continue
        try:
            pieces += _answer(part, shelf)
        except Unfit as error:
            problems.append(error.problem)
    return Chapter(page.key, page.title, page.source, tuple(pieces)), tuple(problems)


def _answer(call: Call, shelf: Shelf) -> tuple[Piece, ...]:
    if call.name == "table":
        return (TablePlace(shelf.tables[call.argument]),)
    if call.name == "chart":
        return (ChartPlace(shelf.charts[call.argument]),)
    if call.name == "worked":
        return (shelf.examples[call.argument],)
    if call.name == "source":
        return (Prose(_fenced(shelf.sources[call.argument])),)
    if call.name == "link":
        return (_link(call, shelf),)
    if call.name == "cell":
        return (_cell(call, shelf.tables[call.argument]),)
    answer = figure(call, Scope(functions=shelf.functions))
    return (Prose(f"`{call.argument}` = "), answer) if call.name == "formula" else (answer,)


def _fenced(source: str) -> str:
    """A file as a block of code, whose marks are longer than any that the file holds."""
    marks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", source)), default=0))
    return f"{marks}yaml\n{source.strip()}\n{marks}"


def _link(call: Call, shelf: Shelf) -> Piece:
    system, table = shelf.titled[call.argument]
    text = str(call.options.get("text", table.title))
    if system not in shelf.published:
        return Prose(text)
    return Reference(table.id, text, system if "/" in call.argument else "")


def _cell(call: Call, table: Table) -> Piece:
    row_label, column_label = str(call.options.get("row", "")), str(call.options.get("column", ""))
    row = next((row for row in table.rows if row.label == row_label), None)
    if row is None:
        rows = allowed_words(row_label, [row.label for row in table.rows])
        raise Unfit(call.location, f"table {table.id!r} has no row {row_label!r}", rows)
    labels = column_labels(table)
    index = next((i for i, label in enumerate(labels) if label == column_label), None)
    if index is None:
        columns = allowed_words(column_label, labels)
        raise Unfit(call.location, f"table {table.id!r} has no column {column_label!r}", columns)
    cell = row.cells[index]
    text = cell.text
    if cell.format is not None and cell.format.style == "percent" and not cell.format.mark:
        # In a sentence the percent sign cannot stand in a head above.
        marked = NumberFormat("percent", cell.format.digits)
        text = show(cell.exact, marked).text if cell.exact is not None and not cell.replaced else _marked(text)
    if cell.exact is None:
        return Prose(text)
    return Figure(text, cell.exact, f"{table.id}[{row.label}, {column_label}]")


def _marked(text: str) -> str:
    """A sign such as `~100` with the percent mark that its table states in the head; the dash takes none."""
    return f"{text}%" if any(character.isdigit() for character in text) else text


@remembered(lambda definition, functions: (id(definition), id(functions)))
def worked_example(
    definition: ExampleDef, functions: Mapping[str, Function]
) -> tuple[WorkedExample | None, tuple[Problem, ...]]:
    """The example with each step's rule, the rule with its numbers filled in, and the result."""
    values: dict[str, Fraction] = {}
    texts: dict[str, str] = {}
    steps: list[Step] = []
    for name, given in definition.given.items():
        try:
            values[name] = number(given.node, Scope(values=values, functions=functions))
        except NotationError as error:
            return None, (Problem(given.at(error.column), error.message, error.allowed),)
        texts[name] = _bracketed(_plain(values[name]))
    for step in definition.steps:
        try:
            value = number(step.rule.node, Scope(values=values, functions=functions))
            form = number_format(step.format) if step.format else _plain_form(value)
            result = show(value, form).text
        except NotationError as error:
            return None, (Problem(step.rule.at(error.column), error.message, error.allowed),)
        except ValueError as error:
            return None, (Problem(step.rule.location, str(error), "another number format for the step"),)
        spoken = {name: name.replace("_", " ") for name in values}
        rule = _typeset(substitute(step.rule.text, spoken))
        filled = _typeset(substitute(step.rule.text, texts))
        steps.append(Step(step.label, rule, filled, result, value))
        values[step.name] = value
        texts[step.name] = _bracketed(result if form.style == "percent" else _plain(value))
    places = {name: _result_text(name, value, steps, definition) for name, value in values.items()}
    try:
        intro = answered(definition.intro, Scope(functions=functions))
        outcome = answered(definition.outcome, Scope(functions=functions), places)
    except Unfit as error:
        return None, (error.problem,)
    return WorkedExample(definition.id, definition.title, intro, tuple(steps), outcome), ()


def _result_text(name: str, value: Fraction, steps: list[Step], definition: ExampleDef) -> str:
    for declared, made in zip(definition.steps, steps, strict=True):
        if declared.name == name:
            return made.result
    return _plain(value)


def _plain_form(value: Fraction) -> NumberFormat:
    if value.denominator == 1:
        return NumberFormat("whole")
    return NumberFormat("mixed") if value.denominator not in (2, 4, 5, 10) else NumberFormat("decimal", 2, trim=True)


def _plain(value: Fraction) -> str:
    return show(value, _plain_form(value)).text


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith(MINUS) or " " in text else text


def _typeset(expression: str) -> str:
    """The rule as it is written in a book: × for *, ÷ for /, a true minus sign, 9d6 for (9)d6."""
    expression = re.sub(r"\((\d+)\)(?=[dD])", r"\1", expression)
    for plain, sign in _SIGNS.items():
        expression = expression.replace(plain, sign)
    return expression
