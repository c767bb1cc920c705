"""Copyfitting: the type size and the column widths at which each table fits the printed page.

Widths are measured in the fonts that print them, so a table is known to fit before it is laid out, and one that
cannot fit is refused by name instead of running off the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from generator.render.print_fonts import SANS, text_width
from generator.render.print_measures import Space
from generator.tables.layout import Part, RowGroup, arrange
from generator.tables.model import Cell, Column, Table

SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
"""Type sizes in points, from the one wanted to the least that is legible in print."""

GAPS = (1.5, 1.2, 0.9, 0.6)
"""Spaces between neighboring columns in ems, from what a table gets where there is room to the least."""

STEP_DOWN = 1.5
"""How many points smaller a table may be set so that it need not break over pages."""

TITLE = 32.0
"""Height in points of a table's title with the space around it."""

LONGEST_LINE = 26.0
"""Words in a cell break into lines of at most this many ems, even where there is room for more."""

SIGN_ROOM = 1.05
"""Ems to the right of a number that a band's sign takes, in the style sheet too; so signs do not move figures."""

SPANNER_INSET = 0.9
"""Ems by which the rule under a head over several columns is shorter than the columns, both sides together."""

SLACK = 0.12
"""Ems a column gets more than measured, for rounding in the layout."""

LINE_HEIGHT = 1.25
"""The height in ems of each further line of a row whose words take several."""

ROW_HEIGHT = 1.65
"""A row's height in ems, spaces after each fifth row included."""


@dataclass(frozen=True, slots=True)
class PartFit:
    """The widths of one part's columns in points, the stub first; a part that is `whole` must not break over pages."""

    number: int
    widths: tuple[float, ...]
    whole: bool

    @property
    def width(self) -> float:
        """The whole part's width in points."""
        return sum(self.widths)


@dataclass(frozen=True, slots=True)
class TableFit:
    """How a table is set: type size, half the space between columns, room for signs (all in points), and its parts.

    `whole` means that it fits one page together with title and notes; `turned`, that it needs a page in landscape.
    """

    table_id: str
    size: float
    padding: float
    sign_room: float
    parts: tuple[PartFit, ...]
    whole: bool
    turned: bool

    @property
    def width(self) -> float:
        """The widest part's width in points."""
        return max(part.width for part in self.parts)


def fit(table: Table, spaces: Sequence[Space], sizes: Sequence[float] = SIZES) -> TableFit | None:
    """The best of the spaces and sizes (largest first) for `table`, or None where it is too wide for all.

    The largest size wins, upright pages before turned ones. A table that a slightly smaller size brings onto one
    page, title and notes included, takes that size.
    """
    parts = arrange(table)
    wanted = [_wanted(table, part) for part in parts]
    upright = [space for space in spaces if not space.turned]
    turned = [space for space in spaces if space.turned]
    tries = (
        _set(table, parts, wanted, size, space) for group in (upright, turned) for size in sizes for space in group
    )
    found = [fitted for fitted in tries if fitted is not None]
    if not found:
        return None
    best = found[0]
    near = (f for f in found if f.whole and f.turned == best.turned and f.size >= best.size - STEP_DOWN)
    return best if best.whole else next(near, best)


def widths_between(table: Table, size: float) -> tuple[float, float]:
    """The least width in points at which `table` can be set in this size, and the width that leaves no more to wish."""
    wanted = [_wanted(table, part) for part in arrange(table)]
    least = max(sum(c.least + GAPS[-1] + SLACK for c in columns) for columns in wanted)
    most = max(sum(max(c.least, min(c.whole, LONGEST_LINE)) + GAPS[0] + SLACK for c in columns) for columns in wanted)
    return least * size, most * size


def stretched(fitted: TableFit, width: float) -> TableFit:
    """The same table as wide as `width`: what there is more is shared by all its columns."""
    parts = tuple(
        replace(part, widths=tuple(one + (width - part.width) / len(part.widths) for one in part.widths))
        for part in fitted.parts
    )
    return replace(fitted, parts=parts)


def _set(
    table: Table, parts: tuple[Part, ...], wanted: list[list[_Wanted]], size: float, space: Space
) -> TableFit | None:
    for gap in (gap for gap in GAPS if gap >= space.least_gap):
        widths = [ems for columns in wanted if (ems := _widths(columns, gap, space.width / size)) is not None]
        if len(widths) < len(parts):
            continue
        around = _height_around(table, space.width)
        heights = [_height(part, size, ems, gap) for part, ems in zip(parts, widths, strict=True)]
        fitted = tuple(
            PartFit(part.number, tuple(em * size for em in ems), height + TITLE <= space.height)
            for part, ems, height in zip(parts, widths, heights, strict=True)
        )
        signs = SIGN_ROOM * size if table.bands else 0.0
        whole = sum(heights) + around <= space.height
        return TableFit(table.id, size, gap * size / 2, signs, fitted, whole, space.turned)
    return None


