"""What is said about a chart: the sentence that stands for the drawing, and the signs of the table behind it."""

from __future__ import annotations

from itertools import pairwise

from generator.exact import Fraction
from generator.tables.chart_model import ChartStyle, Scale, Series, number_text
from generator.tables.numbers import IMPOSSIBLE, NumberFormat, show

_DRAWN = {"line": "Curve", "bars": "Bars", "steps": "Steps"}
_SCALED = {
    "none": "",
    "ends": " Each curve is stretched to the same ends and the same height.",
    "width": " Each curve is stretched to the same width and keeps its area.",
}


def described(
    series: tuple[Series, ...], form: NumberFormat, *, heads: tuple[str, str], style: ChartStyle, scale: Scale
) -> str:
    """What each series does, for readers who do not see it: where it runs, and where it peaks or falls.

    `heads` are what runs along the chart and what is measured upward.
    """
    many = len(series) > 1
    drawn = _DRAWN[style]
    subject = f"{len(series)} {drawn.lower().removesuffix('s')}s" if many else drawn
    parts = "; ".join(_course(one, form) for one in series)
    return f"{subject}: {heads[1]}, by {heads[0]}. {parts}.{_SCALED[scale]}"


def _course(series: Series, form: NumberFormat) -> str:
    first, last = series.points[0], series.points[-1]
    ends = f"{series.label} is shown from {number_text(first.x)} to {number_text(last.x)}"
    heights = [point.y for point in series.points]
    steps = list(pairwise(heights))
    if not all(one <= other for one, other in steps) and not all(one >= other for one, other in steps):
        return f"{ends} and is highest at {_places(series)}, with {show(series.peaks[0].y, form).text}"
    if first.y == last.y:
        return f"{ends} and is everywhere {show(first.y, form).text}"
    verb = "falls" if first.y > last.y else "rises"
    return f"{ends} and {verb} from {_height(first.y, form)} to {_height(last.y, form)}"


def _height(value: Fraction, form: NumberFormat) -> str:
    text = show(value, form).text
    return "none" if text == IMPOSSIBLE else text


def _places(series: Series) -> str:
    texts = [number_text(point.x) for point in series.peaks]
    return (
        texts[0]
        if len(texts) == 1
        else f"{', '.join(texts[:-1])} and {texts[-1]}"
        if len(texts) < 4
        else (f"{texts[0]} to {texts[-1]}")
    )


def scale_note(scale: Scale, *, lift: bool) -> str:
    """How the drawing differs from the numbers in the table; empty where it shows them as they are."""
    raised = ", and raises each above the one before" if lift else ""
    if scale == "ends":
        return f"The drawing stretches each curve to the same ends and the same height{raised}."
    if scale == "width":
        return f"The drawing stretches each curve to the same width and keeps its area{raised}."
    return "The drawing raises each curve above the one before." if lift else ""
