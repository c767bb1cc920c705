"""Content is data: what an author writes is shown as it stands, and runs nowhere; what costs too much is refused."""

from __future__ import annotations

import csv
import io
import json
import re
import time
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown import Markdown
from markdown_it import MarkdownIt
from openpyxl import load_workbook

from generator.content.load import load
from generator.content.source_file import SourceFile
from generator.content.tables import read_table
from generator.edition import Edition
from generator.render.charts import chart_html
from generator.render.parts import Medium
from generator.render.single import render_table
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.compute import compute
from generator.tables.model import Table
from generator.tables.single import table_of_file
from generator.tables.tabulate import tabulate
from tests.content.trees import VALID

HOSTILE = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[link](javascript:alert(1))",
    "=1+1",
    "+SUM(A1)",
    "-2+3",
    "@now",
    "1-2",
    "{% raw %}",
    "a | b",
    "&lt;b&gt;",
)


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def definition(text: str) -> str:
    """A list and all that it can show, with one text in every place."""
    word = quoted(text)
    return (
        f"kind: list\ntitle: {word}\ncaption: {word}\nunit: {word}\nnotes: [{word}]\n"
        f"columns:\n  - {{key: a, title: {word}}}\n  - {{key: b, title: {quoted(text + ' b')}, note: {word}}}\n"
        f"  - {{key: c, title: C, type: number}}\n"
        f"entries:\n  - {{a: {word}, b: {word}, c: 3}}\n  - {{a: other, b: x}}\n"
        f"spanners:\n  - {{title: {word}, columns: {quoted(text + ' b')}}}\n"
    )


def grid(text: str) -> str:
    """A grid with the text as a label of an axis, a replacement label, its meaning, and a band."""
    word = quoted(text)
    return (
        f"kind: grid\ntitle: T\ncaption: C\n"
        f"rows: {{title: {word}, values: [{{label: {word}, n: 1}}, {{label: two, n: 2}}]}}\n"
        f"columns: {{title: {word}, values: [{{label: {word}, m: 1}}, {{label: two, m: 2}}]}}\n"
        f"cell: n * m\n"
        f"labels:\n  - {{show: {word}, when: value == 4, meaning: {word}}}\n"
        f"bands:\n  - {{key: b, title: {word}, sign: {word}, tone: good, when: value == 1}}\n"
    )


def table(source: str) -> Table:
    declared, problems = read_table(SourceFile("x.yml", source), "x", functions={})
    assert declared is not None, problems
    computed, problems = compute(declared, {})
    assert computed is not None, problems
    made, problems = tabulate(computed, "s")
    assert made is not None, problems
    return made


CASES = [(text, form) for text in HOSTILE for form in (definition, grid)]
each_case = pytest.mark.parametrize(("text", "form"), CASES, ids=lambda value: getattr(value, "__name__", value))


