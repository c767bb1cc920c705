"""The read-back on a whole published sample: nothing to report as built, and exactly the fault that is put in."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from generator.diagnostics import Problem
from generator.exact import Fraction
from generator.publish.mkdocs import build_site
from generator.publish.readback import read_back
from generator.render import data_csv, data_json, site, xlsx
from generator.tables.book import Library
from generator.tables.model import Cell, Table
from tests.samples import PERCENT, sample_library

CONFIG = Path(__file__).parents[2] / "mkdocs.yml"


@pytest.fixture(scope="module")
def library() -> Library:
    return sample_library()


@pytest.fixture(scope="module")
def built(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages, data and workbook of the sample, built once and never changed."""
    docs, out = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("site")
    for page in site.docs(library):
        write(docs / page.path, page.data)
    build_site(docs, out, site.nav(library), config=CONFIG, title=library.title, url="")
    book = library.books[0]
    for table in book.tables:
        for artifact in (data_json.table_json(table), data_csv.table_csv(table)):
            write(out / artifact.path, artifact.data)
    write(out / "downloads" / "sample.xlsx", xlsx.workbook(book).data)
    return out


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "site"))


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def swap(one: str, other: str) -> Callable[[str], str]:
    """Put each of two texts, both there once, in the place of the other."""

    def change(text: str) -> str:
        assert text.count(one) == 1 and text.count(other) == 1
        return text.replace(one, "\0").replace(other, one).replace("\0", other)

    return change


