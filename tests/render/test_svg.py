"""Drawings agree with the exact values to half a drawing unit, are the same everywhere, and can be read."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.exact import Fraction
from generator.render.charts import chart_html
from generator.render.svg import CANVASES, Drawing, chart_svg
from generator.render.svg_geometry import TOLERANCE, UNITS, Span, crosses, text, thinned
from generator.render.svg_labels import Label, box_of
from generator.tables.chart_model import Chart
from generator.tables.chart_scaling import Plot, placed
from tests.chart_samples import BARS, POOLS, REACH, SIXES_IDS, chart, charted_book, sixes_chart

SVG = "{http://www.w3.org/2000/svg}"
DRAWINGS: tuple[Drawing, ...] = ("wide", "narrow", "print")
ALL = pytest.mark.parametrize("drawing", DRAWINGS)
SIXES = pytest.mark.parametrize("chart_id", SIXES_IDS)
Place = tuple[Fraction, Fraction]


def drawn(made: Chart, drawing: Drawing) -> Element:
    return fromstring(str(chart_svg(made, drawing)))


def paths(svg: Element, kind: str) -> list[str]:
    return [path.get("d", "") for path in svg.iter(f"{SVG}path") if (path.get("class") or "").split()[0] == kind]


def places(path: str) -> list[Place]:
    """Every place of a path of straight lines, in drawing units."""
    numbers = [Fraction(number) * UNITS for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def spans(svg: Element, plot: Plot) -> tuple[Span, Span]:
    """The axes as the drawing's own axis line and its canvas give them, worked out without the renderer."""
    left, bottom, right = (
        int(Fraction(n) * UNITS) for n in re.findall(r"[\d.]+", paths(svg, "chart-axis")[0].split("M")[1])
    )
    top = min(y for kind in ("chart-line", "chart-steps") for d in paths(svg, kind) for _, y in places(d))
    return Span(*plot.x, left, right), Span(*plot.y, bottom, int(top))


def exact_places(svg: Element, made: Chart) -> list[list[Place]]:
    plot = placed(made)
    x, y = spans(svg, plot)

    def on(span: Span, value: Fraction) -> Fraction:
        return span.start + (value - span.low) * (span.stop - span.start) / (span.high - span.low)

    return [[(on(x, p.x), on(y, p.y)) for p in curve.points] for curve in plot.curves]


def passes(line: Sequence[tuple[Fraction | int, Fraction | int]], x: Fraction, y: Fraction) -> bool:
    """Whether a point is drawn, or the line passes it in the tolerance; drawn places are off by half a unit at most."""
    if any(abs(x - x0) <= Fraction(1, 2) and abs(y - y0) <= Fraction(1, 2) for x0, y0 in line):
        return True
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 - Fraction(1, 2) <= x <= x1 + Fraction(1, 2):
            on_line = (
                y0 + (y1 - y0) * Fraction(x - x0) / (x1 - x0) if x1 > x0 else min(max(y, min(y0, y1)), max(y0, y1))
            )
            if abs(y - on_line) <= TOLERANCE:
                return True
    return len(line) == 1 and abs(y - line[0][1]) <= TOLERANCE


@ALL
@SIXES
def test_each_drawn_point_is_within_half_a_unit_of_an_exact_point(chart_id: str, drawing: Drawing) -> None:
    made = sixes_chart(chart_id)
    svg = drawn(made, drawing)
    lines = [places(path) for path in paths(svg, "chart-line")]
    for line, exact in zip(lines, exact_places(svg, made), strict=True):
        assert all(x.denominator == 1 and y.denominator == 1 for x, y in line)
        rest = iter(exact)
        for x, y in line:
            # Points are drawn in their order; each must be one of those not passed yet.
            assert any(abs(x - ex) <= Fraction(1, 2) and abs(y - ey) <= Fraction(1, 2) for ex, ey in rest)


@ALL
@SIXES
def test_no_point_that_was_left_out_is_farther_from_the_line_than_the_tolerance(
    chart_id: str, drawing: Drawing
) -> None:
    made = sixes_chart(chart_id)
    svg = drawn(made, drawing)
    for path, exact in zip(paths(svg, "chart-line"), exact_places(svg, made), strict=True):
        line = places(path)
        assert not [(x, y) for x, y in exact if not passes(line, x, y)]


@SIXES
def test_many_points_are_thinned_and_the_files_stay_small(chart_id: str) -> None:
    made = sixes_chart(chart_id)
    count = sum(len(series.points) for series in made.series)
    for drawing in DRAWINGS:
        svg = str(chart_svg(made, drawing))
        kept = sum(len(places(path)) for path in paths(fromstring(svg), "chart-line"))
        assert len(svg) < 30_000
        assert kept < count
    if chart_id == "ever-more-dice":
        assert count == 3880
        assert kept < count // 5


