"""Putting one text or one number into a cell, so that neither can ever be taken for the other."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.cell.cell import Cell
from openpyxl.utils.exceptions import IllegalCharacterError
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from generator.exact import Fraction
from generator.render import xlsx_formats as formats
from generator.render.contract import RenderError


def at(sheet: Worksheet, row: int, column: int) -> Cell:
    """Return the cell at this place, which no merged block may cover."""
    cell = sheet.cell(row, column)
    assert isinstance(cell, Cell), f"{cell.coordinate} lies inside a merged block"
    return cell


def write_text(cell: Cell, text: str, style: str) -> None:
    """Put `text` into the cell as text: never a formula, a number or a date, also after someone edits it.

    Raises RenderError where the text holds a control character.
    """
    try:
        cell.value = text
    except IllegalCharacterError:
        raise RenderError(f"xlsx: the text {text!r} holds a control character; a sheet holds none") from None
    cell.data_type = "s"
    cell.style = style
    if formats.needs_quote_prefix(text):
        cell.quotePrefix = True


def write_heads(sheet: Worksheet, row: int, texts: Sequence[str]) -> None:
    """Head a section of a sheet, from the first column on; a column without a text gets the line alone."""
    for column, text in enumerate(texts, 1):
        target = at(sheet, row, column)
        if text:
            write_text(target, text, "Section head")
        target.style = "Section head"


def write_link(cell: Cell, text: str, sheet: str, style: str) -> None:
    """Put `text` into the cell as a link to the first cell of another sheet of the workbook."""
    write_text(cell, text, style)
    quoted = sheet.replace("'", "''")
    cell.hyperlink = Hyperlink(cell.coordinate, location=f"'{quoted}'!A1", display=text)
    cell.style = style  # openpyxl gives a link a style of its own


def write_number(cell: Cell, value: Fraction, code: str, style: str) -> None:
    """Put the nearest double of `value` into the cell, with every digit it takes, shown by the format `code`.

    Raises RenderError where no double is that large.
    """
    try:
        text = formats.native_text(value)
    except OverflowError:
        raise RenderError("xlsx: a number is larger than a sheet can hold, which is about 1.8e308") from None
    # openpyxl writes a float with 16 digits and would lose its last bit; text marked as a number is kept.
    cell.value = text
    cell.data_type = "n"
    cell.style = style
    cell.number_format = code


def write_formula(cell: Cell, formula: str, style: str) -> None:
    """Put a formula of ours into the cell; its value is put beside it when the file is finished."""
    cell.value = formula
    cell.data_type = "f"
    cell.style = style


def write_label(cell: Cell, label: str, number: tuple[Fraction, str] | None, styles: tuple[str, str]) -> None:
    """Put a head into the cell: as its number and format where it is one, else as text.

    `styles` are those for a number and for a text.
    """
    if number is None:
        write_text(cell, label, styles[1])
    else:
        write_number(cell, *number, styles[0])
