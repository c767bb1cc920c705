"""Holds a table as it was read from a file against the table as it was computed; the same for every format.

A file's reader tells what stands where; which row and column of the table that is, and whether it is right, is
decided here. Each difference becomes one problem that names table, row and column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from generator.diagnostics import Location, Problem
from generator.publish.readback.admission import fault
from generator.tables.model import Cell, Column, Table


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell as it was read. `exact` is the fraction as written, "" where none is, None where the format has none.

    `sign` is that of the band, "" where there is none and None where the format has none.
    """

    text: str
    exact: str | None = None
    sign: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A row as it was read, which may stand for several rows of the table."""

    label: str
    cells: tuple[ReadCell, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A table, or one part of a split table, as it was read: the column heads from left to right, and the rows."""

    heads: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Truth:
    """A table with what every reader asks about it, worked out once."""

    table: Table

    def __reduce__(self) -> tuple[type[Truth], tuple[Table]]:
        # What was worked out is no part of what it is, and is soon worked out again.
        return Truth, (self.table,)

    @cached_property
    def faults(self) -> dict[tuple[int, int], str]:
        """By row and column: why the text of a cell does not admit its exact value."""
        found = (
            (at, line, fault(cell, self.table.legend))
            for at, row in enumerate(self.table.rows)
            for line, cell in enumerate(row.cells)
        )
        return {(row, column): why for row, column, why in found if why}

    @cached_property
    def exacts(self) -> tuple[tuple[str, ...], ...]:
        """Row by row: the exact fraction of each cell as the published form writes it, "" for words."""
        return tuple(tuple(fraction_text(cell) for cell in row.cells) for row in self.table.rows)

    @cached_property
    def signs(self) -> dict[str | None, str]:
        """The sign that a cell carries, by its band."""
        return {None: "", **{band.key: band.sign for band in self.table.bands}}

    @cached_property
    def positions(self) -> dict[str, int]:
        """The rows by their labels."""
        return {row.label: at for at, row in reversed(list(enumerate(self.table.rows)))}

    @property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """The column ranges in which pages and print show the table."""
        return self.table.layout.parts or ((0, len(self.table.columns)),)

    def rows_of(self, label: str) -> range:
        """The rows that a label speaks of: `57`, `57–58`, `6 or less`, `73 or more`; empty where it is unknown."""
        if label in self.positions:
            return range(self.positions[label], self.positions[label] + 1)
        if not self.table.layout.collapse:
            return range(0)
        for first_word, ends in _groups(label):
            if all(end in self.positions for end in ends):
                first = 0 if first_word == "less" else self.positions[ends[0]]
                last = len(self.table.rows) - 1 if first_word == "more" else self.positions[ends[-1]]
                return range(first, last + 1)
        return range(0)


def fraction_text(cell: Cell) -> str:
    """The fraction behind a cell as data files write it, both parts, in lowest terms."""
    return "" if cell.exact is None else f"{cell.exact.numerator}/{cell.exact.denominator}"


