"""Reads a system's `print.yml`, which may be left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.content.expressions import Functions
from generator.content.markdown_calls import Page
from generator.content.origins import Origin
from generator.content.print_definitions import PrintDef, print_problems
from generator.content.tree import Tree
from generator.content.validation import validated


def read_print(
    tree: Tree,
    system_id: str,
    known: tuple[Collection[str], Collection[str], Sequence[Page]],
    functions: Functions | None,
) -> PrintDef | None:
    """What the system prints beside its rulebook, made of the tables, examples and chapters in `known`.

    Problems are noted, and None given where there is no such file.
    """
    source = f"{system_id}/print.yml"
    if not tree.has(source):
        return None
    document = tree.document(source)
    if document is None:
        return None
    definition, problems = validated(PrintDef, document, Origin("print", source))
    tree.note(problems)
    if definition is not None:
        tables, examples, chapters = known
        pages = {page.key: page for page in chapters}
        tree.note(print_problems(definition, tables, examples, pages, functions))
    return definition
