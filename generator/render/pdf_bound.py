"""Chapters bound between a title page and a colophon: the rulebook, and the pocket booklet of some chapters.

The sections of such a document are laid out in gatherings, each by itself, and the cover binds them. A gathering
knows of all that it does not show no more than names, so that a change elsewhere leaves it as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from markupsafe import Markup

from generator.render.charts import chart_html
from generator.render.contract import Artifact, File
from generator.render.parts import markdown_of
from generator.render.pdf_binding import INSIDE
from generator.render.pdf_papers import MM
from generator.render.pdf_pieces import Frame, bound, cells, in_pieces
from generator.render.pdf_press import press
from generator.render.print_fit import Space
from generator.render.print_markdown import PrintedChapter, printed_chapter
from generator.render.print_needs import chosen_chapters, names_for, names_of
from generator.render.print_tables import fit_styles, fitted, metadata, printed_table
from generator.tables.book import Book, Chapter, ChartPlace, Piece, Prose, Reference, TablePlace
from generator.tables.check_report import TITLE
from generator.tables.model import Table
from generator.tables.products import Booklet

MEASURE, BLOCK, TURNED = 126 * MM, 158 * MM, 221 * MM
"""Widths of the running text, the text block and the block of a turned page; `templates/print` has the same in mm."""

SPACES = (Space(MEASURE, 640, least_gap=0.9), Space(BLOCK, 640), Space(TURNED, 430, turned=True))
"""A table keeps to the running text's measure where it can, then takes the text block, then a page in landscape."""

POCKET = (Space(117 * MM, 490),)
"""The text block of a booklet's page; a wider table is split by its columns."""

FURTHER = 6_000
"""How many cells of tables that no chapter shows follow one another; the next begin on a page of their own."""

STYLES = ("page.css.jinja", "text.css.jinja", "tables.css.jinja", "front.css.jinja")
FURTHER_TABLES = ":further-tables"
CHECK = ":check"
"""Ids of the book's own parts begin with a colon, which neither a chapter's nor a table's id can."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a bound document is set: where its tables may stand, its style sheets, whether a wide table is split.

    Tables not wider than `hanging` stand back from the left edge.
    """

    spaces: tuple[Space, ...]
    styles: tuple[str, ...]
    splits: bool = False
    hanging: float = 0.0


RULEBOOK = Form(SPACES, STYLES, hanging=MEASURE)
BOOKLET = Form(POCKET, (*STYLES, "booklet.css.jinja"), splits=True)


@dataclass(frozen=True, slots=True)
class Section:
    """A part that begins on a page of its own: a chapter, which brings its heading, or tables below a heading.

    `tables` are those that it prints, a chapter's too. What was `checked` has no table page for a code to lead to.
    """

    id: str
    heading: str
    chapter: Chapter | None
    tables: tuple[Table, ...]
    checked: bool = False

    @property
    def weight(self) -> int:
        """What it asks of the layout, in cells; a dozen words of a chapter without tables ask as much as one."""
        if self.tables or self.chapter is None:
            return sum(cells(table) for table in self.tables)
        return sum(map(_characters, self.chapter.pieces)) // 80