def put(old: str, new: str) -> Callable[[str], str]:
    """Put one text, there at least once, in the place of the first appearance of another."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def cut(pattern: str) -> Callable[[str], str]:
    """Take out the first appearance of a pattern."""

    def change(text: str) -> str:
        changed, count = re.subn(pattern, "", text, count=1, flags=re.DOTALL)
        assert count == 1
        return changed

    return change


def told(problems: tuple[Problem, ...]) -> list[tuple[str, str]]:
    return [(problem.location.path, problem.message) for problem in problems]


def check(library: Library, folder: Path, path: str, change: Callable[[str], str], expected: tuple[str, ...]) -> None:
    """After the change there is one problem for each expected start of a message, in that file and no other."""
    file = folder / path
    file.write_bytes(change(file.read_bytes().decode()).encode())
    problems = told(read_back(library, folder))
    assert len(problems) == len(expected), problems
    for (where, message), start in zip(problems, expected, strict=True):
        assert where == path
        assert start in message


def test_what_was_built_has_no_problem(library: Library, built: Path) -> None:
    assert read_back(library, built) == ()


HOME, CHAPTER, SPLIT = "sample/tables/banded.html", "sample/rolling.html", "sample/tables/split.html"
SEVEN = '<td id="banded--7--3.5" data-exact="1/7">14.29</td>'
EIGHT = '<td id="banded--8--3.5" data-exact="1/8">12.50</td>'


@pytest.mark.parametrize("path", [HOME, CHAPTER])
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            put(">14.29<", ">14.39<"),
            ("table banded, row 7, column 3.5: reads '14.39', but it is '14.29', the exact value is 1/7",),
        ),
        (put(">14.29<", ">about 14<"), ("row 7, column 3.5: reads 'about 14'",)),
        (
            put('data-exact="1/7"', 'data-exact="1/8"'),
            ("row 7, column 3.5: reads '14.29' and carries the exact value 1/8",),
        ),
        (put(' data-exact="1/7"', ""), ("row 7, column 3.5: reads '14.29' and carries no exact value",)),
        (swap(">14.29<", ">12.50<"), ("row 7, column 3.5: reads '12.50'", "row 8, column 3.5: reads '14.29'")),
        (
            swap(SEVEN, EIGHT),
            (
                "row 7, column 3.5: reads '12.50'",
                "row 8, column 3.5: reads '14.29'",
                "row 7, column 3.5: its link",
                "row 8, column 3.5: its link",
            ),
        ),
        (cut(r'<tr id="banded--9">.*?</tr>'), ("table banded, row 9: is missing",)),
        (cut(re.escape(SEVEN)), ("row 7: reads 3 cells under 4 heads",)),
        (put(">3.5</th>", ">3.6</th>"), ("column 3.5: its head reads '3.6'",)),
        (put("banded--7--3.5", "banded--7--3.6"), ("row 7, column 3.5: its link is banded--7--3.6",)),
        (put(">▲</span></td>", ">▼</span></td>"), ("row 6, column 2.5: carries the sign '▼'",)),
        (put("&lt;b&gt;roll", "&lt;i&gt;roll"), ("row 7, column Advice: reads '<i>roll",)),
        (put("<dd>impossible</dd>", "<dd>unlikely</dd>"), ("legend reads ('—', 'unlikely')",)),
        (put("succeed 86 times", "succeed 87 times"), ("how to read it says",)),
        (put('<figure class="table-figure"', '<div class="table-figure"'), ("the page shows no table, but banded",)),
    ],
)
def test_a_page_that_differs_is_told_by_row_and_column(
    library: Library, copy: Path, path: str, change: Callable[[str], str], expected: tuple[str, ...]
) -> None:
    check(library, copy, path, change, expected)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put(">10.4%<", ">10.5%<"), ("the value '12d6 >= 50': reads '10.5%', but it is '10.4%'",)),
        (put('value="14098201/', 'value="14098202/'), ("carries the exact value 14098202/136048896",)),
        (put(">42</data>", ">43</data>"), ("example lift, step 'Base target': reads '43'",)),
        (cut(r"<data[^>]*>10</data>"), ("the page shows 2 computed values in its text, but 3 are due",)),
    ],
)
def test_a_value_in_running_text_that_differs_is_told(
    library: Library, copy: Path, change: Callable[[str], str], expected: tuple[str, ...]
) -> None:
    check(library, copy, CHAPTER, change, expected)


def test_rows_that_collapse_are_each_read(library: Library, copy: Path) -> None:
    page = (copy / SPLIT).read_text()
    group = re.search(r"<th scope=\"row\">((?:<span[^>]*></span>)+)(\d+) or more</th>", page)
    assert group is not None
    last = int(group[2])
    shorter = put(f">{last} or more<", f">{last + 1} or more<")
    check(library, copy, SPLIT, shorter, (f"row {last}: is missing", *("link",) * 4))


def test_a_hidden_member_of_a_group_that_lost_its_link_is_told(library: Library, copy: Path) -> None:
    check(library, copy, SPLIT, put('<span id="split--60"></span>', ""), ("has no place for its link split--60",))


def test_a_digit_in_the_second_part_is_told_once_for_each_row_of_the_line(library: Library, copy: Path) -> None:
    changed = put('id="split--30--6d6" data-exact="1/5">20.00', 'id="split--30--6d6" data-exact="1/5">20.01')
    check(library, copy, SPLIT, changed, ("row 30, column 6d6: reads '20.01'",))


JSON = "data/sample/banded.json"
BANDED_7 = '{"text": "14.29", "exact": "1/7"}'
BANDED_8 = '{"text": "12.50", "exact": "1/8"}'


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put('"14.29"', '"14.39"'), ("table banded, row 7, column 3.5: reads '14.39', but it is '14.29'",)),
        (put('"14.29"', "14.29"), ('row 7, column 3.5: reads \'{"text": 14.29',)),
        (
            put('"exact": "1/7"', '"exact": "2/7"'),
            ("reads '14.29' and carries the exact value 2/7, but the exact value is 1/7",),
        ),
        (put(', "exact": "1/7"', ""), ("row 7, column 3.5: reads '14.29' and carries no exact value",)),
        (swap(BANDED_7, BANDED_8), ("row 7, column 3.5: reads '12.50'", "row 8, column 3.5: reads '14.29'")),
        (cut(r'\n    \{"label": "9".*?(?=\n)'), ("row 9: is missing",)),
        (cut(re.escape(BANDED_7 + ", ")), ("row 7: reads 3 cells under 4 heads",)),
        (put('"label": "9"', '"label": "90"'), ("row 9: its label reads '90'",)),
        (put('"columns": ["2.5", "3.5"', '"columns": ["2.5", "3.6"'), ("column 3.5: its head reads '3.6'",)),
        (
            put('"columns": ["2.5", "3.5", ', '"columns": ["2.5", '),
            ("column 3.5: is missing", *("cells under 3 heads",) * 7),
        ),
        (put('"band": "easy"}', '"band": "hard"}'), ("row 6, column 2.5: carries the sign '▼'",)),
        (put("succeed 86", "succeed 87"), ("reading reads",)),
        (put('"rows"', '"lines"'), ("the file does not have the published form",)),
        (put("{", "["), ("the file does not have the published form",)),
    ],
)
def test_a_json_file_that_differs_is_told(
    library: Library, copy: Path, change: Callable[[str], str], expected: tuple[str, ...]
) -> None:
    check(library, copy, JSON, change, expected)


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("banded", put("14.29", "14.39"), ("row 7, column 3.5: reads '14.39'",)),
        ("banded", put(",1/7,", ",1/8,"), ("row 7, column 3.5: reads '14.29' and carries the exact value 1/8",)),
        ("banded", put(",1/7,", ",,"), ("row 7, column 3.5: reads '14.29' and carries no exact value",)),
        ("banded", swap("14.29,1/7", "12.50,1/8"), ("row 7, column 3.5: reads '12.50'", "row 8, column 3.5")),
        ("banded", cut(r"\n9,[^\n]*"), ("row 9: is missing",)),
        ("banded", put("\n9,", "\n9,,"), ("row 9: reads 0 cells",)),
        ("banded", put("Dice,", "Die,"), ("the head of the rows reads 'Die'",)),
        ("banded", put("3.5 exact", "3.5 about"), ("a column '3.5 about' is too many",)),
        ("whole", put(",14,", ",15,"), ("row 2D+2, column Target: reads '15', but it is '14'",)),
        ("whole", put(",14,", ",fourteen,"), ("row 2D+2, column Target: reads 'fourteen'",)),
    ],
)
def test_a_csv_file_that_differs_is_told(
    library: Library, copy: Path, name: str, change: Callable[[str], str], expected: tuple[str, ...]
) -> None:
    check(library, copy, f"data/sample/{name}.csv", change, expected)


def test_a_csv_column_of_rounded_numbers_needs_its_exact_column(library: Library, copy: Path) -> None:
    path = copy / "data/sample/banded.csv"
    lines = [line.split(",") for line in path.read_text().splitlines()]
    at = lines[0].index("3.5 exact")
    path.write_text("\n".join(",".join(line[:at] + line[at + 1 :]) for line in lines) + "\n")
    problems = told(read_back(library, copy))
    assert [message for _, message in problems if "row 7" in message] == [
        "table banded, row 7, column 3.5: reads '14.29' with no exact value beside it, but the exact value is 1/7"
    ]
    # An eighth and a tenth are exact in two decimals of a percentage; a sixth, a seventh, a ninth and so on are not.
    assert {re.search(r"row (\d+)", message)[1] for _, message in problems} == {"6", "7", "9", "11", "12"}  # type: ignore[index]


def change_sheet(workbook: Path, part: str, change: Callable[[str], str]) -> None:
    """Change one part of the workbook's package, all others kept byte for byte."""
    with ZipFile(workbook) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    parts[part] = change(parts[part].decode()).encode()
    with ZipFile(workbook, "w") as package:
        for name, data in parts.items():
            package.writestr(name, data)


