"""A chapter of large tables is laid out in stretches, and nobody can tell: words, bookmarks and heads are the same."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pikepdf
import pytest
from pikepdf import OutlineItem

from generator.render.contract import made_here
from generator.render.parts import markdown_of
from generator.render.pdf import rulebook_job
from generator.render.pdf_gatherings import rulebook_in_gatherings
from generator.render.pdf_stretches import of_stretch, shown, stretches
from generator.render.print_markdown import printed_chapter
from generator.tables.book import Book, Chapter, Prose, TablePlace
from tests.render.pdf_books import pool_table, prose_book
from tests.render.pdf_reading import ReadPdf

ONE, TWO, THREE = (pool_table(f"table-{n}", 24, 9, f"Table {n}") for n in (1, 2, 3))
SMALL = pool_table("small", 6, 9, "A small table")
BEFORE = (
    "# Only\n\nWords.[^1] See [the end](#the-end).\n\n## Chances\n\nMore words.\n\n### By pool\n\n[^1]: A note.\n\n"
)
AFTER = "\n\n## Chances\n\nA second section of that name.[^2]\n\n## The end\n\nThe end.\n\n[^2]: Another note.\n"


def chapter(*pieces: Prose | TablePlace) -> Chapter:
    return Chapter("only", "Only", "sample/only.md", pieces)


def chapter_of_tables() -> Chapter:
    blank = Prose("\n\n")
    places = (TablePlace(ONE), blank, TablePlace(TWO), blank, TablePlace(THREE))
    return chapter(Prose(BEFORE), *places, Prose(AFTER))


def book_of_tables() -> Book:
    return Book("sample", "Sample", "A sample.", (chapter_of_tables(),), (ONE, TWO, THREE))


def test_a_chapter_is_cut_where_two_large_tables_meet() -> None:
    assert list(stretches(chapter_of_tables())) == [range(3), range(3, 5), range(5, 7)]


@pytest.mark.parametrize(
    "pieces",
    [
        (Prose("# Only\n\n"), TablePlace(ONE)),
        (TablePlace(ONE), Prose("\n\nWords.\n\n"), TablePlace(TWO)),
        (TablePlace(ONE), Prose("\n\n"), TablePlace(SMALL)),
        (Prose('<div class="beside" markdown>\n\n'), TablePlace(ONE), TablePlace(TWO), Prose("\n\n</div>\n")),
    ],
    ids=["one table", "words between", "room for both", "inside a tag"],
)
def test_elsewhere_a_chapter_stays_whole(pieces: tuple[Prose | TablePlace, ...]) -> None:
    whole = chapter(*pieces)
    (only,) = stretches(whole)
    assert of_stretch(whole, only) is whole


def _html(one: Chapter) -> str:
    book = book_of_tables()
    text = markdown_of(
        one, book, medium="print", href=lambda _: "", shown=lambda t: f"<p>{t.title}</p>" if t.rows else ""
    )
    return printed_chapter(one, book, text).html


def test_the_stretches_together_are_the_chapter_with_its_notes_and_headings() -> None:
    whole = chapter_of_tables()
    parts = [shown(_html(of_stretch(whole, places))) for places in stretches(whole)]
    assert "".join(part.html for part in parts).split() == _html(whole).split()
    assert [part.below for part in parts] == [(), (1, 2, 3), (1, 2, 3)]


def test_an_edit_of_one_table_leaves_the_other_stretches_alone() -> None:
    edited = pool_table("table-2", 24, 9, "Table 2", words="New")
    book = prose_book(BEFORE, ONE, TWO, THREE)
    other = prose_book(BEFORE, ONE, edited, THREE)
    pairs = zip(rulebook_in_gatherings(book, "x.pdf")[1], rulebook_in_gatherings(other, "x.pdf")[1], strict=True)
    assert [one == another for one, another in pairs] == [True, False, True]


@cache
def _printed() -> bytes:
    return made_here(rulebook_job(book_of_tables(), ("a4",)))[0].data


@pytest.mark.slow
def test_bookmarks_stand_below_the_headings_of_an_earlier_stretch() -> None:
    with pikepdf.open(BytesIO(_printed())) as pdf, pdf.open_outline() as outline:
        assert _titles(next(item for item in outline.root if item.title == "Only")) == (
            "Only",
            [
                ("Chances", [("By pool", [("Table 1", []), ("Table 2", []), ("Table 3", [])])]),
                ("Chances", []),
                ("The end", []),
            ],
        )


def _titles(item: OutlineItem) -> tuple[str, list[object]]:
    return item.title, [_titles(child) for child in item.children]


@pytest.mark.slow
def test_every_page_of_the_chapter_has_its_running_head_and_each_table_its_page() -> None:
    pdf = ReadPdf(_printed())
    pages = [pdf.pages_of(pdf.parts(table.title)[0]) for table in (ONE, TWO, THREE)]
    assert [len(held) for held in pages] == [1, 1, 1]
    first, second, third = (min(held) for held in pages)
    assert first < second < third
    for page in (second, third):
        heads = [run.text for run in pdf.runs if run.page == page and run.mcid is None]
        assert {"Sample", "Only", str(page + 1)} <= set(heads)
