"""Books as workbooks: a sheet that lists everything, calculators, and each table whole on a sheet of its own.

Every number is native: the nearest double to the exact value, shown by a number format that gives the book's
text. A percentage that the book prints without `%` carries it here, since only a percent format can show a
chance. One workbook holds one system, and one more holds all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from generator.exact import Fraction
from generator.render import xlsx_contents as contents
from generator.render import xlsx_print, xlsx_styles
from generator.render.contract import FEATURES, Artifact, RenderError
from generator.render.xlsx_calculator import Found, write_calculator
from generator.render.xlsx_contents import Front, Shelf
from generator.render.xlsx_formats import FormatLedger
from generator.render.xlsx_names import defined_names, sheet_names
from generator.render.xlsx_package import package
from generator.render.xlsx_rows import CellStyles
from generator.render.xlsx_sheet import write_table
from generator.tables.book import Book, Library

LEAVES: Mapping[str, str] = {
    "collapse": "a collapsed row has no single exact value to store, and a sheet scrolls",
    "split": "a sheet scrolls, and formulas look values up in one whole table",
}
HONORS = FEATURES.difference(LEAVES)

ALL = "downloads/all.xlsx"


def workbook(book: Book) -> Artifact:
    """Make the workbook of one system, the same bytes for the same book.

    Raises RenderError where a number or a text cannot be stored in a sheet.
    """
    front = Front(book.title, book.summary, book.version, book.date, book.license)
    return Artifact(f"downloads/{book.id}.xlsx", _made(front, (book,), _names(book, "")), _sources((book,)))


def workbook_of_all(library: Library) -> Artifact:
    """Make the workbook of all systems; a name in its formulas begins with its system's."""
    first = library.books[0]
    front = Front(library.title, "", library.version, library.date, first.license)
    names = [name for book in library.books for name in _names(book, f"{book.id}-")]
    return Artifact(ALL, _made(front, library.books, names), _sources(library.books))


@dataclass(slots=True)
class _Sheets:
    """The sheets of one book, in their order, with the defined names of its tables."""

    book: Book
    calculators: list[Worksheet]
    tables: list[Worksheet]
    names: list[str]


def _names(book: Book, prefix: str) -> list[str]:
    return list(defined_names(prefix + table.id for table in book.published_tables))


def _made(front: Front, books: Sequence[Book], names: Sequence[str]) -> bytes:
    made = Workbook()
    xlsx_styles.register(made)
    _describe(made, front)
    first = made.worksheets[0]
    first.title = contents.TITLE
    footer = " · ".join(part for part in (front.title, front.version, front.date, front.license) if part)
    values: dict[str, Mapping[str, Fraction | str]] = {}
    ledger, cells = FormatLedger(), CellStyles(first)
    rows: dict[str, Mapping[int, str]] = {}
    shelves = _sheets(made, books, names)
    for shelf in shelves:
        found = _write_tables(made, shelf, (ledger, cells), footer)
        rows |= {where.places.body.sheet: where.places.rows for where in found.values()}
        values |= _write_calculators(shelf, found, footer)
    try:
        links = [
            Shelf(s.book, [one.title for one in s.calculators], [one.title for one in s.tables], s.names)
            for s in shelves
        ]
        last_row, width = contents.write_contents(first, front, links)
    except RenderError as error:
        raise RenderError(f"{error} (contents of {books[0].id if len(books) == 1 else 'all'})") from None
    first.sheet_view.showGridLines = False
    first.print_area = f"A1:C{last_row}"
    xlsx_print.set_up(first, width, front.title, contents.TITLE, footer)
    return package(made, front.date, values, rows)


def _sheets(made: Workbook, books: Sequence[Book], names: Sequence[str]) -> list[_Sheets]:
    """Every sheet, still empty, so that each can be linked to before it is filled."""
    titles = [title for book in books for title in _titles(book)]
    free, defined = iter(sheet_names(titles, taken=(contents.TITLE,))), iter(names)
    shelves = []
    for book in books:
        calculators = [made.create_sheet(next(free)) for _ in book.calculators]
        tables = [made.create_sheet(next(free)) for _ in book.published_tables]
        shelves.append(_Sheets(book, calculators, tables, [next(defined) for _ in tables]))
    return shelves


def _titles(book: Book) -> Iterator[str]:
    yield from (calculator.title for calculator in book.calculators)
    yield from (table.title for table in book.published_tables)


def _write_tables(
    made: Workbook, shelf: _Sheets, ink: tuple[FormatLedger, CellStyles], footer: str
) -> dict[str, Found]:
    found = {}
    for table, sheet, name in zip(shelf.book.published_tables, shelf.tables, shelf.names, strict=True):
        sheet.sheet_view.showGridLines = False
        try:
            places = write_table(sheet, table, *ink, contents.TITLE)
        except RenderError as error:
            raise RenderError(f"{error} (table {table.id} of {shelf.book.id})") from None
        sheet.print_area = places.printed.cells
        xlsx_print.set_up(sheet, places.width, shelf.book.title, table.title, footer)
        xlsx_print.repeat_heads(sheet, (places.first_head, places.last_head), places.height)
        for ending, area in (("", places.body), ("_rows", places.stub), ("_columns", places.columns)):
            made.defined_names[name + ending] = DefinedName(name + ending, attr_text=area.reference)
        found[table.id] = Found(name, places)
    return found


def _write_calculators(
    shelf: _Sheets, found: Mapping[str, Found], footer: str
) -> dict[str, Mapping[str, Fraction | str]]:
    """Fill the calculators' sheets; the value of each formula, by sheet and cell."""
    tables = {table.id: table for table in shelf.book.tables}
    values: dict[str, Mapping[str, Fraction | str]] = {}
    for calculator, sheet in zip(shelf.book.calculators, shelf.calculators, strict=True):
        sheet.sheet_view.showGridLines = False
        try:
            written = write_calculator(sheet, calculator, tables, found, contents.TITLE)
        except RenderError as error:
            raise RenderError(f"{error} (calculator {calculator.id} of {shelf.book.id})") from None
        sheet.print_area = f"A2:D{written.last_row}"
        xlsx_print.set_up(sheet, written.width, shelf.book.title, calculator.title, footer)
        sheet.page_setup.fitToHeight = 1
        values[sheet.title] = written.values
    return values


def _sources(books: Sequence[Book]) -> tuple[str, ...]:
    sources = [
        source
        for book in books
        for source in (
            book.source,
            *(table.source for table in book.published_tables),
            *(one.source for one in book.calculators),
        )
    ]
    return tuple(dict.fromkeys(source for source in sources if source))


def _describe(made: Workbook, front: Front) -> None:
    properties = made.properties
    properties.title = front.title
    properties.subject = front.summary or None
    properties.creator = "Dicepress"
    properties.lastModifiedBy = "Dicepress"
    properties.language = "en"
    properties.version = front.version or None
    properties.description = f"License: {front.license}" if front.license else None
