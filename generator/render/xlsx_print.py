"""How a sheet prints: on A4, as wide as the page, heads repeated, title above and page number below."""

from __future__ import annotations

from math import ceil

from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

_A4 = "9"
_PORTRAIT_WIDTH = 118.0  # digits that fit an upright page at five sixths of full size
_LANDSCAPE_WIDTH = 146.0
# Points between the margins of Letter upright and of A4 and Letter lying, whichever is less.
_PORTRAIT_HEIGHT = 684.0
_LANDSCAPE_HEIGHT = 487.0
_SMALLEST_SCALE = 0.55  # below it, a wide table goes on to a second page across


def set_up(sheet: Worksheet, width: float, left: str, right: str, footer: str) -> None:
    """Prepare `sheet`, whose columns are `width` digits wide, for printing.

    `left` and `right` stand in the header, `footer` beside the page number.
    """
    landscape = width > _PORTRAIT_WIDTH
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_setup.fitToWidth = ceil(width * _SMALLEST_SCALE / _LANDSCAPE_WIDTH) if landscape else 1
    sheet.page_setup.fitToHeight = 0
    margins = sheet.page_margins
    margins.left = margins.right = 0.5
    margins.top = margins.bottom = 0.75
    margins.header = margins.footer = 0.35
    sheet.HeaderFooter.scaleWithDoc = False
    header, bottom = sheet.HeaderFooter.oddHeader, sheet.HeaderFooter.oddFooter
    assert header is not None and bottom is not None, "a new sheet has both"
    for part, text in (
        (header.left, _escape(left)),
        (header.right, _escape(right)),
        (bottom.left, _escape(footer)),
        (bottom.right, "Page &P of &N"),
    ):
        part.text = text
        part.size = 9


def repeat_heads(sheet: Worksheet, rows: tuple[int, int], height: float) -> None:
    """Repeat the head rows, first to last, and the first column, where a table of this height needs several pages.

    A table on one page needs neither, and LibreOffice takes long to open a file that repeats heads on every sheet.
    """
    if height > (_LANDSCAPE_HEIGHT if sheet.page_setup.orientation == "landscape" else _PORTRAIT_HEIGHT):
        sheet.print_title_rows = f"{rows[0]}:{rows[1]}"
    if (sheet.page_setup.fitToWidth or 1) > 1:
        sheet.print_title_cols = "A:A"


def _escape(text: str, most: int = 80) -> str:
    """Header text for a program that reads `&` as the start of a code and allows 255 characters in all."""
    short = text if len(text) <= most else text[: most - 1].rstrip() + "…"
    return short.replace("&", "&&")
