"""One table as one sheet: every row and column, native numbers, frozen heads, signs and notes below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openpyxl.worksheet.worksheet import Worksheet

from generator.render import xlsx_formats as formats
from generator.render import xlsx_measure as measure
from generator.render import xlsx_styles as styles
from generator.render.xlsx_cells import at, write_link, write_text
from generator.render.xlsx_names import Area
from generator.render.xlsx_rows import CellStyles, RowWriter
from generator.tables.model import Band, Cell, Column, Row, Table

_ROW, _LINE, _NOTE_LINE = 16.5, 15.0, 14.0  # points: a row of one line, each further line, a line of notes
_PLAINLY = (
    "Some cells show a plain number where the book shows odds or a fraction: "
    "a workbook has room for only so many formats."
)


@dataclass(frozen=True, slots=True)
class Places:
    """Where a table's parts lie on its sheet; rows `first_head` to `last_head` are its heads.

    `height` is that from the title to the last row of the table. `rows` are the column heads and the table's rows as
    XML, by their number in order; the sheet does not have them yet.
    """

    body: Area
    stub: Area
    columns: Area
    printed: Area
    first_head: int
    last_head: int
    width: float
    height: float
    rows: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Page:
    """A sheet being filled. Running text is merged over the columns up to `text_end`."""

    sheet: Worksheet
    table: Table
    widths: tuple[float, ...]
    text_end: int
    ledger: formats.FormatLedger
    cells: CellStyles


def write_table(
    sheet: Worksheet, table: Table, ledger: formats.FormatLedger, cells: CellStyles, contents: str
) -> Places:
    """Fill the empty `sheet` with the whole table; `contents` names the sheet that its first cell leads to.

    Raises RenderError where a text or a number cannot be stored.
    """
    widths = _widths(table)
    page = _Page(sheet, table, widths, measure.block_end(widths), ledger, cells)
    measure.set_widths(sheet, widths)
    write_link(at(sheet, 1, 1), "← Contents", contents, "Way back")
    write_text(at(sheet, 2, 1), table.title, "Table title")
    sheet.row_dimensions[2].height = 24
    first_head = 3
    if table.caption:
        _running(page, 3, table.caption, "Caption", _LINE)
        first_head = 4
    last_head, head = _write_heads(page, first_head)
    first, last, right = last_head + 1, last_head + len(table.rows), 1 + len(table.columns)
    as_printed, rows, height = _write_body(page, first)
    above = sum(known.height or _LINE for at in range(2, first) if (known := sheet.row_dimensions.get(at)))
    sheet.freeze_panes = f"B{first}"
    bottom = max(last, _write_below(page, last + 2, () if as_printed else (_PLAINLY,)))
    printed = Area(sheet.title, 2, 1, bottom, max(right, page.text_end))
    return Places(
        body=Area(sheet.title, first, 2, last, right),
        stub=Area(sheet.title, first, 1, last, 1),
        columns=Area(sheet.title, last_head, 2, last_head, right),
        printed=printed,
        first_head=first_head,
        last_head=last_head,
        width=measure.block_width(widths, 1, printed.right),
        height=above + height,
        rows={last_head: head, **rows},
    )


def _widths(table: Table) -> tuple[float, ...]:
    """Return the stub's width and each column's.

    Columns of numbers share one, so that the table reads as a grid, and a spanner's columns grow to hold it.
    """
    stub = measure.column_width([row.label for row in table.rows], table.stub_head, least=8.0, indented=True)
    columns = list(enumerate(table.columns))
    shown = [[_shown(table, row.cells[i]) for row in table.rows] for i, _ in columns]
    numbers = {i for i, column in columns if _holds_numbers(table, i) and not column.derived}
    own = [measure.column_width(shown[i], column.label, indented=not _holds_numbers(table, i)) for i, column in columns]
    shared = max((own[i] for i in numbers), default=0.0)
    widths = [shared if i in numbers else own[i] for i, _ in columns]
    for spanner in table.spanners:
        wanted = measure.column_width([spanner.label], "", most=200.0)
        spare = max(0.0, wanted - sum(widths[spanner.start : spanner.stop]))
        for i in range(spanner.start, spanner.stop):
            widths[i] += spare / (spanner.stop - spanner.start)
    return (stub, *widths)


def _shown(table: Table, cell: Cell) -> str:
    return f"{table.band(cell.band).sign} {formats.sheet_text(cell)}" if cell.band else formats.sheet_text(cell)


def _holds_numbers(table: Table, index: int) -> bool:
    return any(row.cells[index].exact is not None for row in table.rows)


def _running(page: _Page, row: int, text: str, style: str, height: float, *, first: int = 1) -> None:
    """Write running text into one merged row, as high as its lines need; `height` is that of a line."""
    write_text(at(page.sheet, row, first), text, style)
    last = max(first, page.text_end)
    measure.merge(page.sheet, row, first, last)
    lines = measure.lines(text, measure.block_width(page.widths, first, last))
    page.sheet.row_dimensions[row].height = height * lines


def _write_heads(page: _Page, row: int) -> tuple[int, str]:
    """Write unit, axis title and spanners from `row` on; the row below them, and that row, the column heads."""
    table, sheet = page.table, page.sheet
    if table.unit:
        write_text(at(sheet, row, 1), table.unit[0].upper() + table.unit[1:], "Unit")
        row += 1
    crossed = [i for i, column in enumerate(table.columns) if not column.derived]
    if table.column_head and crossed:
        _across(page, row, (crossed[0], crossed[-1] + 1), table.column_head, "Axis title")
        row += 1
    if table.spanners:
        for spanner in table.spanners:
            _across(page, row, (spanner.start, spanner.stop), spanner.label, "Spanner")
        row += 1
    over_numbers = all(formats.label_number(r.label, r.exact, page.ledger) for r in table.rows)
    writer = RowWriter(row, page.cells, None)
    writer.text(table.stub_head, "Column head" if over_numbers else "Column head words")
    folds = [measure.head_lines(table.stub_head, page.widths[0])]
    for index, column in enumerate(table.columns):
        style = "Column head" if _holds_numbers(table, index) else "Column head words"
        number = formats.label_number(column.label, column.exact, page.ledger)
        writer.label(column.label, number, (style, style))
        folds.append(measure.head_lines(column.label, page.widths[index + 1]))
    return row, writer.xml(_LINE * max(folds) + 3)


def _across(page: _Page, row: int, span: tuple[int, int], text: str, style: str) -> None:
    start, stop = span
    for index in range(start, stop):
        page.sheet.cell(row, index + 2).style = style
    write_text(at(page.sheet, row, start + 2), text, style)
    measure.merge(page.sheet, row, start + 2, stop + 1)


def _write_body(page: _Page, first: int) -> tuple[bool, dict[int, str], float]:
    """Write the stub and the cells; whether every number shows the text of the book, the rows, and their height."""
    as_printed = True
    rows: dict[int, str] = {}
    heights = 0.0
    bands = {band.key: band for band in page.table.bands}
    last = len(page.table.rows) - 1
    for count, row in enumerate(page.table.rows):
        rule = styles.last_rule if count == last else styles.fifth_rule if count % 5 == 4 else None
        writer = RowWriter(first + count, page.cells, rule)
        number = formats.label_number(row.label, row.exact, page.ledger)
        writer.label(row.label, number, ("Stub", "Stub words"))
        for column, cell in zip(page.table.columns, row.cells, strict=True):
            as_printed &= _write_cell(page, writer, column, cell, bands[cell.band] if cell.band else None)
        height = _ROW + _LINE * (_lines(row, page.widths) - 1)
        rows[first + count] = writer.xml(height)
        heights += height
    return as_printed, rows, heights


def _write_cell(page: _Page, writer: RowWriter, column: Column, cell: Cell, band: Band | None) -> bool:
    sign = band.sign if band else ""
    if cell.exact is not None:
        code, as_printed = formats.cell_format(cell, sign, page.ledger)
        writer.number(cell.exact, code, _number_style(cell, column, band))
        return as_printed
    words = styles.band_style(band.tone) if band else "Words"
    text = f"{sign} {cell.text}" if sign else cell.text
    writer.label(text, formats.label_number(text, None, page.ledger), ("Value", words))
    return True


def _number_style(cell: Cell, column: Column, band: Band | None) -> str:
    if band is not None:
        return styles.band_style(band.tone)
    if cell.exact == 0 and cell.replaced:
        return "Impossible"
    return "Derived value" if column.derived else "Value"


def _lines(row: Row, widths: Sequence[float]) -> int:
    texts = [row.label, *(cell.text for cell in row.cells)]
    return max(measure.lines(text, width - 1) for text, width in zip(texts, widths, strict=True))


def _write_below(page: _Page, row: int, more: tuple[str, ...]) -> int:
    """Write reading, signs, bands and notes from `row` on, and return the last row used."""
    table = page.table
    percent = formats.has_unmarked_percent(table)
    signs = [
        f"{formats.percent_label(entry.sign) if percent else entry.sign} = {entry.meaning}" for entry in table.legend
    ]
    notes = [f"{column.label}: {column.note}" for column in table.columns if column.note]
    row = _paragraphs(page, row, "How to read it", [table.reading] if table.reading else [])
    row = _paragraphs(page, row, "Signs", signs)
    if table.bands and not signs:
        write_text(at(page.sheet, row, 1), "Signs", "Note head")
        row += 1
    for band in table.bands:
        sign = at(page.sheet, row, 1)
        write_text(sign, band.sign, styles.band_style(band.tone))
        sign.alignment = styles.centered
        _running(page, row, band.title, "Note", _NOTE_LINE, first=2)
        row += 1
    _paragraphs(page, row, "Notes", [*notes, *table.notes, *more])
    return page.sheet.max_row


def _paragraphs(page: _Page, row: int, head: str, texts: Sequence[str]) -> int:
    """Write `texts` under a head of their own, if there are any, and return the row after them."""
    if not texts:
        return row
    write_text(at(page.sheet, row, 1), head, "Note head")
    for text in texts:
        row += 1
        _running(page, row, text, "Note", _NOTE_LINE)
    return row + 1
