"""How the check reaches its readers: the JSON with every row, the pages with a filter, the workbook's sheets."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from generator.publish.readback.checks import read_check
from generator.render import site, xlsx
from generator.render.check_pages import book_page, library_page
from generator.render.data_check import check_json
from generator.tables.book import Book, Library
from generator.tables.check_model import Check
from generator.tables.check_report import summary
from tests.samples import sample_book
from tests.tables.check_world import checked

PRINTED = "total,2d6,3d6,4d6\n4,91.7,99.5,100\n8,41.7,74.1,97.2\n"
CLAIMS = """\
- {says: Two dice average seven, where: Page 1, expression: mean(2d6), printed: "7"}
- {says: A <six> is rare, where: Page 2, expression: P(d6 == 6), printed: rare, means: value < 10%, note: It is not.}
- {says: Seven is about one in six, where: Page 3, expression: P(2d6 == 7) * 1.02, printed: 17%, exactness: about}
"""


@pytest.fixture
def check(tmp_path: Path) -> Check:
    found, problems = checked(tmp_path, printed=PRINTED, claims=CLAIMS)
    assert problems == ()
    assert found is not None
    return found


@pytest.fixture
def book(check: Check) -> Book:
    return replace(sample_book(), check=check)


def test_the_json_has_a_row_for_everything_that_was_checked(check: Check) -> None:
    artifact = check_json("made", check)
    assert artifact.path == "data/made/check.json"
    found = json.loads(artifact.data)
    rows = found["rows"]
    assert len(rows) == 6 + 3
    assert all(row.keys() >= {"table", "row", "column", "printed", "exact", "verdict"} for row in rows)
    slip = next(row for row in rows if row["printed"] == "74.1")
    assert slip == {
        "table": "Table",
        "row": "8",
        "column": "3d6",
        "printed": "74.1",
        "exact": "181/216",
        "verdict": "misprint",
        "ours": "83.8",
        "id": "table-8-3d6",
        "checked_by": "chances",
        "difference": "-1309/135",
        "cause": "the value of the next row, 9",
    }
    assert [(row["row"], row["exact"], row["verdict"]) for row in rows if row["table"] == "claims"] == [
        ("Two dice average seven", "7/1", "holds"),
        ("A <six> is rare", "1/6", "does not hold"),
        ("Seven is about one in six", "17/100", "holds"),
    ]
    assert found["summary"][0] == {
        "table": "Table",
        "checked": 6,
        "stand": 5,
        "right": 4,
        "right under another rounding": 1,
        "right under another legend": 0,
        "misprint": 1,
        "wrong": 0,
    }


def test_the_tables_show_what_differs_with_native_numbers(check: Check) -> None:
    tables = {table.id: table for table in check.tables}
    assert list(tables) == ["check-tables", "check-cells", "check-claims"]
    cells = {row.key: dict(zip([c.label for c in tables["check-cells"].columns], row.cells, strict=True))
             for row in tables["check-cells"].rows}  # fmt: skip
    slip = cells["table-8-3d6"]
    assert {head: cell.text for head, cell in slip.items()} == {
        "Row": "8",
        "Column": "3d6",
        "Printed": "74.1",
        "Exact": "83.7963",
        "Off by": "−9.6963",
        "Verdict": "misprint",
        "Why": "The value of the next row, 9.",
        "We use": "83.8",
    }
    assert slip["Exact"].exact is not None and slip["Off by"].exact is not None
    assert cells["table-8-4d6"]["Why"].text == "Truncated."


def test_the_page_links_every_row_and_its_filter_waits_for_the_script(check: Check, book: Book) -> None:
    page = book_page(book, check, [])
    assert re.search(r'<form class="check-filter" hidden>', page)
    assert re.findall(r"<option>(.*)</option>", page) == [
        "right",
        "right under another rounding",
        "misprint",
        "holds",
        "does not hold",
    ]
    for row in ("check-cells--table-8-3d6", "check-claims--a-six-is-rare"):
        assert f'<tr id="{row}">' in page
    assert "5 of 6 printed cells stand, and 2 of 3 claims hold" in page
    assert "A &lt;six&gt; is rare" in page and "<six>" not in page


def test_the_site_has_a_page_a_system_and_one_over_all(check: Check, book: Book) -> None:
    library = Library("L", (), (book,), check=summary([(book.title, check)]))
    assert library.check is not None
    assert [cell.text for cell in library.check.rows[0].cells] == ["6", "4", "1", "0", "1", "0", "3", "2", "0", "1"]
    assert f'href="{book.id}/check.html"' in library_page(library)
    paths = {page.path for page in site.docs(library)}
    assert {"check.md", f"{book.id}/check.md"} <= paths
    listed = json.dumps(site.nav(library))
    assert '"check.md"' in listed and f'"{book.id}/check.md"' in listed
    without = {page.path for page in site.docs(replace(library, check=None, books=(replace(book, check=None),)))}
    assert not [path for path in without if path.endswith("check.md")]


def test_the_workbook_has_the_check_as_sheets_that_can_be_filtered_and_computed_with(book: Book) -> None:
    made = load_workbook(BytesIO(xlsx.workbook(book).data))
    (name,) = (name for name in made.sheetnames if name.startswith("Where printed"))
    values = [cell.value for row in made[name].iter_rows() for cell in row]
    assert "misprint" in values
    assert 181 / 216 in values


def test_the_read_back_finds_a_verdict_that_was_altered(check: Check, tmp_path: Path) -> None:
    artifact = check_json("made", check)
    path = tmp_path / "site" / artifact.path
    path.parent.mkdir(parents=True)
    path.write_bytes(artifact.data)
    assert read_check("made", check, tmp_path / "site") == []
    for altered in (b'"verdict": "misprint"', b'"misprint": 1'):
        path.write_bytes(artifact.data.replace(altered, altered.replace(b"misprint", b"right"), 1))
        assert len(read_check("made", check, tmp_path / "site")) == 1
    path.write_bytes(b"{}")
    (problem,) = read_check("made", check, tmp_path / "site")
    assert problem.message == "the file does not have the published form"


def test_the_read_back_proves_what_is_called_right_by_another_road(check: Check, tmp_path: Path) -> None:
    """A check that called the slip right would be denied, for the exact value does not round to what is printed."""
    lies = tuple(replace(f, verdict="right") if f.verdict == "misprint" else f for f in check.findings)
    lying = replace(check, findings=lies)
    artifact = check_json("made", lying)
    path = tmp_path / "site" / artifact.path
    path.parent.mkdir(parents=True)
    path.write_bytes(artifact.data)
    (problem,) = read_check("made", lying, tmp_path / "site")
    assert problem.message == "Table, row 8, column 3d6: 74.1 is called right, but the exact value is 181/216"
