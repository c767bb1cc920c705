"""What the columns and entries of a list must agree on: known keys, cells that can be read, distinct heads of rows."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content import sentences as say
from generator.content.expressions import Functions, identifier_of, name_problems, read_expression
from generator.content.table_definitions import ComputedColumn, ListDef, ListedColumn
from generator.diagnostics import Problem, allowed_words
from generator.dice.notation import NotationError


def list_problems(table: ListDef, functions: Functions) -> Iterator[Problem]:
    """Everything that the columns and entries of a list do not agree on."""
    yield from _columns(table, functions)
    yield from _entries(table, functions)


def _columns(table: ListDef, functions: Functions) -> Iterator[Problem]:
    keys: set[str] = set()
    names: list[str] = []
    for index, column in enumerate(table.columns):
        if column.key in keys:
            yield Problem(table.where("columns", index, "key"), say.LISTED_TWICE.format(name=f"'{column.key}'"))
        keys.add(column.key)
        if isinstance(column, ComputedColumn):
            yield from name_problems(column.value, names, functions)
            if index == 0:
                yield Problem(table.where("columns", 0), say.FIRST_COLUMN)
        elif column.format is not None and column.type != "number":
            message = say.FORMAT_UNUSED.format(type=column.type)
            yield Problem(table.where("columns", index, "format"), message)
        if isinstance(column, ComputedColumn) or column.type != "words":
            names.append(identifier_of(column.key))


def _entries(table: ListDef, functions: Functions) -> Iterator[Problem]:
    listed = {column.key: column for column in table.columns if isinstance(column, ListedColumn)}
    first = table.columns[0].key
    heads: set[str] = set()
    for index, entry in enumerate(table.entries):
        for key, cell in entry.items():
            if key not in listed:
                message = say.UNKNOWN_KEY.format(key=say.quoted(key))
                yield Problem(table.where_key("entries", index, key), message, allowed_words(key, listed))
            elif listed[key].type != "words" and cell:
                try:
                    yield from name_problems(read_expression(cell), (), functions)
                except NotationError as error:
                    yield Problem(cell.at(error.column), error.message, error.allowed)
        head = entry.get(first)
        if not head:
            yield Problem(table.where("entries", index), say.MISSING_KEY.format(key=f"'{first}'"))
            continue
        if head in heads:
            yield Problem(table.where("entries", index, first), say.LISTED_TWICE.format(name=say.quoted(head)))
        heads.add(head)