@given(
    st.lists(st.tuples(st.fractions(0, 600), st.fractions(0, 300)), min_size=2, max_size=60, unique_by=lambda p: p[0])
)
@example(
    # Two ends at one place, between which a point lies higher.
    [
        (Fraction(0), Fraction(0)),
        (Fraction(1), Fraction(31)),
        (Fraction(5, 1001), Fraction(1, 19)),
        (Fraction(280, 56001), Fraction(0)),
    ]
)
@example(
    # A line so steep that a thousandth of a unit across is more than a tenth of a unit up.
    [
        (Fraction(0), Fraction(0)),
        (Fraction(1), Fraction(0)),
        (Fraction(26694, 30508), Fraction(1789, 6)),
        (Fraction(67, 114530), Fraction(20178, 204221)),
    ]
)
def test_thinning_keeps_the_ends_and_the_tolerance(points: list[Place]) -> None:
    across, up = Span(Fraction(0), Fraction(600), 0, 60_000), Span(Fraction(0), Fraction(300), 0, 30_000)
    line = thinned(sorted(points), across, up)
    exact = sorted((100 * x, 100 * y) for x, y in points)
    for (x, y), (ex, ey) in ((line[0], exact[0]), (line[-1], exact[-1])):
        assert abs(x - ex) <= Fraction(1, 2)
        assert abs(y - ey) <= Fraction(1, 2)
    assert not [(x, y) for x, y in exact if not passes(line, x, y)]


@given(st.integers(-(10**7), 10**7))
def test_coordinates_are_written_without_loss_and_without_a_float(units: int) -> None:
    written = text(units)
    assert Fraction(written) * UNITS == units
    assert re.fullmatch(r"-?(\d*\.\d?[1-9]|\d+)", written)


def test_a_span_rounds_halves_up_and_takes_tiny_fractions() -> None:
    span = Span(Fraction(0), Fraction(1), 30_000, 0)
    assert span.place(Fraction(1, 6**400)) == 30_000
    assert span.place(Fraction(1, 60_000)) == 30_000
    assert span.place(Fraction(3, 60_000)) == 29_999
    assert span.place(Fraction(1)) == 0


@given(
    st.fractions(),
    st.fractions(),
    st.fractions(Fraction(1, 1000)),
    st.tuples(st.integers(), st.integers()),
    st.integers(1, 1000),
)
def test_a_place_is_the_nearest_whole_part(
    value: Fraction, low: Fraction, length: Fraction, ends: tuple[int, int], parts: int
) -> None:
    start, stop = ends
    span = Span(low, low + length, start, stop)
    exact = (start + (value - low) * (stop - start) / length) * parts
    assert span.exact(value) * parts == exact
    assert Fraction(-1, 2) < span.place(value, parts) - exact <= Fraction(1, 2)


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_the_same_chart_gives_the_same_bytes_everywhere(seed: str, tmp_path: Path) -> None:
    code = (
        "import hashlib; from tests.chart_samples import *; from generator.render.charts import chart_html;"
        "made = [chart(POOLS, 'pools'), chart(REACH, 'reach'), chart(BARS, 'bars'), *map(sixes_chart, SIXES_IDS)];"
        "print(hashlib.sha256(''.join(chart_html(c, m) for c in made for m in ('page', 'print')).encode()).hexdigest())"
    )
    root = str(Path(__file__).resolve().parents[2])
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "LC_ALL": "de_DE.UTF-8",
        "TZ": "Asia/Tokyo",
        "PYTHONPATH": root,
    }
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    made = [chart(POOLS, "pools"), chart(REACH, "reach"), chart(BARS, "bars"), *map(sixes_chart, SIXES_IDS)]
    here = "".join(chart_html(one, medium) for one in made for medium in ("page", "print"))
    assert answer.stdout.strip() == hashlib.sha256(here.encode()).hexdigest()


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.named: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag == "svg":
            assert given["role"] == "img"
            self.named += [given.get("aria-labelledby") or "", given.get("aria-describedby") or ""]


def test_ids_stand_once_and_every_drawing_is_named_by_two_of_them() -> None:
    reader = _Ids()
    reader.feed("".join(chart_html(one, "page") for one in charted_book().charts))
    assert len(reader.ids) == len(set(reader.ids))
    assert len(reader.named) == len(set(reader.named)) == 4 * len(charted_book().charts)
    assert set(reader.named) <= set(reader.ids)


@ALL
def test_a_drawing_has_a_title_and_a_description(drawing: Drawing) -> None:
    made = chart(POOLS, "pools")
    svg = drawn(made, drawing)
    title, description = svg.findtext(f"{SVG}title"), svg.findtext(f"{SVG}desc")
    if drawing == "print":
        assert title == f"{made.title}. {made.description}"
    else:
        assert title == made.title
        assert description == made.description


