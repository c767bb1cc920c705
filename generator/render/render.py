"""The render stage: the only place that knows every renderer. Each gets the same books and gives back artifacts.

A build plans its jobs here and lets workers do them. So a maker is imported by the job that needs it: planning begins
without the libraries that write workbooks and pages.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from generator.diagnostics import Location, Problem
from generator.order import FORMATS, PAPERS, Progress, Step, silent
from generator.render import pdf, print_measures
from generator.render.contract import Artifact, File, Job, RenderError, every_job
from generator.tables.book import Book, Library
from generator.tables.check_model import Check
from generator.tables.model import Table

if TYPE_CHECKING:
    from generator.render.site import Nav

Run = Callable[[Sequence[Job], Progress], tuple[tuple[File, ...], tuple[Problem, ...]]]
"""Does jobs, in whatever order and place, and gives back their files in the order of the jobs."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of the site as Markdown for the site builder, with their order."""

    files: tuple[File, ...]
    nav: Nav


def documents(
    library: Library,
    formats: Collection[str] = FORMATS,
    papers: Collection[str] = PAPERS,
    progress: Progress = silent,
    run: Run | None = None,
    beside: Sequence[Job] = (),
) -> tuple[tuple[File, ...], tuple[Problem, ...]]:
    """Every artifact of the formats asked for but the pages; one that cannot be made is a problem.

    `run` does the jobs, `beside` those of others that go along with ours; without one they are done here in turn.
    """
    return (run or run_here)((*plan(library, formats, papers), *beside), progress)


def pages(library: Library, files: Sequence[File]) -> tuple[Pages | None, tuple[Problem, ...]]:
    """The pages of the site, which offer the files; one that cannot be made is a problem."""
    try:
        return _pages(library, files), ()
    except RenderError as error:
        return None, (Problem(Location("pages"), str(error)),)


def _pages(library: Library, files: Sequence[File]) -> Pages:
    from generator.render import downloads, search_index, site

    offered = {file.path: file.size for file in files} | {downloads.OFFLINE: 0}
    return Pages((*site.docs(library, files=offered), search_index.search_index(library)), site.nav(library))


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
        jobs.append(Job(f"workbook of {book.title}", book.source, partial(workbook, _of_sheets(book))))
    if "xlsx" in formats and len(library.books) > 1:
        books = replace(library, pages=(), check=None, books=tuple(_of_sheets(book) for book in library.books))
        jobs.append(Job("workbook of all systems", "", partial(workbook_of_all, books)))
    for book in library.books if "data" in formats else ():
        for table in book.published_tables:
            jobs.append(Job(f"data of {table.title}, {book.title}", table.source, partial(data, table)))
        if book.check:
            jobs.append(Job(f"checks of {book.title}", book.source, partial(checks, book.id, book.check)))
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


def run_here(jobs: Sequence[Job], progress: Progress = silent) -> tuple[tuple[File, ...], tuple[Problem, ...]]:
    """The jobs one after the other in this process, nothing kept."""
    known: dict[int, tuple[File, ...] | None] = {}
    problems: list[Problem] = []
    total = len(every_job(jobs))

    def done(job: Job) -> tuple[File, ...] | None:
        if id(job) not in known:
            parts = [done(part) for part in job.parts]
            known[id(job)] = None
            if None not in parts:
                try:
                    known[id(job)] = job.make(*(job.given(part or ()) for part in parts))
                except RenderError as error:
                    problems.append(Problem(Location(job.source), str(error)))
            progress(Step(job.name, len(known), total))
        return known[id(job)]

    files = [done(job) for job in jobs]
    return tuple(file for own in files if own for file in own), tuple(sorted(problems))


__all__ = ["FORMATS", "PAPERS", "Pages", "Run", "documents", "pages", "plan", "run_here"]
