"""A table for the terminal: as aligned plain text, and as a table in GitHub's Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from unicodedata import combining, east_asian_width

from generator.render.contract import FEATURES
from generator.tables.layout import Part, arrange
from generator.tables.model import Cell, Column, Table

LEAVES: Mapping[str, str] = {}
HONORS = FEATURES.difference(LEAVES)

MARKDOWN_LEAVES: Mapping[str, str] = {
    "collapse": "a pasted table is searched by its row labels, so each row stays",
    "split": "the page that shows it scrolls",
}
MARKDOWN_HONORS = FEATURES.difference(MARKDOWN_LEAVES)

_GAP = "  "
_USUAL_WIDTH = 100  # to which notes wrap where no width is given
_MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>|#~&])")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Columns of a part that fit the width together."""

    start: int
    stop: int
    widths: tuple[int, ...]


def plain(table: Table, width: int | None = None) -> str:
    """Return the table as its pages arrange it, in columns of a fixed-width font, notes below.

    A part wider than `width` goes on below itself, with the stub again; a column is never cut, however narrow
    the terminal.
    """
    blocks = [_head_block(table, width)]
    parts = arrange(table)
    for part in parts:
        stub_width = max(_cells_wide([table.stub_head, *(group.label for group in part.groups)]), 1)
        pieces = _pieces(table, part, stub_width, width)
        for number, piece in enumerate(pieces, 1):
            name = _piece_name(part, piece, number, len(pieces))
            blocks.append("\n".join([*_folded(name, width), *_grid(table, part, piece, stub_width)]))
    blocks += ["\n".join(_folded(lines, width)) for lines in _below(table) if lines]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _head_block(table: Table, width: int | None) -> str:
    unit = f"({_clean(table.unit)})" if table.unit else ""
    return "\n".join(_folded([_clean(text) for text in (table.title, table.caption, unit) if text], width))


def _folded(lines: Sequence[str], width: int | None) -> list[str]:
    room = max(20, width or _USUAL_WIDTH)
    return [piece for line in lines for piece in (wrap(line, room, break_on_hyphens=False) or [""])]


def _pieces(table: Table, part: Part, stub_width: int, width: int | None) -> list[_Piece]:
    widths = [
        _cells_wide([column.label, *(_shown(table, group.cells[i]) for group in part.groups)])
        for i, column in enumerate(part.columns)
    ]
    for spanner in part.spanners:
        # A spanner's last column grows where its label needs more room than its columns have.
        columns = range(spanner.start, spanner.stop)
        room = sum(widths[i] for i in columns) + len(_GAP) * (len(columns) - 1)
        widths[columns[-1]] += max(0, _wide(_clean(spanner.label)) - room)
    pieces, start, used = [], 0, stub_width
    for i, wide in enumerate(widths):
        if width is not None and i > start and used + len(_GAP) + wide > width:
            pieces.append(_Piece(start, i, tuple(widths[start:i])))
            start, used = i, stub_width
        used += len(_GAP) + wide
    return [*pieces, _Piece(start, len(widths), tuple(widths[start:]))]


def _piece_name(part: Part, piece: _Piece, number: int, total: int) -> list[str]:
    if part.total == 1 and total == 1:
        return []
    name = f"Part {part.number} of {part.total}" if part.total > 1 else ""
    more = ""
    if total > 1 and piece.stop > piece.start:
        first, last = part.columns[piece.start].label, part.columns[piece.stop - 1].label
        more = f"columns {_clean(first)} to {_clean(last)}" if first != last else f"column {_clean(first)}"
        more = f"{more} ({number} of {total})"
    text = ", ".join(bit for bit in (name, more) if bit)
    return [text[0].upper() + text[1:] + ":"]


def _grid(table: Table, part: Part, piece: _Piece, stub_width: int) -> list[str]:
    columns = part.columns[piece.start : piece.stop]
    right = [_is_number(part, index) for index in range(piece.start, piece.stop)]
    stub_right = all(re.match(r"[\d.,]", group.label) for group in part.groups)
    lines = []
    total = sum(piece.widths) + len(_GAP) * max(0, len(piece.widths) - 1)
    if table.column_head:
        lines.append(" " * (stub_width + len(_GAP)) + _clean(table.column_head).center(total).rstrip())
    spanners = _spanner_line(part, piece, stub_width)
    lines += [spanners] if spanners else []
    heads = [_fit(_clean(c.label), w, right=r) for c, w, r in zip(columns, piece.widths, right, strict=True)]
    lines.append(_GAP.join([_fit(_clean(table.stub_head), stub_width, right=stub_right), *heads]).rstrip())
    lines.append(_GAP.join(["-" * stub_width, *("-" * w for w in piece.widths)]))
    for group in part.groups:
        shown = [_shown(table, cell) for cell in group.cells[piece.start : piece.stop]]
        cells = [_fit(text, w, right=r) for text, w, r in zip(shown, piece.widths, right, strict=True)]
        lines.append(_GAP.join([_fit(_clean(group.label), stub_width, right=stub_right), *cells]).rstrip())
    return lines


