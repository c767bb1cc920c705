"""The first sheet of a workbook: what it is, whose rules these are, and a link to every sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.worksheet.worksheet import Worksheet

from generator.render import xlsx_measure as measure
from generator.render.xlsx_cells import at, write_heads, write_label, write_link, write_text
from generator.render.xlsx_formats import FormatLedger, label_number
from generator.tables.book import Book

TITLE = "Contents"
_WIDTHS = (34.0, 66.0, 30.0)
_ABOUT = (
    "Each number is stored as the nearest double to its exact value; only its format rounds it. A label such "
    "as ~100 hides a number too: click the cell to see it. Each table has a name for your own formulas, and "
    "its heads have the same name with _rows and _columns."
)


@dataclass(frozen=True, slots=True)
class Front:
    """What the workbook as a whole is."""

    title: str
    summary: str
    version: str
    date: str
    license: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """A book with the names of its sheets and the names in formulas of its tables."""

    book: Book
    calculators: Sequence[str]
    tables: Sequence[str]
    names: Sequence[str]


def write_contents(sheet: Worksheet, front: Front, shelves: Sequence[Shelf]) -> tuple[int, float]:
    """Fill the first sheet, and return its last row and its width. Where there are several books, each has a head."""
    measure.set_widths(sheet, _WIDTHS)
    write_text(at(sheet, 1, 1), front.title, "Book title")
    sheet.row_dimensions[1].height = 34
    row = 2
    if front.summary:
        row = _wide(sheet, row, front.summary, "Book summary", 17)
    facts = [("Version", front.version), ("Date", front.date), ("License of these tables", front.license)]
    alone = len(shelves) == 1
    row = _facts(sheet, row + 1, facts + (_credit(shelves[0].book) if alone else []))
    for shelf in shelves:
        if not alone:
            write_text(at(sheet, row + 1, 1), shelf.book.title, "Table title")
            sheet.row_dimensions[row + 1].height = 26
            row = _facts(sheet, row + 2, _credit(shelf.book))
        row = _links(sheet, row + 1, shelf)
    row = _wide(sheet, row + 1, _ABOUT, "Note", 14)
    return row - 1, sum(_WIDTHS)


def _facts(sheet: Worksheet, row: int, facts: Sequence[tuple[str, str]]) -> int:
    for name, fact in facts:
        if not fact:
            continue
        write_text(at(sheet, row, 1), name, "Fact name")
        target = at(sheet, row, 2)
        write_label(target, fact, label_number(fact, None, FormatLedger()), ("Fact", "Fact"))
        if fact.startswith(("https://", "http://")):
            target.hyperlink = fact
            target.style = "Link"
        sheet.row_dimensions[row].height = 15 * measure.lines(fact, _WIDTHS[1])
        row += 1
    return row


def _links(sheet: Worksheet, row: int, shelf: Shelf) -> int:
    if shelf.calculators:
        write_heads(sheet, row, ("Calculator", "What it answers", ""))
        row += 1
        for calculator, name in zip(shelf.book.calculators, shelf.calculators, strict=True):
            row = _link(sheet, row, (calculator.title, calculator.about, ""), name)
        row += 1
    write_heads(sheet, row, ("Table", "What it tells", "Name in formulas"))
    row += 1
    for table, target, name in zip(shelf.book.published_tables, shelf.tables, shelf.names, strict=True):
        row = _link(sheet, row, (table.title, table.caption, name), target)
    return row


def _link(sheet: Worksheet, row: int, texts: tuple[str, str, str], target: str) -> int:
    write_link(at(sheet, row, 1), texts[0], target, "Link")
    write_text(at(sheet, row, 2), texts[1], "Fact")
    if texts[2]:
        write_text(at(sheet, row, 3), texts[2], "Fact name")
    height = max(measure.lines(text, width) for text, width in zip(texts, _WIDTHS, strict=True))
    sheet.row_dimensions[row].height = 15 * height + 5
    return row + 1


def _wide(sheet: Worksheet, row: int, text: str, style: str, height: float) -> int:
    write_text(at(sheet, row, 1), text, style)
    measure.merge(sheet, row, 1, len(_WIDTHS))
    sheet.row_dimensions[row].height = height * measure.lines(text, sum(_WIDTHS))
    return row + 1


def _credit(book: Book) -> list[tuple[str, str]]:
    if book.credit is None:
        return []
    return [
        ("Rules", book.credit.game),
        ("Author of the rules", book.credit.author),
        ("Year", book.credit.year),
        ("License of the rules", book.credit.license),
        ("Source", book.credit.url),
    ]
