"""The workbook in LibreOffice: what it shows in each cell is what the book says, and what it holds is the number."""

from __future__ import annotations

import csv
from pathlib import Path

import openpyxl
import pypdf
import pytest

from generator.render.data_csv import table_csv
from generator.render.xlsx import workbook
from generator.render.xlsx_names import sheet_names
from generator.tables.book import Book
from tests.render.office import Convert
from tests.render.xlsx_samples import hard_book, shown_in_sheet
from tests.samples import whole_table

pytestmark = pytest.mark.slow

# Comma, quotes, UTF-8, from line 1, American English, cells as shown, every sheet.
SHEETS_AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true,false,false,-1"


@pytest.fixture(scope="module")
def book() -> Book:
    return hard_book()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, book: Book) -> Path:
    path = tmp_path_factory.mktemp("book") / "hard.xlsx"
    path.write_bytes(workbook(book).data)
    return path


def read(folder: Path, book: Book) -> list[list[list[str]]]:
    """Every sheet that LibreOffice wrote as CSV, in the order of the tables, from the row after the heads on."""
    grids = []
    for table, name in zip(book.tables, sheet_names((t.title for t in book.tables), ["Contents"]), strict=True):
        text = (folder / f"hard-{name}.csv").read_text("utf-8")
        grid = list(csv.reader(text.splitlines()))
        head = next(i for i, line in enumerate(grid) if line[:2] == [table.stub_head, table.columns[0].label])
        grids.append(grid[head + 1 : head + 1 + len(table.rows)])
    return grids


def test_every_cell_shows_the_text_of_the_book(convert: Convert, written: Path, book: Book) -> None:
    grids = read(convert(written, SHEETS_AS_SHOWN), book)
    count = 0
    for table, grid in zip(book.tables, grids, strict=True):
        for row, line in zip(table.rows, grid, strict=True):
            assert line[0] == row.label
            for cell, shown in zip(row.cells, line[1:], strict=False):
                assert shown == shown_in_sheet(table, cell), (table.title, row.label, cell)
                count += 1
    assert count > 600


def test_every_cell_holds_its_number(convert: Convert, written: Path, book: Book) -> None:
    """LibreOffice saves the first 15 digits of a number; the file's own last bit is tested beside its readers."""
    saved = openpyxl.load_workbook(convert(written, "xlsx") / "hard.xlsx")
    count = 0
    for table, sheet in zip(book.tables, saved.worksheets[1:], strict=True):
        top = 1 + next(line[0].row for line in sheet.iter_rows() if line[0].value == table.stub_head)
        for r, row in enumerate(table.rows):
            for c, cell in enumerate(row.cells):
                value = sheet.cell(top + r, c + 2).value
                count += 1
                assert value == (cell.text if cell.exact is None else float(f"{float(cell.exact):.15g}"))
    assert count > 600


def test_the_csv_file_opened_in_a_spreadsheet_executes_nothing(convert: Convert, tmp_path: Path) -> None:
    source = tmp_path / "labels.csv"
    source.write_bytes(table_csv(whole_table()).data)
    # The last word writes formulas instead of their results, so that any would show.
    folder = convert(source, "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true,true")
    lines = list(csv.reader((folder / "labels.csv").read_text("utf-8").splitlines()))
    assert lines[4] == ["'=", "21", "'="]
    assert not [field for line in lines for field in line if field.startswith(("=", "#", "Err:"))]


def test_it_prints(convert: Convert, written: Path, book: Book) -> None:
    pages = pypdf.PdfReader(next(convert(written, "pdf").iterdir())).pages
    texts = [page.extract_text() for page in pages]
    assert len(texts) >= len(book.tables) + 1
    for table in book.tables:
        assert any(table.title in text for text in texts)
    assert all("Page " in text for text in texts)
    assert not any("###" in text for text in texts), "a column is too narrow for its numbers"
