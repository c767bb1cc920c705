"""The table pack: a system's tables alone, each on a page of its own and as large as the page lets it be."""

from __future__ import annotations

from collections.abc import Sequence

from generator.render.contract import Artifact, File
from generator.render.pdf_pieces import Frame, framed, piece
from generator.render.pdf_press import press
from generator.render.pdf_sheaves import PackCover, Sheaf
from generator.render.print_fit import SIZES, TableFit, fit, stretched
from generator.render.print_measures import MM, Space
from generator.render.print_tables import fit_styles, fitted, metadata, printed_table
from generator.tables.model import Table

UPRIGHT, TURNED = Space(180 * MM, 675), Space(249 * MM, 470, turned=True)
"""The block of a page and of one in landscape, less a reserve for the running head."""

LARGE = (11.0, 10.5, 10.0, 9.5, *SIZES)
"""Type sizes of a table that has a page for itself."""

LEAST_WIDTH = 0.62
"""A table narrower than this part of the page is widened to it, so that the eye meets one shape from page to page."""

STYLES = ("page.css.jinja", "text.css.jinja", "tables.css.jinja", "front.css.jinja", "pack.css.jinja")


def sheaf_pages(sheaf: Sheaf) -> tuple[Artifact, ...]:
    """The pages of a sheaf. Raises RenderError, naming the product, for every complaint of the layout."""
    pairs = [_set(sheaf.product, table) for table in sheaf.tables]
    values = {
        **metadata(sheaf.book, sheaf.kind),
        "printed": [printed_table(table, sheaf.book.url) for table, _ in pairs],
        "styles": fit_styles([found for _, found in pairs]),
    }
    pages = press(sheaf.product, "pack-tables.html.jinja", (*STYLES, "piece.css.jinja"), values)
    return piece(pages)


def frame_pages(cover: PackCover, made: Sequence[Sequence[File]]) -> bytes:
    """What stands around the sheaves, from the outlines of what `sheaf_pages` made of them.

    Raises RenderError, naming the product, for every complaint of the layout.
    """
    values = {**metadata(cover.book, cover.kind), "tables": cover.tables, "styles": ""}
    wanted = frozenset((":colophon", *(table.id for table in cover.tables)))
    return framed(
        cover.product,
        made,
        Frame("tables.html.jinja", (*STYLES, "leaves.css.jinja", "pack.css.jinja"), values, wanted),
    )


def _set(product: str, table: Table) -> tuple[Table, TableFit]:
    tries = (fit(table, (space,), (size,)) for size in LARGE for space in (UPRIGHT, TURNED))
    whole = next((found for found in tries if found and found.whole), None)
    table, found = (table, whole) if whole else fitted(product, table, (UPRIGHT, TURNED), splits=True)
    width = LEAST_WIDTH * (TURNED if found.turned else UPRIGHT).width
    return table, stretched(found, width) if found.width < width else found
