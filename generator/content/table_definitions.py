"""What the definition of a table can say, by its kind. Field names are the keys that authors write.

What the kinds share is in `table_parts.py`. Whatever needs a second field or the scope of a name to be judged is
checked in `scopes.py` and `kind_scopes.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, PlainValidator, Tag, WithJsonSchema

from generator.content import sentences as say
from generator.content.fields import (
    Formula,
    Identifier,
    Items,
    Label,
    Line,
    Plain,
    Prose,
    Search,
    Stem,
    Words,
    Written,
    filled,
    one_of,
    refusal,
    some_keys,
)
from generator.content.origins import Definition, Part
from generator.content.table_parts import (
    AXIS_FORMAT,
    Axis,
    AxisEntry,
    BandDef,
    BoundItem,
    DerivedDef,
    DerivedField,
    DerivedRange,
    DerivedValue,
    FormatDef,
    FormatField,
    GridLayoutDef,
    LabelDef,
    LayoutDef,
    ReadingDef,
    SpannerDef,
)

__all__ = [
    "AXIS_FORMAT",
    "KINDS",
    "Axis",
    "AxisEntry",
    "BandDef",
    "BandsDef",
    "BoundItem",
    "ChainDef",
    "ComputedColumn",
    "DerivedDef",
    "DerivedRange",
    "DerivedValue",
    "EndDef",
    "ExpectedDef",
    "FormatDef",
    "FormatField",
    "GridDef",
    "InverseDef",
    "LabelDef",
    "LayoutDef",
    "ListColumn",
    "ListDef",
    "ListedColumn",
    "OutcomeDef",
    "OutcomesDef",
    "RangeDef",
    "ReadingDef",
    "RowsBase",
    "RunningDef",
    "ShowDef",
    "SpannerDef",
    "TableBase",
    "TableDef",
]

CELL_TYPES = ("words", "number", "roll")
SHOWN_AT = ("rounds", "limit")
CellType = Annotated[str, PlainValidator(one_of(CELL_TYPES)), WithJsonSchema({"enum": CELL_TYPES})]
ShownAt = Annotated[str, PlainValidator(one_of(SHOWN_AT)), WithJsonSchema({"enum": SHOWN_AT})]


class TableBase(Definition):
    """What every kind of table has."""

    kind: str
    title: Line
    caption: Prose
    unit: Plain = ""
    notes: tuple[Prose, ...] = ()
    reading: ReadingDef | None = None
    layout: LayoutDef = LayoutDef()


class RowsBase(TableBase):
    """What every kind has whose rows are an axis and whose cells are numbers of one format."""

    rows: Axis
    format: FormatField = FormatDef()
    labels: tuple[LabelDef, ...] = ()
    bands: tuple[BandDef, ...] = ()


class AxesBase(RowsBase):
    """What the two kinds have that go over a row axis and a column axis."""

    columns: Axis
    derived: tuple[DerivedField, ...] = ()
    spanners: tuple[SpannerDef, ...] = ()
    layout: GridLayoutDef = GridLayoutDef()


class GridDef(AxesBase):
    """One expression over the row axis and the column axis."""

    kind: Literal["grid"]
    cell: Formula


class InverseDef(AxesBase):
    """For each row and chance, the largest (or smallest) target whose chance is at least the column's."""

    kind: Literal["inverse"]
    target: Identifier
    chance: Formula
    find: Search = "largest"


class OutcomeDef(Part):
    """One thing that can happen, as a condition over the named rolls."""

    key: Stem
    title: Words
    when: Formula
    note: Plain = ""


class OutcomesDef(RowsBase):
    """The chance of each named outcome by row; one of them happens, and never two at once."""

    kind: Literal["outcomes"]
    rolls: Mapping[Identifier, Formula] = Field(default_factory=dict)
    outcomes: Annotated[tuple[OutcomeDef, ...], AfterValidator(filled)]
    derived: tuple[DerivedField, ...] = ()
    spanners: tuple[SpannerDef, ...] = ()
    column_title: Plain = ""