class Elements(HTMLParser):
    """The elements and the text of a fragment, as a browser would make them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[str]]] = []
        self.text = ""
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, [name for name, _ in attrs]))
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


def harmless(html: str) -> Elements:
    elements = Elements(html)
    for tag, attributes in elements.found:
        assert tag not in ("script", "img", "iframe"), tag
        assert not [name for name in attributes if name.startswith("on")]
    assert not [link for link in elements.links if link.lower().startswith("javascript:")]
    return elements


@each_case
def test_nothing_in_a_page_becomes_markup(text: str, form: object) -> None:
    made = table(form(text))  # type: ignore[operator]
    shown = harmless(render_table(made, "html").decode()).text
    assert shown.count(text) >= 4
    # The page's Markdown passes the fragment on as it is.
    harmless(Markdown(extensions=["tables", "md_in_html", "attr_list"]).convert(render_table(made, "html").decode()))


@each_case
def test_a_table_in_markdown_stays_a_table(text: str, form: object) -> None:
    made = table(form(text))  # type: ignore[operator]
    html = MarkdownIt().enable("table").render(render_table(made, "md").decode())
    elements = harmless(html)
    rows = html.count("<tr>")
    cells = len(re.findall("<t[hd][ >]", html))
    assert cells == rows * (len(made.columns) + 1)
    assert text in elements.text


@each_case
def test_no_field_of_a_csv_file_is_a_formula(text: str, form: object) -> None:
    made = table(form(text))  # type: ignore[operator]
    fields = [field for row in csv.reader(io.StringIO(render_table(made, "csv").decode())) for field in row]
    assert not [
        field for field in fields if field.startswith(("=", "+", "-", "@")) and not re.fullmatch(r"-?\d+", field)
    ]
    assert any(text in field for field in fields)


@each_case
def test_no_cell_of_a_workbook_is_a_formula_or_a_date(text: str, form: object) -> None:
    made = table(form(text))  # type: ignore[operator]
    data = render_table(made, "xlsx")
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        sheets = [name for name in package.namelist() if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name)]
        assert len(sheets) == 2
        # The contents sheet links by formulas of our own; the sheet of the table has none.
        assert "<f>" not in package.read("xl/worksheets/sheet2.xml").decode()
        assert not [name for name in package.namelist() if "externalLink" in name or "vba" in name.lower()]
    cells = [cell for row in load_workbook(io.BytesIO(data)).worksheets[1].iter_rows() for cell in row]
    held = [cell for cell in cells if isinstance(cell.value, str) and text in cell.value]
    assert len(held) >= 4
    assert {cell.data_type for cell in held} == {"s"}


@each_case
def test_json_holds_the_text_itself(text: str, form: object) -> None:
    made = table(form(text))  # type: ignore[operator]
    assert json.loads(render_table(made, "json"))["rows"][0]["label"] == text


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_chart_becomes_markup(text: str, tmp_path: Path) -> None:
    word = quoted(text)
    content = tmp_path / "content"
    (content / "s" / "charts").mkdir(parents=True)
    (content / "site.yml").write_text("title: T\ntagline: T\npages: [index]\nsystems: [s]\n")
    (content / "index.md").write_text("# T\n")
    (content / "s" / "index.md").write_text("# S\n")
    (content / "s" / "system.yml").write_text("title: S\nsummary: S\nchapters: [index]\ncharts: [c]\n")
    (content / "s" / "charts" / "c.yml").write_text(
        f"kind: chart\ntitle: {word}\ncaption: {word}\nseries: [{{label: {word}, roll: 2d6}}]\n"
        f"x: {{title: {word}}}\ny: {{title: {word}}}\nnotes: [{word}]\n",
        encoding="utf-8",
    )
    loaded = load(content)
    assert loaded.content is not None, loaded.problems
    computed, problems = compute_content(loaded.content)
    assert computed is not None, problems
    library, problems = tabulate_content(computed, Edition("1", ""))
    assert library is not None, problems
    (chart,) = library.books[0].charts
    media: tuple[Medium, ...] = ("page", "print")
    for medium in media:
        assert text in harmless(chart_html(chart, medium)).text


@pytest.mark.parametrize(
    "call",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ cycler.__init__.__globals__ }}",
        '{{ odds("d6 >= 1").__class__ }}',
        '{{ odds("d6 >= 1") | attr("x") }}',
        "{{ range(1000000000) }}",
        '{{ value("().__class__") }}',
        '{{ value("open(1)") }}',
        '{{ import("os") }}',
        '{{ source("../../secret") }}',
    ],
)
def test_a_call_is_no_program(call: str, tmp_path: Path) -> None:
    content = small_tree(tmp_path, f"# S\n\n{call}\n")
    assert load(content).content is None


def test_what_other_templates_would_run_is_text(tmp_path: Path) -> None:
    text = "# S\n\n{% for x in range(9) %} {# no #} ${7*7} <%= 7*7 %> {{% raw %}}\n"
    loaded = load(small_tree(tmp_path, text.replace("{{% raw %}}", "")))
    assert loaded.content is not None
    assert loaded.content.systems[0].chapters[0].pieces == (text.replace("{{% raw %}}", ""),)


def small_tree(folder: Path, chapter: str) -> Path:
    content = folder / "content"
    (content / "s").mkdir(parents=True)
    (content / "site.yml").write_text("title: T\ntagline: T\npages: [index]\nsystems: [s]\n")
    (content / "index.md").write_text("# T\n")
    (content / "s" / "index.md").write_text(chapter, encoding="utf-8")
    (content / "s" / "system.yml").write_text("title: S\nsummary: S\nchapters: [index]\n")
    return content


@pytest.mark.parametrize("name", ["../s", "/etc", "s/../s", "..", ".", "s\\\\x", "C:x"])
@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("site.yml", "title: T\ntagline: T\npages: [index]\nsystems: ['{}']\n"),
        ("site.yml", "title: T\ntagline: T\npages: [index, '{}']\nsystems: [s]\n"),
        ("site.yml", "title: T\ntagline: T\npages: [index]\nsystems: [s]\nsamples: ['{}']\n"),
        ("s/system.yml", "title: S\nsummary: S\nchapters: [index, '{}']\n"),
        ("s/system.yml", "title: S\nsummary: S\nchapters: [index]\ntables: ['{}']\n"),
        ("s/system.yml", "title: S\nsummary: S\nchapters: [index]\ncharts: ['{}']\n"),
    ],
    ids=["system", "page", "sample", "chapter", "table", "chart"],
)
def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path, file: str, line: str, name: str) -> None:
    content = small_tree(tmp_path, "# S\n")
    (content / file).write_text(line.format(name.replace("'", "''")), encoding="utf-8")
    loaded = load(content)
    assert loaded.content is None
    messages = [problem.message for problem in loaded.problems]
    assert any("must be lowercase letters, digits and single hyphens" in message for message in messages), messages


def test_a_printed_table_cannot_lie_elsewhere(tmp_path: Path) -> None:
    source = (VALID / "sample" / "published" / "published.yml").read_text("utf-8")
    content = tmp_path / "content"
    for path in VALID.rglob("*"):
        if path.is_file():
            (content / path.relative_to(VALID)).parent.mkdir(parents=True, exist_ok=True)
            (content / path.relative_to(VALID)).write_bytes(path.read_bytes())
    changed = re.sub(r"file: \S+", "file: ../../../secret.csv", source, count=1)
    (content / "sample" / "published" / "published.yml").write_text(changed, encoding="utf-8")
    messages = [problem.message for problem in load(content).problems]
    assert any(message.startswith("'file' must be a file name of lowercase letters") for message in messages), messages


def test_aliases_do_not_explode() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    began = time.perf_counter()
    declared, problems = read_table(SourceFile("x.yml", "\n".join(lines)), "x", functions={})
    assert time.perf_counter() - began < 2
    assert declared is None
    assert [str(problem) for problem in problems][:1] == [
        "x.yml:1:5: anchors and aliases (& and *) are not allowed; write the value out, or put the text in quotes"
    ]


def test_tags_cannot_make_objects() -> None:
    source = "kind: !!python/object/apply:os.system ['true']\n"
    declared, problems = read_table(SourceFile("x.yml", source), "x", functions={})
    assert declared is None
    assert problems[0].message == "tags (!) are not allowed; put the text in quotes"


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        ("1..4000", "1..2500", "the table would have 10,000,000 cells; at most 200,000 cells"),
        ("1..10000000", "1", "the range from 1 to 10000000 by 1 is too long; at most 5,000 points"),
        ("1..2 by 1/100000000000", "1", "is too long; at most 5,000 points"),
    ],
)
def test_a_table_of_ten_million_cells_is_refused_with_its_size(
    tmp_path: Path, rows: str, columns: str, message: str
) -> None:
    file = tmp_path / "huge.yml"
    file.write_text(
        f"kind: grid\ntitle: T\ncaption: C\nrows: {{name: a, title: A, values: {rows}}}\n"
        f"columns: {{name: b, title: B, values: {columns}}}\ncell: a * b\n"
    )
    began = time.perf_counter()
    made, problems = table_of_file(file)
    assert time.perf_counter() - began < 5
    assert made is None
    (problem,) = problems
    assert str(problem).endswith(message)
    assert problem.location.line == 4


def test_a_costly_formula_is_refused_at_its_place(tmp_path: Path) -> None:
    file = tmp_path / "costly.yml"
    file.write_text(
        "kind: grid\ntitle: T\ncaption: C\nrows: {name: a, title: A, values: 1}\n"
        "columns: {name: b, title: B, values: 1}\ncell: P(100000000d1000000 >= a * b)\n"
    )
    began = time.perf_counter()
    made, (problem,) = table_of_file(file)
    assert time.perf_counter() - began < 5
    assert made is None
    assert problem.location.line == 6
    assert problem.allowed
