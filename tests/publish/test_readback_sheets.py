"""The read-back of calculators, and of the workbook of all systems: nothing as made, and exactly the fault put in."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from generator.publish.readback.comparison import Truth
from generator.publish.readback.sheets import WHOLE, read_all, read_book
from generator.render.xlsx import workbook, workbook_of_all
from generator.tables.book import Library
from tests.calculator_samples import calculator_book
from tests.samples import sample_book

BOOK = calculator_book()
LIBRARY = Library("A shelf", (), (sample_book(), BOOK))
TRUTHS = {table.id: Truth(table) for table in BOOK.published_tables}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "downloads").mkdir()
    for made in (workbook(BOOK), workbook_of_all(LIBRARY)):
        (tmp_path / made.path).write_bytes(made.data)
    return tmp_path


def change(file: Path, title: str, pattern: str, new: str) -> None:
    """Replace the first appearance of a pattern on the sheet whose heading is `title`, the rest kept."""
    with ZipFile(file) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    number = next(at for at, name in enumerate(sheet_names(parts), 1) if name == title)
    name = f"xl/worksheets/sheet{number}.xml"
    text, count = re.subn(pattern, new, parts[name].decode(), count=1)
    assert count == 1
    parts[name] = text.encode()
    with ZipFile(file, "w") as package:
        for path, data in parts.items():
            package.writestr(path, data)


def sheet_names(parts: dict[str, bytes]) -> list[str]:
    return re.findall(r'<sheet [^>]*name="([^"]*)"', parts["xl/workbook.xml"].decode())


def test_as_made_there_is_nothing_to_tell(site: Path) -> None:
    assert read_book(BOOK, TRUTHS, site) == []
    assert read_all(LIBRARY, site) == []
    (site / WHOLE).unlink()
    assert read_all(LIBRARY, site) == [], "a build may be of some formats only"


def test_a_value_that_is_not_the_engine_s_is_told(site: Path) -> None:
    change(site / "downloads/pools.xlsx", "Roll a pool", r'(<c r="B17".*?<v>)0\.5</v>', r"\g<1>0.5000000000000001</v>")
    (problem,) = read_book(BOOK, TRUTHS, site)
    assert problem.message == "calculator pool of pools: Chance shows '0.5000000000000001', but it is 1/2"
    assert problem.location.path == "downloads/pools.xlsx"


def test_a_value_without_its_formula_is_told(site: Path) -> None:
    change(site / WHOLE, "Roll a pool", r'(<c r="B17"[^>]*>)<f>[^<]*</f>', r"\g<1>")
    (problem,) = read_all(LIBRARY, site)
    assert problem.message == "calculator pool of pools: Chance has no formula with a value"
    assert problem.location.path == WHOLE


def test_a_calculator_that_is_missing_is_told(site: Path) -> None:
    other = Library("A shelf", (), (sample_book(),))
    (site / WHOLE).write_bytes(workbook_of_all(other).data)
    messages = [problem.message for problem in read_all(LIBRARY, site)]
    assert messages[-1] == "calculator pool of pools: it has no sheet"
    assert sum("the contents sheet gives it no name" in message for message in messages) == len(BOOK.published_tables)


def test_a_wrong_number_in_the_workbook_of_all_is_told(site: Path) -> None:
    change(site / WHOLE, "Exactly", r"<v>0\.16666666666666666</v>", "<v>0.16666666666666669</v>")
    (problem,) = read_all(LIBRARY, site)
    assert "0.16666666666666669" in problem.message and problem.location.path == WHOLE


def test_a_file_that_is_no_workbook_is_told(site: Path) -> None:
    (site / WHOLE).write_bytes(b"PK")
    assert [problem.message for problem in read_all(LIBRARY, site)] == ["the workbook cannot be opened"]
