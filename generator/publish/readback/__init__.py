"""The read-back: every number of every published file, read from the file itself and held against its exact value.

This is the second road from a number to its print. Nothing here asks `tables.numbers.show` how a number reads;
`admission` decides which values a printed text admits, and the readers open the files as their users do: pages as
HTML, data with a CSV and a JSON reader, workbooks with openpyxl, rulebooks through the text of their tags.
"""

from __future__ import annotations

from pathlib import Path

from generator.diagnostics import Problem
from generator.publish.readback import data, pages, sheets
from generator.publish.readback import print as rulebooks
from generator.publish.readback.comparison import Truth
from generator.tables.book import Library


def read_back(library: Library, site: Path) -> tuple[Problem, ...]:
    """Every difference between the files below `site` and the exact values of `library`, one problem each.

    A format that `site` lacks altogether for a book is passed over, for a build may be of some formats only; where
    one file of it is there, every other has to be. Each problem's location is a path below `site`.
    """
    problems = pages.read_site_pages(library, site)
    for book in library.books:
        truths = {table.id: Truth(table) for table in book.published_tables}
        problems += pages.read_book(book, truths, site)
        problems += data.read_book(book, truths, site)
        problems += sheets.read_book(book, truths, site)
        problems += rulebooks.read_book(book, truths, site)
    return tuple(problems)
