"""The first sheet of a workbook: what it is, whose rules these are, and a link to every table."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.worksheet.worksheet import Worksheet

from generator.render import xlsx_measure as measure
from generator.render.xlsx_cells import at, write_label, write_link, write_text
from generator.render.xlsx_formats import FormatLedger, label_number
from generator.tables.book import Book

TITLE = "Contents"
_WIDTHS = (34.0, 66.0, 30.0)
_ABOUT = (
    "Each number is stored as the nearest double to its exact value; only its format rounds it. A label such "
    "as ~100 hides a number too: click the cell to see it. Each table has a name for your own formulas, and "
    "its heads have the same name with _rows and _columns."
)


def write_contents(sheet: Worksheet, book: Book, sheets: Sequence[str], names: Sequence[str]) -> tuple[int, float]:
    """Fill the first sheet, and return its last row and its width.

    `sheets` and `names` are those of the book's tables.
    """
    measure.set_widths(sheet, _WIDTHS)
    write_text(at(sheet, 1, 1), book.title, "Book title")
    sheet.row_dimensions[1].height = 34
    row = 2
    if book.summary:
        row = _wide(sheet, row, book.summary, "Book summary", 17)
    row += 1
    for name, fact in _facts(book):
        write_text(at(sheet, row, 1), name, "Fact name")
        target = at(sheet, row, 2)
        write_label(target, fact, label_number(fact, None, FormatLedger()), ("Fact", "Fact"))
        if fact.startswith(("https://", "http://")):
            target.hyperlink = fact
            target.style = "Link"
        sheet.row_dimensions[row].height = 15 * measure.lines(fact, _WIDTHS[1])
        row += 1
    row += 1
    for column, head in enumerate(("Table", "What it tells", "Name in formulas"), 1):
        write_text(at(sheet, row, column), head, "Section head")
    row += 1
    for table, target_sheet, name in zip(book.published_tables, sheets, names, strict=True):
        write_link(at(sheet, row, 1), table.title, target_sheet, "Link")
        write_text(at(sheet, row, 2), table.caption, "Fact")
        write_text(at(sheet, row, 3), name, "Fact name")
        texts = zip((table.title, table.caption, name), _WIDTHS, strict=True)
        sheet.row_dimensions[row].height = 15 * max(measure.lines(text, width) for text, width in texts) + 5
        row += 1
    row = _wide(sheet, row + 1, _ABOUT, "Note", 14)
    return row - 1, sum(_WIDTHS)


def _wide(sheet: Worksheet, row: int, text: str, style: str, height: float) -> int:
    write_text(at(sheet, row, 1), text, style)
    sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=len(_WIDTHS))
    sheet.row_dimensions[row].height = height * measure.lines(text, sum(_WIDTHS))
    return row + 1


def _facts(book: Book) -> list[tuple[str, str]]:
    facts = [("Version", book.version), ("Date", book.date), ("License of these tables", book.license)]
    if book.credit is not None:
        facts += [
            ("Rules", book.credit.game),
            ("Author of the rules", book.credit.author),
            ("Year", book.credit.year),
            ("License of the rules", book.credit.license),
            ("Source", book.credit.url),
        ]
    return [(name, fact) for name, fact in facts if fact]
