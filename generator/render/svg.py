"""A chart as SVG, drawn from its exact values. The markup is `templates/parts/chart.svg.jinja`.

There are three drawings of each chart, so that text keeps a size at which it can be read: a wide and a narrow one for
pages, of which a style sheet shows one, and one for print. Colors are classes, `s1` to `s8` for the series; beside its
color each series has marks of its own shape, and its name at the curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from generator.exact import Fraction
from generator.render.parts import render_part
from generator.render.svg_geometry import UNITS, Place, Span, text, thinned
from generator.render.svg_labels import Named, labels, width_of
from generator.tables.chart_model import Chart
from generator.tables.chart_scaling import Curve, Plot, across_ticks, placed, up_ticks

Drawing = Literal["wide", "narrow", "print"]


@dataclass(frozen=True, slots=True)
class Canvas:
    """A drawing's size and that of its text in pixels, how many ticks an axis has room for, and room between marks."""

    width: int
    height: int
    size: int
    most_across: int
    most_up: int
    apart: int


CANVASES: dict[Drawing, Canvas] = {
    "wide": Canvas(720, 400, 15, 9, 6, 48),
    "narrow": Canvas(340, 310, 13, 5, 5, 36),
    "print": Canvas(476, 280, 11, 9, 6, 36),
}


@dataclass(frozen=True, slots=True)
class Written:
    """A text of the drawing: where, how it is set, and the class that gives its color."""

    text: str
    x: str
    y: str
    anchor: str
    kind: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A series as the template walks it: the paths of its line, its area and its marks."""

    kind: str
    line: str
    marks: str
    base: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The drawing's two axes, and the box of its plot in drawing units."""

    x: Span
    y: Span
    left: int
    top: int
    right: int
    bottom: int


def chart_svg(chart: Chart, drawing: Drawing) -> Markup:
    """The chart as one `svg` element."""
    return plot_svg(placed(chart), drawing)


def plot_svg(plot: Plot, drawing: Drawing) -> Markup:
    """The same of a chart whose points are on its axes already."""
    chart, canvas = plot.chart, CANVASES[drawing]
    up = up_ticks(plot, canvas.most_up)
    x_title = _wrapped(chart.x_head, canvas)
    y_title = _wrapped(chart.y_head, canvas)
    frame = _frame(plot, canvas, [tick.text for tick in up], len(x_title), len(y_title))
    lines = [_line(curve, plot, frame) for curve in plot.curves]
    series = [
        Drawn(f"s{index + 1}", _path(line, plot, frame, index), _marks(curve, frame, canvas, index, chart.style), "")
        for index, (curve, line) in enumerate(zip(plot.curves, lines, strict=True))
    ]
    peaks = tuple((frame.x.place(c.peak.x), frame.y.place(c.peak.y)) for c in plot.curves) if chart.join_peaks else ()
    return Markup(
        render_part(
            "chart.svg.jinja",
            chart=chart,
            drawing=drawing,
            canvas=canvas,
            page=drawing != "print",
            grid=[text(frame.y.place(tick.at)) for tick in up if tick.at != 0],
            bases=_bases(plot, frame),
            ticks=[text(frame.x.place(tick.at)) for tick in across_ticks(plot, canvas.most_across)],
            left=text(frame.left),
            right=text(frame.right),
            bottom=text(frame.bottom),
            tick_end=text(frame.bottom + 5 * UNITS),
            series=series,
            peaks=_joined(peaks),
            written=[
                *_axis_words(plot, frame, canvas, x_title, y_title),
                *_names(plot, frame, canvas, lines, peaks),
            ],
        )
    )


