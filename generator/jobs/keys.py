"""What a job's result depends on, as one checksum: the function, every value it is given, and the press.

The values are written out in full wherever they stand, so that two equal values have the same key whether or not
they share their parts, and in whatever process the key is made.
"""

from __future__ import annotations

import hashlib
import pickle
from io import BytesIO
from typing import Any

from generator.exact import Fraction
from generator.jobs.press import press_version


class _InFull(pickle.Pickler):
    """Writes a value by its structure alone: nothing is referred back to."""

    def __init__(self, out: BytesIO) -> None:
        super().__init__(out, protocol=5)
        self.fast = True

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Fraction):
            return Fraction, (value.numerator, value.denominator)
        return NotImplemented


def key_of(*values: object) -> str:
    """The key of what is made from `values` by this press; a set among them has no order and is refused.

    Raises TypeError or pickle.PicklingError where a value cannot be written out.
    """
    out = BytesIO()
    _InFull(out).dump(values)
    return hashlib.sha256(press_version().encode() + out.getbuffer()).hexdigest()
