"""The table pack: a system's tables alone, each on a page of its own and as large as the page lets it be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.render.contract import Artifact, File
from generator.render.pdf_papers import MM
from generator.render.pdf_pieces import Frame, bound, cells, in_pieces
from generator.render.pdf_press import press
from generator.render.print_fit import SIZES, Space, TableFit, fit, stretched
from generator.render.print_needs import names_for, names_of
from generator.render.print_tables import fit_styles, fitted, metadata, printed_table
from generator.tables.book import Book
from generator.tables.model import Table
from generator.tables.products import TablePack

UPRIGHT, TURNED = Space(180 * MM, 675), Space(249 * MM, 470, turned=True)
"""The block of a page and of one in landscape, less a reserve for the running head."""

LARGE = (11.0, 10.5, 10.0, 9.5, *SIZES)
"""Type sizes of a table that has a page for itself."""

LEAST_WIDTH = 0.62
"""A table narrower than this part of the page is widened to it, so that the eye meets one shape from page to page."""

STYLES = ("page.css.jinja", "text.css.jinja", "tables.css.jinja", "front.css.jinja", "pack.css.jinja")


@dataclass(frozen=True, slots=True)
class Sheaf:
    """Tables of a pack that are laid out together; of the book they belong to its name and address are known."""

    product: str
    kind: str
    book: Book
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class PackCover:
    """What stands around the sheaves: the list of the tables, which are known by their names, and the colophon."""

    product: str
    kind: str
    book: Book
    tables: tuple[Table, ...]


def pack_in_sheaves(book: Book, pack: TablePack, product: str) -> tuple[PackCover, tuple[Sheaf, ...]]:
    """The list of the tables, then a page a table where it fits one, then the colophon."""
    nothing = replace(book, chapters=(), tables=(), charts=())
    names = names_of(replace(book, tables=pack.tables)).tables
    sheaves = [
        Sheaf(product, pack.title, names_for(nothing, ()), tuple(held)) for held in in_pieces(pack.tables, cells)
    ]
    return PackCover(product, pack.title, names_of(nothing), names), tuple(sheaves)


def sheaf_pages(sheaf: Sheaf) -> tuple[Artifact, ...]:
    """The pages of a sheaf. Raises RenderError, naming the product, for every complaint of the layout."""
    pairs = [_set(sheaf.product, table) for table in sheaf.tables]
    values = {
        **metadata(sheaf.book, sheaf.kind),
        "printed": [printed_table(table, sheaf.book.url) for table, _ in pairs],
        "styles": fit_styles([found for _, found in pairs]),
    }
    pages = press(sheaf.product, "pack-tables.html.jinja", (*STYLES, "piece.css.jinja"), values)
    return (Artifact("pages.pdf", pages),)


def pack_pages(cover: PackCover, made: Sequence[Sequence[File]]) -> bytes:
    """The pack, from what `sheaf_pages` made of each of its sheaves. Raises RenderError, naming the product."""
    values = {**metadata(cover.book, cover.kind), "tables": cover.tables, "styles": ""}
    wanted = frozenset((":colophon", *(table.id for table in cover.tables)))
    frame = Frame("tables.html.jinja", (*STYLES, "leaves.css.jinja", "pack.css.jinja"), values, wanted)
    return bound(cover.product, [pages.data for (pages,) in made], frame)


def _set(product: str, table: Table) -> tuple[Table, TableFit]:
    tries = (fit(table, (space,), (size,)) for size in LARGE for space in (UPRIGHT, TURNED))
    whole = next((found for found in tries if found and found.whole), None)
    table, found = (table, whole) if whole else fitted(product, table, (UPRIGHT, TURNED), splits=True)
    width = LEAST_WIDTH * (TURNED if found.turned else UPRIGHT).width
    return table, stretched(found, width) if found.width < width else found