def _height(part: Part, size: float, ems: Sequence[float], gap: float) -> float:
    """The height in points of a part whose columns are so many ems wide, words on as many lines as they need."""
    levels = 3 if part.spanners else 2
    further = sum(_lines(group, ems, gap) - 1 for group in part.groups)
    return (len(part.groups) * ROW_HEIGHT + further * LINE_HEIGHT) * size + levels * (1.2 * size + 5) + TITLE / 2


def _lines(group: RowGroup, ems: Sequence[float], gap: float) -> int:
    """The lines of a row; a line of words ends early by as much as a word, for which a tenth is reserved."""
    # The stub has a space on one side only.
    words = [(group.label, 600, ems[0] + gap / 2)]
    words += [(cell.text, 400, width) for cell, width in zip(group.cells, ems[1:], strict=True) if cell.exact is None]
    runs = [(_line(text, weight), width - gap) for text, weight, width in words]
    return max((ceil(1.1 * run / room) for run, room in runs if run > room), default=1)


def _height_around(table: Table, width: float) -> float:
    """The height of title, caption and what stands below the table, with a reserve of one line."""
    notes = [
        *table.notes,
        *(f"{c.label}: {c.note}" for c in table.columns if c.note),
        f"How to read it. {table.reading}",
    ]
    runs = [
        "".join(f"{e.sign} {e.meaning}    " for e in table.legend),
        "".join(f"{b.title}      " for b in table.bands),
    ]
    below = sum(ceil(_line(text, 400) * 8 / width * 1.05) for text in (*notes, *runs)) * 13
    caption = ceil(_line(f"{table.caption} {table.unit}", 400) * 8.5 / width * 1.05) * 12
    return TITLE + caption + below + 11


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A column's width in ems without spaces: the least that breaks no word, and what sets each cell on one line."""

    least: float
    whole: float


def _wanted(table: Table, part: Part) -> list[_Wanted]:
    stub = _stub(table, part.groups)
    columns = [
        _column(table, column, [group.cells[i] for group in part.groups]) for i, column in enumerate(part.columns)
    ]
    for spanner in part.spanners:
        covered = columns[spanner.start : spanner.stop]
        least = _lacking(_longest_word(spanner.label, 600) + SPANNER_INSET, [c.least for c in covered])
        whole = _lacking(_line(spanner.label, 600) + SPANNER_INSET, [c.whole for c in covered])
        columns[spanner.start : spanner.stop] = [_Wanted(c.least + least, c.whole + max(least, whole)) for c in covered]
    # Columns of one kind are of one width; where words stand among the numbers, each needs its own.
    plain = [i for i, column in enumerate(part.columns) if not column.derived]
    if plain and all(group.cells[i].exact is not None for group in part.groups for i in plain):
        even = _Wanted(max(columns[i].least for i in plain), max(columns[i].whole for i in plain))
        for i in plain:
            columns[i] = even
    return [stub, *columns]


def _lacking(head: float, columns: list[float]) -> float:
    """What each of the columns lacks for the head over them; the spaces between them are left as reserve."""
    return max(0.0, head - sum(columns)) / len(columns)


def _stub(table: Table, groups: tuple[RowGroup, ...]) -> _Wanted:
    labels = [_line(group.label, 600) for group in groups]
    head = _longest_word(table.stub_head, 600)
    longest = max(labels, default=0.0)
    least = max([head, *(_longest_word(group.label, 600) for group in groups)])
    return _Wanted(max(least, min(longest, 8.0)), max(longest, head))


def _column(table: Table, column: Column, cells: list[Cell]) -> _Wanted:
    head = _longest_word(column.label, 600)
    least = whole = head
    for cell in cells:
        text = _line(cell.text, 400)
        whole = max(whole, text)
        least = max(least, text if cell.exact is not None else _longest_word(cell.text, 400))
    sign = SIGN_ROOM if table.bands and any(cell.exact is not None for cell in cells) else 0.0
    return _Wanted(least + sign, whole + sign)


def _line(text: str, weight: int) -> float:
    return text_width(text, SANS, weight)


def _longest_word(text: str, weight: int) -> float:
    return max((_line(word, weight) for word in text.split()), default=0.0)


def _widths(columns: list[_Wanted], gap: float, limit: float) -> tuple[float, ...] | None:
    room = limit - sum(column.least + gap + SLACK for column in columns)
    if room < 0:
        return None
    wishes = [max(0.0, min(column.whole, max(LONGEST_LINE, column.least)) - column.least) for column in columns]
    share = min(1.0, room / sum(wishes)) if sum(wishes) else 0.0
    stub, *values = (c.least + gap + SLACK + wish * share for c, wish in zip(columns, wishes, strict=True))
    return (stub - gap / 2, *values)
