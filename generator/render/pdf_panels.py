"""Boxes of one size that must hold what is put there: the panels of a game master's screen, and reference cards.

Every box is laid out at the largest type at which all of it fits; one that would need type under 7 points is
refused by name, for nobody could read it across a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from re import sub

from markupsafe import Markup
from weasyprint import Document

from generator.render.contract import RenderError
from generator.render.parts import markdown_of, worked_html
from generator.render.pdf_press import environment, laid_out, written
from generator.render.print_fit import SIZES, TableFit, fit, stretched, widths_between
from generator.render.print_markdown import printed_chapter
from generator.render.print_measures import MM, Space
from generator.render.print_tables import fit_styles, metadata, printed_table
from generator.tables.book import Book, Chapter
from generator.tables.model import Table
from generator.tables.products import Cards, Item, Panel, Screen, TableItem, TextItem, WorkedItem


@dataclass(frozen=True, slots=True)
class Box:
    """What all boxes of a product share, in points: the space of the columns, the gap between them, the type sizes.

    `text` is the least width of a column of words in ems. `name` is what a box is called when it is refused.
    """

    name: str
    width: float
    height: float
    gap: float
    sizes: tuple[float, ...]
    text: float
    style: str


PANEL = Box("panel", 257 * MM, 169.5 * MM, 9 * MM, (11.0, 10.5, 10.0, 9.5, *SIZES), 22.0, "screen.css.jinja")
CARD = Box("card", 89 * MM, 107 * MM, 0.0, (10.5, 10.0, 9.5, *SIZES), 0.0, "cards.css.jinja")

STYLES = ("text.css.jinja", "tables.css.jinja")


@dataclass(frozen=True, slots=True)
class _Column:
    """A column with its width in points, as the template walks it."""

    width: float
    held: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class _Setting:
    """A panel at one type size: the widths of its columns, and how its tables are set, by their ids."""

    size: float
    widths: tuple[float, ...]
    fits: Mapping[str, TableFit]


def screen_pages(book: Book, screen: Screen, product: str) -> bytes:
    """The panels, a page each. Raises RenderError for a panel that would need type under 7 points."""
    return _pages(book, screen.title, screen.panels, PANEL, product)


def card_pages(book: Book, cards: Cards, product: str) -> bytes:
    """The cards, a page each. Raises RenderError for a card that would need type under 7 points."""
    return _pages(book, cards.title, [Panel(_title(item), ((item,),)) for item in cards.cards], CARD, product)


def _title(item: Item) -> str:
    match item:
        case TableItem():
            return item.table.title
        case WorkedItem():
            return item.example.title
        case TextItem():
            return item.title


def _pages(book: Book, title: str, panels: Sequence[Panel], box: Box, product: str) -> bytes:
    documents = []
    for number, panel in enumerate(_numbered(panel, number) for number, panel in enumerate(panels)):
        of = f"{title}, {number + 1} of {len(panels)}"
        tries = (_laid_out(book, title, of, panel, setting, box, product) for setting in _settings(panel, box))
        document = next((document for document in tries if document is not None), None)
        if document is None:
            raise RenderError(
                f"{product}: the {box.name} {panel.title!r} would need type under 7 points; put less on it"
            )
        documents.append(document)
    pages = [page for document in documents for page in document.pages]
    return written(product, documents[0].copy(pages))


def _laid_out(
    book: Book, title: str, of: str, panel: Panel, setting: _Setting, box: Box, product: str
) -> Document | None:
    """The panel on its page, or None where one of its columns is higher than the box."""
    document = laid_out(product, "panels.html.jinja", (*STYLES, box.style), _values(book, title, of, panel, setting))
    heights = [
        part.margin_height() * 0.75
        for page in document.pages
        for part in page._page_box.descendants()
        if part.element is not None and part.element.get("class", "").startswith("column ")
    ]
    return document if max(heights) <= box.height and len(document.pages) == 1 else None


def _numbered(panel: Panel, number: int) -> Panel:
    """The panel with its tables under ids of its own, because a table may stand on several panels."""

    def own(item: Item, place: str) -> Item:
        return TableItem(replace(item.table, id=f"{place}-{item.table.id}")) if isinstance(item, TableItem) else item

    columns = tuple(
        tuple(own(item, f"box-{number}-{column}-{place}") for place, item in enumerate(items))
        for column, items in enumerate(panel.columns)
    )
    return replace(panel, columns=columns)


def _settings(panel: Panel, box: Box) -> Iterator[_Setting]:
    """The panel at each type size, the largest first, at which its columns stand side by side and hold their tables."""
    # Less a hair a column, for widths are written to a thousandth and must not add up to more than there is.
    room = box.width - (box.gap + 0.01) * (len(panel.columns) - 1)
    for size in box.sizes:
        ranges = [_width_range(column, box, size, room / len(panel.columns)) for column in panel.columns]
        widths = _shared(ranges, room)
        if widths is None:
            continue
        fits: dict[str, TableFit] = {}
        for column, width in zip(panel.columns, widths, strict=True):
            for table in _tables(column):
                found = fit(table, (Space(width, box.height * 1.3),), (size,))
                if found is not None and found.whole:
                    fits[table.id] = stretched(found, width)
        if len(fits) == sum(len(_tables(column)) for column in panel.columns):
            yield _Setting(size, widths, fits)


def _tables(column: Sequence[Item]) -> list[Table]:
    return [item.table for item in column if isinstance(item, TableItem)]


def _width_range(column: Sequence[Item], box: Box, size: float, even: float) -> tuple[float, float]:
    ranges = [widths_between(table, size) for table in _tables(column)]
    if len(ranges) < len(column):
        ranges.append((min(box.text * size, even), max(30 * size, even)))
    return max(least for least, _ in ranges), max(most for _, most in ranges)


def _shared(ranges: Sequence[tuple[float, float]], room: float) -> tuple[float, ...] | None:
    """The room shared among columns: to each what it needs, then towards what it wishes, then evenly."""
    spare = room - sum(least for least, _ in ranges)
    if spare < 0:
        return None
    wishes = [most - least for least, most in ranges]
    part = min(1.0, spare / sum(wishes)) if sum(wishes) else 0.0
    rest = (spare - part * sum(wishes)) / len(ranges)
    return tuple(least + part * wish + rest for (least, _), wish in zip(ranges, wishes, strict=True))


def _values(book: Book, title: str, of: str, panel: Panel, setting: _Setting) -> Mapping[str, object]:
    size, small = setting.size, max(SIZES[-1], setting.size * 0.88)
    own_sizes = environment().get_template("panel-sizes.css.jinja").render(size=size, small=small)
    return {
        **metadata(book, title),
        "styles": fit_styles(tuple(setting.fits.values())) + Markup(own_sizes),
        "panel_title": panel.title,
        "of": of,
        "columns": [
            _Column(width, tuple(_item(book, item, panel.title) for item in column))
            for column, width in zip(panel.columns, setting.widths, strict=True)
        ],
    }


def _item(book: Book, item: Item, panel_title: str) -> Markup:
    own_title = "" if _title(item) == panel_title else _title(item)
    match item:
        case TableItem():
            return printed_table(item.table, book.url, page=item.table.id.split("-", 4)[4])
        case WorkedItem():
            return Markup(worked_html(item.example, "print"))
        case TextItem():
            nothing = replace(book, chapters=(), charts=(), tables=())
            chapter = Chapter(sub(r"\W+", "-", item.title.lower()), item.title, item.source, item.pieces)
            markdown = markdown_of(chapter, book, medium="print", href=lambda _: "")
            html = Markup(printed_chapter(chapter, nothing, markdown).html)
            return Markup(environment().get_template("panel-text.html.jinja").render(title=own_title, html=html))
