"""A calculator's sheet, read with two readers: entries, protection, formulas, and the values that they carry."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet
from python_calamine import CalamineWorkbook

from generator.exact import Fraction
from generator.render.contract import RenderError
from generator.render.xlsx import ALL, workbook, workbook_of_all
from generator.tables.book import Library
from generator.tables.calculator_answers import answers
from tests.calculator_samples import calculator_book, pool
from tests.render.xlsx_samples import hard_book
from tests.samples import sample_book

# What Excel, LibreOffice, Google Sheets and Numbers all have, and nothing that is computed anew at every change.
COMMON = {"ABS", "AND", "IF", "INDEX", "INT", "ISNUMBER", "ISTEXT", "LEFT", "MATCH", "MAX", "MIN", "NOT", "OR", "ROUND"}
COMMON |= {"ROUNDUP", "SUMPRODUCT"}
ENTRIES = [f"B{row}" for row in range(6, 11)]
TOP = 14


@pytest.fixture(scope="module")
def data() -> bytes:
    return workbook(calculator_book()).data


@pytest.fixture(scope="module")
def sheet(data: bytes) -> Worksheet:
    return openpyxl.load_workbook(BytesIO(data))["Roll a pool"]


def due() -> list[Fraction | str]:
    tables = {table.id: table for table in calculator_book().tables}
    return list(answers(pool(), tables, [one.default for one in pool().inputs]).outputs)


def test_every_formula_carries_its_value(data: bytes, sheet: Worksheet) -> None:
    stored = openpyxl.load_workbook(BytesIO(data), data_only=True)["Roll a pool"]
    formulas = [cell.coordinate for line in sheet.iter_rows() for cell in line if cell.data_type == "f"]
    assert len(formulas) == 5 + 3 + 1 + len(pool().outputs), "remarks, what choices count as, the count, answers"
    assert all(stored[place].value is not None for place in formulas)
    numbers = [value if isinstance(value, str) else float(value) for value in due()]
    assert [stored.cell(TOP + at, 2).value for at in range(len(numbers))] == numbers


def test_a_second_reader_sees_the_same_values(data: bytes) -> None:
    grid = CalamineWorkbook.from_filelike(BytesIO(data)).get_sheet_by_name("Roll a pool").to_python(False)
    shown = [grid[TOP - 1 + at][1] for at in range(len(due()))]
    assert shown == [value if isinstance(value, str) else float(value) for value in due()]


def test_formulas_are_of_the_common_kind(data: bytes, sheet: Worksheet) -> None:
    used = set()
    for cell in (cell for line in sheet.iter_rows() for cell in line if cell.data_type == "f"):
        used |= set(re.findall(r"([A-Z]+)\(", re.sub(r'"[^"]*"', "", cell.value)))
        assert len(cell.value) < 1000, "a reader can follow it"
        assert "[" not in cell.value, "no other file is asked"
    assert used <= COMMON
    assert {"INDEX", "MATCH", "IF", "SUMPRODUCT", "ROUND"} <= used
    assert not [name for name in ZipFile(BytesIO(data)).namelist() if "vba" in name or "externalLink" in name]


def test_a_label_that_looks_like_a_formula_does_not_execute(sheet: Worksheet) -> None:
    assert (sheet["B8"].value, sheet["B8"].data_type, sheet["B8"].quotePrefix) == ("=fair", "s", True)
    labels = [cell for line in sheet.iter_rows() for cell in line if cell.value == "-1"]
    assert [cell.data_type for cell in labels] == ["s"] and labels[0].quotePrefix


def test_entries_alone_can_be_changed_and_stand_out(sheet: Worksheet) -> None:
    assert sheet.protection.sheet and not sheet.protection.password
    open_cells = [cell.coordinate for line in sheet.iter_rows() for cell in line if not cell.protection.locked]
    assert open_cells == ENTRIES
    assert {sheet[place].style for place in ENTRIES} == {"Entry"}
    assert sheet["B6"].number_format == "@", "a word such as +1 stays one when it is chosen"


def test_entries_are_validated_with_words(sheet: Worksheet) -> None:
    rules = {str(rule.sqref): rule for rule in sheet.data_validations.dataValidation}
    assert list(rules) == ENTRIES
    kinds = [(rules[place].type, rules[place].formula1, rules[place].formula2) for place in ENTRIES]
    first_heads = kinds[0][1]
    assert re.fullmatch(r"'Chance'!\$B\$\d+:\$D\$\d+", first_heads), "derived columns are not offered"
    assert kinds[1] == ("whole", "2", "18")
    assert kinds[2] == ("list", "weather_rows", None)
    assert kinds[3][0] == "list" and re.fullmatch(r"\$A\$\d+:\$A\$\d+", kinds[3][1])
    assert kinds[4] == ("decimal", "-1", "3")
    for rule, one in zip(rules.values(), pool().inputs, strict=True):
        assert rule.showErrorMessage and rule.showInputMessage and rule.errorStyle == "stop"
        assert (rule.prompt, rule.promptTitle) == (one.help, one.label)
        assert rule.error and not rule.error.startswith("▲")


def test_a_chance_is_never_rounded_to_what_it_is_not(sheet: Worksheet) -> None:
    shown = {}
    for area in sheet.conditional_formatting:
        for rule in area.rules:
            if rule.dxf is not None and rule.dxf.numFmt is not None:
                shown.setdefault(str(area.sqref), []).append(rule.dxf.numFmt.formatCode)
    chance, odd = f"B{TOP + 3}", f"B{TOP + 6}"
    assert shown[chance] == ['"—"', '"<0.01%"', '">99.99%"']
    assert shown[odd] == ['"≤0.1%"', '"<0.1%"', '"≥99.9%"'], "what is reckoned from others may be 0 or 1 by rounding"


def test_it_prints_on_one_page_and_is_linked(data: bytes, sheet: Worksheet) -> None:
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("portrait", 1)
    assert sheet.print_area.startswith("'Roll a pool'!$A$2:$D$")
    links = [cell.hyperlink.location for line in sheet.iter_rows() for cell in line if cell.hyperlink]
    assert links == ["'Contents'!A1", "'Chance'!A1", "'Weather'!A1", "'Exactly'!A1"]
    contents = openpyxl.load_workbook(BytesIO(data))["Contents"]
    assert "'Roll a pool'!A1" in [c.hyperlink.location for line in contents.iter_rows() for c in line if c.hyperlink]


def test_a_control_character_is_refused_by_name() -> None:
    book = calculator_book()
    bad = replace(book, calculators=(replace(book.calculators[0], about="bell\x07"),))
    with pytest.raises(RenderError, match=r"control character.*\(calculator pool of pools\)"):
        workbook(bad)


def test_one_workbook_holds_all_systems() -> None:
    books = (sample_book(), calculator_book(), hard_book())
    made = workbook_of_all(Library("A shelf", (), books, version="1", date="2026-01-02"))
    assert made.path == ALL
    assert {book.source for book in books} <= set(made.sources)
    opened = openpyxl.load_workbook(BytesIO(made.data))
    assert len(opened.sheetnames) == 1 + sum(len(b.published_tables) + len(b.calculators) for b in books)
    assert len({name.casefold() for name in opened.sheetnames}) == len(opened.sheetnames)
    texts = [cell.value for line in opened["Contents"].iter_rows() for cell in line]
    assert texts[0] == "A shelf" and {book.title for book in books} <= set(texts)
    for book in books:
        prefix = book.id.replace("-", "_")
        for table in book.published_tables:
            ((title, area),) = opened.defined_names[f"{prefix}_{re.sub('[^a-z0-9]', '_', table.id)}"].destinations
            left, top, right, bottom = openpyxl.utils.range_boundaries(area)
            assert (bottom - top + 1, right - left + 1) == (len(table.rows), len(table.columns))
            value = opened[title].cell(top, left).value
            cell = table.rows[0].cells[0]
            assert value == (cell.text if cell.exact is None else cell.exact.numerator / cell.exact.denominator)
    answer = opened["Roll a pool"].cell(TOP + 3, 2).value
    assert "INDEX(pools_chance," in answer and "INDEX(pools_exactly," in answer
