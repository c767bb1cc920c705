"""The workbook, read back with two readers: every number, every label, and everything around them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet
from python_calamine import CalamineWorkbook

import generator
from generator.exact import Fraction
from generator.render.contract import FEATURES, RenderError
from generator.render.xlsx import HONORS, LEAVES, workbook
from generator.render.xlsx_names import defined_names, sheet_names
from generator.render.xlsx_styles import TONES
from generator.tables.book import Book
from generator.tables.model import Cell, Row, Table
from tests.render.xlsx_samples import hard_book
from tests.samples import sample_book, whole_table

ROOT = Path(generator.__file__).parent.parent
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?%?")


@pytest.fixture(scope="module", params=["sample", "hard"])
def book(request: pytest.FixtureRequest) -> Book:
    return sample_book() if request.param == "sample" else hard_book()


@pytest.fixture(scope="module")
def data(book: Book) -> bytes:
    return workbook(book).data


@pytest.fixture(scope="module")
def opened(data: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(BytesIO(data))


def places(opened: openpyxl.Workbook, book: Book) -> list[tuple[Table, Worksheet, int, int]]:
    """Each table with its sheet, and the row and column of its first cell as its defined name tells."""
    found = []
    for table, name in zip(book.tables, defined_names(t.id for t in book.tables), strict=True):
        ((title, area),) = opened.defined_names[name].destinations
        left, top, right, bottom = openpyxl.utils.range_boundaries(area)
        assert (bottom - top + 1, right - left + 1) == (len(table.rows), len(table.columns))
        found.append((table, opened[title], top, left))
    return found


def nearest(value: Fraction) -> float:
    return value.numerator / value.denominator


def test_path_and_sources() -> None:
    artifact = workbook(sample_book())
    assert artifact.path == "downloads/sample.xlsx"
    assert artifact.sources[0] == "sample/system.yml"
    assert "sample/tables/split.yml" in artifact.sources


def test_every_feature_is_honored_or_left_with_a_reason() -> None:
    assert HONORS | LEAVES.keys() == FEATURES
    assert not HONORS & LEAVES.keys()


def test_every_number_is_the_nearest_double_of_its_exact_value(opened: openpyxl.Workbook, book: Book) -> None:
    count = 0
    for table, sheet, top, left in places(opened, book):
        for r, row in enumerate(table.rows):
            for c, cell in enumerate(row.cells):
                target = sheet.cell(top + r, left + c)
                if cell.exact is None:
                    assert target.data_type == "s"
                    continue
                assert target.data_type == "n"
                assert target.value == nearest(cell.exact)
                count += 1
    assert count == sum(c.exact is not None for t in book.tables for row in t.rows for c in row.cells) > 300


def test_a_second_reader_sees_the_same_numbers_and_words(data: bytes, opened: openpyxl.Workbook, book: Book) -> None:
    calamine = CalamineWorkbook.from_filelike(BytesIO(data))
    for table, sheet, top, left in places(opened, book):
        grid = calamine.get_sheet_by_name(sheet.title).to_python(skip_empty_area=False)
        for r, row in enumerate(table.rows):
            for c, cell in enumerate(row.cells):
                seen = grid[top - 1 + r][left - 1 + c]
                assert seen == (cell.text if cell.exact is None else nearest(cell.exact))


def test_the_file_holds_each_number_whole(data: bytes) -> None:
    """Whatever a reader does, the file itself must have the digits: 16 of them would lose the last bit."""
    book = sample_book()
    exact = Fraction(14098201, 136048896) + Fraction(1, 2**53)
    table = replace(book.tables[2], columns=book.tables[2].columns[:1], rows=(Row("a", "a", (Cell("x", exact),)),))
    single = workbook(replace(book, tables=(table,))).data
    xml = ZipFile(BytesIO(single)).read("xl/worksheets/sheet2.xml").decode()
    values = re.findall(r"<v>([^<]*)</v>", xml)
    assert [float(v) for v in values] == [nearest(exact)]
    assert float(f"{nearest(exact):.16g}") != nearest(exact), "a number that 16 digits would have served proves nothing"


def test_nothing_is_a_formula_a_date_or_an_error(opened: openpyxl.Workbook) -> None:
    kinds = {cell.data_type for sheet in opened for line in sheet.iter_rows() for cell in line}
    assert kinds == {"s", "n"}
    assert not any(cell.is_date for sheet in opened for line in sheet.iter_rows() for cell in line if cell.value)


def test_no_text_is_a_number_unless_the_content_gave_it_as_a_signed_word(opened: openpyxl.Workbook, book: Book) -> None:
    words = {text for t in book.tables for row in t.rows for text in (row.label, *(c.text for c in row.cells))}
    for sheet in opened:
        for line in sheet.iter_rows():
            for cell in line:
                if cell.data_type == "s" and PLAIN_NUMBER.fullmatch(cell.value):
                    assert cell.value[0] in "+-" and cell.value in words


def test_labels_stay_the_texts_they_are(opened: openpyxl.Workbook, book: Book) -> None:
    table, sheet, top, left = places(opened, book)[2]
    assert table == whole_table()
    for r, row in enumerate(table.rows):
        for column, text in ((left - 1, row.label), (left + 1, row.label)):
            cell = sheet.cell(top + r, column)
            assert (cell.data_type, cell.value) == ("s", text)
            assert cell.quotePrefix


def test_axis_labels_that_are_numbers_are_numbers(opened: openpyxl.Workbook) -> None:
    banded, split = opened["Chance by average"], opened["Chance by target"]
    row = next(r for r in range(1, 20) if banded.cell(r, 1).value == "Dice")
    assert [banded.cell(row, c).value for c in range(2, 6)] == [2.5, 3.5, 4.5, "Advice"]
    assert [banded.cell(row + r, 1).value for r in range(1, 8)] == list(range(6, 13))
    assert banded.cell(row, 2).number_format == "0.0"
    row = next(r for r in range(1, 20) if split.cell(r, 1).value == "Target")
    assert [split.cell(row, c).value for c in range(2, 8)] == [f"{n}d6" for n in range(1, 7)]


def test_replaced_cells_show_their_label_by_a_format(opened: openpyxl.Workbook, book: Book) -> None:
    table, sheet, top, left = places(opened, book)[0]
    cell = sheet.cell(top, left + 2)
    assert table.rows[0].cells[2].text == "~0"
    assert (cell.value, cell.number_format) == (1e-06, '"▼ ~0%"')


def test_no_split_and_no_collapse(opened: openpyxl.Workbook, book: Book) -> None:
    table, _, _, _ = places(opened, book)[1]
    assert table.layout.parts and table.layout.collapse, "the sample must ask for what the sheet leaves"


def test_heads_are_frozen(opened: openpyxl.Workbook, book: Book) -> None:
    for table, sheet, top, _ in places(opened, book):
        assert sheet.freeze_panes == f"B{top}"
        assert sheet.cell(top - 1, 1).value == table.stub_head


def test_heads_are_repeated_where_a_table_takes_several_pages() -> None:
    """Only there: LibreOffice takes long to open a workbook that repeats heads on every sheet."""
    book = sample_book()
    short = book.tables[0]
    long = replace(short, rows=tuple(short.rows) * 12)
    wide = replace(
        short, columns=short.columns[:1] * 60, rows=tuple(replace(r, cells=r.cells[:1] * 60) for r in short.rows)
    )
    wide = replace(wide, spanners=())
    tables = tuple(replace(table, id=name) for table, name in ((short, "short"), (long, "long"), (wide, "wide")))
    sheets = openpyxl.load_workbook(BytesIO(workbook(replace(book, tables=tables)).data)).worksheets[1:]
    head = next(row for row in range(1, 12) if sheets[1].cell(row, 1).value == short.stub_head)
    assert not sheets[0].print_title_rows and not sheets[0].print_title_cols
    assert sheets[1].print_title_rows.endswith(f":${head}") and not sheets[1].print_title_cols
    assert not sheets[2].print_title_rows and sheets[2].print_title_cols == "$A:$A"


def test_names_lead_to_body_stub_and_heads(opened: openpyxl.Workbook, book: Book) -> None:
    for table, sheet, top, left in places(opened, book):
        (name,) = [n for n, t in zip(defined_names(t.id for t in book.tables), book.tables, strict=True) if t is table]
        rows, columns = opened.defined_names[f"{name}_rows"], opened.defined_names[f"{name}_columns"]
        assert next(iter(rows.destinations))[0] == next(iter(columns.destinations))[0] == sheet.title
        stub = openpyxl.utils.range_boundaries(next(iter(rows.destinations))[1])
        heads = openpyxl.utils.range_boundaries(next(iter(columns.destinations))[1])
        assert stub == (1, top, 1, top + len(table.rows) - 1)
        assert heads == (left, top - 1, left + len(table.columns) - 1, top - 1)
    assert len(opened.defined_names) == 3 * len(book.tables)


def test_defined_names_are_never_cells_and_never_clash() -> None:
    names = defined_names(["d6", "r", "c12", "r1c1", "a-b", "a_b", "6-dice", "a", "a-rows", "chance-by-average"])
    assert names[0] == "table_d6" and names[1] == "table_r" and names[6] == "table_6_dice"
    assert names[4:6] == ("a_b", "a_b_2") and names[9] == "chance_by_average"
    every = [f"{name}{end}" for name in names for end in ("", "_rows", "_columns")]
    assert len(set(every)) == len(every)
    assert not any(re.fullmatch(r"[A-Za-z]{1,3}\d+|[rRcC]\d*", name) for name in every)


def test_sheet_names_are_legal_and_unique() -> None:
    titles = ["Contents", "History", "A/B: [all]*?\\", "a-b- -all----", "x" * 40, "x" * 40, "'quoted'", "", "Long " * 9]
    names = sheet_names(titles, taken=["Contents"])
    assert names[0] == "Contents (2)" and names[1] == "History (2)" and names[6] == "quoted"
    assert len({name.casefold() for name in names}) == len(titles)
    for name in names:
        assert 1 <= len(name) <= 31
        assert not re.search(r"[\[\]:*?/\\]", name) and name[0] != "'" != name[-1]


def test_first_sheet_tells_everything_and_links_to_every_sheet(opened: openpyxl.Workbook, book: Book) -> None:
    sheet = opened.worksheets[0]
    texts = [cell.value for line in sheet.iter_rows() for cell in line if cell.value is not None]
    for expected in (book.title, book.summary, book.version, book.date, book.license, book.credit.license):
        assert expected in texts
    assert {book.credit.game, book.credit.author, int(book.credit.year)} <= set(texts)
    links = [cell.hyperlink.location for line in sheet.iter_rows() for cell in line if cell.hyperlink]
    assert links == [f"'{s.title}'!A1" for s in opened.worksheets[1:]]
    for table_sheet in opened.worksheets[1:]:
        assert table_sheet["A1"].hyperlink.location == "'Contents'!A1"


def test_text_around_the_table(opened: openpyxl.Workbook, book: Book) -> None:
    table, sheet, top, left = places(opened, book)[0]
    texts = [cell.value for line in sheet.iter_rows() for cell in line if isinstance(cell.value, str)]
    assert sheet["A2"].value == table.title
    for expected in (
        table.caption,
        "Chance in percent",
        "Required average",
        "Below 3.5",
        "From 3.5",
        table.reading,
        "~0% = below 0.01%, yet possible",
        "— = impossible",
        "easier than advised",
        "Advice: What a game master might say.",
        *table.notes,
    ):
        assert texts.count(expected) == 1
    merged = {str(area) for area in sheet.merged_cells.ranges}
    assert f"C{top - 2}:D{top - 2}" in merged, "the spanner over two columns"
    assert f"B{top - 3}:D{top - 3}" in merged, "the axis title spans the columns that are not derived"
    assert sheet.cell(top - 2, left).value == "Below 3.5"


def test_bands_are_named_styles_whose_fill_has_its_ink_and_whose_sign_shows(
    opened: openpyxl.Workbook, book: Book
) -> None:
    seen = 0
    for table, sheet, top, left in places(opened, book):
        for r, row in enumerate(table.rows):
            for c, cell in enumerate(row.cells):
                target = sheet.cell(top + r, left + c)
                if cell.band is None:
                    assert target.style in ("Value", "Derived value", "Words", "Impossible")
                    continue
                band, seen = table.band(cell.band), seen + 1
                tone = band.tone if band.tone in TONES else "plain"
                assert target.style == f"Band {tone}"
                assert (target.fill.start_color.rgb, target.font.color.rgb) == TONES[tone]
                if cell.exact is not None:
                    assert target.number_format.startswith(f'"{band.sign} ')
    assert seen > 10


def test_every_fill_has_an_ink_of_good_contrast(opened: openpyxl.Workbook) -> None:
    pairs = {
        (cell.fill.start_color.rgb, cell.font.color.rgb)
        for sheet in opened
        for line in sheet.iter_rows()
        for cell in line
        if cell.fill.fill_type
    }
    assert len(pairs) >= 3
    assert all(contrast(fill, ink) >= 7 for fill, ink in [*pairs, *TONES.values()])


def contrast(one: str, other: str) -> float:
    def luminance(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (2, 4, 6)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_print_set_up(opened: openpyxl.Workbook, book: Book) -> None:
    for sheet in opened:
        assert sheet.page_setup.paperSize == 9, "A4"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.fitToHeight == 0
        assert sheet.oddHeader.left.text == book.title
        assert sheet.oddFooter.right.text == "Page &P of &N"
        assert sheet.print_area
        assert not sheet.sheet_view.showGridLines
    assert opened["Chance by average"].page_setup.orientation == "portrait"


def test_wide_tables_lie_on_their_side_and_go_over_several_pages() -> None:
    book = sample_book()
    split = book.tables[1]
    columns = tuple(replace(split.columns[0], key=f"{n}", label=f"{n}d6") for n in range(1, 61))
    rows = tuple(replace(row, cells=row.cells[:1] * 60) for row in split.rows[:2])
    wide = replace(split, columns=columns, rows=rows)
    sheet = openpyxl.load_workbook(BytesIO(workbook(replace(book, tables=(wide,))).data)).worksheets[1]
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.fitToWidth > 1


def test_columns_are_wide_enough_for_what_they_show(opened: openpyxl.Workbook, book: Book) -> None:
    for table, sheet, _, _ in places(opened, book):
        for c in range(len(table.columns)):
            letter = openpyxl.utils.get_column_letter(c + 2)
            longest = max(len(row.cells[c].text) for row in table.rows)
            assert sheet.column_dimensions[letter].width >= min(longest + 1, 44)


def test_properties(opened: openpyxl.Workbook, book: Book) -> None:
    properties = opened.properties
    assert (properties.title, properties.creator, properties.language) == (book.title, "Dicepress", "en")
    assert properties.created.isoformat() == properties.modified.isoformat() == f"{book.date}T00:00:00"


def test_few_enough_formats_of_its_own(data: bytes) -> None:
    styles = ElementTree.fromstring(ZipFile(BytesIO(data)).read("xl/styles.xml"))
    own = styles.findall("{*}numFmts/{*}numFmt")
    assert 0 < len(own) <= 200, "Excel repairs a file with more"
    assert all(len(form.get("formatCode", "")) <= 255 for form in own)


def test_a_workbook_too_full_says_so_on_its_sheet() -> None:
    book = hard_book()
    hard = book.tables[3]
    odds = hard.rows[0].cells[2]._replace(band=None)
    cells = [odds._replace(text=f"1 in {n}", exact=Fraction(1, n), replaced=False) for n in range(2, 302)]
    rows = tuple(Row(str(n), str(n), (cell,), Fraction(n)) for n, cell in enumerate(cells))
    table = replace(hard, columns=hard.columns[:1], rows=rows)
    opened = openpyxl.load_workbook(BytesIO(workbook(replace(book, tables=(table,))).data))
    texts = [c.value for line in opened.worksheets[1].iter_rows() for c in line if isinstance(c.value, str)]
    assert sum("room for only so many formats" in text for text in texts) == 1


def test_control_characters_and_endless_numbers_are_refused_by_name() -> None:
    book = sample_book()
    with pytest.raises(RenderError, match=r"'bell\\x07' holds a control character.*\(table whole of sample\)"):
        workbook(replace(book, tables=(replace(whole_table(), reading="bell\x07"),)))
    with pytest.raises(RenderError, match=r"'bell\\x07' holds a control character.*\(contents of sample\)"):
        workbook(replace(book, title="bell\x07"))
    huge = replace(whole_table().rows[0], cells=(Cell("huge", Fraction(10**400)), Cell("x")))
    with pytest.raises(RenderError, match=r"larger than a sheet can hold.*\(table whole of sample\)"):
        workbook(replace(book, tables=(replace(whole_table(), rows=(huge,)),)))


def test_a_bare_book_works() -> None:
    bare = Book("bare", "Bare", "", (), (replace(whole_table(), caption="", columns=(), rows=()),))
    opened = openpyxl.load_workbook(BytesIO(workbook(bare).data))
    assert opened.sheetnames == ["Contents", "Labels"]
    assert opened.properties.created.isoformat() == "1980-01-01T00:00:00"


CLOCK = """
import datetime, hashlib, sys, time
real, offset = time.time, float(sys.argv[1])
time.time = lambda: real() + offset
class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
datetime.datetime = Clock
from generator.render.xlsx import workbook
from tests.render.xlsx_samples import hard_book
import openpyxl
print(openpyxl.Workbook().properties.created.year, hashlib.sha256(workbook(hard_book()).data).hexdigest())
"""


def test_same_bytes_at_any_time_in_any_zone_and_order_of_hashes() -> None:
    years, sums = set(), set()
    for zone, seed, offset in (("UTC", "0", "0"), ("Asia/Kathmandu", "1", "1e8"), ("America/St_Johns", "2", "-1e8")):
        environment = os.environ | {"TZ": zone, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
        run = subprocess.run(
            [sys.executable, "-c", CLOCK, offset], env=environment, capture_output=True, text=True, check=True
        )
        year, checksum = run.stdout.split()
        years.add(year)
        sums.add(checksum)
    assert len(years) == 3, "the clock was meant to differ"
    assert len(sums) == 1


def test_every_stamp_in_the_package_is_fixed(data: bytes, book: Book) -> None:
    package = ZipFile(BytesIO(data))
    assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    stamps = re.findall(r"\d{4}-\d\d-\d\dT[\d:]+Z", package.read("docProps/core.xml").decode())
    assert stamps == [f"{book.date}T00:00:00Z"] * 2
    for name in package.namelist():
        if name.endswith((".xml", ".rels")):
            ElementTree.fromstring(package.read(name))
