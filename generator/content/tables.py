"""One table's file, from its text to its definition."""

from __future__ import annotations

from generator.content.expressions import Functions
from generator.content.origins import Origin
from generator.content.scopes import table_problems
from generator.content.source_file import SourceFile
from generator.content.table_definitions import TableDef
from generator.content.validation import validated_table
from generator.content.yaml_source import Document, read_yaml
from generator.diagnostics import Problem
from generator.remembering import remembered


def read_table(
    file: SourceFile, table_id: str, source: str = "", functions: Functions | None = None
) -> tuple[TableDef | None, tuple[Problem, ...]]:
    """The table that a file declares, or every reason why it declares none.

    `functions` are those of its system; where they are unknown, the names in expressions stay unchecked.
    """
    document, problems = read_yaml(file)
    if document is None:
        return None, problems
    table, more = table_in(document, Origin(table_id, source), functions)
    return (None if problems else table), (*problems, *more)


@remembered(lambda document, origin, functions: (id(document), origin.id, origin.source, id(functions)))
def table_in(
    document: Document, origin: Origin, functions: Functions | None
) -> tuple[TableDef | None, tuple[Problem, ...]]:
    """The table that a document declares, or every reason why it declares none."""
    table, problems = validated_table(document, origin)
    if table is not None and functions is not None:
        problems = tuple(table_problems(table, functions))
    return (None if problems else table), problems
