"""What `calculators.yml` can say: sheets of the workbook that answer a question from a few inputs.

A calculator is declared, so that a new system can have one: inputs that are validated, and outputs that are looked up
in tables of the system, searched for down a column, or computed from what stands above them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    PlainValidator,
    Tag,
    WithJsonSchema,
    model_validator,
)

from generator.content import sentences as say
from generator.content.fields import (
    Formula,
    Identifier,
    Item,
    Line,
    Search,
    Stem,
    Words,
    filled,
    listed,
    refusal,
    words,
)
from generator.content.origins import Definition, Part
from generator.content.table_parts import FormatField

INPUT_KEYS = ("values", "choices", "rows_of", "columns_of")
OUTPUT_KEYS = ("value", "table", "search")
ROW_KEYS = ("row", "row_at", "row_named")
COLUMN_KEYS = ("column", "column_at", "column_named")
BOUND_KEYS = ("at_least", "at_most")

# A calculator's sheet stands among those of tables, so that its id must be as fit for a link.
Stems = Annotated[tuple[Stem, ...], BeforeValidator(listed), AfterValidator(filled)]
Answer = Annotated[str, PlainValidator(words), WithJsonSchema({"type": ["string", "number"]})]


def one_key(given: Part, keys: tuple[str, ...]) -> None:
    """Refuses a part that has none of `keys`, or several."""
    if sum(getattr(given, key) is not None for key in keys) != 1:
        raise refusal(say.ONE_KEY_OF, keys=", ".join(f"'{key}'" for key in keys))


class ChoiceDef(Part):
    """One of several things to choose, and the number that it stands for."""

    label: Line
    value: Formula


class EntryDef(Part):
    """What a reader enters: a number of a range, one of some choices, or a row or column of a table.

    A choice stands for its value in expressions, a row or column for its place, counted from 1.
    """

    name: Identifier
    label: Line
    default: Answer
    help: Line
    values: Item | None = None
    choices: Annotated[tuple[ChoiceDef, ...], AfterValidator(filled)] | None = None
    rows_of: Stem | None = None
    columns_of: Stem | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        one_key(self, INPUT_KEYS)
        return self


class OutputBase(Part):
    """What every output has: its name in the expressions below it, what it is called, and a word about it."""

    name: Identifier
    label: Line
    help: Line | None = None
    format: FormatField | None = None


class ReckonedDef(OutputBase):
    """A number computed from inputs and the outputs above it."""

    value: Formula


class LookupDef(OutputBase):
    """A cell of a table, or of one of several tables with the same heads.

    Row and column are found by the number that heads them (`row`), by their place (`row_at`) or by their label
    (`row_named`). `beyond` is what stands there where the table has no such row or column.
    """

    table: Stems
    table_at: Formula | None = None
    row: Formula | None = None
    row_at: Formula | None = None
    row_named: Words | None = None
    column: Formula | None = None
    column_at: Formula | None = None
    column_named: Words | None = None
    beyond: Line | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        one_key(self, ROW_KEYS)
        one_key(self, COLUMN_KEYS)
        return self


class SearchDef(OutputBase):
    """The largest or smallest number that heads a row whose cell in one column is large or small enough."""

    search: Search
    table: Stem
    column: Formula | None = None
    column_at: Formula | None = None
    column_named: Words | None = None
    at_least: Formula | None = None
    at_most: Formula | None = None
    beyond: Line

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        one_key(self, COLUMN_KEYS)
        one_key(self, BOUND_KEYS)
        return self


OutputDef = ReckonedDef | LookupDef | SearchDef
_OUTPUTS: Mapping[type[Part], str] = {ReckonedDef: "<value>", LookupDef: "<table>", SearchDef: "<search>"}


def _output_form(data: object) -> str:
    if isinstance(data, (ReckonedDef, LookupDef, SearchDef)):
        return _OUTPUTS[type(data)]
    has = data if isinstance(data, dict) else {}
    return "<search>" if "search" in has else "<table>" if "table" in has else "<value>"


OutputField = Annotated[
    Annotated[ReckonedDef, Tag("<value>")]
    | Annotated[LookupDef, Tag("<table>")]
    | Annotated[SearchDef, Tag("<search>")],
    Discriminator(_output_form),
]


class CalculatorDef(Part):
    """A sheet that answers one question: what it is for, what it asks, and what it tells."""

    id: Stem
    title: Line
    about: Words
    inputs: Annotated[tuple[EntryDef, ...], AfterValidator(filled)]
    outputs: Annotated[tuple[OutputField, ...], AfterValidator(filled)]


class CalculatorsDef(Definition):
    """The calculators of a system, in their order."""

    calculators: Annotated[tuple[CalculatorDef, ...], AfterValidator(filled)]
