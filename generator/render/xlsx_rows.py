"""The rows of a table as the XML of a sheet, written at once.

A workbook of every system has two hundred thousand cells, and the library that makes the file spends most of its time
on objects for them. It makes everything else; `xlsx_package.py` puts these rows among its own. Styles are numbered by
the library itself.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.styles import Border
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from generator.exact import Fraction
from generator.render import xlsx_formats as formats
from generator.render.contract import RenderError


class CellStyles:
    """The number that a workbook gives to a named style with a format, a border and a mark of text of its own."""

    def __init__(self, sheet: Worksheet) -> None:
        """`sheet` is any sheet of the workbook; nothing is written to it."""
        self._sheet = sheet
        self._known: dict[tuple[str, str, int, bool], int] = {}

    def number(self, style: str, code: str = "", rule: Border | None = None, *, quoted: bool = False) -> int:
        """The number of the style; a `quoted` cell never becomes a formula or a number, also after an edit."""
        key = style, code, id(rule), quoted
        found = self._known.get(key)
        if found is None:
            model = Cell(self._sheet, 1, 1)
            model.style = style
            if code:
                model.number_format = code
            if rule is not None:
                model.border = rule
            if quoted:
                model.quotePrefix = True
            found = self._known[key] = model.style_id
        return found


class RowWriter:
    """The cells of one row so far, from the first column on."""

    def __init__(self, row: int, styles: CellStyles, rule: Border | None) -> None:
        """`rule` is the border of every cell of the row, where it has one of its own."""
        self._row = row
        self._styles = styles
        self._rule = rule
        self._cells: list[str] = []

    def xml(self, height: float) -> str:
        """The row, so many points high."""
        return f'<row r="{self._row}" ht="{height:g}" customHeight="1">{"".join(self._cells)}</row>'

    def text(self, text: str, style: str) -> None:
        """Add a cell of text; raises RenderError where it holds a control character."""
        if ILLEGAL_CHARACTERS_RE.search(text):
            raise RenderError(f"xlsx: the text {text!r} holds a control character; a sheet holds none")
        number = self._styles.number(style, "", self._rule, quoted=formats.needs_quote_prefix(text))
        kept = f'<t xml:space="preserve">{escape(text)}</t>' if text != text.strip() else f"<t>{escape(text)}</t>"
        self._cells.append(f'<c r="{self._next()}" s="{number}" t="inlineStr"><is>{kept}</is></c>')

    def number(self, value: Fraction, code: str, style: str) -> None:
        """Add a cell that holds the nearest double; raises RenderError where no double is that large."""
        try:
            text = formats.native_text(value)
        except OverflowError:
            raise RenderError("xlsx: a number is larger than a sheet can hold, which is about 1.8e308") from None
        number = self._styles.number(style, code, self._rule)
        self._cells.append(f'<c r="{self._next()}" s="{number}"><v>{text}</v></c>')

    def label(self, label: str, number: tuple[Fraction, str] | None, styles: tuple[str, str]) -> None:
        """Add a head: as its number and format where it is one, else as text; `styles` are those for either."""
        if number is None:
            self.text(label, styles[1])
        else:
            self.number(*number, styles[0])

    def _next(self) -> str:
        return f"{get_column_letter(len(self._cells) + 1)}{self._row}"
