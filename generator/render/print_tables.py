"""The tables of a printed document: their markup with the code that leads to their page, and the style of each.

A table's own page exists where the site's address is known; beside the table then stands a small code that a phone
reads, and the code is a link too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import segno
from markupsafe import Markup

from generator.render.contract import RenderError
from generator.render.parts import render_part, table_html
from generator.render.pdf_press import environment
from generator.render.print_fit import TableFit, fit
from generator.render.print_measures import Space
from generator.tables.book import Book
from generator.tables.model import Table


def printed_table(table: Table, url: str, *, page: str = "") -> Markup:
    """The table's figure; `url` is the site's address, and without one the table has no code.

    `page` is the id of the table whose page the code leads to, where that is not the figure's own.
    """
    home = f"{url.rstrip('/')}/{table.system}/tables/{page or table.id}.html" if url else ""
    return Markup(table_html(table, "print", home=home, code=_code(home, table.title) if home else ""))


@cache
def _code(address: str, title: str) -> str:
    """The address as a QR code of the lowest correction, which is enough for print and keeps the code small."""
    code = segno.make(address, error="l", boost_error=False, micro=False)
    size = code.symbol_size(border=0)[0]
    runs = []
    for down, row in enumerate(code.matrix):
        across = 0
        while across < size:
            end = across
            while end < size and row[end] == row[across]:
                end += 1
            if row[across]:
                runs.append(f"M{across} {down}h{end - across}v1h-{end - across}z")
            across = end
    return render_part("code.svg.jinja", size=size, runs=runs, title=title)


def fitted(product: str, table: Table, spaces: Sequence[Space], *, splits: bool = False) -> tuple[Table, TableFit]:
    """The table with the way it is set in one of the spaces; one that `splits` may come in more parts to fit.

    Raises RenderError, naming product and table, where it is too wide for all of them.
    """
    found = fit(table, spaces)
    count = max(2, len(table.layout.parts) + 1)
    while found is None and splits and count <= len(table.columns):
        table = replace(table, layout=replace(table.layout, parts=_even(len(table.columns), count)))
        found = fit(table, spaces)
        count += 1
    if found is None:
        where = "even for a turned page at 7 points" if any(space.turned for space in spaces) else "at 7 points"
        raise RenderError(
            f"{product}: the table {table.id} is too wide {where};"
            " split it with parts in its layout, or shorten its words"
        )
    return table, found


def _even(columns: int, count: int) -> tuple[tuple[int, int], ...]:
    ends = [columns * number // count for number in range(count + 1)]
    return tuple(pairwise(ends))


def fit_styles(fits: Sequence[TableFit], *, hanging: float = 0.0) -> Markup:
    """The style sheet of these tables; those not wider than `hanging` stand back from the left edge."""
    return Markup(environment().get_template("table-fits.css.jinja").render(fits=fits, hanging=hanging))


def edition(book: Book) -> str:
    """Version and date as the colophon states them."""
    version = f"Version {book.version}" if book.version else ""
    return ", ".join(part for part in (version, book.date) if part)


def metadata(book: Book, what: str) -> dict[str, object]:
    """What every template asks for: title, author, date and the book itself. `what` says which product this is."""
    return {
        "book": book,
        "title": f"{book.title}: {what}",
        "kind": what[0].upper() + what[1:],
        "author": ", ".join(part for part in (book.credit.author if book.credit else "", "Dicepress") if part),
        "summary": book.summary,
        "version": book.version,
        "date": book.date,
        "edition": edition(book),
        "license": book.license,
    }
