"""The Markdown that MkDocs turns into the site, and the order of its pages.

Written paths: a chapter is `<system>/<key>.md`, the list of a system's tables `<system>/tables/index.md`, and each
table's own page, the home that its permanent links lead to, `<system>/tables/<table>.md`. The first chapter of a
book is its front page: it bears the book's title and ends in the list of what the book holds. The library's front
page shows the systems between its opening and its first section.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import groupby
from posixpath import dirname, relpath

from generator.render.charts import chart_html
from generator.render.contract import Artifact
from generator.render.parts import literal, markdown_of, render_part, table_html
from generator.tables.book import Book, Chapter, ChartPlace, Library, Reference, TablePlace
from generator.tables.chart_model import Chart
from generator.tables.model import Table

# The title of a chapter, where its Markdown begins with one.
_FIRST_HEADING = re.compile(r"\A\s*# .*$", re.MULTILINE)

Nav = list[dict[str, object]]


@dataclass(frozen=True, slots=True)
class Link:
    """A line of a list of pages: where it leads from the page that shows it, its name, and a sentence about it."""

    href: str
    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Download:
    """A file offered beside a page. `size` is read as 12 kB, and empty where it is not known yet."""

    href: str
    title: str
    kind: str
    size: str = ""


def docs(library: Library, *, files: Mapping[str, int] | None = None) -> tuple[Artifact, ...]:
    """Every page of the site as Markdown, paths relative to the docs folder.

    `files` tells which downloads the build makes, published path to size in bytes (0 where not known), and only
    those are offered. None offers everything that a full build makes.
    """
    pages = [_site_page(library, chapter, files, front=i == 0) for i, chapter in enumerate(library.pages)]
    for book in library.books:
        pages += [_chapter(book, chapter, files, front=i == 0) for i, chapter in enumerate(book.chapters)]
        if book.tables:
            pages.append(_table_list(book))
        pages += [_table(book, table, files) for table in book.tables]
    return tuple(pages)


def nav(library: Library) -> Nav:
    """The order of all pages as MkDocs takes it: site-wide pages, then a section a book with its tables last.

    Site-wide pages in a folder of their own form a section, named by the first of them.
    """
    order: Nav = []
    for folder, members in groupby(library.pages, key=lambda page: dirname(page.key)):
        pages = list(members)
        entries: Nav = [{page.title: f"{page.key}.md"} for page in pages]
        order += [{pages[0].title: entries}] if folder else entries
    for book in library.books:
        inside: Nav = [{chapter.title: f"{book.id}/{chapter.key}.md"} for chapter in book.chapters]
        if book.tables:
            tables: Nav = [{"All tables": f"{book.id}/tables/index.md"}]
            tables += [{table.title: f"{book.id}/tables/{table.id}.md"} for table in book.tables]
            inside.append({"Tables": tables})
        order.append({book.title: inside})
    return order


def _site_page(library: Library, chapter: Chapter, files: Mapping[str, int] | None, *, front: bool) -> Artifact:
    path = f"{chapter.key}.md"
    href, home, drawn = _leading(path, ""), _homes(path), _drawing(path, files)
    text = markdown_of(chapter, None, medium="page", href=href, home=home, drawn=drawn)
    body = [text]
    if front:
        opening, *rest = text.split("\n## ", 1)
        body = [opening, render_part("systems.html.jinja", library=library), *(f"## {section}" for section in rest)]
    description = f"{library.title}: rulebooks with exact dice odds." if front else f"{chapter.title}: {library.title}"
    sources = (chapter.source, *(book.source for book in library.books)) if front else (chapter.source,)
    return _page(path, chapter.title, "front" if front else "page", description, body, sources=sources)


def _chapter(book: Book, chapter: Chapter, files: Mapping[str, int] | None, *, front: bool) -> Artifact:
    path = f"{book.id}/{chapter.key}.md"
    shown = [piece.table for piece in chapter.pieces if isinstance(piece, TablePlace)]
    here = {table.id for table in shown if table.system == book.id}
    text = markdown_of(
        chapter,
        book,
        medium="page",
        href=_leading(path, book.id, here),
        home=_homes(path),
        drawn=_drawing(path, files),
    )
    body = [_FIRST_HEADING.sub(lambda _: f"# {literal(book.title)}", text, count=1) if front else text]
    sources = [chapter.source, *(table.source for table in shown)]
    sources += [piece.chart.source for piece in chapter.pieces if isinstance(piece, ChartPlace)]
    if front:
        body.append(_contents(book, path, files))
        sources.append(book.source)
    description = book.summary if front else f"{chapter.title}, a chapter of {book.title}."
    return _page(path, chapter.title, "system" if front else "chapter", description, body, sources=tuple(sources))


def _leading(page: str, system: str, here: Collection[str] = ()) -> Callable[[Reference], str]:
    """Where references on a page lead: to the table itself where the page shows it, else to the table's own page."""

    def href(reference: Reference) -> str:
        owner = reference.system or system
        if owner == system and reference.table_id in here:
            return f"#{reference.table_id}"
        return relpath(f"{owner}/tables/{reference.table_id}.md", dirname(page))

    return href


