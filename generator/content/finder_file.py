"""Reads a system's `finder.yml`, which may be left out."""

from __future__ import annotations

from collections.abc import Collection

from generator.content.expressions import Functions
from generator.content.finder_definitions import FinderDef, finder_problems
from generator.content.origins import Origin
from generator.content.tree import Tree
from generator.content.validation import validated


def read_finder(
    tree: Tree, system_id: str, known: tuple[Collection[str], Collection[str]], functions: Functions | None
) -> FinderDef | None:
    """The questions of the system, which may lead to the tables and chapters in `known`.

    Problems are noted, and None given where there is no such file.
    """
    source = f"{system_id}/finder.yml"
    if not tree.has(source):
        return None
    document = tree.document(source)
    if document is None:
        return None
    definition, problems = validated(FinderDef, document, Origin("finder", source))
    tree.note(problems)
    if definition is not None:
        tree.note(finder_problems(definition, known, functions))
    return definition