def number(text: str) -> str:
    """The pattern of a cell with this number, whatever its place and style."""
    return rf'<c r="([A-Z]+\d+)" s="\d+"(?: t="n")?><v>{re.escape(text)}</v></c>'


def cell_change(text: str, new: str) -> Callable[[str], str]:
    def change(sheet: str) -> str:
        found = re.findall(number(text), sheet)
        assert len(found) == 1
        whole = re.search(number(text), sheet)
        assert whole is not None
        return sheet.replace(whole[0], new.format(place=found[0]))

    return change


SEVENTH, NINTH = repr(1 / 7), repr(1 / 9)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            put(SEVENTH, "0.14285714285714288"),
            ("holds 0.14285714285714288, but the exact value is 1/7, whose nearest",),
        ),
        (put(SEVENTH, "0.1529"), ("table banded, row 7, column 3.5 (C9): holds 0.1529",)),
        (swap(SEVENTH, NINTH), ("row 7, column 3.5", "row 9, column 3.5")),
        (
            cell_change(SEVENTH, '<c r="{place}" t="inlineStr"><is><t>14.29%</t></is></c>'),
            ("holds '14.29%' instead of a number",),
        ),
        (cell_change(SEVENTH, ""), ("holds None instead of a number",)),
        (
            cell_change(SEVENTH, '<c r="{place}"><v>' + SEVENTH + "</v></c>"),
            ("shows '0.1428571429', but it is '14.29%'",),
        ),
        (put("</row>", '<c r="F8"><v>7</v></c></row>'), ("table banded: the cell F8 outside the table holds 7",)),
    ],
)
def test_a_sheet_that_differs_is_told(
    library: Library, copy: Path, change: Callable[[str], str], expected: tuple[str, ...]
) -> None:
    workbook = copy / "downloads/sample.xlsx"
    change_sheet(workbook, "xl/worksheets/sheet2.xml", change)
    problems = told(read_back(library, copy))
    assert len(problems) == len(expected), problems
    for (where, message), start in zip(problems, expected, strict=True):
        assert where == "downloads/sample.xlsx"
        assert start in message


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            cut(r'<definedName name="banded"[^>]*>.*?</definedName>'),
            "table banded: the contents sheet gives it no name",
        ),
        (cut(r'<definedName name="banded_rows"[^>]*>.*?</definedName>'), "the name 'banded_rows' leads to no cells"),
    ],
)
def test_a_table_without_its_name_in_formulas_is_told(
    library: Library, copy: Path, change: Callable[[str], str], expected: str
) -> None:
    change_sheet(copy / "downloads/sample.xlsx", "xl/workbook.xml", change)
    ((where, message),) = told(read_back(library, copy))
    assert where == "downloads/sample.xlsx"
    assert expected in message


