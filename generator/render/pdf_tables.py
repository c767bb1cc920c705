"""The table pack: a system's tables alone, each on a page of its own and as large as the page lets it be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.render.pdf_papers import MM
from generator.render.pdf_pieces import Frame, bound, cells, in_pieces
from generator.render.pdf_press import press
from generator.render.print_fit import SIZES, Space, TableFit, fit, stretched
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


def pack_pages(book: Book, pack: TablePack, product: str) -> bytes:
    """The list of the tables, then a page a table where it fits one, then the colophon."""
    pairs = [_set(product, table) for table in pack.tables]

    def pages(held: Sequence[tuple[Table, TableFit]]) -> bytes:
        figures = [printed_table(table, book.url) for table, _ in held]
        values = {**metadata(book, pack.title), "printed": figures, "styles": fit_styles([found for _, found in held])}
        return press(product, "pack-tables.html.jinja", (*STYLES, "piece.css.jinja"), values)

    values = {**metadata(book, pack.title), "tables": pack.tables, "styles": ""}
    wanted = frozenset((":colophon", *(table.id for table in pack.tables)))
    pieces = [partial(pages, held) for held in in_pieces(pairs, lambda pair: cells(pair[0]))]
    return bound(
        product, pieces, Frame("tables.html.jinja", (*STYLES, "leaves.css.jinja", "pack.css.jinja"), values, wanted)
    )


def _set(product: str, table: Table) -> tuple[Table, TableFit]:
    tries = (fit(table, (space,), (size,)) for size in LARGE for space in (UPRIGHT, TURNED))
    whole = next((found for found in tries if found and found.whole), None)
    table, found = (table, whole) if whole else fitted(product, table, (UPRIGHT, TURNED), splits=True)
    width = LEAST_WIDTH * (TURNED if found.turned else UPRIGHT).width
    return table, stretched(found, width) if found.width < width else found
