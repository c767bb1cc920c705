"""Charts from their YAML, as a build makes them, and a library that shows some on a page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.content.chart_definitions import ChartDef, chart_problems
from generator.content.origins import Origin
from generator.content.source_file import SourceFile
from generator.content.validation import validated
from generator.content.yaml_source import read_yaml
from generator.diagnostics import Problem
from generator.tables.book import Book, Chapter, ChartPlace, Library, Prose
from generator.tables.chart_model import Chart
from generator.tables.charts import draw_up
from generator.tables.model import Table
from tests.samples import sample_book

SIXES = Path(__file__).resolve().parents[1] / "content" / "sixes" / "charts"
SIXES_IDS = ("totals-of-pools", "pools-on-one-scale", "ever-more-dice")

POOLS = """\
kind: chart
title: Two pools & their <shapes>
caption: The chance of each total.
series:
  - each: {name: dice, values: [2, 3]}
    label: "{}d6 <&>"
    roll: (dice)d6
x: {title: Total}
y: {title: Chance of exactly this total}
join_peaks: true
"""
REACH = """\
kind: chart
title: Reaching a target
caption: The chance to reach the target.
series:
  - {label: d4!, roll: d4!, show: at-least}
  - {label: d12!, roll: d12!, show: at-least}
x: {title: Target, to: 24}
y: {title: Chance to reach it}
style: steps
"""
BARS = """\
kind: chart
title: Two of three
caption: Two dice, and the best two of three.
series:
  - {label: two, roll: 2d6}
  - {label: best of three, roll: 3d6kh2}
x: {title: Total}
y: {title: Chance of exactly this total}
style: bars
"""


def read_chart(
    text: str, chart_id: str = "shape", tables: Mapping[str, Table] | None = None
) -> tuple[Chart | None, tuple[Problem, ...]]:
    """The chart that `text` declares, or every problem of the first stage that finds any."""
    document, problems = read_yaml(SourceFile("c.yml", text))
    if document is None:
        return None, problems
    definition, problems = validated(ChartDef, document, Origin(chart_id, "sample/charts/c.yml"))
    if definition is None:
        return None, problems
    problems = tuple(chart_problems(definition, {}, tuple(tables or ())))
    return (None, problems) if problems else draw_up(definition, "sample", {}, tables or {})


def chart(text: str, chart_id: str = "shape", tables: Mapping[str, Table] | None = None) -> Chart:
    """The chart that `text` declares without a problem."""
    made, problems = read_chart(text, chart_id, tables)
    assert made is not None, [str(problem) for problem in problems]
    return made


def sixes_chart(chart_id: str) -> Chart:
    """A chart of the Sixes content."""
    return chart((SIXES / f"{chart_id}.yml").read_text("utf-8"), chart_id)


def charted_book() -> Book:
    """A book with a chapter of every kind of drawing."""
    charts = (chart(POOLS, "pools"), chart(REACH, "reach"), chart(BARS, "bars"), *map(sixes_chart, SIXES_IDS))
    pieces: list[Prose | ChartPlace] = [Prose("# Shapes\n\nSee [the bars](#chart-bars).\n")]
    for one in charts:
        pieces += [Prose(f"\n\n## About {one.id}\n\n"), ChartPlace(one)]
    front = Chapter("index", "Overview", "sample/index.md", (Prose("# Overview\n\nCharts.\n"),))
    shapes = Chapter("shapes", "Shapes", "sample/shapes.md", tuple(pieces))
    sample = sample_book()
    return Book(
        "sample", sample.title, sample.summary, (front, shapes), (), sample.credit, "sample/system.yml", "0.1.0",
        "2026-01-02", charts=charts,
    )  # fmt: skip


def charted_library() -> Library:
    """A site with that book alone."""
    front = Chapter("index", "Front page", "index.md", (Prose("# Dicepress\n\nCharts.\n"),))
    return Library("Dicepress", (front,), (charted_book(),), "", "0.1.0", "2026-01-02")
