"""The compute and tabulate stages over everything that was loaded: content in, the library of books out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from generator.content.definitions import Content, System
from generator.diagnostics import Problem
from generator.tables.book import Book, Chapter, Credit, Library, WorkedExample
from generator.tables.chapters import chapter, worked_example
from generator.tables.compute import Computed, compute
from generator.tables.model import Table
from generator.tables.tabulate import tabulate


@dataclass(frozen=True, slots=True)
class Edition:
    """What the colophon says: the version of the project and the date of the content, `YYYY-MM-DD`."""

    version: str
    date: str


@dataclass(frozen=True, slots=True)
class ComputedSystem:
    """A system whose tables and worked examples have their exact values."""

    system: System
    tables: tuple[Computed, ...]
    examples: tuple[WorkedExample, ...]


@dataclass(frozen=True, slots=True)
class ComputedContent:
    """All content with exact values, nothing rounded for print yet."""

    content: Content
    systems: tuple[ComputedSystem, ...]


def compute_content(
    content: Content, only: Collection[str] = ()
) -> tuple[ComputedContent | None, tuple[Problem, ...]]:
    """Exact values of every table and example of the systems asked for (all if none is named)."""
    problems: list[Problem] = []
    systems: list[ComputedSystem] = []
    for system in content.systems:
        if only and system.id not in only:
            continue
        tables: list[Computed] = []
        for definition in system.tables:
            values, found = compute(definition, system.functions)
            problems += found
            tables += [values] if values else []
        examples: list[WorkedExample] = []
        for example in system.examples:
            worked, found = worked_example(example, system.functions)
            problems += found
            examples += [worked] if worked else []
        systems.append(ComputedSystem(system, tuple(tables), tuple(examples)))
    if problems:
        return None, tuple(problems)
    return ComputedContent(content, tuple(systems)), ()


def tabulate_content(computed: ComputedContent, edition: Edition) -> tuple[Library | None, tuple[Problem, ...]]:
    """The library of books: finished tables, and chapters with every call answered."""
    problems: list[Problem] = []
    books: list[Book] = []
    for part in computed.systems:
        book, found = _book(part, edition)
        problems += found
        books += [book] if book else []
    pages: list[Chapter] = []
    for page in computed.content.pages:
        answered, found = chapter(page, {}, {}, {})
        problems += found
        pages.append(answered)
    if problems:
        return None, tuple(problems)
    site = computed.content.site
    return Library(site.title, tuple(pages), tuple(books), site.url, edition.version, edition.date), ()


def _book(part: ComputedSystem, edition: Edition) -> tuple[Book | None, tuple[Problem, ...]]:
    system, problems = part.system, []
    tables: list[Table] = []
    for values in part.tables:
        table, found = tabulate(values, system.id)
        problems += found
        tables += [table] if table else []
    if problems:
        # A chapter's calls need the tables; their own problems show in the next run.
        return None, tuple(problems)
    by_id = {table.id: table for table in tables}
    examples = {example.id: example for example in part.examples}
    chapters: list[Chapter] = []
    for page in system.chapters:
        answered, found = chapter(page, system.functions, by_id, examples)
        problems += found
        chapters.append(answered)
    if problems:
        return None, tuple(problems)
    declared = system.definition
    credit = declared.credit and Credit(
        declared.credit.game,
        declared.credit.author,
        declared.credit.year,
        declared.credit.license,
        declared.credit.url,
    )
    return Book(
        id=system.id,
        title=declared.title,
        summary=declared.summary,
        chapters=tuple(chapters),
        tables=tuple(tables),
        credit=credit,
        source=declared.source,
        version=edition.version,
        date=edition.date,
    ), ()
