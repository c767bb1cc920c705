"""Tables made from the text of a definition, for tests: finished, or the sentence for which there is none."""

from __future__ import annotations

from collections.abc import Iterable

from generator.content.source_file import SourceFile
from generator.content.tables import read_table
from generator.dice.notation import parse_function
from generator.exact import Fraction
from generator.tables.compute import compute
from generator.tables.model import Table
from generator.tables.tabulate import tabulate


def attempt(text: str, functions: Iterable[str] = ()) -> tuple[Table | None, list[str]]:
    """The table and what is wrong with it, as `line:column: sentence`."""
    known = {function.name: function for function in map(parse_function, functions)}
    definition, problems = read_table(SourceFile("t.yml", text), "t", "s/tables/t.yml", known)
    table = None
    if definition is not None:
        computed, problems = compute(definition, known)
        if computed is not None:
            table, problems = tabulate(computed, "s")
    return table, [str(problem).removeprefix("t.yml:") for problem in problems]


def table_of(text: str, functions: Iterable[str] = ()) -> Table:
    """The table that a definition stands for, which must have no problems."""
    table, problems = attempt(text, functions)
    assert problems == []
    assert table is not None
    return table


def refusal(text: str, functions: Iterable[str] = ()) -> str:
    """The one sentence for which a definition makes no table."""
    table, problems = attempt(text, functions)
    assert table is None
    assert len(problems) == 1
    return problems[0]


def exact(table: Table) -> dict[str, list[Fraction | None]]:
    """The exact values of every row by its label."""
    return {row.label: [cell.exact for cell in row.cells] for row in table.rows}


def texts(table: Table) -> dict[str, list[str]]:
    """What every row shows, by its label."""
    return {row.label: [cell.text for cell in row.cells] for row in table.rows}
