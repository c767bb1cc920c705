"""Every renderer beside every feature of presentation: what a table says is shown, or left by name.

One table says everything once, each thing in words of its own. A renderer that honors a feature shows its words; one
that leaves it gives the reason, and really leaves it. `test_data_*.py`, `test_text.py`, `test_xlsx.py`,
`test_parts.py` and `test_pdf*.py` look at how.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache
from html import unescape
from io import BytesIO
from typing import NamedTuple

import openpyxl
import pytest

from generator.exact import Fraction
from generator.render import data_csv, data_json, text, xlsx
from generator.render.contract import FEATURES
from generator.render.parts import table_html
from generator.render.pdf import rulebook
from generator.render.single import render_table
from generator.tables.book import Book, Chapter, Prose, TablePlace
from generator.tables.model import Band, Cell, Column, Layout, LegendEntry, Row, Spanner, Table
from generator.tables.numbers import NumberFormat, show
from tests.render.pdf_reading import ReadPdf

_PERCENT = NumberFormat("percent", 1)

# For each feature the words that only it can have brought into what was made.
WORDS = {
    "title": "Everything at once",
    "caption": "A caption of its own.",
    "unit": "Chance in hundredths",
    "stub": "Stubbed",
    "column head": "Headed over all",
    "column": "Fourth",
    "column note": "Noted of one column.",
    "row": "Seventh",
    "cell": "35.4",
    "spanners": "Spanning two",
    "notes": "Rows are noted here.",
    "legend": "not worth a thought",
    "labels": "~none",
    "bands": "better than advised",
    "reading": "Read aloud like this.",
    "derived": "In words: fair",
    "collapse": "Ninth–Eleventh",
    "split": "Part 2 of 2",
}
# What no table is without.
ALWAYS = frozenset({"stub", "column", "row", "cell"})


def everything() -> Table:
    """The table whose words are those above."""

    def cell(row: int, column: int) -> Cell:
        value = Fraction(5 * min(row, 9) + 10 * column + 1, 130)
        band = "good" if column == 0 else None
        if (row, column) == (1, 2):
            return Cell("~none", Fraction(1, 10**6), _PERCENT, replaced=True)
        return Cell(show(value, _PERCENT).text, value, _PERCENT, band=band)

    names = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh")
    columns = (
        *(Column(name.lower(), name, Fraction(i)) for i, name in enumerate(("Third", "Fourth", "Fifth"))),
        Column("words", "Words", derived=True, note="Noted of one column."),
    )
    rows = tuple(
        Row(name.lower(), name, (*(cell(i, column) for column in range(3)), Cell("In words: fair")), Fraction(i))
        for i, name in enumerate(names, 1)
    )
    return Table(
        id="everything",
        system="sample",
        title=WORDS["title"],
        caption=WORDS["caption"],
        stub_head=WORDS["stub"],
        column_head=WORDS["column head"],
        columns=columns,
        rows=rows,
        unit=WORDS["unit"],
        reading=WORDS["reading"],
        spanners=(Spanner("Spanning two", 0, 2),),
        legend=(LegendEntry("~none", "not worth a thought"),),
        bands=(Band("good", "better than advised", "▲", "good"),),
        notes=(WORDS["notes"],),
        layout=Layout(parts=((0, 2), (2, 4)), collapse=True),
        source="sample/tables/everything.yml",
    )


def _of_page(table: Table) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", table_html(table, "page")))


def _of_pdf(table: Table) -> str:
    chapter = Chapter("rolling", "Rolling", "sample/rolling.md", (Prose("# Rolling\n\n"), TablePlace(table)))
    made_pdf = rulebook(Book("sample", "Sample", "A sample.", (chapter,), (table,)), "a4")
    read = ReadPdf(made_pdf.data)
    return " ".join(read.page_text(page) for page in range(len(read.pdf.pages)))


def _of_sheet(table: Table) -> str:
    opened = openpyxl.load_workbook(BytesIO(render_table(table, "xlsx")))
    shown = []
    for sheet in opened:
        for row in sheet.iter_rows():
            for cell in row:
                form = cell.number_format
                if isinstance(cell.value, float) and "%" in form:
                    shown.append(f"{cell.value * 100:.1f}")
                else:
                    # A label stands in the number's format, between quotation marks.
                    shown.append(form.split('"')[1] if '"' in form else str(cell.value or ""))
    return " ".join(shown)


class Renderer(NamedTuple):
    """A way to make text of a table, and what it says of itself."""

    text: Callable[[Table], str]
    honors: Collection[str]
    leaves: Collection[str]


RENDERERS = {
    "page": Renderer(_of_page, FEATURES, ()),
    "pdf": Renderer(_of_pdf, FEATURES, ()),
    "xlsx": Renderer(_of_sheet, xlsx.HONORS, xlsx.LEAVES),
    "csv": Renderer(lambda table: render_table(table, "csv").decode(), data_csv.HONORS, data_csv.LEAVES),
    "json": Renderer(lambda table: render_table(table, "json").decode(), data_json.HONORS, data_json.LEAVES),
    "text": Renderer(lambda table: render_table(table, "text").decode(), text.HONORS, text.LEAVES),
    "md": Renderer(lambda table: render_table(table, "md").decode(), text.MARKDOWN_HONORS, text.MARKDOWN_LEAVES),
}


@cache
def made(renderer: str) -> str:
    return " ".join(RENDERERS[renderer].text(everything()).replace("\\", "").split())


@pytest.mark.parametrize("feature", sorted(FEATURES | ALWAYS))
@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_feature_is_shown_or_left_by_name(renderer: str, feature: str) -> None:
    means = RENDERERS[renderer]
    if feature in means.honors or feature in ALWAYS:
        # The legend has a label's sign too.
        others = 1 if feature == "labels" and "legend" in means.honors else 0
        assert made(renderer).count(WORDS[feature]) > others
    else:
        assert feature in means.leaves
        assert WORDS[feature] not in made(renderer)


def test_every_feature_has_its_words() -> None:
    assert WORDS.keys() == FEATURES | ALWAYS
