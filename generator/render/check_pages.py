"""The pages that say how the sources compare: one a system, and one over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.remembering import remembered
from generator.render.parts import render_part, table_html
from generator.tables.book import Book, Library
from generator.tables.check_model import CELL_VERDICTS, CLAIM_VERDICTS, CLAIMS, Check
from generator.tables.check_report import TITLE

PAGE = "check"


@dataclass(frozen=True, slots=True)
class _Count:
    """How many were checked, and how many stand."""

    checked: int
    standing: int


@dataclass(frozen=True, slots=True)
class _Way:
    """The way to a system's page, with what it says in short."""

    href: str
    title: str
    text: str


@remembered(lambda book, check, downloads: (book.title, id(check), tuple(downloads)))
def book_page(book: Book, check: Check, downloads: Sequence[object]) -> str:
    """The body of a system's check page. Each table stands once on it, so that this page is where its links lead."""
    cells, claims = _counts(check)
    return render_part(
        "check-page.html.jinja",
        title=f"{TITLE}: {book.title}",
        cells=cells,
        claims=claims,
        verdicts=[
            verdict
            for verdict in (*CELL_VERDICTS, *CLAIM_VERDICTS)
            if any(finding.verdict == verdict for finding in check.findings)
        ],
        figures=[table_html(table, "page") for table in check.tables],
        downloads=downloads,
    )


def library_page(library: Library) -> str:
    """The body of the page over all systems; only for a library in which something was checked."""
    assert library.check is not None, "asked for only where something was checked"
    links = []
    for book in library.books:
        if book.check is not None:
            cells, claims = _counts(book.check)
            parts = [f"{cells.standing} of {cells.checked} printed cells stand"] if cells.checked else []
            parts += [f"{claims.standing} of {claims.checked} claims hold"] if claims.checked else []
            links.append(_Way(f"{book.id}/{PAGE}.html", book.title, ", ".join(parts)))
    return render_part("check-systems.html.jinja", title=TITLE, figure=table_html(library.check, "page"), links=links)


def _counts(check: Check) -> tuple[_Count, _Count]:
    cells = [one for one in check.tallies if one.title != CLAIMS]
    claims = [one for one in check.tallies if one.title == CLAIMS]
    cell_count, claim_count = (
        _Count(sum(one.checked for one in group), sum(one.standing for one in group)) for group in (cells, claims)
    )
    return cell_count, claim_count
