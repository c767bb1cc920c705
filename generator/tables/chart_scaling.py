"""Where the points of a chart lie on its common axes, exactly: the three scales, the lift, and round ticks.

- `none`: every point where its numbers put it.
- `ends`: the lowest value of each series at 0 and the highest at 1, the greatest height 1.
- `width`: the same width, and heights multiplied by the number of steps between the ends, so that the area of each
  series, each point counted with the width of its step, stays equal to the sum of its chances.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from generator.exact import Fraction
from generator.tables.chart_model import Chart, Point, Series
from generator.tables.numbers import NumberFormat, show

LIFT = Fraction(3, 10)
"""How far a lifted series stands above the one before, as a share of the tallest series' height."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A series on the common axes: its points, the height of its base line, and the middle of its peak."""

    series: Series
    points: tuple[Point, ...]
    base: Fraction
    peak: Point


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis and what is written there."""

    at: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart on its axes: `x` and `y` are the least and greatest values that the drawing shows.

    `half` is half the least distance of neighboring values along the chart: what a bar or step reaches to either side.
    """

    chart: Chart
    curves: tuple[Curve, ...]
    x: tuple[Fraction, Fraction]
    y: tuple[Fraction, Fraction]
    half: Fraction


def placed(chart: Chart) -> Plot:
    """The chart's points on its common axes."""
    scaled = [_scaled(series, chart.scale) for series in chart.series]
    tallest = max(point.y for points in scaled for point in points)
    curves = []
    for index, (series, points) in enumerate(zip(chart.series, scaled, strict=True)):
        base = LIFT * index * tallest if chart.lift else Fraction(0)
        raised = tuple(Point(point.x, point.y + base) for point in points)
        curves.append(Curve(series, raised, base, _peak(raised)))
    across = [point.x for curve in curves for point in curve.points]
    half = min((b - a for a, b in pairwise(sorted(set(across)))), default=Fraction(1)) / 2
    room = Fraction(0) if chart.style == "line" else half
    first, last = chart.x_ends
    low = min(across) if first is None else first
    high = max(across) if last is None else last
    if low == high:
        low, high = low - 1, high + 1
    up = [point.y for curve in curves for point in curve.points]
    top = max(up)
    bottom = min(Fraction(0), *up)
    return Plot(chart, tuple(curves), (low - room, high + room), (bottom, top if top > bottom else bottom + 1), half)


def _scaled(series: Series, scale: str) -> tuple[Point, ...]:
    if scale == "none":
        return series.points
    low, high = series.points[0].x, series.points[-1].x
    by = 1 / series.peaks[0].y if scale == "ends" else Fraction(len(series.points) - 1)
    return tuple(Point((point.x - low) / (high - low), point.y * by) for point in series.points)


def _peak(points: tuple[Point, ...]) -> Point:
    top = max(point.y for point in points)
    places = [point.x for point in points if point.y == top]
    return Point((places[0] + places[-1]) / 2, top)


def step(low: Fraction, high: Fraction, most: int) -> Fraction:
    """The least of 1, 2, 5, 10, 20, 50 … (and 1/2, 1/5, 1/10 …) by which at most `most` ticks fit between the ends."""
    size = Fraction(1)
    while _count(low, high, size) > most:
        size *= 10
    while _count(low, high, size / 10) <= most:
        size /= 10
    return next(size * part for part in (Fraction(1, 5), Fraction(1, 2), 1) if _count(low, high, size * part) <= most)


def _count(low: Fraction, high: Fraction, size: Fraction) -> int:
    return floor(high / size) - ceil(low / size) + 1


def across_ticks(plot: Plot, most: int) -> tuple[Tick, ...]:
    """The ticks along the chart; on a common width only its ends and its middle mean the same for every series."""
    if plot.chart.scale != "none":
        return (Tick(Fraction(0), "lowest"), Tick(Fraction(1, 2), "middle"), Tick(Fraction(1), "highest"))
    return _ticks(*plot.x, most, percent=False)


def up_ticks(plot: Plot, most: int) -> tuple[Tick, ...]:
    """The ticks of the heights; none where the series do not share one measure."""
    if plot.chart.lift or plot.chart.scale == "ends":
        return ()
    return _ticks(*plot.y, most, percent=plot.chart.percent and plot.chart.scale == "none")


def _ticks(low: Fraction, high: Fraction, most: int, *, percent: bool) -> tuple[Tick, ...]:
    size = step(low, high, most)
    unit = 100 if percent else 1
    digits = 0
    while (size * unit * 10**digits).denominator != 1:
        digits += 1
    form = NumberFormat("decimal", digits)
    places = [size * n for n in range(ceil(low / size), floor(high / size) + 1)]
    return tuple(Tick(at, show(at * unit, form).text + ("%" if percent else "")) for at in places)