@ALL
def test_words_are_escaped(drawing: Drawing) -> None:
    svg = drawn(chart(POOLS, "pools"), drawing)
    assert "2d6 <&>" in [label.text for label in svg.iter(f"{SVG}text")]


@ALL
@SIXES
def test_names_stand_at_their_curves_off_every_line_and_off_each_other(chart_id: str, drawing: Drawing) -> None:
    made = sixes_chart(chart_id)
    svg = drawn(made, drawing)
    canvas = CANVASES[drawing]
    size = canvas.size * UNITS
    lines = [
        [(int(x), int(y)) for x, y in places(d)] for kind in ("chart-line", "chart-peaks") for d in paths(svg, kind)
    ]
    boxes = []
    for words in svg.iter(f"{SVG}text"):
        if (words.get("class") or "").startswith("chart-name"):
            x, y = (int(Fraction(words.get(key) or "") * UNITS) for key in ("x", "y"))
            boxes.append(box_of(Label(words.text or "", x, y, words.get("text-anchor") or ""), size))
    assert len(boxes) == len(made.series)
    for index, box in enumerate(boxes):
        assert 0 <= box[0] < box[2] <= canvas.width * UNITS
        assert not [line for line in lines if crosses(line, box)]
        for other in boxes[:index]:
            assert box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1]


@pytest.mark.parametrize("chart_id", SIXES_IDS)
@ALL
def test_nothing_is_drawn_outside_of_the_canvas(chart_id: str, drawing: Drawing) -> None:
    svg = drawn(sixes_chart(chart_id), drawing)
    canvas = CANVASES[drawing]
    for kind in ("chart-line", "chart-peaks"):
        for path in paths(svg, kind):
            for x, y in places(path):
                assert 0 <= x <= canvas.width * UNITS
                assert 0 <= y <= canvas.height * UNITS


def test_bars_are_as_high_as_their_chances_and_stand_side_by_side() -> None:
    made = chart(BARS)
    svg = drawn(made, "wide")
    plot = placed(made)
    bottom = int(Fraction(re.findall(r"[\d.]+", paths(svg, "chart-axis")[0])[1]) * UNITS)
    top = min(
        int(Fraction(up) * UNITS) for d in paths(svg, "chart-bars") for up in re.findall(r"M[\d.]+ [\d.]+V([\d.]+)", d)
    )
    y = Span(*plot.y, bottom, top)
    sides: list[list[tuple[Fraction, Fraction]]] = []
    for path, curve in zip(paths(svg, "chart-bars"), plot.curves, strict=True):
        bars = re.findall(r"M([\d.]+) ([\d.]+)V([\d.]+)H([\d.]+)V([\d.]+)z", path)
        assert len(bars) == len(curve.points)
        for bar, point in zip(bars, curve.points, strict=True):
            assert bar[1] == bar[4] == text(bottom)
            assert abs(Fraction(bar[2]) * UNITS - y.exact(point.y)) <= Fraction(1, 2)
        sides.append([(Fraction(bar[0]), Fraction(bar[3])) for bar in bars])
    for first, second in zip(*sides, strict=True):
        assert first[0] < first[1] <= second[0] < second[1]
    assert all(a[1] < b[0] for a, b in pairwise(sorted(sides[1])))


def test_steps_hold_from_one_target_to_the_next() -> None:
    line = places(paths(drawn(chart(REACH), "wide"), "chart-steps")[0])
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(line))
    assert [y for _, y in line] == sorted(y for _, y in line)


def test_a_series_is_told_by_more_than_its_color() -> None:
    svg = drawn(sixes_chart("ever-more-dice"), "wide")
    shapes = [re.sub(r"M[-\d. ]+", "M", path)[:30] for path in paths(svg, "chart-mark")]
    assert len(shapes) == 5
    assert len(set(shapes[:4])) == 4
    style = (Path(__file__).resolve().parents[2] / "templates/site/assets/site.css").read_text("utf-8")
    filled = re.search(r"\.chart-mark:is\(([^)]*)\) { fill: var\(--series\)", style)
    assert filled is not None
    # The fifth series has the shape of the first again, and the other filling.
    assert (".s1" in filled[1], ".s5" in filled[1]) == (True, False)


def test_text_keeps_ten_pixels_on_the_narrowest_phone() -> None:
    narrow = CANVASES["narrow"]
    assert Fraction(narrow.size * (320 - 36), narrow.width) >= 10


def test_few_numbers_stand_on_the_page_and_many_only_as_data() -> None:
    short, long = chart_html(sixes_chart("totals-of-pools"), "page"), chart_html(sixes_chart("ever-more-dice"), "page")
    assert "<details>" in short
    assert 'id="totals-of-pools--31--9d6"' in short
    assert "<details>" not in long
    assert "<table" not in chart_html(sixes_chart("totals-of-pools"), "print")
