"""What a job's result depends on, as one checksum: the function, every value it is given, and the press.

The values are written out in full wherever they stand, so that two equal values have the same key whether or not
they share their parts, and in whatever process the key is made. A table, which many jobs and checks are given alike, is
written out once by `Keys`.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from generator.jobs.press import press_version
from generator.tables.model import Table


class _Digest:
    """A file that keeps only the checksum of what is written: all tables of all systems can be written to one."""

    def __init__(self) -> None:
        self.sum = hashlib.sha256(press_version().encode())

    def write(self, data: bytes) -> None:
        """Takes more of it in."""
        self.sum.update(data)


class _InFull(pickle.Pickler):
    """Writes a value by its structure alone: nothing is referred back to."""

    def __init__(self, out: _Digest) -> None:
        super().__init__(out, protocol=5)
        self.fast = True


def _sum(pickler: Callable[[_Digest], pickle.Pickler], values: tuple[object, ...]) -> str:
    out = _Digest()
    pickler(out).dump(values)
    return out.sum.hexdigest()


def key_of(*values: object) -> str:
    """The key of what is made from `values` by this press; a set among them has no order and is refused.

    Raises TypeError or pickle.PicklingError where a value cannot be written out.
    """
    return _sum(_InFull, values)


class _ByTables(_InFull):
    """The same with the key of each table in its place, for books and products hold the same ones many times."""

    def __init__(self, table: Callable[[Table], str], out: _Digest) -> None:
        super().__init__(out)
        self._table = table

    def persistent_id(self, value: object) -> str | None:
        return self._table(value) if type(value) is Table else None


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one build, in which each table is written out only once."""

    _tables: dict[int, tuple[Table, str]] = field(default_factory=dict)
    """By the table's id, which stays its own because the table is kept here."""

    def of(self, *values: object) -> str:
        """The key of what is made from `values`, functions among them; see `key_of`."""
        return _sum(partial(_ByTables, self._table), values)

    def _table(self, table: Table) -> str:
        if id(table) not in self._tables:
            self._tables[id(table)] = table, key_of(table)
        return self._tables[id(table)][1]
