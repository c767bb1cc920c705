"""Chapters bound between a title page and a colophon: the rulebook, and the pocket booklet of some chapters.

What is laid out together, and what it knows of the rest, was planned in `pdf_gatherings.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from generator.render.charts import chart_html
from generator.render.contract import Artifact, File
from generator.render.parts import markdown_of
from generator.render.pdf_binding import INSIDE
from generator.render.pdf_gatherings import CHECK, FURTHER_TABLES, Cover, Gathering
from generator.render.pdf_pieces import Frame, framed, lines, piece
from generator.render.pdf_press import press
from generator.render.pdf_stretches import shown
from generator.render.print_markdown import PrintedChapter, printed_chapter
from generator.render.print_measures import Space
from generator.render.print_tables import fit_styles, fitted, metadata, printed_table
from generator.tables.book import Chapter, Reference, TablePlace
from generator.tables.check_report import TITLE
from generator.tables.model import Table


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents, with the lines below it."""

    id: str
    title: str
    sections: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Set:
    """A section as the template walks it.

    One that goes on with a chapter has the chapter's `title`, and stands `below` headings of these levels.
    """

    id: str
    heading: str
    parts: tuple[Markup, ...]
    title: str = ""
    below: tuple[int, ...] = ()


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
            held = shown(chapter.html)
            if section.is_continued:
                sections.append(_Set("", "", (Markup(held.html),), chapter.title, held.below))
                continue
            parts = (Markup(held.html),)
            entries.append([chapter.id, chapter.title, [[one.id, one.title] for one in chapter.sections]])
        sections.append(_Set(section.id, section.heading, parts))
    values = {
        **metadata(gathering.within, gathering.kind),
        "sections": sections,
        "styles": fit_styles(fits, hanging=form.hanging),
    }
    pages = press(gathering.product, "sections.html.jinja", (*form.styles, "piece.css.jinja"), values)
    return piece(pages, entries)


def frame_pages(cover: Cover, made: Sequence[Sequence[File]]) -> bytes:
    """What stands around the gatherings, from the outlines of what `gathered` made of them.

    Raises RenderError, naming the product, for every complaint of the layout.
    """
    contents = tuple(_contents(cover, lines(made)))
    listed = [line.id for entry in contents for line in (entry, *entry.sections)]
    indexed = cover.book.tables
    frame = Frame(
        "bound.html.jinja",
        (*cover.form.styles, "leaves.css.jinja"),
        {**metadata(cover.book, cover.kind), "contents": contents, "indexed": indexed, "styles": ""},
        frozenset((*listed, *(table.id for table in indexed))),
    )
    return framed(cover.product, made, frame)


def _roomy(table: Table, spaces: tuple[Space, ...]) -> tuple[Space, ...]:
    """The spaces for a table of words, which a narrow one would set on too many lines for rows to keep together."""
    words = any(cell.exact is None for row in table.rows for cell in row.cells)
    turned = tuple(space for space in spaces if space.turned)
    return turned if words and turned else spaces


def _chapter(chapter: Chapter, tables: Mapping[str, Table], gathering: Gathering) -> PrintedChapter:
    pieces = tuple(
        TablePlace(tables.get(piece.table.id, piece.table)) if isinstance(piece, TablePlace) else piece
        for piece in chapter.pieces
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
        shown=lambda table: printed_table(table, within.url) if table.id in tables else "",
    )
    return printed_chapter(chapter, within, markdown)


def _contents(cover: Cover, chapters: Iterator[tuple[str, str, list[tuple[str, str]]]]) -> Iterator[Entry]:
    for key, title, sections in chapters:
        yield Entry(key, title, tuple(Entry(*section) for section in sections))
    if cover.further:
        yield Entry(FURTHER_TABLES, cover.further)
    if cover.checked:
        yield Entry(CHECK, TITLE)
    if cover.book.tables:
        yield Entry(":tables", "Index of tables")
    yield Entry(":colophon", "Colophon")
