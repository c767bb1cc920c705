"""Charts beyond the page: figures with words in print, numbers in the workbook and the data, all read back."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from generator.publish.readback import data as data_readback
from generator.publish.readback import sheets as sheets_readback
from generator.publish.readback.comparison import Truth
from generator.render.data_csv import table_csv
from generator.render.data_json import table_json
from generator.render.pdf import rulebook
from generator.render.pdf_structure import elements
from generator.render.xlsx import workbook
from generator.tables.numbers import exact_text
from tests.chart_samples import charted_book


@cache
def printed() -> bytes:
    return rulebook(charted_book(), "a4").data


@pytest.mark.slow
def test_each_chart_is_a_figure_with_words_in_the_structure_of_the_print() -> None:
    with pikepdf.open(BytesIO(printed())) as pdf:
        figures = [e for e in elements(pdf.Root.StructTreeRoot) if str(e.S) == "/Figure"]
        words = [str(figure.Alt) for figure in figures]
    assert words == [f"{chart.title}. {chart.description}" for chart in charted_book().charts]


@pytest.mark.slow
def test_the_words_of_a_drawing_are_text_in_the_print() -> None:
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(printed())).pages)
    for chart in charted_book().charts:
        assert chart.x_head in text
        for series in chart.series:
            assert series.label in text


@pytest.mark.slow
def test_a_link_to_a_chart_stays_within_the_print() -> None:
    names = PdfReader(BytesIO(printed())).named_destinations
    assert "chart-bars" in names


@pytest.mark.slow
def test_the_print_is_the_same_each_time() -> None:
    assert rulebook(charted_book(), "a4").data == printed()


def test_the_workbook_has_a_sheet_of_numbers_a_chart() -> None:
    book = charted_book()
    made = load_workbook(BytesIO(workbook(book).data))
    assert len(made.sheetnames) == 1 + len(book.charts)
    for chart, name in zip(book.charts, made.sheetnames[1:], strict=True):
        table = chart.table
        stored = [
            [cell.value for cell in row if isinstance(cell.value, int | float)]
            for row in made[name].iter_rows(min_col=2, max_col=1 + len(table.columns))
        ]
        wanted = [[float(cell.exact) for cell in row.cells if cell.exact is not None] for row in table.rows]
        assert [row for row in stored if row] == wanted


def test_the_data_hold_every_exact_point() -> None:
    for chart in charted_book().charts:
        found = json.loads(table_json(chart.table).data)
        assert found["id"] == chart.id
        for index, series in enumerate(chart.series):
            exact = {row["label"]: row["cells"][index]["exact"] for row in found["rows"]}
            for point in series.points:
                assert exact[str(point.x)] == exact_text(point.y)


def test_the_read_back_reads_the_numbers_of_charts(tmp_path: Path) -> None:
    book = charted_book()
    truths = {table.id: Truth(table) for table in book.published_tables}
    for artifact in (workbook(book), *(make(t) for t in book.published_tables for make in (table_json, table_csv))):
        path = tmp_path / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)
    assert data_readback.read_book(book, truths, tmp_path) == []
    assert sheets_readback.read_book(book, truths, tmp_path) == []
    path = tmp_path / "data/sample/pools.json"
    path.write_text(path.read_text("utf-8").replace('"1/36"', '"1/35"'), "utf-8")
    assert data_readback.read_book(book, truths, tmp_path) != []


def test_a_book_without_charts_is_as_it_was() -> None:
    book = replace(charted_book(), charts=())
    assert book.published_tables == book.tables
