"""Chapters in stretches: where two large tables meet, a page begins, and either side is laid out by itself.

So an edit lays out the stretch that shows it and not a whole chapter of tables. A stretch still has all the words of
its chapter, because notes are numbered and headings are named by what comes before them; what it does not show of
them is cut away when they have become markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.render.print_needs import name_of
from generator.tables.book import Chapter, ChartPlace, Piece, Prose, TablePlace, WorkedExample
from generator.tables.layout import arrange
from generator.tables.model import Table

LARGE = 36
"""Two tables of so many rows together fill more than a page at the size that is wanted for them."""

_CUT = "<!-- :cut -->"
_OPEN_TAG = re.compile(r"<\w")
_HEADING = re.compile(r"<h([1-3])\b")


@dataclass(frozen=True, slots=True)
class Shown:
    """The markup of a stretch, and the levels of the headings that it stands below and does not show itself."""

    html: str
    below: tuple[int, ...]


def stretches(chapter: Chapter) -> Iterator[range]:
    """The chapter in parts, each by the places of its pieces."""
    start = 0
    before: Table | None = None
    # A tag that the author opened may be closed behind any table.
    whole = any(isinstance(piece, Prose) and _OPEN_TAG.search(piece.markdown) for piece in chapter.pieces)
    for place, piece in enumerate(chapter.pieces):
        table = piece.table if isinstance(piece, TablePlace) else None
        if table and before and not whole and _rows(before) + _rows(table) > LARGE:
            yield range(start, place)
            start = place
        if not _is_blank(piece):
            before = table
    yield range(start, len(chapter.pieces))


def of_stretch(chapter: Chapter, places: range) -> Chapter:
    """The chapter with what its markup needs for `shown` to cut the stretch out; the chapter itself if that is all."""
    if len(places) == len(chapter.pieces):
        return chapter
    cut = Prose(f"\n\n{_CUT}\n\n")
    before = map(_unshown, chapter.pieces[: places.start])
    after = [_unshown(piece) for piece in chapter.pieces[places.stop :]]
    # The last stretch has no end of its own: the notes come after all that was written.
    end = (cut, *after) if after else ()
    return replace(chapter, pieces=(*before, cut, *chapter.pieces[places.start : places.stop], *end))


def shown(html: str) -> Shown:
    """What a chapter's markup shows of the stretch that it was made for."""
    if _CUT not in html:
        return Shown(html, ())
    before, own, *_ = html.split(_CUT)
    below: list[int] = []
    for level in map(int, _HEADING.findall(before)):
        below = [*(above for above in below if above < level), level]
    return Shown(own, tuple(below))


def _unshown(piece: Piece) -> Piece:
    match piece:
        case TablePlace():
            return TablePlace(name_of(piece.table))
        case ChartPlace() | WorkedExample():
            return Prose("\n\n")
    return piece


def _rows(table: Table) -> int:
    return sum(len(part.groups) for part in arrange(table))


def _is_blank(piece: Piece) -> bool:
    return isinstance(piece, Prose) and not piece.markdown.strip()