def _spanner_line(part: Part, piece: _Piece, stub_width: int) -> str:
    """Return the spanners, each over its columns; one that a piece cuts off may end in an ellipsis."""
    line = " " * (stub_width + len(_GAP))
    at = piece.start
    for spanner in sorted(part.spanners, key=lambda s: s.start):
        start, stop = max(spanner.start, piece.start), min(spanner.stop, piece.stop)
        if start >= stop:
            continue
        line += " " * sum(piece.widths[i - piece.start] + len(_GAP) for i in range(at, start))
        room = sum(piece.widths[i - piece.start] for i in range(start, stop)) + len(_GAP) * (stop - start - 1)
        label = _clean(spanner.label)
        label = label if _wide(label) <= room else label[: max(0, room - 1)] + "…"
        line += _centered(label, room) + _GAP
        at = stop
    return line.rstrip()


def _centered(label: str, room: int) -> str:
    spare = room - _wide(label)
    if spare < 4:
        return label + " " * spare
    left = (spare - 2) // 2
    return "-" * left + f" {label} " + "-" * (spare - 2 - left)


def _below(table: Table) -> list[list[str]]:
    reading = [_clean(table.reading)] if table.reading else []
    legend = [f"{_clean(entry.sign)} = {_clean(entry.meaning)}" for entry in table.legend]
    bands = [f"{_clean(band.sign)} {_clean(band.title)}" for band in table.bands]
    notes = [_clean(note) for note in _notes(table)]
    return [reading, legend + bands, notes]


def _notes(table: Table) -> list[str]:
    return [*(f"{column.label}: {column.note}" for column in table.columns if column.note), *table.notes]


def _is_number(part: Part, index: int) -> bool:
    return any(group.cells[index].exact is not None for group in part.groups)


def _shown(table: Table, cell: Cell) -> str:
    text = _clean(cell.text)
    return f"{_clean(table.band(cell.band).sign)} {text}" if cell.band else text


def _clean(text: str) -> str:
    """`text` on one line, without characters that would steer the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def _wide(text: str) -> int:
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _cells_wide(texts: Sequence[str]) -> int:
    return max((_wide(_clean(text)) for text in texts), default=0)


def _fit(text: str, width: int, *, right: bool) -> str:
    spare = " " * max(0, width - _wide(text))
    return spare + text if right else text + spare


def markdown(table: Table) -> str:
    """Return the whole table in GitHub's Markdown, numbers to the right, the source lined up as well."""
    numbers = [any(row.cells[i].exact is not None for row in table.rows) for i in range(len(table.columns))]
    sides = [False, *numbers]
    heads = [_escaped(table.stub_head), *(_escaped(column.label) for column in table.columns)]
    body = [[_escaped(row.label), *(_escaped(_shown(table, cell)) for cell in row.cells)] for row in table.rows]
    widths = [max(3, *(_wide(line[i]) for line in [heads, *body])) for i in range(len(heads))]
    rule = ["-" * (w - 1) + ":" if right else "-" * w for w, right in zip(widths, sides, strict=True)]
    grid = [
        "| " + " | ".join(_fit(t, w, right=r) for t, w, r in zip(line, widths, sides, strict=True)) + " |"
        for line in [heads, rule, *body]
    ]
    above = [
        f"**{_escaped(table.title)}**",
        _escaped(table.caption),
        _unit_and_axis(table),
        _spanner_sentence(table),
    ]
    below = [
        _escaped(table.reading),
        _bullets(_legend_lines(table)),
        _bullets([_escaped(n) for n in _notes(table)]),
    ]
    return "\n\n".join(block for block in [*above, "\n".join(grid), *below] if block) + "\n"


def _unit_and_axis(table: Table) -> str:
    across = f"Across: {_escaped(table.column_head)}." if table.column_head else ""
    unit = f"Unit: {_escaped(table.unit)}." if table.unit else ""
    return " ".join(text for text in (across, unit) if text)


def _spanner_sentence(table: Table) -> str:
    return " ".join(
        f"{_escaped(spanner.label)}: {_extent(table.columns[spanner.start : spanner.stop])}."
        for spanner in table.spanners
    )


def _extent(columns: Sequence[Column]) -> str:
    first, last = _escaped(columns[0].label), _escaped(columns[-1].label)
    return first if len(columns) == 1 else f"{first} to {last}"


def _legend_lines(table: Table) -> list[str]:
    signs = [f"{_escaped(entry.sign)} = {_escaped(entry.meaning)}" for entry in table.legend]
    return signs + [f"{_escaped(band.sign)} {_escaped(band.title)}" for band in table.bands]


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _escaped(text: str) -> str:
    return _MARKDOWN_SIGNS.sub(r"\\\1", _clean(text))