def _wrapped(words: str, canvas: Canvas) -> list[str]:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, canvas.size * UNITS) > canvas.width * UNITS * 19 // 20:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _frame(plot: Plot, canvas: Canvas, up: Sequence[str], x_lines: int, y_lines: int) -> Frame:
    size = canvas.size * UNITS
    left = max((width_of(word, size) + size // 2 for word in up), default=size // 4)
    right = canvas.width * UNITS - size
    top = size * 5 // 4 * y_lines + size * 7 // 4
    bottom = canvas.height * UNITS - size * 5 // 4 * x_lines - size * 2
    return Frame(Span(*plot.x, left, right), Span(*plot.y, bottom, top), left, top, right, bottom)


def _line(curve: Curve, plot: Plot, frame: Frame) -> tuple[Place, ...]:
    """The outline of a series as the eye meets it: its line, its steps, or the tops of its bars."""
    if plot.chart.style == "line":
        return thinned([(p.x, p.y) for p in curve.points], frame.x, frame.y)
    half = plot.half
    outline: list[Place] = []
    base = frame.y.place(curve.base)
    holds = curve.series.cumulative
    for point in curve.points:
        left, right = frame.x.place(point.x - half), frame.x.place(point.x + half)
        top = frame.y.place(point.y)
        if outline and outline[-1][0] < left:
            outline += [(left, outline[-1][1])] if holds else [(outline[-1][0], base), (left, base)]
        outline += [(left, top), (right, top)]
    return tuple(outline) if holds else ((outline[0][0], base), *outline, (outline[-1][0], base))


def _path(line: tuple[Place, ...], plot: Plot, frame: Frame, index: int) -> str:
    if plot.chart.style != "bars":
        return _joined(line)
    curve, count = plot.curves[index], len(plot.curves)
    half = plot.half
    base = text(frame.y.place(curve.base))
    bars = []
    for point in curve.points:
        # Four fifths of the room are bars, those of several series side by side; the rest keeps values apart.
        start = point.x - half * Fraction(4, 5) + half * Fraction(8, 5) * Fraction(index, count)
        left, right = frame.x.place(start), frame.x.place(start + half * Fraction(8, 5 * count))
        bars.append(f"M{text(left)} {base}V{text(frame.y.place(point.y))}H{text(right)}V{base}z")
    return "".join(bars)


def _joined(line: Sequence[Place]) -> str:
    return "".join(f"{'L' if index else 'M'}{text(x)} {text(y)}" for index, (x, y) in enumerate(line))


def _marks(curve: Curve, frame: Frame, canvas: Canvas, index: int, style: str) -> str:
    """Marks on some of the exact points, the peak's among them, as far apart as the canvas asks."""
    if style != "line":
        return ""
    places = [(frame.x.place(p.x), frame.y.place(p.y)) for p in curve.points]
    top = min(range(len(places)), key=lambda at: places[at][1])
    floor = frame.y.place(curve.base) - 2 * UNITS
    chosen = [places[top]]
    for step in (1, -1):
        last = places[top]
        at = top + step
        while 0 <= at < len(places):
            across, up = abs(places[at][0] - last[0]), abs(places[at][1] - last[1])
            if across + up >= canvas.apart * UNITS and places[at][1] < floor:
                last = places[at]
                chosen.append(last)
            at += step
    return "".join(_mark(place, index % 4) for place in sorted(chosen))


def _mark(place: Place, shape: int) -> str:
    """A circle, square, triangle or diamond around a place."""
    x, y = place
    if shape == 0:
        return f"M{text(x - 320)} {text(y)}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z"
    if shape == 1:
        return f"M{text(x - 290)} {text(y - 290)}h5.8v5.8h-5.8z"
    if shape == 2:
        return f"M{text(x)} {text(y - 410)}l3.9 6.8h-7.8z"
    return f"M{text(x)} {text(y - 440)}l4.4 4.4l-4.4 4.4l-4.4 -4.4z"


def _bases(plot: Plot, frame: Frame) -> list[str]:
    """The lines that raised series stand on, other than the axis itself."""
    places = {frame.y.place(curve.base) for curve in plot.curves} | {frame.y.place(Fraction(0))}
    return [text(place) for place in sorted(places - {frame.bottom})]


def _axis_words(plot: Plot, frame: Frame, canvas: Canvas, x_title: list[str], y_title: list[str]) -> list[Written]:
    size = canvas.size * UNITS
    words = []
    for tick in up_ticks(plot, canvas.most_up):
        at = frame.y.place(tick.at) + size * 35 // 100
        words.append(Written(tick.text, text(frame.left - size // 2), text(at), "end", "chart-number"))
    ticks = across_ticks(plot, canvas.most_across)
    for tick in ticks:
        at = frame.x.place(tick.at)
        half = width_of(tick.text, size) // 2
        anchor = "start" if at < half else "end" if at + half > canvas.width * UNITS else "middle"
        words.append(Written(tick.text, text(at), text(frame.bottom + size * 3 // 2), anchor, "chart-number"))
    for number, line in enumerate(y_title):
        words.append(Written(line, "0", text(size + number * size * 5 // 4), "start", "chart-head"))
    for number, line in enumerate(x_title):
        at = frame.bottom + size * 3 + number * size * 5 // 4
        words.append(Written(line, text((frame.left + frame.right) // 2), text(at), "middle", "chart-head"))
    return words


def _names(
    plot: Plot, frame: Frame, canvas: Canvas, lines: Sequence[tuple[Place, ...]], peaks: tuple[Place, ...]
) -> list[Written]:
    size = canvas.size * UNITS
    named = [
        Named(
            curve.series.label,
            line,
            (frame.x.place(curve.peak.x), frame.y.place(curve.peak.y)),
            frame.y.place(curve.base),
        )
        for curve, line in zip(plot.curves, lines, strict=True)
    ]
    area = (frame.left, frame.top - size * 3 // 2, canvas.width * UNITS, frame.bottom)
    all_lines = [*lines, *([peaks] if peaks else [])]
    return [
        Written(label.text, text(label.x), text(label.y), label.anchor, f"chart-name s{index + 1}")
        for index, label in enumerate(labels(named, all_lines, area, size, lifted=plot.chart.lift))
    ]
