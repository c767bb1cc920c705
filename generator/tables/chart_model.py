"""The neutral chart: series of exact points with the words around them, and the table of the same numbers.

No drawing is known here. `chart_scaling.py` puts the points on common axes, still exact; a renderer draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from generator.exact import Fraction
from generator.tables.model import Table
from generator.tables.numbers import NumberFormat, show

ChartStyle = Literal["line", "bars", "steps"]
Scale = Literal["none", "ends", "width"]


MOST_ROWS_ON_PAGE = 200
"""Beyond as many rows a page leads to a chart's data instead of holding its table."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value along the chart and what is measured there."""

    x: Fraction
    y: Fraction


@dataclass(frozen=True)
class Series:
    """A curve by its points in ascending order of `x`; `key` is its part of a permanent link.

    A cumulative one, of chances to reach or not to pass a value, holds from one point to the next.
    """

    key: str
    label: str
    points: tuple[Point, ...]
    cumulative: bool = False

    @cached_property
    def peaks(self) -> tuple[Point, ...]:
        """Every point where the series is greatest."""
        top = max(point.y for point in self.points)
        return tuple(point for point in self.points if point.y == top)


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole chart. `description` is the sentence for readers who do not see it; `source` its definition's file."""

    id: str
    system: str
    title: str
    caption: str
    description: str
    x_head: str
    y_head: str
    series: tuple[Series, ...]
    table: Table
    style: ChartStyle = "line"
    scale: Scale = "none"
    join_peaks: bool = False
    lift: bool = False
    percent: bool = True
    x_ends: tuple[Fraction | None, Fraction | None] = (None, None)
    notes: tuple[str, ...] = ()
    source: str = ""

    @property
    def numbers_on_page(self) -> bool:
        """Whether the table behind the chart is short enough to stand on its page."""
        return len(self.table.rows) <= MOST_ROWS_ON_PAGE


def number_text(value: Fraction) -> str:
    """A value along the chart as it reads in a sentence or a head: up to four decimals."""
    return show(value, NumberFormat("decimal", 4, trim=True)).text
