"""From exact values to the neutral table: numbers as text, labels and bands, heads, notes and reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.content.table_definitions import (
    BandDef,
    BandsDef,
    GridDef,
    InverseDef,
    LabelDef,
    ListDef,
    OutcomesDef,
    RowsBase,
    SpannerDef,
    TableDef,
)
from generator.diagnostics import Problem, allowed_words
from generator.remembering import remembered
from generator.tables.axes import Point
from generator.tables.computed import Computed, Head, Value
from generator.tables.conditions import Judge, Judged, judge_of
from generator.tables.figures import answered
from generator.tables.heads import column_labels
from generator.tables.legend import legend
from generator.tables.model import Band, Cell, Column, Layout, Row, Spanner, Table
from generator.tables.numbers import exact_text, show
from generator.tables.unfit import Unfit


@remembered(lambda computed, system: (id(computed), system))
def tabulate(computed: Computed, system: str) -> tuple[Table | None, tuple[Problem, ...]]:
    """The finished table of a system, or what keeps its values from being shown as declared."""
    try:
        return _table(computed, system), ()
    except Unfit as error:
        return None, (error.problem,)


def _table(computed: Computed, system: str) -> Table:
    definition, scope = computed.definition, computed.context.scope
    labels, bands = _signs(definition)
    judge = judge_of(computed, bands, labels)
    rows = tuple(
        Row(key=row.key, label=row.label, exact=row.value, cells=_cells(judge, computed, row, values))
        for row, values in zip(computed.rows, computed.cells, strict=True)
    )
    columns = tuple(Column(c.key, c.label, c.exact, c.derived, c.note) for c in computed.columns)
    _require_distinct_keys(definition, columns)
    heads = computed.stub_head, computed.column_head
    caption = answered(definition.caption, scope)
    notes = tuple(answered(note, scope) for note in definition.notes)
    signs = legend(labels, rows)
    if isinstance(definition, (GridDef, InverseDef)) and definition.layout.transpose:
        heads = computed.column_head, computed.stub_head
        # What a note said of a column is said below the table.
        notes = (*(f"{column.label}: {column.note}" for column in columns if column.note), *notes)
        rows, columns = _transposed(rows, columns)
    table = Table(
        id=definition.id,
        system=system,
        title=definition.title,
        caption=caption,
        stub_head=heads[0],
        column_head=heads[1],
        unit=definition.unit,
        columns=columns,
        rows=rows,
        spanners=computed.spanners or _spanners(definition, columns),
        legend=signs,
        bands=tuple(Band(b.key, b.title, b.sign, b.tone) for b in bands),
        notes=notes,
        layout=_layout(definition, len(columns)),
        source=definition.source,
    )
    return replace(table, reading=_reading(computed, table, rows), pattern=_pattern(computed, table))


def _signs(definition: TableDef) -> tuple[tuple[LabelDef, ...], tuple[BandDef, ...]]:
    return (definition.labels, definition.bands) if isinstance(definition, RowsBase) else ((), ())


def _cells(judge: Judge | None, computed: Computed, row: Point, values: Sequence[Value]) -> tuple[Cell, ...]:
    judged = None if judge is None else judge.of_row(computed.context.having(row.names))
    return tuple([_cell(judged, head, value) for head, value in zip(computed.columns, values, strict=True)])


def _cell(judged: Judged | None, head: Head, value: Value) -> Cell:
    if isinstance(value, str):
        return Cell(value)
    try:
        text, is_bounded = show(value, head.format)
    except ValueError as error:
        kind = "derived cell" if head.derived else "cell"
        raise Unfit(head.place, f"a {kind} cannot be shown: {error}") from error
    if judged is None or not head.judged:
        return Cell(text, value, head.format, is_bounded)
    band, label = judged({**head.names, "value": value})
    if label is not None:
        return Cell(label, value, head.format, True, band)
    return Cell(text, value, head.format, is_bounded, band)


def _require_distinct_keys(definition: TableDef, columns: Sequence[Column]) -> None:
    seen: dict[str, Column] = {}
    for column in columns:
        if column.key in seen:
            text = f"the columns {seen[column.key].label!r} and {column.label!r} would share one link"
            raise Unfit(definition.where("derived"), text, "every column has a key or label of its own")
        seen[column.key] = column


def _transposed(rows: Sequence[Row], columns: Sequence[Column]) -> tuple[tuple[Row, ...], tuple[Column, ...]]:
    """Rows as columns and columns as rows."""
    turned = tuple(
        Row(column.key, column.label, tuple(row.cells[index] for row in rows), column.exact)
        for index, column in enumerate(columns)
    )
    return turned, tuple(Column(row.key, row.label, row.exact) for row in rows)


def _spanners(definition: TableDef, columns: Sequence[Column]) -> tuple[Spanner, ...]:
    """The declared heads over columns, by the labels of the table as it is shown."""
    if not isinstance(definition, (GridDef, InverseDef, OutcomesDef, BandsDef, ListDef)):
        return ()
    made: list[Spanner] = []
    for index, declared in enumerate(definition.spanners):
        place = definition.where("spanners", index)
        first, last = _span(declared, [column.label for column in columns], definition, index)
        for other in made:
            if first < other.stop and other.start <= last:
                raise Unfit(
                    place, f"{declared.title!r} spans columns that {other.label!r} spans", "columns side by side"
                )
        made.append(Spanner(declared.title, first, last + 1))
    return tuple(made)


def _span(declared: SpannerDef, labels: Sequence[str], definition: TableDef, index: int) -> tuple[int, int]:
    place = definition.where("spanners", index)
    whole = declared.columns.strip()
    ends = [whole] if whole in labels else [part.strip() for part in declared.columns.split("..")]
    for end in (ends[0], ends[-1]):
        if end not in labels:
            raise Unfit(place, f"there is no column {end!r} to span", allowed_words(end, labels))
    first, last = labels.index(ends[0]), labels.index(ends[-1])
    if last < first:
        raise Unfit(place, f"the column {ends[-1]!r} stands before {ends[0]!r}", "columns from left to right")
    return first, last


def _layout(definition: TableDef, width: int) -> Layout:
    declared = definition.layout
    if sum(declared.parts) not in (0, width):
        message = f"the parts hold {sum(declared.parts)} columns, but the table has {width}"
        raise Unfit(definition.where("layout", "parts"), message, "parts that add up to the number of columns")
    starts = [sum(declared.parts[:i]) for i in range(len(declared.parts))]
    parts = tuple((start, start + size) for start, size in zip(starts, declared.parts, strict=True))
    return Layout(parts, declared.collapse, declared.open_ends)


def _reading(computed: Computed, table: Table, shown: Sequence[Row]) -> str:
    """The sentence that reads one cell aloud, filled from the table's own data."""
    definition = computed.definition
    declared = definition.reading
    if declared is None:
        return ""
    rows = {row.label: row for row in shown}
    columns = {label: index for index, label in enumerate(column_labels(table))}
    if declared.row not in rows:
        text = f"there is no row {declared.row!r} to read"
        raise Unfit(definition.where("reading", "row"), text, allowed_words(declared.row, rows))
    if declared.column not in columns:
        text = f"there is no column {declared.column!r} to read"
        raise Unfit(definition.where("reading", "column"), text, allowed_words(declared.column, columns))
    cell = rows[declared.row].cells[columns[declared.column]]
    exact = exact_text(cell.exact) if cell.exact is not None else cell.text
    places = {"row": declared.row, "column": declared.column, "cell": cell.text, "exact": exact}
    return answered(declared.text, computed.context.scope, places)


def _pattern(computed: Computed, table: Table) -> str:
    """The same sentence for any cell; a sentence that does not name both its row and its column fits only its own."""
    declared = computed.definition.reading
    if declared is None or "{row}" not in declared.text or "{column}" not in declared.text:
        return ""
    if table.columns[column_labels(table).index(declared.column)].derived:
        return ""
    return answered(declared.text, computed.context.scope)
