"""Chapters bound between a title page and a colophon: the rulebook, and the pocket booklet of some chapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup

from generator.render.charts import chart_html
from generator.render.parts import markdown_of
from generator.render.pdf_binding import INSIDE
from generator.render.pdf_papers import MM
from generator.render.pdf_pieces import Frame, bound, cells, in_pieces
from generator.render.pdf_press import press
from generator.render.print_fit import Space
from generator.render.print_markdown import PrintedChapter, printed_chapter
from generator.render.print_needs import chosen_chapters
from generator.render.print_tables import fit_styles, fitted, metadata, printed_table
from generator.tables.book import Book, Chapter, Reference, TablePlace
from generator.tables.check_report import TITLE
from generator.tables.model import Table
from generator.tables.products import Booklet

MEASURE, BLOCK, TURNED = 126 * MM, 158 * MM, 221 * MM
"""Widths of the running text, the text block and the block of a turned page; `templates/print` has the same in mm."""

SPACES = (Space(MEASURE, 640, least_gap=0.9), Space(BLOCK, 640), Space(TURNED, 430, turned=True))
"""A table keeps to the running text's measure where it can, then takes the text block, then a page in landscape."""

POCKET = (Space(117 * MM, 490),)
"""The text block of a booklet's page; a wider table is split by its columns."""

STYLES = ("page.css.jinja", "text.css.jinja", "tables.css.jinja", "front.css.jinja")
BOOKLET_STYLES = (*STYLES, "booklet.css.jinja")
FURTHER_TABLES = ":further-tables"
CHECK = ":check"
"""Ids of the book's own parts begin with a colon, which neither a chapter's nor a table's id can."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents, with the lines below it."""

    id: str
    title: str
    sections: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Section:
    """A part that begins on a page of its own: a chapter, which brings its heading, or tables below a heading."""

    id: str
    heading: str
    parts: tuple[Markup, ...]
    tables: tuple[Table, ...]

    @property
    def weight(self) -> int:
        """What it asks of the layout, in cells; a dozen words of a chapter ask as much as one."""
        words = sum(len(part) for part in self.parts if not self.tables) // 80
        return words + sum(cells(table) for table in self.tables)


def rulebook_pages(book: Book, product: str) -> bytes:
    """The book: title page, contents, chapters, the tables that no chapter shows, the check, index and colophon."""
    further, appendix = further_tables(book), book.check_tables
    return _bound(book, product, "rulebook", SPACES, STYLES, hanging=MEASURE, further=further, appendix=appendix)


def booklet_pages(book: Book, booklet: Booklet, product: str) -> bytes:
    """The chapters of a booklet on pages of half a sheet; its wide tables are split by columns."""
    kept = chosen_chapters(book, booklet)
    return _bound(
        kept, product, booklet.title, POCKET, BOOKLET_STYLES, whole=book, further=further_tables(kept), splits=True
    )


def further_tables(book: Book) -> tuple[Table, ...]:
    """The tables that no chapter shows."""
    placed = {piece.table.id for chapter in book.chapters for piece in chapter.pieces if isinstance(piece, TablePlace)}
    return tuple(table for table in book.tables if table.id not in placed)