def test_a_name_over_too_few_rows_is_told(library: Library, copy: Path) -> None:
    def shorten(text: str) -> str:
        return re.sub(
            r'(<definedName name="banded"[^>]*>[^<]*\$)(\d+)(</definedName>)',
            lambda found: f"{found[1]}{int(found[2]) - 1}{found[3]}",
            text,
        )

    change_sheet(copy / "downloads/sample.xlsx", "xl/workbook.xml", shorten)
    ((_, message),) = told(read_back(library, copy))
    assert message == "table banded: the name of its body holds 6 rows of 4 cells, not 7 of 4"


@pytest.mark.parametrize(
    "path",
    [
        "sample/tables/split.html",
        "sample/rolling.html",
        "about.html",
        "data/sample/split.json",
        "data/sample/split.csv",
    ],
)
def test_a_single_missing_file_is_told(library: Library, copy: Path, path: str) -> None:
    (copy / path).unlink()
    ((where, message),) = told(read_back(library, copy))
    assert where == path
    assert "is missing" in message


@pytest.mark.parametrize("path", ["data/sample", "sample"])
def test_a_format_that_was_not_built_is_passed_over(library: Library, copy: Path, path: str) -> None:
    shutil.rmtree(copy / path)
    (copy / "downloads/sample.xlsx").unlink()
    assert read_back(library, copy) == ()


@pytest.mark.parametrize("path", ["data/sample/old.json", "sample/tables/old.html"])
def test_a_file_of_no_table_is_told(library: Library, copy: Path, path: str) -> None:
    shutil.copy(copy / path.replace("old", "split"), copy / path)
    ((where, message),) = told(read_back(library, copy))
    assert where == path
    assert message == "sample has no table of this name"


def with_cell(library: Library, cell: Cell) -> Library:
    """The sample with another first cell in its first table, as a fault of rounding would leave it."""
    book = library.books[0]
    table = book.tables[0]
    rows = (replace(table.rows[0], cells=(cell, *table.rows[0].cells[1:])), *table.rows[1:])
    changed: Table = replace(table, rows=rows)
    return replace(library, books=(replace(book, tables=(changed, *book.tables[1:])),))


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        (Cell("10.37", Fraction(14098201, 136048896), PERCENT), "does not admit"),
        (Cell("0.00", Fraction(1, 10**6), PERCENT), "is possible and may not show as 0"),
        (Cell("100.00", Fraction(999999, 10**6), PERCENT), "is not certain and may not show as 100"),
        (Cell("—", Fraction(1, 10**6), PERCENT, replaced=True), "does not admit"),
    ],
)
def test_a_wrongly_rounded_number_is_told_although_every_file_agrees(
    library: Library, tmp_path: Path, cell: Cell, why: str
) -> None:
    faulty = with_cell(library, cell)
    table = faulty.books[0].tables[0]
    for made in faulty.books[0].tables:
        for artifact in (data_json.table_json(made), data_csv.table_csv(made)):
            write(tmp_path / artifact.path, artifact.data)
    write(tmp_path / "downloads/sample.xlsx", xlsx.workbook(faulty.books[0]).data)
    problems = told(read_back(faulty, tmp_path))
    assert [where for where, _ in problems] == [JSON, JSON.replace("json", "csv"), "downloads/sample.xlsx"]
    assert all(f"table {table.id}, row 6, column 2.5" in message and why in message for _, message in problems)


def test_the_published_json_is_plain_json(built: Path) -> None:
    assert json.loads((built / JSON).read_bytes())["id"] == "banded"
