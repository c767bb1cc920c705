"""From what `finder.yml` declares to a finder with its first answers computed and held against the tables they cite."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.content.definitions import (
    AnswerDef,
    Expression,
    FinderDef,
    InputDef,
    QuestionDef,
    SeeDef,
    System,
)
from generator.content.table_parts import BoundItem
from generator.diagnostics import Problem, allowed_words
from generator.dice.evaluate import Scope
from generator.dice.notation import Function, Node
from generator.dice.syntax import Call, Number
from generator.exact import Fraction
from generator.remembering import remembered
from generator.tables.axes import axis_points, range_values
from generator.tables.contexts import Context
from generator.tables.finder_model import Choice, Finder, Input, Question, Reply, Standing, Tree
from generator.tables.formats import number_format
from generator.tables.heads import column_labels
from generator.tables.model import Cell, Table
from generator.tables.numbers import NumberFormat, show
from generator.tables.unfit import Unfit

_BLANK = re.compile(r"\{(\w+)\}")
_ODDS = NumberFormat("odds", 1, trim=True)


@remembered(lambda system, tables: (id(system.finder), id(system.functions), *map(id, tables)))
def finder(system: System, tables: tuple[Table, ...]) -> tuple[Finder | None, tuple[Problem, ...]]:
    """The finder of a system, None where it declares none; a question that cannot be answered is a problem."""
    declared = system.finder
    if declared is None:
        return None, ()
    context = Context(Scope(functions=system.functions))
    questions: list[Question] = []
    problems: list[Problem] = []
    for index, question in enumerate(declared.questions):
        try:
            questions.append(_question(declared, index, question, context, tables))
        except Unfit as error:
            problems.append(error.problem)
    nodes = [answer.value.node for question in declared.questions for answer in question.answers]
    nodes += [node for question in declared.questions for one in question.inputs.values() for node in _nodes(one)]
    return Finder(tuple(questions), _called(nodes, system.functions), declared.source), tuple(problems)


def tree(node: Node) -> Tree:
    """The expression as data: its kind, then its parts; numbers are exact text."""
    kind = type(node).__name__.lower()
    return [kind, *(_part(getattr(node, name)) for name in node.field_names if name != "column")]


def _part(value: object) -> Tree | str | None:
    if isinstance(value, Node):
        return tree(value)
    if isinstance(value, tuple):
        return [_part(one) for one in value]
    return None if value is None else str(value)


def _question(
    declared: FinderDef, index: int, question: QuestionDef, context: Context, tables: tuple[Table, ...]
) -> Question:
    inputs = {name: _input(declared, index, name, one, context) for name, one in question.inputs.items()}
    started = context
    for name, one in question.inputs.items():
        point = axis_points(one.axis(name), declared.where("questions", index, "inputs", name), context)
        started = started.having(point[inputs[name].start].names)
    replies = tuple(_reply(answer, started) for answer in question.answers)
    standing = None
    if question.see is not None:
        table = next(table for table in tables if table.id == question.see.table)
        standing = _standing(declared, index, question.see, table, inputs, replies[0].exact)
    parts = _BLANK.split(question.ask)
    sentence = tuple(inputs[part] if place % 2 else part for place, part in enumerate(parts) if part)
    return Question(
        key=question.key,
        title=question.title,
        sentence=sentence,
        replies=replies,
        curve=question.curve or "",
        standing=standing,
        chapter=question.chapter or "",
        note=question.note or "",
    )


def _input(declared: FinderDef, index: int, name: str, one: InputDef, context: Context) -> Input:
    axis = one.axis(name)
    points = axis_points(axis, declared.where("questions", index, "inputs", name), context)
    named = _trees(axis.name, one, context)
    choices = tuple(Choice(point.label, point.key, names) for point, names in zip(points, named, strict=True))
    labels = [choice.label for choice in choices]
    if one.default not in labels:
        where = declared.where("questions", index, "inputs", name, "default")
        raise Unfit(where, f"{one.default!r} is not among the choices", allowed_words(one.default, labels))
    numbers = [point.value for point in points]
    ends = _in_a_row(numbers, labels)
    return Input(name, one.title, choices, labels.index(one.default), ends)


def _in_a_row(numbers: list[Fraction | None], labels: list[str]) -> tuple[int, int] | None:
    """The first and the last, where all are whole numbers that follow each other and read as such."""
    whole = [int(value) for value in numbers if value is not None and value.denominator == 1]
    if len(whole) != len(numbers) or whole != list(range(whole[0], whole[0] + len(whole))):
        return None
    return (whole[0], whole[-1]) if whole[0] >= 0 and labels == [str(value) for value in whole] else None


def _trees(name: str, one: InputDef, context: Context) -> Iterator[dict[str, Tree]]:
    """What the names of an input stand for in each choice, as trees."""
    for item in one.values:
        if isinstance(item, BoundItem):
            yield {given: tree(expression.node) for given, expression in item.names.items()}
        elif isinstance(item, Expression):
            yield {name: tree(item.node)}
        else:
            for value in range_values(item, context):
                yield {name: tree(Number(1, value))}


def _nodes(one: InputDef) -> Iterator[Node]:
    for item in one.values:
        if isinstance(item, BoundItem):
            yield from (expression.node for expression in item.names.values())
        elif isinstance(item, Expression):
            yield item.node


def _reply(answer: AnswerDef, context: Context) -> Reply:
    exact = context.number(answer.value)
    form = number_format(answer.format)
    try:
        text = show(exact, form).text
    except ValueError as error:
        raise Unfit(answer.value.location, str(error), "another number format for the answer") from error
    one_in = show(exact, _ODDS).text if form.style == "percent" and 0 < exact < 1 else ""
    return Reply(answer.title, tree(answer.value.node), form, exact, text, one_in)


def _standing(
    declared: FinderDef, index: int, see: SeeDef, table: Table, inputs: Mapping[str, Input], exact: Fraction
) -> Standing:
    """The place of the first answer, which must hold the same number."""
    if see.row is None or see.column is None:
        return Standing(table.id, table.title, fragment=table.id)
    rows = {row.label: row.key for row in table.rows}
    labels = column_labels(table)
    columns = {label: column.key for label, column in zip(labels, table.columns, strict=True)}
    row, column = _filled(see.row, inputs), _filled(see.column, inputs)
    for key, label, known in (("row", row, rows), ("column", column, columns)):
        if label not in known:
            where = declared.where("questions", index, "see", key)
            raise Unfit(where, f"table {table.id!r} has no {key} {label!r}", allowed_words(label, known))
    cell: Cell = next(one for one in table.rows if one.label == row).cells[labels.index(column)]
    if cell.exact is not None and cell.exact != exact:
        where = declared.where("questions", index, "see")
        text = f"the table has {cell.exact} in the row {row!r} and the column {column!r}, and the answer is {exact}"
        raise Unfit(where, text, "an answer stands where the same number does")
    fragment = f"{table.id}--{rows[row]}--{columns[column]}"
    return Standing(table.id, table.title, see.row, see.column, rows, columns, fragment)


def _filled(label: str, inputs: Mapping[str, Input]) -> str:
    return _BLANK.sub(lambda found: inputs[found[1]].first.label, label)


def _called(nodes: list[Node], functions: Mapping[str, Function]) -> dict[str, tuple[tuple[str, ...], Tree]]:
    """The functions that the expressions call, and those that these call, in the order of the system."""
    needed: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call) and node.function in functions and node.function not in needed:
            needed.add(node.function)
            waiting.append(functions[node.function].body)
        waiting += node.children
    return {name: (one.parameters, tree(one.body)) for name, one in functions.items() if name in needed}