def _groups(label: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for word in ("less", "more"):
        if label.endswith(f" or {word}"):
            yield word, (label.removesuffix(f" or {word}"),)
    for at, sign in enumerate(label):
        if sign == "–":
            yield "between", (label[:at], label[at + 1 :])


def compare(
    truth: Truth,
    part: tuple[int, int],
    piece: Piece,
    path: str,
    *,
    spell: Callable[[Cell], str] = lambda cell: cell.text,
) -> list[Problem]:
    """What differs between `piece`, read from the file `path`, and the columns `part` of the table.

    `spell` gives the text that this format writes for a cell.
    """
    table = truth.table
    columns = table.columns[part[0] : part[1]]
    pairs, problems = _paired_columns(table, columns, piece.heads, path)
    for line, rows in paired_lines(truth, piece.lines, path, problems):
        if len(line.cells) != len(piece.heads):
            count = f"{len(line.cells)} cells under {len(piece.heads)} heads"
            problems.append(difference(path, table, f"row {line.label}", f"reads {count}"))
            continue
        for at in rows:
            row = table.rows[at]
            for read_at, column in pairs:
                index = part[0] + column
                cell, read = row.cells[index], line.cells[read_at]
                wrong = _wrong(truth, (at, index), cell, read, spell(cell), leads=at == rows.start)
                if wrong:
                    place = f"row {row.label}, column {table.columns[index].label}"
                    problems.append(difference(path, table, place, wrong))
    return problems


def difference(path: str, table: Table, place: str, what: str) -> Problem:
    """A problem in the file `path`, at a place in the table."""
    return Problem(Location(path), f"table {table.id}, {place}: {what}" if place else f"table {table.id}: {what}")


def _wrong(truth: Truth, place: tuple[int, int], cell: Cell, read: ReadCell, text: str, *, leads: bool) -> str:
    exact = truth.exacts[place[0]][place[1]]
    behind = f"the exact value is {exact}"
    if read.text != text:
        return f"reads {read.text!r}, but it is {text!r}" + (f", {behind}" if exact else "")
    if place in truth.faults:
        return f"reads {read.text!r}, but {behind}, {truth.faults[place]}"
    if leads and read.exact is not None and read.exact != exact:
        held = f"carries the exact value {read.exact}" if read.exact else "carries no exact value"
        return f"reads {read.text!r} and {held}, but " + (behind if exact else "it is a text")
    sign = truth.signs[cell.band]
    if read.sign is not None and read.sign != sign:
        return f"carries the sign {read.sign!r}, but its band's is {sign!r}"
    return ""


def _paired_columns(
    table: Table, columns: Sequence[Column], heads: Sequence[str], path: str
) -> tuple[list[tuple[int, int]], list[Problem]]:
    """The place of each column among the heads that were read, and the heads that are wrong, missing or too many."""
    labels = [column.label for column in columns]
    if len(labels) == len(heads):
        pairs = [(at, at) for at in range(len(labels))]
        wrong = [
            difference(path, table, f"column {label}", f"its head reads {head!r}")
            for label, head in zip(labels, heads, strict=True)
            if label != head
        ]
        return pairs, wrong
    pairs, problems = [], []
    for _, first, last, start, stop in SequenceMatcher(None, labels, list(heads), autojunk=False).get_opcodes():
        if labels[first:last] == list(heads[start:stop]):
            pairs += [(start + step, first + step) for step in range(last - first)]
            continue
        problems += [difference(path, table, f"column {label}", "is missing") for label in labels[first:last]]
        problems += [difference(path, table, "", f"a column {head!r} is too many") for head in heads[start:stop]]
    return pairs, problems


def paired_lines(
    truth: Truth, lines: Sequence[Line], path: str, problems: list[Problem]
) -> Iterator[tuple[Line, range]]:
    """Each line with the rows that it stands for; rows without a line and lines without a row go to `problems`."""
    table = truth.table
    if not table.layout.collapse and len(lines) == len(table.rows):
        for at, line in enumerate(lines):
            if line.label != table.rows[at].label:
                place = f"row {table.rows[at].label}"
                problems.append(difference(path, table, place, f"its label reads {line.label!r}"))
            yield line, range(at, at + 1)
        return
    claims = [truth.rows_of(line.label) for line in lines]
    due = 0
    for number, (line, claim) in enumerate(zip(lines, claims, strict=True)):
        if not claim:
            problems.append(difference(path, table, "", f"a row reads {line.label!r}, which is no row of the table"))
            due = max(due, next((later.start for later in claims[number + 1 :] if later), len(table.rows)))
            continue
        if claim.start < due:
            problems.append(difference(path, table, f"row {line.label}", "stands again or out of order"))
        problems += _missing(table, range(due, claim.start), path)
        due = max(due, claim.stop)
        yield line, claim
    problems += _missing(table, range(due, len(table.rows)), path)


def _missing(table: Table, rows: range, path: str) -> list[Problem]:
    return [difference(path, table, f"row {table.rows[at].label}", "is missing") for at in rows]


def bottom_heads(rows: Sequence[Sequence[tuple[str, int, int]]]) -> tuple[str, ...]:
    """The heads at the foot of a table's head, from left to right, the stub's included.

    `rows` are the head's rows of cells: text, columns spanned, rows spanned.
    """
    grid: dict[tuple[int, int], str] = {}
    for down, row in enumerate(rows):
        across = 0
        for text, width, height in row:
            while (down, across) in grid:
                across += 1
            for y in range(down, down + height):
                for x in range(across, across + width):
                    grid[y, x] = text
    last = len(rows) - 1
    return tuple(grid[place] for place in sorted(grid) if place[0] == last)
