"""The read-back: every number of every published file, read from the file itself and held against its exact value.

This is the second road from a number to its print. Nothing here asks `tables.numbers.show` how a number reads;
`admission` decides which values a printed text admits, and the readers open the files as their users do: pages as
HTML, data with a CSV and a JSON reader, workbooks with openpyxl, rulebooks through the text of their tags.

A build plans the read-back here and lets workers read, so that each reader is imported when it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.diagnostics import Problem
from generator.publish.readback.comparison import Truth
from generator.publish.readback.print_due import Due, dues, volume_due
from generator.tables.book import Book, Chapter, Library
from generator.tables.model import Table

WHOLE = "downloads/all.xlsx"
"""The workbook of all systems."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of the read-back that stands alone: what differs in the files whose path begins with `below`."""

    below: str
    read: Callable[[Path], list[Problem]]


def readings(library: Library) -> tuple[Reading, ...]:
    """The parts of the read-back; any order and any process will do."""
    parts = [
        Reading("", partial(read_site_pages, library)),
        Reading(WHOLE, partial(read_sheets_of_all, library)),
        _printed(volume_due(library)),
    ]
    for book in library.books:
        # By product, so that after an edit only those are read again that show it.
        parts += map(_printed, dues(book, _truths(book)))
        parts += _of_pages(book)
        parts += (
            Reading(f"data/{book.id}/", partial(read_data, book)),
            Reading(f"downloads/{book.id}.xlsx", partial(read_sheets, book)),
        )
    return tuple(parts)


def read_back(library: Library, site: Path) -> tuple[Problem, ...]:
    """Every difference between the files below `site` and the exact values of `library`, one problem each.

    A format that `site` lacks altogether for a book is passed over, for a build may be of some formats only; where
    one file of it is there, every other has to be. Each problem's location is a path below `site`.
    """
    return tuple(problem for reading in readings(library) for problem in reading.read(site))


def read_site_pages(library: Library, site: Path) -> list[Problem]:
    """What differs in the pages of no system."""
    from generator.publish.readback import pages

    return pages.read_site_pages(library, site)


def read_chapter(system: str, chapter: Chapter, site: Path) -> list[Problem]:
    """What differs on the page of a chapter."""
    from generator.publish.readback import pages

    return pages.read_chapter(system, chapter, site)


def read_home(table: Table, site: Path) -> list[Problem]:
    """What differs on a table's own page."""
    from generator.publish.readback import pages

    return pages.read_home(table, site)


def read_check(system: str, tables: tuple[Table, ...], site: Path) -> list[Problem]:
    """What differs on the page that says how a system's sources compare."""
    from generator.publish.readback import pages

    return pages.read_check(system, tables, site)


def read_homes(system: str, known: tuple[str, ...], site: Path) -> list[Problem]:
    """What pages there are of tables that a system does not have."""
    from generator.publish.readback import pages

    return pages.read_homes(system, known, site)


def read_data(book: Book, site: Path) -> list[Problem]:
    """What differs in the data of a system."""
    from generator.publish.readback import data

    return data.read_book(book, _truths(book), site)


def read_sheets(book: Book, site: Path) -> list[Problem]:
    """What differs in the workbook of a system, where there is one."""
    if not (site / f"downloads/{book.id}.xlsx").is_file():
        return []
    from generator.publish.readback import sheets

    return sheets.read_book(book, _truths(book), site)


def read_sheets_of_all(library: Library, site: Path) -> list[Problem]:
    """What differs in the workbook of all systems, where there is one."""
    if not (site / WHOLE).is_file():
        return []
    from generator.publish.readback import sheets

    return sheets.read_all(library, site)


def read_printed(due: Due, site: Path) -> list[Problem]:
    """What differs in what is printed on each paper."""
    from generator.publish.readback import print as rulebooks

    return rulebooks.read_due(due, site)


def _of_pages(book: Book) -> Iterator[Reading]:
    """Page by page, so that after an edit only those are read again that show it."""
    for chapter in book.chapters:
        yield Reading(f"{book.id}/{chapter.key}.html", partial(read_chapter, book.id, chapter))
    for table in book.tables:
        yield Reading(f"{book.id}/tables/{table.id}.html", partial(read_home, table))
    if book.check is not None:
        yield Reading(f"{book.id}/check.html", partial(read_check, book.id, book.check_tables))
    yield Reading(f"{book.id}/tables/", partial(read_homes, book.id, tuple(table.id for table in book.tables)))


def _printed(due: Due) -> Reading:
    return Reading(due.below, partial(read_printed, due))


def _truths(book: Book) -> dict[str, Truth]:
    return {table.id: Truth(table) for table in book.published_tables}
