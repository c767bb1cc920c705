"""How much room text needs on a sheet, in a spreadsheet's units: digits of width, points of height."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

MEASURE = 92.0  # the longest line of running text that still reads well, in digits
SHORTEST = 62.0  # a narrow table's notes may run past it to this width
_PADDING = 2.0
_INDENT = 1.5  # that words keep from the column before them
_USUAL = 8.43  # a column that nobody has set


def lines(text: str, width: float) -> int:
    """Return how many lines `text` takes, wrapped at words; running text has about 1.2 characters a digit."""
    room = max(1, int(width * 1.2) - 1)
    if len(text) <= room and "\n" not in text:
        return 1
    return sum(max(1, len(wrap(line, room))) for line in text.split("\n"))


def column_width(
    texts: Sequence[str], head: str, *, least: float = 6.0, most: float = 44.0, indented: bool = False
) -> float:
    """Return the width that holds every text on one line up to `most`, and the longest word of the head."""
    longest = max((len(text) for text in texts), default=0)
    word = max((len(word) for word in head.split()), default=0)
    padding = _PADDING + (_INDENT if indented else 0)
    return min(most, max(least, longest * 1.05 + padding, word * 1.1 + padding))


def head_lines(head: str, width: float) -> int:
    """Return how many lines a column head takes, which is bold and so a little wider than other text."""
    return max(1, len(wrap(head, max(1, int(width - _PADDING * 0.5)))))


def block_end(widths: Sequence[float]) -> int:
    """Return the last column, counted from 1, of a merged block of running text over columns of these widths.

    The block stays within a readable measure in a wide table and runs past a narrow one.
    """
    total, column = 0.0, 0
    while True:
        width = widths[column] if column < len(widths) else _USUAL
        if column and (total + width > MEASURE or (column >= len(widths) and total >= SHORTEST)):
            return column
        total += width
        column += 1


def block_width(widths: Sequence[float], first: int, last: int) -> float:
    """Return the width of the columns `first` to `last`, counted from 1."""
    return sum(widths[c - 1] if c <= len(widths) else _USUAL for c in range(first, last + 1))


def merge(sheet: Worksheet, row: int, first: int, last: int) -> None:
    """Let the text of a row's cell `first` run over the columns up to `last`; the cells between keep their styles."""
    if last > first:
        sheet.merged_cells.add(f"{get_column_letter(first)}{row}:{get_column_letter(last)}{row}")


def set_widths(sheet: Worksheet, widths: Sequence[float]) -> None:
    """Give the sheet's first columns these widths."""
    for number, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(number)].width = round(width, 2)
