"""The measures of print that plans and layouts share: papers, millimeters, and where a table may stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")

MM = 72 / 25.4
"""Points of a millimeter."""


@dataclass(frozen=True, slots=True)
class Space:
    """Where a table may stand, in points: how wide it may be, how high with title and notes on one page.

    `least_gap` is the least space between columns worth having there, in ems; `turned` means a page in landscape.
    """

    width: float
    height: float
    least_gap: float = 0.6
    turned: bool = False