def _homes(page: str) -> Callable[[Table], str]:
    """The address, seen from a page, of the page that a table lives on."""
    return lambda table: relpath(f"{table.system}/tables/{table.id}.html", dirname(page))


def _contents(book: Book, path: str, files: Mapping[str, int] | None) -> str:
    return render_part(
        "contents.html.jinja",
        book=book,
        chapters=[Link(f"{chapter.key}.html", chapter.title) for chapter in book.chapters[1:]],
        tables=[Link(f"tables/{table.id}.html", table.title, table.caption) for table in book.tables],
        downloads=_downloads(path, _book_files(book), files),
    )


def _table_list(book: Book) -> Artifact:
    links = [Link(f"{table.id}.html", table.title, table.caption) for table in book.tables]
    body = [render_part("table-list.html.jinja", book=book, tables=links)]
    sources = (book.source, *(table.source for table in book.tables))
    return _page(
        f"{book.id}/tables/index.md", "All tables", "tables", f"Every table of {book.title}.", body, sources=sources
    )


def _table(book: Book, table: Table, files: Mapping[str, int] | None) -> Artifact:
    path = f"{book.id}/tables/{table.id}.md"
    data = (
        (f"data/{book.id}/{table.id}.csv", "This table for a spreadsheet", "CSV"),
        (f"data/{book.id}/{table.id}.json", "This table with its exact fractions", "JSON"),
    )
    shown_in = [
        Link(f"../{chapter.key}.html#{table.id}", chapter.title)
        for chapter in book.chapters
        if any(isinstance(piece, TablePlace) and piece.table.id == table.id for piece in chapter.pieces)
    ]
    body = [
        render_part(
            "table-page.html.jinja",
            table=table,
            figure=table_html(table, "page"),
            shown_in=shown_in,
            downloads=_downloads(path, (*data, *_book_files(book)), files),
        )
    ]
    return _page(path, table.title, "table", table.caption, body, sources=(table.source,))


def _drawing(page: str, files: Mapping[str, int] | None) -> Callable[[Chart], str]:
    """What draws a chart on a page, with the way to its data."""

    def draw(chart: Chart) -> str:
        data = f"data/{chart.system}/{chart.id}"
        wanted = (
            (f"{data}.csv", f"The numbers of {chart.title} for a spreadsheet", "CSV"),
            (f"{data}.json", f"The numbers of {chart.title} with their exact fractions", "JSON"),
        )
        return chart_html(chart, "page", downloads=_downloads(page, wanted, files))

    return draw


def _book_files(book: Book) -> tuple[tuple[str, str, str], ...]:
    return (
        (f"downloads/{book.id}.xlsx", "Every table of the system in one workbook", "XLSX"),
        (f"downloads/{book.id}-rulebook-a4.pdf", "The rulebook for A4 paper", "PDF, A4"),
        (f"downloads/{book.id}-rulebook-letter.pdf", "The rulebook for Letter paper", "PDF, Letter"),
    )


def _downloads(page: str, wanted: tuple[tuple[str, str, str], ...], files: Mapping[str, int] | None) -> list[Download]:
    return [
        Download(relpath(path, dirname(page)), title, kind, _size(files.get(path, 0) if files else 0))
        for path, title, kind in wanted
        if files is None or path in files
    ]


def _size(size: int) -> str:
    """Whole kilobytes, rounded up, and megabytes with one decimal from 1 MB on, both in steps of 1000."""
    if size <= 0:
        return ""
    if size < 1_000_000:
        return f"{-(-size // 1000)} kB"
    tenths = -(-size // 100_000)
    return f"{tenths // 10}.{tenths % 10} MB"


def _page(path: str, title: str, kind: str, description: str, body: list[str], *, sources: tuple[str, ...]) -> Artifact:
    text = render_part("page-head.md.jinja", title=title, kind=kind, description=description)
    whole = "\n\n".join([text, *(part.strip("\n") for part in body)]) + "\n"
    return Artifact(path, whole.encode(), tuple(dict.fromkeys(source for source in sources if source)))
