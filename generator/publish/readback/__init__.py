"""The read-back: every number of every published file, read from the file itself and held against its exact value.

This is the second road from a number to its print. Nothing here asks `tables.numbers.show` how a number reads;
`admission` decides which values a printed text admits, and the readers open the files as their users do: pages as
HTML, data with a CSV and a JSON reader, workbooks with openpyxl, rulebooks through the text of their tags.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.diagnostics import Problem
from generator.publish.readback import data, pages, sheets
from generator.publish.readback import print as rulebooks
from generator.publish.readback.comparison import Truth
from generator.publish.readback.print_due import Due, dues, volume_due
from generator.tables.book import Book, Library

_READERS = (
    (pages.read_book, "{id}/"),
    (data.read_book, "data/{id}/"),
    (sheets.read_book, "downloads/{id}"),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of the read-back that stands alone: what differs in the files whose path begins with `below`."""

    below: str
    read: Callable[[Path], list[Problem]]


def readings(library: Library) -> tuple[Reading, ...]:
    """The parts of the read-back; any order and any process will do."""
    parts = [Reading("", partial(pages.read_site_pages, library))]
    parts.append(Reading(sheets.WHOLE, partial(sheets.read_all, library)))
    parts.append(_printed(volume_due(library)))
    for book in library.books:
        # By product, so that after an edit only those are read again that show it.
        parts += map(_printed, dues(book, _truths(book)))
        parts += [Reading(below.format(id=book.id), partial(_read, at, book)) for at, (_, below) in enumerate(_READERS)]
    return tuple(parts)


def read_back(library: Library, site: Path) -> tuple[Problem, ...]:
    """Every difference between the files below `site` and the exact values of `library`, one problem each.

    A format that `site` lacks altogether for a book is passed over, for a build may be of some formats only; where
    one file of it is there, every other has to be. Each problem's location is a path below `site`.
    """
    return tuple(problem for reading in readings(library) for problem in reading.read(site))


def _printed(due: Due) -> Reading:
    return Reading(due.below, partial(rulebooks.read_due, due))


def _read(reader: int, book: Book, site: Path) -> list[Problem]:
    return _READERS[reader][0](book, _truths(book), site)


def _truths(book: Book) -> dict[str, Truth]:
    return {table.id: Truth(table) for table in book.published_tables}
