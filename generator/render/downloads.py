"""Files to take away: those offered beside a page, and the page that lists all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from posixpath import dirname, relpath

from generator.render.parts import render_part
from generator.tables.book import Book, Library
from generator.tables.products import Booklet, Product

PAGE = "downloads"
TITLE = "Downloads"
OFFLINE = "downloads/offline-site.zip"
"""All pages in one file. It is made of the finished site, so that its size is not known on the page that offers it."""

# What the last part of a PDF's name says about its pages.
_PAPERS = {"a4": "PDF, A4", "letter": "PDF, Letter", "phone": "PDF, phone"}


_OF_ALL = {
    "all-rulebook": "All systems in one volume",
    "all": "All systems in one workbook",
    "offline-site": "The whole site, to open without a network",
}


@dataclass(frozen=True, slots=True)
class Download:
    """A file offered beside a page. `size` is read as 12 kB, and empty where it is not known yet."""

    href: str
    title: str
    kind: str
    size: str = ""


@dataclass(frozen=True, slots=True)
class _Data:
    """A table's files for programs."""

    title: str
    files: list[Download]


@dataclass(frozen=True, slots=True)
class _Shelf:
    """All files of a system."""

    book: Book
    files: list[Download]
    data: list[_Data]


def offered(page: str, wanted: Iterable[tuple[str, str, str]], files: Mapping[str, int] | None) -> list[Download]:
    """Those of the wanted files (path, title, kind) that a build makes, with their sizes; without `files` all."""
    return [
        Download(relpath(path, dirname(page)), title, kind, _size(path, files or {}))
        for path, title, kind in wanted
        if files is None or path in files
    ]


def data_files(system: str, key: str, subject: str) -> tuple[tuple[str, str, str], ...]:
    """The files for programs of a table or a chart; `subject` is what the title of each begins with."""
    return (
        (f"data/{system}/{key}.csv", f"{subject} for a spreadsheet", "CSV"),
        (f"data/{system}/{key}.json", f"{subject} with exact fractions", "JSON"),
    )


def book_files(book: Book) -> tuple[tuple[str, str, str], ...]:
    """What every page of a system offers: what holds all its tables, and what is printed of it besides."""
    return (*whole_files(book), *(printed for product in book.products for printed in _product_files(book, product)))


def whole_files(book: Book) -> tuple[tuple[str, str, str], ...]:
    """What holds every table of a system: its workbook and its rulebook."""
    return (
        (f"downloads/{book.id}.xlsx", "Every table of the system and sheets that calculate, in one workbook", "XLSX"),
        (f"downloads/{book.id}-rulebook-a4.pdf", "The rulebook for A4 paper", "PDF, A4"),
        (f"downloads/{book.id}-rulebook-letter.pdf", "The rulebook for Letter paper", "PDF, Letter"),
    )


def _product_files(book: Book, product: Product) -> Iterator[tuple[str, str, str]]:
    for form in ("a4", "letter", *(("phone",) if isinstance(product, Booklet) else ())):
        yield f"downloads/{book.id}-{product.name}-{form}.pdf", product.title, _PAPERS[form]


LATER = -1
"""In the place of the size of a file that is not made yet, and that `with_sizes` will put where it is due."""

_MARK = re.compile("\ue000([^\ue001]*)\ue001")


def with_sizes(html: str, sizes: Mapping[str, int]) -> str:
    """A finished page with the sizes of the files that it was made before; what names none of them stays."""
    return _MARK.sub(lambda mark: size_text(sizes[mark[1]]) if mark[1] in sizes else mark[0], html)


def _size(path: str, files: Mapping[str, int]) -> str:
    size = files.get(path, 0)
    return f"\ue000{path}\ue001" if size == LATER else size_text(size)


def size_text(size: int) -> str:
    """Whole kilobytes, rounded up, and megabytes with one decimal from 1 MB on, both in steps of 1000."""
    if size <= 0:
        return ""
    if size < 1_000_000:
        return f"{-(-size // 1000)} kB"
    tenths = -(-size // 100_000)
    return f"{tenths // 10}.{tenths % 10} MB"


def downloads_page(library: Library, files: Mapping[str, int] | None) -> list[str]:
    """The body of the page: what holds several systems, then each system's files, its data folded away."""
    page = f"{PAGE}.md"
    shelves = [_Shelf(book, _printed(library, book, page, files), _data(book, page, files)) for book in library.books]
    shelves = [shelf for shelf in shelves if shelf.files or shelf.data]
    whole = offered(page, [_named(path, None) for path in _downloads(files) if _owner(library, path) is None], files)
    body = [
        render_part("heading.md.jinja", level=1, title=TITLE),
        render_part("downloads-lede.html.jinja", anything=bool(shelves or whole)),
    ]
    if whole:
        body += _section("Everything", whole, [])
    for shelf in shelves:
        body += _section(shelf.book.title, shelf.files, shelf.data)
    return body


def _section(title: str, files: list[Download], data: list[_Data]) -> list[str]:
    return [
        render_part("heading.md.jinja", level=2, title=title),
        render_part("download-list.html.jinja", files=files, data=data),
    ]


def _downloads(files: Mapping[str, int] | None) -> list[str]:
    return sorted(path for path in files or () if path.startswith("downloads/"))


def _printed(library: Library, book: Book, page: str, files: Mapping[str, int] | None) -> list[Download]:
    if files is None:
        return offered(page, book_files(book), None)
    paths = [path for path in _downloads(files) if _owner(library, path) == book]
    standing = {path: (path, title, kind) for path, title, kind in book_files(book)}
    first = [standing[path] for path in standing if path in paths]
    return offered(page, [*first, *(_named(path, book) for path in paths if path not in standing)], files)


def _owner(library: Library, path: str) -> Book | None:
    """The book whose id a file's name begins with; where the ids of several fit, the longest."""
    name = path.removeprefix("downloads/").rpartition(".")[0]
    fitting = [book for book in library.books if name == book.id or name.startswith(f"{book.id}-")]
    return max(fitting, key=lambda book: len(book.id), default=None)


def _named(path: str, book: Book | None) -> tuple[str, str, str]:
    """A file's path, title and kind: what its name says after the system's."""
    stem, _, ending = path.removeprefix("downloads/").rpartition(".")
    name, _, paper = stem.rpartition("-")
    kind = _PAPERS.get(paper) if ending == "pdf" else None
    own = (name if kind else stem).removeprefix(f"{book.id}-" if book else "")
    titles = {product.name: product.title for product in book.products} if book else _OF_ALL
    return path, titles.get(own, own.replace("-", " ").capitalize()), kind or ending.upper()


def _data(book: Book, page: str, files: Mapping[str, int] | None) -> list[_Data]:
    wanted: list[tuple[str, tuple[tuple[str, str, str], ...]]] = [
        (table.title, data_files(book.id, table.id, table.title)) for table in book.published_tables
    ]
    if book.check:
        wanted.append(("Everything that was checked", ((f"data/{book.id}/check.json", "Everything checked", "JSON"),)))
    found = [_Data(title, offered(page, paths, files)) for title, paths in wanted]
    return [data for data in found if data.files]
