"""The render stage: the only place that knows every renderer. Each gets the same books and gives back artifacts."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from generator.diagnostics import Location, Problem
from generator.render import data_csv, data_json, pdf, site, xlsx
from generator.render.contract import Artifact, RenderError
from generator.tables.book import Library

FORMATS = ("html", "pdf", "xlsx", "data")
PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Rendered:
    """Everything to publish: pages as Markdown for the site builder with their order, and files as they are."""

    pages: tuple[Artifact, ...]
    nav: site.Nav
    files: tuple[Artifact, ...]


def render(
    library: Library,
    formats: Collection[str] = FORMATS,
    papers: Collection[str] = PAPERS,
    progress: Callable[[str], None] = lambda step: None,
) -> tuple[Rendered | None, tuple[Problem, ...]]:
    """Every artifact of the formats asked for; one document that cannot be made is a problem and publishes nothing."""
    files: list[Artifact] = []
    problems: list[Problem] = []
    for book in library.books:
        if "data" in formats:
            progress(f"data of {book.title}")
            files += [make(table) for table in book.published_tables for make in (data_json.table_json, data_csv.table_csv)]
        if "xlsx" in formats:
            progress(f"workbook of {book.title}")
            files.append(xlsx.workbook(book))
        for paper in papers if "pdf" in formats else ():
            progress(f"rulebook of {book.title}, {paper}")
            try:
                files.append(pdf.rulebook(book, paper))
            except RenderError as error:
                problems.append(Problem(Location(book.source), str(error)))
    pages: tuple[Artifact, ...] = ()
    nav: site.Nav = []
    if "html" in formats:
        progress("pages")
        sizes = {file.path: len(file.data) for file in files}
        pages, nav = site.docs(library, files=sizes), site.nav(library)
    if problems:
        return None, tuple(sorted(problems))
    return Rendered(pages, nav, tuple(files)), ()
