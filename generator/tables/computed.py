"""A table with its exact values, the same for every kind: what the kinds' modules make and tabulating shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.content.table_definitions import DerivedDef, DerivedValue, FormatDef, TableDef
from generator.diagnostics import Location
from generator.exact import Fraction
from generator.tables.axes import Point
from generator.tables.contexts import Bound, Context
from generator.tables.formats import number_format
from generator.tables.model import Spanner
from generator.tables.numbers import NumberFormat
from generator.tables.unfit import Unfit

LARGEST_TABLE = 200_000

# A number, or words; a cell that an entry leaves out holds no words.
Value = Fraction | str


@dataclass(frozen=True, slots=True)
class Head:
    """A column: its head, the format of its numbers, and where a number that it cannot hold is reported.

    `judged` columns are those that labels and bands are about; `names` is what their conditions call the column.
    """

    label: str
    key: str
    format: NumberFormat
    place: Location
    exact: Fraction | None = None
    names: Mapping[str, Bound] = field(default_factory=dict)
    judged: bool = True
    derived: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Computed:
    """A definition with its numbers: `cells` holds a tuple a row, a value a column.

    `spanners` are heads that the kind itself puts over columns; those that authors declare are read later.
    """

    definition: TableDef
    context: Context
    stub_head: str
    column_head: str
    rows: tuple[Point, ...]
    columns: tuple[Head, ...]
    cells: tuple[tuple[Value, ...], ...]
    spanners: tuple[Spanner, ...] = ()


def derived_heads(definition: TableDef, derived: tuple[DerivedDef, ...]) -> tuple[Head, ...]:
    """The heads of columns that are computed from their row."""
    return tuple(
        Head(
            column.title,
            column.key,
            number_format(column.format if isinstance(column, DerivedValue) else FormatDef()),
            definition.where("derived", index),
            judged=False,
            derived=True,
            note=column.note,
        )
        for index, column in enumerate(derived)
    )


def require_size(place: Location, rows: int, columns: int) -> None:
    """Raises Unfit where a table would have too many cells."""
    if rows * columns > LARGEST_TABLE:
        raise Unfit(place, f"the table would have {rows * columns:,} cells", f"at most {LARGEST_TABLE:,} cells")
