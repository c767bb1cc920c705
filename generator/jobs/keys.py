"""What a job's result depends on, as one checksum: the function, every value it is given, and the press.

The values are written out in full wherever they stand, so that two equal values have the same key whether or not
they share their parts, and in whatever process the key is made. What many functions are given alike, as all checks of
a book are given the book, is written out once by `Keys`.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any

from generator.jobs.press import press_version


class _InFull(pickle.Pickler):
    """Writes a value by its structure alone: nothing is referred back to."""

    def __init__(self, out: BytesIO) -> None:
        super().__init__(out, protocol=5)
        self.fast = True


def key_of(*values: object) -> str:
    """The key of what is made from `values` by this press; a set among them has no order and is refused.

    Raises TypeError or pickle.PicklingError where a value cannot be written out.
    """
    out = BytesIO()
    _InFull(out).dump(values)
    return hashlib.sha256(press_version().encode() + out.getbuffer()).hexdigest()


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys of functions that are given the same values again and again; each value is written out only once."""

    _known: dict[int, tuple[object, str]] = field(default_factory=dict)
    """By the value's id, which stays its own because the value is kept here."""

    def of(self, function: Callable[..., Any], *values: object) -> str:
        """The key of what `function` makes from `values`; those that a `partial` was given belong to them."""
        if not isinstance(function, partial):
            return key_of(function, *values)
        given = [self._part(value) for value in function.args]
        named = [(name, self._part(value)) for name, value in sorted(function.keywords.items())]
        return key_of(function.func, given, named, *values)

    def _part(self, value: object) -> str:
        if id(value) not in self._known:
            self._known[id(value)] = value, key_of(value)
        return self._known[id(value)][1]