@dataclass(frozen=True, slots=True)
class Gathering:
    """Sections that are laid out together, and what they must know of the rest of their document.

    `within` is the document by its names, for links to lead to; `whole` has in addition the names of tables that it
    only speaks of. `printed` are the ids of all tables that the document prints.
    """

    product: str
    kind: str
    form: Form
    within: Book
    whole: Book
    printed: tuple[str, ...]
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """What stands around the gatherings: title page, contents, index and colophon of a book known by its names.

    `further` heads the tables that no chapter shows, and is empty where there are none.
    """

    product: str
    kind: str
    form: Form
    book: Book
    further: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents, with the lines below it."""

    id: str
    title: str
    sections: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Set:
    """A section as the template walks it."""

    id: str
    heading: str
    parts: tuple[Markup, ...]


def rulebook_in_gatherings(book: Book, product: str) -> tuple[Cover, tuple[Gathering, ...]]:
    """The book: title page, contents, chapters, the tables that no chapter shows, the check, index and colophon."""
    return _in_gatherings(book, book, product, "rulebook", RULEBOOK, "Further tables")


def booklet_in_gatherings(book: Book, booklet: Booklet, product: str) -> tuple[Cover, tuple[Gathering, ...]]:
    """The chapters of a booklet on pages of half a sheet; its wide tables are split by columns."""
    return _in_gatherings(chosen_chapters(book, booklet), book, product, booklet.title, BOOKLET, "Tables")


def further_tables(book: Book) -> tuple[Table, ...]:
    """The tables that no chapter shows."""
    placed = {table.id for chapter in book.chapters for table in _tables_of(chapter)}
    return tuple(table for table in book.tables if table.id not in placed)


def gathered(gathering: Gathering) -> tuple[Artifact, ...]:
    """The pages of a gathering and, for the contents, the sections that its chapters have.

    Raises RenderError, naming the product, for a table that does not fit and for every complaint of the layout.
    """
    form, entries, sections, fits = gathering.form, [], [], []
    for section in gathering.sections:
        pairs = []
        for table in section.tables:
            spaces = _roomy(table, form.spaces) if section.checked else form.spaces
            pairs.append(fitted(gathering.product, table, spaces, splits=form.splits))
        fits += [found for _, found in pairs]
        tables = {table.id: table for table, _ in pairs}
        if section.chapter is None:
            url = "" if section.checked else gathering.within.url
            parts = tuple(printed_table(table, url) for table in tables.values())
        else:
            chapter = _chapter(section.chapter, tables, gathering)
            parts = (Markup(chapter.html),)
            entries.append([chapter.id, chapter.title, [[one.id, one.title] for one in chapter.sections]])
        sections.append(_Set(section.id, section.heading, parts))
    values = {
        **metadata(gathering.within, gathering.kind),
        "sections": sections,
        "styles": fit_styles(fits, hanging=form.hanging),
    }
    pages = press(gathering.product, "sections.html.jinja", (*form.styles, "piece.css.jinja"), values)
    return Artifact("pages.pdf", pages), Artifact("entries.json", json.dumps(entries).encode())


def bound_pages(cover: Cover, made: Sequence[Sequence[File]]) -> bytes:
    """The document, from what `gathered` made of each of its gatherings.

    Raises RenderError, naming the product, for every complaint of the layout and for a link that leads nowhere.
    """
    chapters = chain.from_iterable(json.loads(entries.data) for _, entries in made)
    contents = tuple(_contents(cover, chapters))
    lines = [line.id for entry in contents for line in (entry, *entry.sections)]
    indexed = cover.book.tables
    frame = Frame(
        "bound.html.jinja",
        (*cover.form.styles, "leaves.css.jinja"),
        {**metadata(cover.book, cover.kind), "contents": contents, "indexed": indexed, "styles": ""},
        frozenset((*lines, *(table.id for table in indexed))),
    )
    return bound(cover.product, [pages.data for pages, _ in made], frame)


def _in_gatherings(
    kept: Book, whole: Book, product: str, kind: str, form: Form, heading: str
) -> tuple[Cover, tuple[Gathering, ...]]:
    further = further_tables(kept)
    sections = tuple(_sections(kept, further, heading))
    printed = tuple(dict.fromkeys(table.id for section in sections for table in section.tables))
    gatherings = []
    for held in in_pieces(sections, lambda section: section.weight):
        chapters = [section.chapter for section in held if section.chapter]
        within, named = names_for(kept, chapters), names_for(whole, chapters)
        gatherings.append(Gathering(product, kind, form, within, named, printed, tuple(held)))
    cover = Cover(product, kind, form, names_of(kept), heading if further else "", bool(kept.check_tables))
    return cover, tuple(gatherings)


def _sections(book: Book, further: tuple[Table, ...], heading: str) -> Iterator[Section]:
    for chapter in book.chapters:
        shown = {table.id: table for table in _tables_of(chapter)}
        yield Section(f"{chapter.key}:", "", chapter, tuple(shown.values()))
    for number, held in enumerate(in_pieces(further, cells, FURTHER)):
        section_id = f"{FURTHER_TABLES}-{number + 1}" if number else FURTHER_TABLES
        yield Section(section_id, "" if number else heading, None, tuple(held))
    if book.check_tables:
        yield Section(CHECK, TITLE, None, book.check_tables, checked=True)


def _characters(piece: Piece) -> int:
    """About how many characters of markup a piece of a chapter comes to."""
    match piece:
        case Prose():
            return len(piece.markdown)
        case ChartPlace():
            return 7_500
        case _:
            return 100


def _roomy(table: Table, spaces: tuple[Space, ...]) -> tuple[Space, ...]:
    """The spaces for a table of words, which a narrow one would set on too many lines for rows to keep together."""
    words = any(cell.exact is None for row in table.rows for cell in row.cells)
    turned = tuple(space for space in spaces if space.turned)
    return turned if words and turned else spaces


def _tables_of(chapter: Chapter) -> tuple[Table, ...]:
    return tuple(piece.table for piece in chapter.pieces if isinstance(piece, TablePlace))


def _chapter(chapter: Chapter, tables: Mapping[str, Table], gathering: Gathering) -> PrintedChapter:
    pieces = tuple(
        TablePlace(tables[piece.table.id]) if isinstance(piece, TablePlace) else piece for piece in chapter.pieces
    )
    within = gathering.within

    def href(reference: Reference) -> str:
        here = reference.system in ("", within.id) and reference.table_id in gathering.printed
        return f"{INSIDE}{reference.table_id}" if here else ""

    markdown = markdown_of(
        replace(chapter, pieces=pieces),
        gathering.whole,
        medium="print",
        href=href,
        drawn=lambda chart: chart_html(chart, "print"),
        shown=lambda table: printed_table(table, within.url),
    )
    return printed_chapter(chapter, within, markdown)


def _contents(cover: Cover, chapters: Iterator[tuple[str, str, list[tuple[str, str]]]]) -> Iterator[Entry]:
    for chapter_id, title, sections in chapters:
        yield Entry(chapter_id, title, tuple(Entry(*section) for section in sections))
    if cover.further:
        yield Entry(FURTHER_TABLES, cover.further)
    if cover.checked:
        yield Entry(CHECK, TITLE)
    if cover.book.tables:
        yield Entry(":tables", "Index of tables")
    yield Entry(":colophon", "Colophon")