class RangeDef(Part):
    """A named range of values, both ends included; without an end it goes on for ever."""

    key: Stem
    title: Words
    first: Formula | None = Field(default=None, alias="from")
    last: Formula | None = Field(default=None, alias="to")
    note: Plain = ""


class BandsDef(RowsBase):
    """A roll cut into named ranges, which hold each of its values once."""

    kind: Literal["bands"]
    roll: Formula
    ranges: Annotated[tuple[RangeDef, ...], AfterValidator(filled)]
    derived: tuple[DerivedField, ...] = ()
    spanners: tuple[SpannerDef, ...] = ()
    column_title: Plain = ""


class ListedColumn(Part):
    """A column whose cells the entries give: words, numbers or rolls."""

    key: Stem
    title: Words
    type: CellType = "words"
    format: FormatField | None = None
    note: Plain = ""


class ComputedColumn(Part):
    """A column computed from earlier columns of the same entry."""

    key: Stem
    title: Words
    value: Formula
    format: FormatField = AXIS_FORMAT
    note: Plain = ""


def _column_kind(data: object) -> str:
    if isinstance(data, ComputedColumn):
        return "<computed>"
    return "<computed>" if isinstance(data, dict) and "value" in data else "<listed>"


def _value_or_type(data: object) -> object:
    if isinstance(data, dict) and "value" in data and "type" in data:
        raise refusal(say.COMPUTED_TYPE)
    return data


ListColumn = ListedColumn | ComputedColumn
ListColumnField = Annotated[
    Annotated[ListedColumn, Tag("<listed>")] | Annotated[ComputedColumn, Tag("<computed>")],
    Discriminator(_column_kind),
    BeforeValidator(_value_or_type),
]


class ListDef(TableBase):
    """Facts in rows, some columns computed from others. The first column heads the rows."""

    kind: Literal["list"]
    columns: Annotated[tuple[ListColumnField, ...], AfterValidator(filled)]
    entries: Annotated[tuple[Mapping[str, Written], ...], AfterValidator(filled)]
    spanners: tuple[SpannerDef, ...] = ()


class EndDef(Part):
    """A state in which the process ends, as a condition over its variables."""

    key: Stem
    title: Words
    when: Formula
    note: Plain = ""


class RunningDef(Part):
    """The columns that say how likely it is that no end has been reached."""

    key: Stem
    title: Words
    note: Plain = ""


class ShowDef(Part):
    """Which columns of an end are shown: one a round, or the one in the limit."""

    end: Stem
    at: ShownAt


class ExpectedDef(Part):
    """The column of the expected number of rounds until an end."""

    title: Words = "Expected rounds"
    format: FormatField = FormatDef(style="decimal", digits=2)
    note: Plain = ""


def _expected(value: object) -> object:
    """`true` asks for the column as it is by default, `false` for none."""
    if isinstance(value, str) and value in ("true", "false"):
        return {} if value == "true" else None
    return value


class ChainDef(RowsBase):
    """A process of rounds: what state it is in, what is rolled, what follows, and where it ends."""

    kind: Literal["chain"]
    state: Annotated[Mapping[Identifier, Formula], AfterValidator(some_keys)]
    roll: Mapping[Identifier, Formula] = Field(default_factory=dict)
    next: Annotated[Mapping[Identifier, Formula], AfterValidator(some_keys)]
    ends: Annotated[tuple[EndDef, ...], AfterValidator(filled)]
    running: RunningDef | None = None
    rounds: Items | None = None
    round_title: Line = "Round"
    round_label: Label = "{}"
    limit_title: Line = "in the end"
    show: tuple[ShowDef, ...] = ()
    expected: Annotated[ExpectedDef | None, BeforeValidator(_expected)] = None


TableDef = GridDef | InverseDef | OutcomesDef | BandsDef | ListDef | ChainDef
KINDS: Mapping[str, type[TableDef]] = {
    "grid": GridDef,
    "inverse": InverseDef,
    "outcomes": OutcomesDef,
    "bands": BandsDef,
    "list": ListDef,
    "chain": ChainDef,
}
