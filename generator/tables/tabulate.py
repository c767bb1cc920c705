"""From exact values to the neutral table: numbers as text, labels and bands, heads, legend and notes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from generator.content.table_definitions import BandDef, DerivedValue, LabelDef, SpannerDef, TableDef
from generator.diagnostics import Location, Problem, allowed_words
from generator.dice.evaluate import Scope, number
from generator.dice.notation import NotationError
from generator.tables.axes import Point
from generator.tables.compute import Computed
from generator.tables.formats import number_format
from generator.tables.model import Band, Cell, Column, Layout, LegendEntry, Row, Spanner, Table
from generator.tables.numbers import IMPOSSIBLE, NumberFormat, exact_text, show


class _Unfit(Exception):
    """A problem met deep inside a table; caught in this module alone and returned."""

    def __init__(self, location: Location, message: str, allowed: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(location, message, allowed)


def tabulate(computed: Computed, system: str) -> tuple[Table | None, tuple[Problem, ...]]:
    """The finished table of a system, or what keeps its values from being shown as declared."""
    try:
        return _table(computed, system), ()
    except _Unfit as error:
        return None, (error.problem,)


def _table(computed: Computed, system: str) -> Table:
    definition = computed.definition
    form = number_format(definition.format)
    rows = tuple(
        Row(
            key=row.key,
            label=row.label,
            exact=row.value,
            cells=tuple(
                _cell(definition, form, value, _scope(computed, row, column, value))
                for column, value in zip(computed.columns, values, strict=True)
            )
            + _derived_cells(definition, derived),
        )
        for row, values, derived in zip(computed.rows, computed.cells, computed.derived, strict=True)
    )
    columns = tuple(Column(c.key, c.label, c.value) for c in computed.columns) + tuple(
        Column(d.key, d.title, derived=True, note=d.note) for d in definition.derived
    )
    table = Table(
        id=definition.id,
        system=system,
        title=definition.title,
        caption=definition.caption,
        stub_head=definition.rows.title,
        column_head=definition.columns.title,
        unit=definition.unit,
        columns=columns,
        rows=rows,
        spanners=tuple(
            _spanner(spanner, definition.where("spanners", index), computed.columns)
            for index, spanner in enumerate(definition.spanners)
        ),
        legend=_legend(definition, rows, form),
        bands=tuple(Band(b.key, b.title, b.sign, b.tone) for b in definition.bands),
        notes=definition.notes,
        layout=_layout(definition, len(columns)),
        source=definition.source,
    )
    return replace(table, reading=_reading(definition, table))


def _scope(computed: Computed, row: Point, column: Point, value: Fraction) -> Scope:
    names = {computed.definition.rows.name: row.value, computed.definition.columns.name: column.value}
    return computed.scope.with_values(**names, value=value)


def _cell(definition: TableDef, form: NumberFormat, value: Fraction, scope: Scope) -> Cell:
    try:
        shown = show(value, form)
    except ValueError as error:
        raise _Unfit(definition.where("format"), f"a cell cannot be shown: {error}") from error
    band = next((b.key for b in definition.bands if _holds(b, scope)), None)
    label = next((one.show for one in definition.labels if _holds(one, scope)), None)
    if label is not None:
        return Cell(label, value, form, replaced=True, band=band)
    return Cell(shown.text, value, form, replaced=shown.bounded, band=band)


def _holds(declared: BandDef | LabelDef, scope: Scope) -> bool:
    try:
        answer = number(declared.when.node, scope)
    except NotationError as error:
        raise _Unfit(declared.when.at(error.column), error.message, error.allowed) from error
    if answer not in (0, 1):
        raise _Unfit(declared.when.location, "the condition is neither true nor false", "a comparison of numbers")
    return answer == 1


def _derived_cells(definition: TableDef, values: tuple[Fraction | str, ...]) -> tuple[Cell, ...]:
    cells = []
    for index, (column, value) in enumerate(zip(definition.derived, values, strict=True)):
        if isinstance(value, str) or not isinstance(column, DerivedValue):
            cells.append(Cell(str(value)))
            continue
        form = number_format(column.format)
        try:
            shown = show(value, form)
        except ValueError as error:
            raise _Unfit(definition.where("derived", index), f"a derived cell cannot be shown: {error}") from error
        cells.append(Cell(shown.text, value, form, replaced=shown.bounded))
    return tuple(cells)


def _spanner(declared: SpannerDef, place: Location, columns: tuple[Point, ...]) -> Spanner:
    labels = [column.label for column in columns]
    ends = [part.strip() for part in declared.columns.split("..")]
    for end in (ends[0], ends[-1]):
        if end not in labels:
            raise _Unfit(place, f"there is no column {end!r} to span", allowed_words(end, labels))
    return Spanner(declared.title, labels.index(ends[0]), labels.index(ends[-1]) + 1)


def _legend(definition: TableDef, rows: tuple[Row, ...], form: NumberFormat) -> tuple[LegendEntry, ...]:
    """The declared labels that the table uses, then the signs of the rounding rule that it uses."""
    used = {cell.text for row in rows for cell in row.cells if cell.replaced}
    entries = [LegendEntry(label.show, label.meaning) for label in definition.labels if label.show in used]
    if form.style == "percent":
        half = Fraction(1, 2 * 10**form.digits)
        percent = NumberFormat("percent", form.digits + 1)
        low, high = (show(half / 100, percent).text, show(1 - half / 100, percent).text)
        bounds = {"<": f"possible, but below {low}", ">": f"not certain, but at least {high}"}
        declared = {label.show for label in definition.labels}
        entries += [
            LegendEntry(text, bounds[text[0]]) for text in sorted(used - declared, reverse=True) if text[0] in bounds
        ]
    if IMPOSSIBLE in used and IMPOSSIBLE not in {entry.sign for entry in entries}:
        entries.append(LegendEntry(IMPOSSIBLE, "impossible"))
    return tuple(entries)


def _layout(definition: TableDef, width: int) -> Layout:
    declared = definition.layout
    if sum(declared.parts) not in (0, width):
        message = f"the parts hold {sum(declared.parts)} columns, but the table has {width}"
        raise _Unfit(definition.where("layout", "parts"), message, "parts that add up to the number of columns")
    starts = [sum(declared.parts[:i]) for i in range(len(declared.parts))]
    parts = tuple((start, start + size) for start, size in zip(starts, declared.parts, strict=True))
    return Layout(parts, declared.collapse, declared.open_ends)


def _reading(definition: TableDef, table: Table) -> str:
    """The sentence that reads one cell aloud, filled from the table's own data."""
    declared = definition.reading
    if declared is None:
        return ""
    rows = {row.label: row for row in table.rows}
    columns = {column.label: index for index, column in enumerate(table.columns)}
    if declared.row not in rows:
        text = f"there is no row {declared.row!r} to read"
        raise _Unfit(definition.where("reading", "row"), text, allowed_words(declared.row, rows))
    if declared.column not in columns:
        text = f"there is no column {declared.column!r} to read"
        raise _Unfit(definition.where("reading", "column"), text, allowed_words(declared.column, columns))
    cell = rows[declared.row].cells[columns[declared.column]]
    exact = exact_text(cell.exact) if cell.exact is not None else cell.text
    words = {"{row}": declared.row, "{column}": declared.column, "{cell}": cell.text, "{exact}": exact}
    text = declared.text
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text


