"""A book as a workbook: a sheet that lists its tables, and each table whole on a sheet of its own.

Every number is native: the nearest double to the exact value, shown by a number format that gives the book's
text. A percentage that the book prints without `%` carries it here, since only a percent format can show a
chance.
"""

from __future__ import annotations

from collections.abc import Mapping

from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName

from generator.render import xlsx_contents as contents
from generator.render import xlsx_print, xlsx_styles
from generator.render.contract import Artifact, RenderError
from generator.render.xlsx_formats import FormatLedger
from generator.render.xlsx_names import defined_names, sheet_names
from generator.render.xlsx_package import package
from generator.render.xlsx_sheet import write_table
from generator.tables.book import Book

HONORS: frozenset[str] = frozenset(
    {"spanners", "unit", "notes", "legend", "bands", "labels", "reading", "derived", "caption"}
)
LEAVES: Mapping[str, str] = {
    "collapse": "a collapsed row has no single exact value to store, and a sheet scrolls",
    "split": "a sheet scrolls, and formulas look values up in one whole table",
}


def workbook(book: Book) -> Artifact:
    """Make the workbook of one system, the same bytes for the same book.

    Raises RenderError where a number or a text cannot be stored in a sheet.
    """
    made = Workbook()
    xlsx_styles.register(made)
    _describe(made, book)
    first = made.worksheets[0]
    first.title = contents.TITLE
    names = sheet_names((table.title for table in book.published_tables), taken=(contents.TITLE,))
    defined = defined_names(table.id for table in book.published_tables)
    try:
        last_row, width = contents.write_contents(first, book, names, defined)
    except RenderError as error:
        raise RenderError(f"{error} (contents of {book.id})") from None
    footer = " · ".join(part for part in (book.title, book.version, book.date, book.license) if part)
    first.sheet_view.showGridLines = False
    first.print_area = f"A1:C{last_row}"
    xlsx_print.set_up(first, width, book.title, contents.TITLE, footer)

    ledger = FormatLedger()
    for table, sheet_name, name in zip(book.published_tables, names, defined, strict=True):
        sheet = made.create_sheet(sheet_name)
        sheet.sheet_view.showGridLines = False
        try:
            places = write_table(sheet, table, ledger, contents.TITLE)
        except RenderError as error:
            raise RenderError(f"{error} (table {table.id} of {book.id})") from None
        sheet.print_area = places.printed.cells
        sheet.print_title_rows = f"{places.first_head}:{places.last_head}"
        sheet.print_title_cols = "A:A"
        xlsx_print.set_up(sheet, places.width, book.title, table.title, footer)
        for ending, area in (("", places.body), ("_rows", places.stub), ("_columns", places.columns)):
            made.defined_names[name + ending] = DefinedName(name + ending, attr_text=area.reference)
    sources = tuple(dict.fromkeys(s for s in (book.source, *(t.source for t in book.published_tables)) if s))
    return Artifact(f"downloads/{book.id}.xlsx", package(made, book.date), sources)


def _describe(made: Workbook, book: Book) -> None:
    properties = made.properties
    properties.title = book.title
    properties.subject = book.summary or None
    properties.creator = "Dicepress"
    properties.lastModifiedBy = "Dicepress"
    properties.language = "en"
    properties.version = book.version or None
    properties.description = f"License: {book.license}" if book.license else None
