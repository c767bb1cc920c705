"""One table without its book: found in the content by name or read from a file anywhere, computed and tabulated.

This is for whoever asks for one table at the command line; a build makes all of them at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.content.chart_definitions import ChartDef, chart_problems
from generator.content.definitions import Content
from generator.content.file_definitions import SystemDef
from generator.content.origins import Origin
from generator.content.scopes import shared_functions
from generator.content.source_file import read_source
from generator.content.table_definitions import TableDef
from generator.content.tables import table_in
from generator.content.validation import validated
from generator.content.yaml_source import Document, read_yaml
from generator.diagnostics import Problem, allowed_words
from generator.dice.notation import Function
from generator.tables.charts import draw_up
from generator.tables.compute import compute
from generator.tables.computed import Computed
from generator.tables.model import Table
from generator.tables.tabulate import tabulate


@dataclass(frozen=True, slots=True)
class _Scope:
    """The functions of a system by name, and each as it is defined."""

    functions: Mapping[str, Function]
    written: Mapping[str, str]


_NONE = _Scope({}, {})


@dataclass(frozen=True, slots=True)
class Single:
    """A finished table with what it was made from; the table behind a chart has no computed definition.

    `shared` are the functions of its system by name, as they are defined.
    """

    table: Table
    computed: Computed | None
    shared: Mapping[str, str]


Made = tuple[Single | None, tuple[Problem, ...]]


def named_table(content: Content, name: str) -> Made:
    """The table with this id, or as `system/id`; raises LookupError with a sentence where not exactly one has it."""
    found = {f"{system.id}/{table.id}": (system, table) for system in content.systems for table in system.tables}
    matches = [key for key in found if name in (key, key.split("/")[1])]
    if len(matches) != 1:
        what = f"{name!r} names {len(matches)} tables" if matches else f"there is no table {name!r}"
        raise LookupError(f"{what}; {allowed_words(name, matches or found)}")
    system, definition = found[matches[0]]
    return _made(definition, system.id, _Scope(system.functions, _written(system.definition)))


def table_of_file(path: Path) -> Made:
    """The table that a file declares, or the numbers behind the chart that it declares.

    A file in the `tables` or `charts` folder of a system may use the functions of its `system.yml`; any other has the
    notation alone, and what it takes from other tables is unknown.
    """
    document, problems = _document(path)
    if document is None:
        return None, problems
    scope, more = _scope_around(path)
    problems = (*problems, *more)
    origin = Origin(path.stem, path.as_posix())
    if isinstance(document.data, dict) and document.data.get("kind") == "chart":
        return (None, problems) if problems else _chart(document, origin, scope)
    definition, more = table_in(document, origin, scope.functions)
    problems = (*problems, *more)
    return (None, tuple(sorted(problems))) if problems or definition is None else _made(definition, "", scope)


def _document(path: Path) -> tuple[Document | None, tuple[Problem, ...]]:
    file = read_source(path.parent, path.name)
    return (None, (file,)) if isinstance(file, Problem) else read_yaml(file)


def _scope_around(path: Path) -> tuple[_Scope, tuple[Problem, ...]]:
    """The functions of the system that the file lies in, if it lies in one."""
    declared = path.resolve().parent.parent / "system.yml"
    if path.resolve().parent.name not in ("tables", "charts") or not declared.is_file():
        return _NONE, ()
    document, problems = _document(declared)
    if document is None:
        return _NONE, problems
    system, more = validated(SystemDef, document, Origin(declared.parent.name, declared.as_posix()))
    if system is None:
        return _NONE, (*problems, *more)
    functions, more = shared_functions(system)
    return _Scope(functions, _written(system)), (*problems, *more)


def _written(system: SystemDef) -> dict[str, str]:
    return {shared.function.name: shared.text for shared in system.functions}


def _made(definition: TableDef, system: str, scope: _Scope) -> Made:
    computed, problems = compute(definition, scope.functions)
    if computed is None:
        return None, problems
    table, problems = tabulate(computed, system)
    return (Single(table, computed, scope.written) if table else None), problems


def _chart(document: Document, origin: Origin, scope: _Scope) -> Made:
    definition, problems = validated(ChartDef, document, origin)
    problems = (*problems, *(chart_problems(definition, scope.functions, ()) if definition else ()))
    if problems or definition is None:
        return None, tuple(sorted(problems))
    chart, problems = draw_up(definition, "", scope.functions, {})
    return (Single(chart.table, None, scope.written) if chart else None), problems
