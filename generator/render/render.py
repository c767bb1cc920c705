"""The render stage: the only place that knows every renderer. Each gets the same books and gives back artifacts.

A build plans its jobs here and lets workers do them. So a maker is imported by the job that needs it: planning begins
without the libraries that write workbooks and pages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from generator.render import pdf, print_measures
from generator.render.contract import Artifact, Job
from generator.tables.book import Book, Library
from generator.tables.check_model import Check
from generator.tables.model import Table

if TYPE_CHECKING:
    from generator.render.site import Nav


def pages(library: Library, offered: Collection[str]) -> Iterator[Artifact]:
    """The pages of the site as Markdown, and what its search looks through, one after the other.

    They offer the files at these paths, whose sizes come later. Raises RenderError for one that cannot be made.
    """
    from generator.render import downloads, search_index, site

    yield from site.each_page(library, files=dict.fromkeys(offered, downloads.LATER) | {downloads.OFFLINE: 0})
    yield search_index.search_index(library)


def order_of_pages(library: Library) -> Nav:
    """The order of the pages, as the site builder takes it."""
    from generator.render import site

    return site.nav(library)


def with_sizes(html: str, sizes: Mapping[str, int]) -> str:
    """A finished page with the sizes of the files that it offers."""
    from generator.render import downloads

    return downloads.with_sizes(html, sizes)


def plan(library: Library, formats: Collection[str], papers: Collection[str]) -> tuple[Job, ...]:
    """The jobs of every format but the pages, those that take longest first: they decide when the last one ends."""
    jobs: list[Job] = []
    if "pdf" in formats:
        chosen = tuple(paper for paper in print_measures.PAPERS if paper in papers)
        of_books = [pdf.jobs(book, chosen) for book in library.books]
        rulebooks = [rulebook for rulebook, *_ in of_books]
        jobs += pdf.volume_jobs(library, chosen, rulebooks) if len(library.books) > 1 else ()
        jobs += [*rulebooks, *(job for _, *others in of_books for job in others)]
    for book in library.books if "xlsx" in formats else ():
        make = partial(workbook, _of_sheets(book))
        jobs.append(Job(f"workbook of {book.title}", book.source, make, makes=(f"downloads/{book.id}.xlsx",)))
    if "xlsx" in formats and len(library.books) > 1:
        books = replace(library, pages=(), check=None, books=tuple(_of_sheets(book) for book in library.books))
        jobs.append(Job("workbook of all systems", "", partial(workbook_of_all, books), makes=("downloads/all.xlsx",)))
    for book in library.books if "data" in formats else ():
        for table in book.published_tables:
            makes = tuple(f"data/{table.system}/{table.id}.{ending}" for ending in ("json", "csv"))
            jobs.append(Job(f"data of {table.title}, {book.title}", table.source, partial(data, table), makes=makes))
        if book.check:
            make = partial(checks, book.id, book.check)
            jobs.append(Job(f"checks of {book.title}", book.source, make, makes=(f"data/{book.id}/check.json",)))
    return tuple(jobs)


def _of_sheets(book: Book) -> Book:
    """The part of the book that a workbook shows, so that a changed word in a chapter leaves its workbook alone."""
    return replace(book, chapters=(), products=(), words=(), finder=None)


def workbook(book: Book) -> tuple[Artifact, ...]:
    """The workbook of a system."""
    from generator.render import xlsx

    return (xlsx.workbook(book),)


def workbook_of_all(library: Library) -> tuple[Artifact, ...]:
    """The workbook of all systems together."""
    from generator.render import xlsx

    return (xlsx.workbook_of_all(library),)


def data(table: Table) -> tuple[Artifact, ...]:
    """A table for programs."""
    from generator.render import data_csv, data_json

    return data_json.table_json(table), data_csv.table_csv(table)


def checks(system: str, check: Check) -> tuple[Artifact, ...]:
    """What a system's sources print and say, for programs."""
    from generator.render import data_check

    return (data_check.check_json(system, check),)
