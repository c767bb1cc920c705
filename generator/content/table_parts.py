"""The parts that the kinds of tables share: axes, number formats, derived columns, labels, bands, notes, layout.

Field names are the keys that authors write. Whatever needs a second field or the scope of a name to be judged is
checked in `scopes.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, PlainValidator, Tag, WithJsonSchema

from generator.content import sentences as say
from generator.content.expressions import AxisItem
from generator.content.fields import (
    Count,
    Digits,
    Flag,
    Formula,
    Identifier,
    Items,
    Label,
    Line,
    Plain,
    Prose,
    Stem,
    Style,
    Tone,
    Words,
    axis_item,
    filled,
    listed,
    refusal,
)
from generator.content.origins import SharedPart


class FormatDef(SharedPart):
    """How numbers are shown; each field means what it means in `generator/tables/numbers.py`."""

    style: Style = "whole"
    digits: Digits = 0
    mark: Flag = True
    signed: Flag = False
    trim: Flag = False


def _style_alone(value: object) -> object:
    return {"style": value} if isinstance(value, str) else value


FormatField = Annotated[FormatDef, BeforeValidator(_style_alone)]
AXIS_FORMAT = FormatDef(style="decimal", digits=4, trim=True)


class BoundItem(SharedPart):
    """An item of an axis that has a label and gives numbers or rolls to several names: `{label: Force, bonus: 3}`."""

    label: Line
    names: Mapping[Identifier, Formula] = Field(default_factory=dict)


def _gathered(data: object) -> object:
    """The names of a mapping, which authors write beside its label, under a key of their own."""
    if not isinstance(data, dict):
        return data
    label = {"label": data["label"]} if "label" in data else {}
    return {**label, "names": {key: value for key, value in data.items() if key != "label"}}


def _item_kind(data: object) -> str:
    return "<bound>" if isinstance(data, (dict, BoundItem)) else "<plain>"


AxisEntry = AxisItem | BoundItem
AxisEntryField = Annotated[
    Annotated[AxisItem, PlainValidator(axis_item), WithJsonSchema({"type": ["string", "number"]}), Tag("<plain>")]
    | Annotated[BoundItem, BeforeValidator(_gathered), Tag("<bound>")],
    Discriminator(_item_kind),
]
AxisEntries = Annotated[tuple[AxisEntryField, ...], BeforeValidator(listed), AfterValidator(filled)]


class Axis(SharedPart):
    """The rows or the columns: `name` is what expressions call the number or roll, `label` how a head shows it.

    Where each item is a mapping that gives names of its own, the axis has no `name`, and it is empty here.
    """

    name: Identifier = ""
    title: Words
    values: AxisEntries
    label: Label = "{}"
    format: FormatField = AXIS_FORMAT

    @property
    def names(self) -> tuple[str, ...]:
        """What expressions can call what a row or column stands for."""
        first = self.values[0]
        return tuple(first.names) if isinstance(first, BoundItem) else (self.name,) if self.name else ()


class DerivedValue(SharedPart):
    """A column computed from its row."""

    key: Stem
    title: Words
    value: Formula
    format: FormatField = FormatDef()
    note: Plain = ""


class DerivedRange(SharedPart):
    """A column of words: the least and the greatest of an earlier column over the row's group."""

    key: Stem
    title: Words
    range_of: Stem
    groups: Items
    note: Plain = ""


def _derived_kind(data: object) -> str:
    if isinstance(data, DerivedRange):
        return "<range>"
    return "<range>" if isinstance(data, dict) and "value" not in data and "range_of" in data else "<value>"


def _value_or_range(data: object) -> object:
    if isinstance(data, dict):
        if "value" in data and "range_of" in data:
            raise refusal(say.DERIVED_BOTH)
        if "value" not in data and "range_of" not in data:
            raise refusal(say.DERIVED_NEITHER)
    return data


DerivedDef = DerivedValue | DerivedRange
DerivedField = Annotated[
    Annotated[DerivedValue, Tag("<value>")] | Annotated[DerivedRange, Tag("<range>")],
    Discriminator(_derived_kind),
    BeforeValidator(_value_or_range),
]


class LabelDef(SharedPart):
    """A sign that replaces the number where `when` holds, and what the legend says of it."""

    show: Line
    when: Formula
    meaning: Words


class BandDef(SharedPart):
    """A recommendation: cells where `when` holds carry its sign and its tone."""

    key: Stem
    title: Words
    sign: Line
    tone: Tone
    when: Formula


class SpannerDef(SharedPart):
    """A head over neighboring columns, from one column's label to another's: `2.5..3.25`."""

    title: Words
    columns: Line


class ReadingDef(SharedPart):
    """A cell read aloud: `text` may hold `{row}`, `{column}`, `{cell}` and `{exact}`, and calls."""

    row: Words
    column: Words
    text: Prose


class LayoutDef(SharedPart):
    """How page and print show the table: columns a part, equal neighboring rows collapsed, open ends."""

    parts: tuple[Count, ...] = ()
    collapse: Flag = False
    open_ends: Flag = False


class GridLayoutDef(LayoutDef):
    """The layout of a table with two axes, whose rows and columns can change places."""

    transpose: Flag = False
