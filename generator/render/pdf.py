"""The printed rulebook of one system, as a tagged PDF in A4 and US Letter.

Another product is another function like `rulebook`: it gathers values for its own template and sends them to the press.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from generator.render.charts import chart_html
from generator.render.contract import Artifact, RenderError
from generator.render.parts import markdown_of, table_html
from generator.render.pdf_press import Paper, environment, press
from generator.render.print_fit import Space, TableFit, fit
from generator.render.print_markdown import PrintedChapter, printed_chapter
from generator.tables.book import Book, TablePlace
from generator.tables.model import Table

POINTS_PER_MM = 72 / 25.4
MEASURE, BLOCK, TURNED = 126 * POINTS_PER_MM, 158 * POINTS_PER_MM, 221 * POINTS_PER_MM
"""Widths of the running text, the text block and the block of a turned page; `templates/print` has the same in mm."""

SPACES = (Space(MEASURE, 655, least_gap=0.9), Space(BLOCK, 655), Space(TURNED, 430, turned=True))
"""A table keeps to the running text's measure where it can, then takes the text block, then a page in landscape."""

STYLES = ("page.css.jinja", "text.css.jinja", "tables.css.jinja", "front.css.jinja")
FURTHER_TABLES = ":further-tables"
"""Ids of the book's own parts begin with a colon, which neither a chapter's nor a table's id can."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents, with the lines below it."""

    id: str
    title: str
    sections: tuple[Entry, ...] = ()


def rulebook(book: Book, paper: Paper) -> Artifact:
    """The book with title page, contents, chapters, the tables that no chapter shows, index of tables and colophon.

    Raises RenderError, naming the product, for a table too wide for the page and for every complaint of the layout.
    """
    product = f"{book.id}-rulebook-{paper}.pdf"
    chapters = tuple(_chapter(book, number) for number in range(len(book.chapters)))
    placed = {piece.table.id for chapter in book.chapters for piece in chapter.pieces if isinstance(piece, TablePlace)}
    further = tuple(table for table in book.tables if table.id not in placed)
    values = {
        "book": book,
        "author": ", ".join(part for part in (book.credit.author if book.credit else "", "Dicepress") if part),
        "edition": _edition(book),
        "contents": _contents(book, chapters, further),
        "chapters": [{"id": chapter.id, "html": Markup(chapter.html)} for chapter in chapters],
        "further_tables": [Markup(table_html(table, "print")) for table in further],
        "further_tables_id": FURTHER_TABLES,
        "table_styles": Markup(_table_styles(book, product)),
    }
    data = press(product, "rulebook.html.jinja", STYLES, paper, values)
    sources = (
        book.source,
        *(chapter.source for chapter in book.chapters),
        *(table.source for table in book.published_tables),
    )
    return Artifact(f"downloads/{product}", data, tuple(source for source in sources if source))


def _chapter(book: Book, number: int) -> PrintedChapter:
    chapter = book.chapters[number]
    markdown = markdown_of(
        chapter,
        book,
        medium="print",
        href=lambda reference: "" if reference.system not in ("", book.id) else f"#{reference.table_id}",
        drawn=lambda chart: chart_html(chart, "print"),
    )
    return printed_chapter(chapter, book, markdown)


def _contents(book: Book, chapters: tuple[PrintedChapter, ...], further: tuple[Table, ...]) -> tuple[Entry, ...]:
    entries = [
        Entry(chapter.id, chapter.title, tuple(Entry(section.id, section.title) for section in chapter.sections))
        for chapter in chapters
    ]
    if further:
        entries.append(Entry(FURTHER_TABLES, "Further tables"))
    if book.tables:
        entries.append(Entry(":tables", "Index of tables"))
    return (*entries, Entry(":colophon", "Colophon"))


def _edition(book: Book) -> str:
    version = f"Version {book.version}" if book.version else ""
    return ", ".join(part for part in (version, book.date) if part)


def _table_styles(book: Book, product: str) -> str:
    fits: list[TableFit] = []
    for table in book.tables:
        found = fit(table, SPACES)
        if found is None:
            raise RenderError(
                f"{product}: the table {table.id} is too wide even for a turned page at 7 points;"
                " split it with parts in its layout, or shorten its words"
            )
        fits.append(found)
    return environment().get_template("table-fits.css.jinja").render(fits=fits, measure=MEASURE)
