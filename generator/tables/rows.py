"""The rows of a table, held in a few kilobytes and given back whole when they are asked for.

Rows, cells and fractions as objects are most of what a table is, ten to thirty times the size of what they say. A
library holds every table to the end of a build, but reads them one after the other; so a table keeps its rows packed,
and those read last are kept ready. The packed form is the same for equal rows: they are told apart, written into keys
and sent to other processes by it. Whole numbers stand in hexadecimal, because decimals of any length take long to read;
nothing in it can run.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, overload

from generator.exact import Fraction
from generator.tables.numbers import NumberFormat

READY = 12
"""Tables whose rows are kept unpacked in a process: as many as a calculator or a page looks into by turns."""


class Cell(NamedTuple):
    """One value: the exact number where there is one, and the text that stands for it in print.

    `text` never holds the band's sign. `replaced` is true where `text` is a label of the legend (`~100`, `—`, `<1`)
    instead of the number in its format. A cell of words has no `exact`.
    """

    text: str
    exact: Fraction | None = None
    format: NumberFormat | None = None
    replaced: bool = False
    band: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A stub and its cells, one cell a column."""

    key: str
    label: str
    cells: tuple[Cell, ...]
    exact: Fraction | None = None


class Rows(Sequence[Row]):
    """The rows of a table as a sequence that equals the tuple of them. What it says never changes.

    It is packed when it is asked for its packed form, or to be; who only looks through it and leaves saves that.
    """

    __slots__ = ("_count", "_listed", "_packed")

    def __init__(self, packed: bytes, count: int) -> None:
        self._packed: bytes = packed
        self._listed: tuple[Row, ...] | None = None
        self._count = count

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Rows:
        """The rows as they are, not packed yet."""
        if isinstance(rows, Rows):
            return rows
        listed = tuple(rows)
        made = cls(b"", len(listed))
        made._listed = listed
        return made

    @property
    def packed(self) -> bytes:
        """All of the rows, as `rows_of` reads them; from now on nothing else of them is held."""
        if self._listed is not None:
            self._packed, self._listed = _packed(self._listed), None
        return self._packed

    def pack(self) -> None:
        """Hold no more than the packed form."""
        _ = self.packed

    @property
    def _rows(self) -> tuple[Row, ...]:
        return rows_of(self._packed) if self._listed is None else self._listed

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Row, ...]: ...

    def __getitem__(self, at: int | slice) -> Row | tuple[Row, ...]:
        return self._rows[at]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rows):
            return self.packed == other.packed
        return self._rows == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rows)

    def __repr__(self) -> str:
        return repr(self._rows)

    def __reduce__(self) -> tuple[type[Rows], tuple[bytes, int]]:
        return Rows, (self.packed, self._count)


@lru_cache(maxsize=READY)
def rows_of(packed: bytes) -> tuple[Row, ...]:
    """The rows that were packed."""
    formats, distinct, rows = json.loads(zlib.decompress(packed).decode("utf-8", "surrogatepass"))
    forms = [NumberFormat(*form) if form else None for form in formats]
    cells = [
        Cell(text, read_number(exact), forms[form], replaced, band) for text, exact, form, replaced, band in distinct
    ]
    return tuple(
        Row(key, label, tuple([cells[at] for at in places]), read_number(value)) for key, label, value, places in rows
    )


def _packed(rows: tuple[Row, ...]) -> bytes:
    """Each cell that differs from all before it is written once, and a row names its cells by their numbers."""
    formats: dict[NumberFormat | None, int] = {}
    distinct: dict[tuple[object, ...], int] = {}
    written = []
    for row in rows:
        places = []
        for cell in row.cells:
            form = formats.setdefault(cell.format, len(formats))
            said = (cell.text, written_number(cell.exact), form, cell.replaced, cell.band)
            places.append(distinct.setdefault(said, len(distinct)))
        written.append((row.key, row.label, written_number(row.exact), places))
    forms = [(f.style, f.digits, f.mark, f.signed, f.trim) if f else None for f in formats]
    text = json.dumps((forms, list(distinct), written), ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 1)


def written_number(value: Fraction | None) -> str | None:
    """A fraction as text."""
    return None if value is None else f"{value.numerator:x}/{value.denominator:x}"


def read_number(text: str | None) -> Fraction | None:
    """The fraction that was written."""
    if text is None:
        return None
    above, _, below = text.partition("/")
    return Fraction(int(above, 16), int(below, 16))
