"""The render stage: the only place that knows every renderer. Each gets the same books and gives back artifacts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from generator.diagnostics import Location, Problem
from generator.order import FORMATS, PAPERS, Progress, Step, silent
from generator.render import data_check, data_csv, data_json, downloads, pdf, pdf_papers, search_index, site, xlsx
from generator.render.contract import Artifact, File, Job, RenderError
from generator.tables.book import Book, Library
from generator.tables.check_model import Check
from generator.tables.model import Table

Run = Callable[[Sequence[Job], Progress], tuple[tuple[File, ...], tuple[Problem, ...]]]
"""Does jobs, in whatever order and place, and gives back their files in the order of the jobs."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """Everything to publish: pages as Markdown for the site builder with their order, and files as they are."""

    pages: tuple[Artifact, ...]
    nav: site.Nav
    files: tuple[File, ...]


def render(
    library: Library,
    formats: Collection[str] = FORMATS,
    papers: Collection[str] = PAPERS,
    progress: Progress = silent,
    run: Run | None = None,
    beside: Sequence[Job] = (),
) -> tuple[Rendered | None, tuple[Problem, ...]]:
    """Every artifact of the formats asked for; one document that cannot be made is a problem and publishes nothing.

    `run` does the jobs, `beside` those of others that go along with ours; without one they are done here in turn.
    """
    files, problems = (run or run_here)((*plan(library, formats, papers), *beside), progress)
    if problems:
        return None, problems
    if "pdf" in formats and len(library.books) > 1:
        volumes, problems = (run or run_here)((volume_job(library, papers, files),), progress)
        if problems:
            return None, problems
        files = (*files, *volumes)
    pages: tuple[Artifact, ...] = ()
    nav: site.Nav = []
    if "html" in formats:
        progress(Step("pages"))
        try:
            offered = {file.path: file.size for file in files} | {downloads.OFFLINE: 0}
            pages, nav = site.docs(library, files=offered), site.nav(library)
            pages = (*pages, search_index.search_index(library))
        except RenderError as error:
            return None, (Problem(Location("pages"), str(error)),)
    return Rendered(pages, nav, files), ()


def volume_job(library: Library, papers: Collection[str], files: Sequence[File]) -> Job:
    """The volume of all systems, bound from their rulebooks, which are among the files: so it comes after them."""
    chosen = tuple(paper for paper in pdf_papers.PAPERS if paper in papers)
    wanted = {f"downloads/{book.id}-rulebook-{paper}.pdf" for book in library.books for paper in chosen}
    made = {file.path: file.data for file in files if file.path in wanted}
    return Job("volume of all systems", "", partial(pdf.volumes, library, chosen, made))


def plan(library: Library, formats: Collection[str], papers: Collection[str]) -> tuple[Job, ...]:
    """The jobs of every format but the pages, those that take longest first: they decide when the last one ends."""
    jobs: list[Job] = []
    for book in library.books if "pdf" in formats else ():
        chosen = tuple(paper for paper in pdf_papers.PAPERS if paper in papers)
        jobs += [Job(name, book.source, make) for name, make in pdf.jobs(book, chosen)]
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
    return (xlsx.workbook(book),)


def workbook_of_all(library: Library) -> tuple[Artifact, ...]:
    """The workbook of all systems together."""
    return (xlsx.workbook_of_all(library),)


def data(table: Table) -> tuple[Artifact, ...]:
    """A table for programs."""
    return data_json.table_json(table), data_csv.table_csv(table)


def checks(system: str, check: Check) -> tuple[Artifact, ...]:
    """What a system's sources print and say, for programs."""
    return (data_check.check_json(system, check),)


def run_here(jobs: Sequence[Job], progress: Progress = silent) -> tuple[tuple[File, ...], tuple[Problem, ...]]:
    """The jobs one after the other in this process, nothing kept."""
    files: list[File] = []
    problems: list[Problem] = []
    for number, job in enumerate(jobs, 1):
        try:
            files += job.make()
        except RenderError as error:
            problems.append(Problem(Location(job.source), str(error)))
        progress(Step(job.name, number, len(jobs)))
    return tuple(files), tuple(sorted(problems))


__all__ = ["FORMATS", "PAPERS", "Rendered", "Run", "plan", "render", "run_here"]