def _bound(
    book: Book,
    product: str,
    kind: str,
    spaces: tuple[Space, ...],
    styles: tuple[str, ...],
    *,
    whole: Book | None = None,
    hanging: float = 0.0,
    further: tuple[Table, ...] = (),
    appendix: tuple[Table, ...] = (),
    splits: bool = False,
) -> bytes:
    pairs = [fitted(product, table, spaces, splits=splits) for table in _shown(book, further)]
    pairs += [fitted(product, table, _roomy(table, spaces), splits=splits) for table in appendix]
    fits = {table.id: found for table, found in pairs}
    tables = {table.id: table for table, _ in pairs}
    chapters = tuple(_chapter(book, number, tables, whole or book) for number in range(len(book.chapters)))
    sections = [
        _Section(printed.id, "", (Markup(printed.html),), tuple(tables[table.id] for table in _tables_of(chapter)))
        for printed, chapter in zip(chapters, book.chapters, strict=True)
    ]
    heading = "Tables" if whole else "Further tables"
    for number, held in enumerate(in_pieces([tables[table.id] for table in further], cells)):
        figures = tuple(printed_table(table, book.url) for table in held)
        first = number == 0
        section_id = FURTHER_TABLES if first else f"{FURTHER_TABLES}-{number + 1}"
        sections.append(_Section(section_id, heading if first else "", figures, tuple(held)))
    if appendix:
        # What was checked has no table page of its own for a code to lead to.
        figures = tuple(printed_table(table, "") for table in appendix)
        sections.append(_Section(CHECK, TITLE, figures, appendix))

    def pages(held: Sequence[_Section]) -> bytes:
        own = [fits[table.id] for section in held for table in section.tables]
        values = {**metadata(book, kind), "sections": held, "styles": fit_styles(own, hanging=hanging)}
        return press(product, "sections.html.jinja", (*styles, "piece.css.jinja"), values)

    contents = _contents(book, chapters, further, heading, appendix)
    values = {**metadata(book, kind), "contents": contents, "indexed": book.tables, "styles": ""}
    lines = [line.id for entry in contents for line in (entry, *entry.sections)]
    frame = Frame(
        "bound.html.jinja",
        (*styles, "leaves.css.jinja"),
        values,
        frozenset((*lines, *(table.id for table in book.tables))),
    )
    pieces = [partial(pages, held) for held in in_pieces(sections, lambda section: section.weight)]
    return bound(product, pieces, frame)


def _roomy(table: Table, spaces: tuple[Space, ...]) -> tuple[Space, ...]:
    """The spaces for a table of words, which a narrow one would set on too many lines for rows to keep together."""
    words = any(cell.exact is None for row in table.rows for cell in row.cells)
    turned = tuple(space for space in spaces if space.turned)
    return turned if words and turned else spaces


def _shown(book: Book, further: tuple[Table, ...]) -> tuple[Table, ...]:
    """Every table that is printed, also those of other systems that a chapter shows."""
    shown = {table.id: table for chapter in book.chapters for table in _tables_of(chapter)}
    return (*shown.values(), *further)


def _tables_of(chapter: Chapter) -> tuple[Table, ...]:
    return tuple(piece.table for piece in chapter.pieces if isinstance(piece, TablePlace))


def _chapter(book: Book, number: int, tables: Mapping[str, Table], whole: Book) -> PrintedChapter:
    chapter = book.chapters[number]
    pieces = tuple(
        TablePlace(tables[piece.table.id]) if isinstance(piece, TablePlace) else piece for piece in chapter.pieces
    )

    def href(reference: Reference) -> str:
        here = reference.system in ("", book.id) and reference.table_id in tables
        return f"{INSIDE}{reference.table_id}" if here else ""

    markdown = markdown_of(
        replace(chapter, pieces=pieces),
        whole,
        medium="print",
        href=href,
        drawn=lambda chart: chart_html(chart, "print"),
        shown=lambda table: printed_table(table, book.url),
    )
    return printed_chapter(chapter, book, markdown)


def _contents(
    book: Book,
    chapters: tuple[PrintedChapter, ...],
    further: tuple[Table, ...],
    heading: str,
    appendix: tuple[Table, ...],
) -> tuple[Entry, ...]:
    entries = [
        Entry(chapter.id, chapter.title, tuple(Entry(section.id, section.title) for section in chapter.sections))
        for chapter in chapters
    ]
    if further:
        entries.append(Entry(FURTHER_TABLES, heading))
    if appendix:
        entries.append(Entry(CHECK, TITLE))
    if book.tables:
        entries.append(Entry(":tables", "Index of tables"))
    return (*entries, Entry(":colophon", "Colophon"))
