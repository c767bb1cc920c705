"""How a bound document is planned: the rulebook, and the pocket booklet of some chapters, in gatherings.

The sections of such a document are laid out in gatherings, each by itself, and its cover binds them; see
`pdf_bound.py`. A gathering knows of all that it does not show no more than names, so that a change elsewhere leaves it
as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from generator.render.pdf_stretches import of_stretch, stretches
from generator.render.print_measures import MM, Space
from generator.render.print_needs import chapter_id, chosen_chapters, names_for, names_of
from generator.render.print_pieces import cells, in_pieces
from generator.tables.book import Book, Chapter, ChartPlace, Piece, Prose, TablePlace
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
    Of a chapter that comes in stretches, `places` are the pieces that this one shows.
    """

    id: str
    heading: str
    chapter: Chapter | None
    tables: tuple[Table, ...]
    checked: bool = False
    places: range = range(0)

    @property
    def weight(self) -> int:
        """What it asks of the layout, in cells; a dozen words of a chapter without tables ask as much as one."""
        if self.tables or self.chapter is None:
            return sum(cells(table) for table in self.tables)
        return sum(map(_characters, self.chapter.pieces)) // 80

    @property
    def is_continued(self) -> bool:
        """Whether it goes on with a chapter that began before."""
        return self.places.start > 0


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
        gatherings.append(Gathering(product, kind, form, within, named, printed, tuple(_joined(held))))
    cover = Cover(product, kind, form, names_of(kept), heading if further else "", bool(kept.check_tables))
    return cover, tuple(gatherings)


def _sections(book: Book, further: tuple[Table, ...], heading: str) -> Iterator[Section]:
    for chapter in book.chapters:
        for places in stretches(chapter):
            yield _stretch(chapter, places)
    for number, held in enumerate(in_pieces(further, cells, FURTHER)):
        section_id = f"{FURTHER_TABLES}-{number + 1}" if number else FURTHER_TABLES
        yield Section(section_id, "" if number else heading, None, tuple(held))
    if book.check_tables:
        yield Section(CHECK, TITLE, None, book.check_tables, checked=True)


def _stretch(chapter: Chapter, places: range) -> Section:
    tables = _tables_of(replace(chapter, pieces=chapter.pieces[places.start : places.stop]))
    return Section(chapter_id(chapter.key), "", chapter, tables, places=places)


def _joined(sections: Sequence[Section]) -> Iterator[Section]:
    """The sections with neighboring stretches of a chapter as one, and of each chapter what its stretch needs."""
    for _, group in groupby(sections, key=lambda section: section.id):
        first, *others = group
        if first.chapter is not None:
            places = range(first.places.start, [first, *others][-1].places.stop)
            first = replace(_stretch(first.chapter, places), chapter=of_stretch(first.chapter, places))
        yield first


def _characters(piece: Piece) -> int:
    """About how many characters of markup a piece of a chapter comes to."""
    match piece:
        case Prose():
            return len(piece.markdown)
        case ChartPlace():
            return 7_500
        case _:
            return 100


def _tables_of(chapter: Chapter) -> tuple[Table, ...]:
    """The tables that a chapter shows, each once."""
    return tuple({piece.table.id: piece.table for piece in chapter.pieces if isinstance(piece, TablePlace)}.values())
