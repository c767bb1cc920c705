"""The check stage: every printed table and claim of every book that was made, held against the exact values."""

from __future__ import annotations

from dataclasses import replace

from generator.content.definitions import Content, System
from generator.diagnostics import Problem
from generator.remembering import remembered
from generator.tables.book import Book, Library
from generator.tables.check_model import Check, Finding
from generator.tables.check_report import report, summary
from generator.tables.claims import check_claim
from generator.tables.model import Table
from generator.tables.printed import check_printed


def check_sources(content: Content, library: Library) -> tuple[Library, tuple[Problem, ...]]:
    """The library with what the check found in each book, and what the authors' notes and claims get wrong."""
    problems: list[Problem] = []
    systems = {system.id: system for system in content.systems}
    books: list[Book] = []
    for book in library.books:
        check, found = _check(systems[book.id], book)
        problems += found
        books.append(replace(book, check=check))
    checked = tuple((book.title, book.check) for book in books if book.check)
    return replace(library, books=tuple(books), check=_summary(checked) if checked else None), tuple(problems)


@remembered(lambda checked: tuple((title, id(check)) for title, check in checked))
def _summary(checked: tuple[tuple[str, Check], ...]) -> Table:
    return summary(checked)


@remembered(
    lambda system, book: (
        (book.id, book.title, id(system.functions)),
        *(tuple(map(id, held)) for held in (system.published, system.claims, book.tables)),
    )
)
def _check(system: System, book: Book) -> tuple[Check | None, tuple[Problem, ...]]:
    """What the check found in a book, None where nothing is checked, and what authors get wrong about it."""
    findings: list[Finding] = []
    problems: list[Problem] = []
    for printed in system.published:
        table, definition = book.table(printed.table), system.table(printed.table)
        cells, found = check_printed(printed, table, definition, system.functions)
        findings += cells
        problems += found
    for claim in system.claims:
        finding, found = check_claim(claim, system.functions)
        problems += found
        findings += [finding] if finding else []
    files = (*(printed.source for printed in system.published), *(claim.source for claim in system.claims))
    check = report(book.id, book.title, findings, tuple(dict.fromkeys(files))) if findings else None
    return check, tuple(problems)
