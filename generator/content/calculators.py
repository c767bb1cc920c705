"""Reads a system's `calculators.yml`, which may be left out, and checks what its fields must agree on."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from generator.content import sentences as say
from generator.content.calculator_definitions import (
    CalculatorDef,
    CalculatorsDef,
    EntryDef,
    LookupDef,
    OutputDef,
    SearchDef,
)
from generator.content.expressions import Expression, Functions, item_expressions, name_problems
from generator.content.origins import Origin
from generator.content.tree import Tree
from generator.content.validation import validated
from generator.content.yaml_source import FieldPath
from generator.diagnostics import Problem, allowed_words

FILE = "calculators.yml"
_EXPRESSIONS = ("value", "table_at", "row", "row_at", "column", "column_at", "at_least", "at_most")


def read_calculators(
    tree: Tree, system_id: str, tables: Collection[str], functions: Functions | None
) -> CalculatorsDef | None:
    """The calculators of the system; problems are noted, and None given where there is no such file."""
    source = f"{system_id}/{FILE}"
    if not tree.has(source):
        return None
    document = tree.document(source)
    if document is None:
        return None
    definition, problems = validated(CalculatorsDef, document, Origin("calculators", source))
    tree.note(problems)
    if definition is not None:
        tree.note(calculator_problems(definition, tables, functions or {}))
    return definition


def calculator_problems(definition: CalculatorsDef, tables: Collection[str], functions: Functions) -> Iterator[Problem]:
    """Every table, name and function that a calculator uses and the system does not have, and names used twice."""
    ids: set[str] = set()
    for at, calculator in enumerate(definition.calculators):
        here: FieldPath = ("calculators", at)
        if calculator.id in ids or calculator.id in tables:
            other = "a calculator" if calculator.id in ids else "a table"
            message = say.SAME_NAME.format(name=f"'{calculator.id}'", other=other)
            yield Problem(definition.where(*here, "id"), message)
        ids.add(calculator.id)
        yield from _parts(definition, here, calculator, tables, functions)


def _parts(
    definition: CalculatorsDef,
    here: FieldPath,
    calculator: CalculatorDef,
    tables: Collection[str],
    functions: Functions,
) -> Iterator[Problem]:
    names: set[str] = set()
    for number, given in enumerate(calculator.inputs):
        path = (*here, "inputs", number)
        yield from _taken(definition, path, given.name, names)
        names.add(given.name)
        for expression in _constants(given):
            yield from name_problems(expression, (), functions)
        for key in ("rows_of", "columns_of"):
            table = getattr(given, key)
            if table is not None and table not in tables:
                yield _unknown(definition, (*path, key), table, tables)
    for number, output in enumerate(calculator.outputs):
        path = (*here, "outputs", number)
        for key in _EXPRESSIONS:
            declared = getattr(output, key, None)
            if isinstance(declared, Expression):
                yield from name_problems(declared, tuple(names), functions)
        for index, table in _tables(output):
            if table not in tables:
                yield _unknown(definition, (*path, "table", *index), table, tables)
        yield from _taken(definition, path, output.name, names)
        names.add(output.name)


def _constants(given: EntryDef) -> Iterator[Expression]:
    if given.values is not None:
        yield from item_expressions(given.values)
    for choice in given.choices or ():
        yield choice.value


def _tables(output: OutputDef) -> Iterator[tuple[FieldPath, str]]:
    if isinstance(output, LookupDef):
        yield from (((index,), table) for index, table in enumerate(output.table))
    elif isinstance(output, SearchDef):
        yield (), output.table


def _taken(definition: CalculatorsDef, path: FieldPath, name: str, names: Collection[str]) -> Iterator[Problem]:
    if name in names:
        yield Problem(definition.where(*path, "name"), say.LISTED_TWICE.format(name=f"'{name}'"))


def _unknown(definition: CalculatorsDef, path: FieldPath, table: str, tables: Collection[str]) -> Problem:
    message = say.UNKNOWN_TABLE.format(name=f"'{table}'")
    return Problem(definition.where(*path), message, allowed_words(table, tables))
