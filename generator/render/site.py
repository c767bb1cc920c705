"""The Markdown that MkDocs turns into the site, and the order of its pages.

Written paths: a chapter is `<system>/<key>.md`, the list of a system's tables `<system>/tables/index.md`, and each
table's own page, the home that its permanent links lead to, `<system>/tables/<table>.md`. The first chapter of a
book is its front page: it bears the book's title and ends in the list of what the book holds. The library's front
page shows the systems between its opening and its first section.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from posixpath import dirname, relpath

from generator.render import check_pages, downloads, finder_pages, glossary
from generator.render.charts import chart_html
from generator.render.contract import Artifact
from generator.render.downloads import book_files, data_files, offered, whole_files
from generator.render.parts import literal, markdown_of, render_part, table_html
from generator.tables import check_report
from generator.tables.book import Book, Chapter, ChartPlace, Library, Reference, TablePlace
from generator.tables.chart_model import Chart
from generator.tables.model import Table

# The ids of what the theme sets around every page, and of what ends the front page of a book.
_FRAME = frozenset({"site-dots", "site-search", "site-text"})
_CONTENTS = frozenset({"chapters", "credit", "downloads", "tables"})
# What the files beside a table are called.
_THIS = "This table"
# The title of a chapter, where its Markdown begins with one.
_FIRST_HEADING = re.compile(r"\A\s*# .*$", re.MULTILINE)

Nav = list[dict[str, object]]


@dataclass(frozen=True, slots=True)
class Link:
    """A line of a list of pages: where it leads from the page that shows it, its name, and a sentence about it."""

    href: str
    title: str
    text: str = ""


def docs(library: Library, *, files: Mapping[str, int] | None = None) -> tuple[Artifact, ...]:
    """Every page of the site; see `each_page`."""
    return tuple(each_page(library, files=files))


def each_page(library: Library, *, files: Mapping[str, int] | None = None) -> Iterator[Artifact]:
    """The pages of the site as Markdown, one after the other, paths relative to the docs folder.

    `files` tells which downloads the build makes, published path to size in bytes (0 where not known), and only
    those are offered. None offers everything that a full build makes.
    """
    for i, chapter in enumerate(library.pages):
        yield _site_page(library, chapter, files, front=i == 0)
    for book in library.books:
        for i, chapter in enumerate(book.chapters):
            yield _chapter(library, book, chapter, files, front=i == 0)
        if book.tables:
            yield _table_list(book)
        for table in book.tables:
            yield _table(book, table, files)
        yield from _book_check(book, files)
        yield from _book_finder(book)
    yield from _library_check(library)
    yield from _library_pages(library, files)


def nav(library: Library) -> Nav:
    """The order of all pages as MkDocs takes it: site-wide pages, then a section a book with its tables last.

    Site-wide pages in a folder of their own form a section, named by the first of them.
    """
    order: Nav = []
    for folder, members in groupby(library.pages, key=lambda page: dirname(page.key)):
        pages = list(members)
        entries: Nav = [{page.title: f"{page.key}.md"} for page in pages]
        order += [{pages[0].title: entries}] if folder else entries
    if library.check:
        order.append({check_report.TITLE: f"{check_pages.PAGE}.md"})
    if any(book.words for book in library.books):
        order.append({glossary.TITLE: f"{glossary.PAGE}.md"})
    order.append({downloads.TITLE: f"{downloads.PAGE}.md"})
    for book in library.books:
        inside: Nav = [{chapter.title: f"{book.id}/{chapter.key}.md"} for chapter in book.chapters]
        if book.finder:
            inside.append({finder_pages.TITLE: f"{book.id}/{finder_pages.PAGE}.md"})
        if book.check:
            inside.append({check_report.TITLE: f"{book.id}/{check_pages.PAGE}.md"})
        if book.tables:
            tables: Nav = [{"All tables": f"{book.id}/tables/index.md"}]
            tables += [{table.title: f"{book.id}/tables/{table.id}.md"} for table in book.tables]
            inside.append({"Tables": tables})
        order.append({book.title: inside})
    return order


def _site_page(library: Library, chapter: Chapter, files: Mapping[str, int] | None, *, front: bool) -> Artifact:
    path = f"{chapter.key}.md"
    href, drawn, shown = _leading(path, ""), _drawing(path, files), _showing(path, library, files)
    text = markdown_of(chapter, None, medium="page", href=href, drawn=drawn, shown=shown, around=_FRAME)
    body = [text]
    if front:
        opening, *rest = text.split("\n## ", 1)
        panels = [finder_pages.front_panel(library), render_part("systems.html.jinja", library=library)]
        body = [opening, *filter(None, panels), *(f"## {section}" for section in rest)]
    description = f"{library.title}: rulebooks with exact dice odds." if front else f"{chapter.title}: {library.title}"
    sources = (chapter.source, *(book.source for book in library.books)) if front else (chapter.source,)
    return _page(path, chapter.title, "front" if front else "page", description, body, sources=sources)


def _chapter(
    library: Library, book: Book, chapter: Chapter, files: Mapping[str, int] | None, *, front: bool
) -> Artifact:
    path = f"{book.id}/{chapter.key}.md"
    shown = [piece.table for piece in chapter.pieces if isinstance(piece, TablePlace)]
    here = {table.id for table in shown if table.system == book.id}
    text = markdown_of(
        glossary.linked(chapter, book),
        book,
        medium="page",
        href=_leading(path, book.id, here),
        drawn=_drawing(path, files),
        shown=_showing(path, library, files),
        around=_FRAME | _CONTENTS if front else _FRAME,
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


def _showing(page: str, library: Library, files: Mapping[str, int] | None) -> Callable[[Table], str]:
    """What shows a table on a page: with the way to its own page and its files, if its system has pages."""
    books = {book.id: book for book in library.books}

    def show(table: Table) -> str:
        book = books.get(table.system)
        if book is None:
            return table_html(table, "page")
        home = relpath(f"{book.id}/tables/{table.id}.html", dirname(page))
        beside = offered(page, (*data_files(book.id, table.id, _THIS), *whole_files(book)), files)
        folded = render_part("table-files.html.jinja", table=table, files=beside) if beside else ""
        return table_html(table, "page", home=home, files=folded)

    return show


def _contents(book: Book, path: str, files: Mapping[str, int] | None) -> str:
    return render_part(
        "contents.html.jinja",
        book=book,
        chapters=[
            *(Link(f"{chapter.key}.html", chapter.title) for chapter in book.chapters[1:]),
            *([Link(f"{finder_pages.PAGE}.html", finder_pages.TITLE)] if book.finder else []),
            *([Link(f"{check_pages.PAGE}.html", check_report.TITLE)] if book.check else []),
        ],
        tables=[Link(f"tables/{table.id}.html", table.title, table.caption) for table in book.tables],
        downloads=offered(path, book_files(book), files),
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
            downloads=offered(path, (*data_files(book.id, table.id, _THIS), *book_files(book)), files),
        )
    ]
    return _page(path, table.title, "table", table.caption, body, sources=(table.source,))


def _book_check(book: Book, files: Mapping[str, int] | None) -> list[Artifact]:
    if book.check is None:
        return []
    path = f"{book.id}/{check_pages.PAGE}.md"
    data = ((f"data/{book.id}/check.json", "Everything that was checked, the right cells too", "JSON"),)
    body = [check_pages.book_page(book, book.check, offered(path, (*data, *book_files(book)), files))]
    description = f"What the sources of {book.title} print and say, held against the exact values."
    sources = tuple(table.source for table in book.check_tables)
    return [_page(path, check_report.TITLE, "check", description, body, sources=sources)]


def _book_finder(book: Book) -> list[Artifact]:
    if book.finder is None:
        return []
    path, body = f"{book.id}/{finder_pages.PAGE}.md", [finder_pages.finder_page(book, book.finder)]
    description = f"Questions that come up in {book.title}, answered exactly."
    return [_page(path, finder_pages.TITLE, "finder", description, body, sources=(book.finder.source,))]


def _library_check(library: Library) -> list[Artifact]:
    if library.check is None:
        return []
    path, body = f"{check_pages.PAGE}.md", [check_pages.library_page(library)]
    description = "What the sources print and say, held against the exact values."
    sources = tuple(table.source for book in library.books for table in book.check_tables)
    return [_page(path, check_report.TITLE, "check", description, body, sources=sources)]


def _library_pages(library: Library, files: Mapping[str, int] | None) -> list[Artifact]:
    """The words of all systems, and all files."""
    sources = tuple(book.source for book in library.books)
    words, files_page = glossary.glossary_page(library), downloads.downloads_page(library, files)
    pages = [(glossary.PAGE, glossary.TITLE, "The words of every system, explained.", words)] if words else []
    pages.append((downloads.PAGE, downloads.TITLE, "Every published file: rulebooks, workbooks, data.", files_page))
    return [
        _page(f"{key}.md", title, "page", description, body, sources=sources) for key, title, description, body in pages
    ]


def _drawing(page: str, files: Mapping[str, int] | None) -> Callable[[Chart], str]:
    """What draws a chart on a page, with the way to its data."""

    def draw(chart: Chart) -> str:
        wanted = data_files(chart.system, chart.id, f"The numbers of {chart.title}")
        return chart_html(chart, "page", downloads=offered(page, wanted, files))

    return draw


def _page(path: str, title: str, kind: str, description: str, body: list[str], *, sources: tuple[str, ...]) -> Artifact:
    text = render_part("page-head.md.jinja", title=title, kind=kind, description=description)
    whole = "\n\n".join([text, *(part.strip("\n") for part in body)]) + "\n"
    return Artifact(path, whole.encode(), tuple(dict.fromkeys(source for source in sources if source)))
