"""What the fields of a definition must agree on: names in scope, unlike keys, places that something fills.

Each check is a function from a definition to its problems, and the tuples at the end list them all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from generator.content import sentences as say
from generator.content.axis_scopes import axis_problems
from generator.content.called_text import places_in, text_problems
from generator.content.expressions import Functions, name_problems
from generator.content.file_definitions import ExampleDef, SystemDef
from generator.content.kind_scopes import axes_of, condition_names, kind_problems
from generator.content.source_file import Text
from generator.content.table_definitions import RowsBase, TableDef
from generator.diagnostics import Problem, allowed_words
from generator.dice.notation import BUILTINS, Function, check
from generator.remembering import remembered

READING_PLACES = ("cell", "column", "exact", "row")


def table_problems(table: TableDef, functions: Functions) -> Iterator[Problem]:
    """Everything about `table` that its fields do not agree on, in a system with these functions."""
    for find in TABLE_CHECKS:
        yield from find(table, functions)


def example_problems(example: ExampleDef, functions: Functions) -> Iterator[Problem]:
    """Everything about a worked example that its fields do not agree on."""
    for expression in example.given.values():
        yield from name_problems(expression, (), functions)
    known = list(example.given)
    for index, step in enumerate(example.steps):
        yield from name_problems(step.rule, known, functions)
        if step.name in known:
            message = say.SAME_NAME.format(name=f"'{step.name}'", other="a number or step above")
            yield Problem(example.where("steps", index, "name"), message)
        known.append(step.name)
    yield from place_problems(example.outcome, known)
    for text in (example.intro, example.outcome):
        yield from text_problems(text, functions)


@remembered(lambda system: id(system))  # noqa: PLW0108  # `id` alone takes any object
def shared_functions(system: SystemDef) -> tuple[dict[str, Function], tuple[Problem, ...]]:
    """The functions of a system by name. Each may use those above it, so that none can call itself."""
    functions: dict[str, Function] = {}
    problems: list[Problem] = []
    for index, shared in enumerate(system.functions):
        function = shared.function
        problems += [shared.problem(error) for error in check(function.body, function.parameters, functions)]
        if function.name in functions or function.name in BUILTINS:
            sentence = say.FUNCTION_BUILT_IN if function.name in BUILTINS else say.FUNCTION_TWICE
            message = sentence.format(name=f"'{function.name}'")
            problems.append(Problem(system.where("functions", index), message))
        functions[function.name] = function
    return functions, tuple(problems)


def place_problems(text: Text, known: Collection[str]) -> Iterator[Problem]:
    """Every place such as `{total}` in a text, outside its calls, that nothing fills."""
    for column, name in places_in(text):
        if name not in known:
            message = say.UNKNOWN_PLACE.format(place=f"{{{name}}}")
            yield Problem(text.at(column), message, allowed_words(name, set(known)))


def _axes(table: TableDef, functions: Functions) -> Iterator[Problem]:
    for key, axis in axes_of(table).items():
        yield from axis_problems(table, (key,), axis, functions)


def _conditions(table: TableDef, functions: Functions) -> Iterator[Problem]:
    if not isinstance(table, RowsBase):
        return
    for when in (*(label.when for label in table.labels), *(band.when for band in table.bands)):
        yield from name_problems(when, condition_names(table), functions)
    seen: set[str] = set()
    for index, band in enumerate(table.bands):
        if band.key in seen:
            yield Problem(table.where("bands", index, "key"), say.LISTED_TWICE.format(name=f"'{band.key}'"))
        seen.add(band.key)


def _texts(table: TableDef, functions: Functions) -> Iterator[Problem]:
    reading = table.reading
    for text in (table.caption, *table.notes, *([reading.text] if reading else [])):
        yield from text_problems(text, functions)
    if reading is not None:
        yield from place_problems(reading.text, READING_PLACES)


def _layout(table: TableDef, _: Functions) -> Iterator[Problem]:
    if table.layout.open_ends and not table.layout.collapse:
        yield Problem(table.where("layout", "open_ends"), say.OPEN_ENDS)


TABLE_CHECKS: tuple[Callable[[TableDef, Functions], Iterator[Problem]], ...] = (
    _axes,
    kind_problems,
    _conditions,
    _texts,
    _layout,
)
