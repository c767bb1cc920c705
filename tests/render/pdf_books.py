"""Books that press the layout: tall, wide and many tables beside the samples, and prose that fills pages."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from generator.exact import Fraction
from generator.render.contract import made_here
from generator.render.pdf import rulebook_job
from generator.render.print_measures import PAPERS, Paper
from generator.tables.book import Book, Chapter, Prose, TablePlace
from generator.tables.model import Cell, Column, Layout, Row, Table
from tests.render.pdf_reading import ReadPdf
from tests.samples import banded_table, chance, sample_book, split_table

FILLER = (
    "Someone names an average, and the dice *add up* to it or they do not. A tie is a success, here as everywhere."
    " The table that follows says how often, and it says so exactly."
)


def pool_table(key: str, rows: int, columns: int, title: str, *, banded: bool = False, words: str = "") -> Table:
    """Chances of `columns` pools by `rows` targets; `words` adds a column that says them in every row."""
    heads = [Column(str(n), f"{n}d6", Fraction(n)) for n in range(6, 6 + columns)]
    if words:
        heads.append(Column("advice", "What to tell the players", derived=True))

    def cell(dice: int, target: int) -> Cell:
        band = "easy" if target < 2 * dice else "hard" if target > 5 * dice else None
        value = min(Fraction(1), max(Fraction(0), Fraction(6 * dice - target, 5 * dice)))
        return chance(value, band if banded else None)

    lines = tuple(
        Row(
            str(target),
            str(target),
            (*(cell(dice, target) for dice in range(6, 6 + columns)), *((Cell(words),) if words else ())),
            Fraction(target),
        )
        for target in range(1, rows + 1)
    )
    return Table(
        key,
        "sample",
        title,
        "How often a pool of that many dice reaches the target.",
        "Target",
        "Dice in the pool",
        tuple(heads),
        lines,
        "chance in percent",
        legend=split_table().legend,
        bands=banded_table().bands if banded else (),
        notes=("Rows need not add up to 100 after rounding.",),
        layout=Layout(),
        source=f"sample/tables/{key}.yml",
    )


TALL = pool_table("tall", 176, 9, "A tall table", banded=True)
FORTY = pool_table("forty", 40, 9, "Forty rows")
WIDE = pool_table("wide", 8, 18, "A wide table", banded=True)
WORDY = pool_table(
    "wordy", 6, 5, "A wordy table", words="Let them roll, but say what failure costs before the dice fall."
)


def pressing_book() -> Book:
    """The sample book with a chapter of tables that are hard to set, each under its own heading with some prose."""
    book = sample_book()
    shown = (TALL, FORTY, WIDE, WORDY)
    pieces = [
        Prose("# Hard to set\n\nFour tables. See [the example](rolling.md#an-example) and [the end](#the-end).\n")
    ]
    for table in shown:
        pieces += [Prose(f"\n\n## On {table.title.lower()}\n\n{FILLER}\n\n"), TablePlace(table)]
    pieces.append(Prose("\n\n## The end\n\nA page [outside](../about.md) and [a table](tables/tall.md#tall--170).\n"))
    chapter = Chapter("hard", "Hard to set", "sample/hard.md", tuple(pieces))
    return replace(book, chapters=(*book.chapters, chapter), tables=(*book.tables, *shown))


def prose_book(markdown: str, *tables: Table) -> Book:
    """A book of one chapter with this Markdown, then these tables."""
    pieces = (Prose(markdown), *(piece for table in tables for piece in (Prose("\n\n"), TablePlace(table))))
    return replace(sample_book(), chapters=(Chapter("only", "Only", "sample/only.md", pieces),), tables=tables)


def pressed(paper: Paper) -> bytes:
    """The rulebook of `pressing_book`, made once for all tests."""
    return _pressed()[PAPERS.index(paper)]


@cache
def _pressed() -> tuple[bytes, ...]:
    """On each of the papers: as in a build, it is laid out once for all of them."""
    made = made_here(rulebook_job(pressing_book(), PAPERS))
    assert [one.path for one in made] == [f"downloads/sample-rulebook-{paper}.pdf" for paper in PAPERS]
    return tuple(one.data for one in made)


@cache
def read(paper: Paper) -> ReadPdf:
    """The same, read back."""
    return ReadPdf(pressed(paper))
