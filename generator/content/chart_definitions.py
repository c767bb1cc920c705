"""What the definition of a chart can say, and what its fields must agree on.

A chart is a file of its own under `charts/`. Its series are rolls, one roll for each of many values, or rows of a
table of the same system.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, PlainValidator, Tag, WithJsonSchema

from generator.content import sentences as say
from generator.content.called_text import text_problems
from generator.content.expressions import Functions, item_expressions, name_problems
from generator.content.fields import Flag, Formula, Identifier, Items, Label, Line, Prose, Stem, Words, one_of, refusal
from generator.content.origins import Definition, Part
from generator.content.table_parts import FormatDef, FormatField
from generator.diagnostics import Problem, allowed_words

SHOWN = ("exactly", "at-least", "at-most")
STYLES = ("line", "bars", "steps")
SCALES = ("none", "ends", "width")

# The first form is the one that a series with none of these keys is held against.
_FORMS = {"roll": "<roll>", "each": "<each>", "table": "<row>"}

ChartKind = Annotated[str, PlainValidator(one_of(("chart",))), WithJsonSchema({"enum": ("chart",)})]
ShownField = Annotated[str, PlainValidator(one_of(SHOWN)), WithJsonSchema({"enum": SHOWN})]
StyleField = Annotated[str, PlainValidator(one_of(STYLES)), WithJsonSchema({"enum": STYLES})]
ScaleField = Annotated[str, PlainValidator(one_of(SCALES)), WithJsonSchema({"enum": SCALES})]


class EachDef(Part):
    """The values that a pattern is repeated for, and what its expression calls them."""

    name: Identifier
    values: Items


class RollSeries(Part):
    """One roll: the chance of each of its totals, or of reaching or not passing it."""

    label: Line
    roll: Formula
    show: ShownField = "exactly"


class EachSeries(Part):
    """A series for each value: `{}` in the label stands for the value, its name in the roll."""

    each: EachDef
    label: Label
    roll: Formula
    show: ShownField = "exactly"


class RowSeries(Part):
    """A row of a table: its column heads along the chart, its cells upward. The label is the row's if none is given."""

    table: Stem
    row: Words
    label: Line | None = None


def _series_kind(data: object) -> str:
    if isinstance(data, (RollSeries, EachSeries, RowSeries)):
        return {RollSeries: "<roll>", EachSeries: "<each>", RowSeries: "<row>"}[type(data)]
    keys = [key for key in ("each", "table", "roll") if isinstance(data, dict) and key in data]
    return _FORMS[keys[0] if keys else "roll"]


def _one_form(data: object) -> object:
    if isinstance(data, dict) and ("table" in data) == ("roll" in data):
        raise refusal(say.SERIES_FORM)
    return data


SeriesDef = RollSeries | EachSeries | RowSeries
SeriesField = Annotated[
    Annotated[RollSeries, Tag("<roll>")] | Annotated[EachSeries, Tag("<each>")] | Annotated[RowSeries, Tag("<row>")],
    Discriminator(_series_kind),
    BeforeValidator(_one_form),
]


def _some(series: tuple[SeriesDef, ...]) -> tuple[SeriesDef, ...]:
    if not series:
        raise refusal(say.MUST_NOT_BE_EMPTY)
    return series


class AcrossDef(Part):
    """What runs along the chart, and from where to where it is shown; both ends belong to it."""

    title: Line
    first: Formula | None = Field(default=None, alias="from")
    last: Formula | None = Field(default=None, alias="to")


class UpDef(Part):
    """What is measured upward. The format is that of the numbers in the table behind the chart."""

    title: Line
    format: FormatField = FormatDef(style="percent", digits=2)


class ChartDef(Definition):
    """A chart: its series, its two axes, and how they are drawn."""

    kind: ChartKind
    title: Line
    caption: Prose
    series: Annotated[tuple[SeriesField, ...], AfterValidator(_some)]
    x: AcrossDef
    y: UpDef
    style: StyleField = "line"
    scale: ScaleField = "none"
    join_peaks: Flag = False
    lift: Flag = False
    notes: tuple[Prose, ...] = ()


def chart_problems(chart: ChartDef, functions: Functions, tables: Collection[str]) -> Iterator[Problem]:
    """Everything about `chart` that its fields do not agree on, in a system with these functions and tables."""
    for index, series in enumerate(chart.series):
        if isinstance(series, RowSeries):
            if series.table not in tables:
                message = say.UNKNOWN_TABLE.format(name=say.quoted(series.table))
                yield Problem(chart.where("series", index, "table"), message, allowed_words(series.table, tables))
            continue
        names = (series.each.name,) if isinstance(series, EachSeries) else ()
        yield from name_problems(series.roll, names, functions)
        for item in series.each.values if isinstance(series, EachSeries) else ():
            for expression in item_expressions(item):
                yield from name_problems(expression, (), functions)
    for end in (chart.x.first, chart.x.last):
        if end is not None:
            yield from name_problems(end, (), functions)
    for text in (chart.caption, *chart.notes):
        yield from text_problems(text, functions)
    for check in _CHECKS:
        yield from check(chart)


def _shown(chart: ChartDef) -> list[tuple[int, str]]:
    return [(index, series.show) for index, series in enumerate(chart.series) if not isinstance(series, RowSeries)]


def _peaks(chart: ChartDef) -> Iterator[Problem]:
    if chart.join_peaks and any(show != "exactly" for _, show in _shown(chart)):
        yield Problem(chart.where("join_peaks"), say.NO_PEAKS)


def _areas(chart: ChartDef) -> Iterator[Problem]:
    """One width makes equal areas only of chances that add up to one."""
    if chart.scale == "width":
        for index, show in _shown(chart):
            if show != "exactly":
                yield Problem(chart.where("series", index, "show"), say.NO_AREA)
        for index, series in enumerate(chart.series):
            if isinstance(series, RowSeries):
                yield Problem(chart.where("series", index), say.NO_AREA)


def _ends(chart: ChartDef) -> Iterator[Problem]:
    """Where every series is stretched over the same width, there is no common axis to cut."""
    if chart.scale != "none":
        for key, end in (("from", chart.x.first), ("to", chart.x.last)):
            if end is not None:
                yield Problem(chart.where("x", key), say.NO_COMMON_AXIS.format(key=f"'{key}'"))


_CHECKS: tuple[Callable[[ChartDef], Iterator[Problem]], ...] = (_peaks, _areas, _ends)
