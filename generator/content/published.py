"""Printed tables of a source: their cells as printed, and the author's list of what is wrong in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from csv import Error, reader
from dataclasses import dataclass

from generator.content import sentences as say
from generator.content.expressions import Functions, name_problems
from generator.content.file_definitions import MisprintDef, PublishedDef, RowLabelDef
from generator.content.source_file import SourceFile
from generator.diagnostics import Problem, allowed_words
from generator.remembering import remembered


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row as printed: `label` is the right one, `printed` the one that the source prints."""

    line: int
    label: str
    printed: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class PrintedTable:
    """A printed table. `stub_head` names the first column of the file, `columns` the others."""

    definition: PublishedDef
    source: str
    stub_head: str
    columns: tuple[str, ...]
    rows: tuple[PrintedRow, ...]

    @property
    def file(self) -> str:
        """The name of the CSV file."""
        return self.definition.file

    @property
    def table(self) -> str:
        """The id of the table that computes these cells."""
        return self.definition.table

    @property
    def title(self) -> str:
        """What the source calls its table."""
        return self.definition.title

    @property
    def misprints(self) -> tuple[MisprintDef, ...]:
        """The cells that the source prints wrongly."""
        return self.definition.misprints

    @property
    def row_labels(self) -> tuple[RowLabelDef, ...]:
        """The rows that the source labels wrongly."""
        return self.definition.row_labels

    def cell(self, row: str, column: str) -> str:
        """The cell as printed, by the right labels; raises KeyError where there is none."""
        for printed in self.rows:
            if printed.label == row and column in self.columns:
                return printed.cells[self.columns.index(column)]
        raise KeyError((row, column))


@remembered(lambda definition, file, source: (id(definition), file.path, file.text, source))
def read_printed(
    definition: PublishedDef, file: SourceFile, source: str
) -> tuple[PrintedTable | None, tuple[Problem, ...]]:
    """The printed table that `definition` describes and `file` holds, or why the two do not agree."""
    try:
        lines = list(_lines(file))
    except Error as error:
        return None, (Problem(file.location(0), say.CSV_ERROR.format(reason=error)),)
    (_, header), *body = lines
    problems = list(_form_problems(file, header, body))
    if problems:
        return None, tuple(problems)
    corrections = {label.line: label.correct for label in definition.row_labels}
    rows = tuple(PrintedRow(line, corrections.get(line, cells[0]), cells[0], cells[1:]) for line, cells in body)
    table = PrintedTable(definition, source, header[0], header[1:], rows)
    problems = [*_label_problems(table), *_row_problems(file, table), *_misprint_problems(table)]
    return (None, tuple(problems)) if problems else (table, ())


def _lines(file: SourceFile) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The rows with the line each begins on; lines that are blank are passed over."""
    rows = reader(file.text.splitlines(keepends=True), strict=True)
    line = 1
    for cells in rows:
        if cells:
            yield line, tuple(cell.strip() for cell in cells)
        line = rows.line_num + 1


def _form_problems(
    file: SourceFile, header: tuple[str, ...], body: list[tuple[int, tuple[str, ...]]]
) -> Iterator[Problem]:
    if len(header) < 2 or "" in header[1:]:
        yield file.problem(0, say.NO_COLUMNS)
    for index, name in enumerate(header):
        if name and name in header[:index]:
            yield file.problem(0, say.COLUMN_TWICE.format(name=say.quoted(name)))
    for line, cells in body:
        if len(cells) != len(header):
            message = say.RAGGED.format(given=len(cells), wanted=len(header))
            yield Problem(file.line_location(line), message)


def _label_problems(table: PrintedTable) -> Iterator[Problem]:
    printed = {row.line: row.printed for row in table.rows}
    seen: set[int] = set()
    for index, label in enumerate(table.row_labels):
        where = table.definition.where("row_labels", index)
        if label.line not in printed:
            yield Problem(where, say.UNKNOWN_LINE.format(file=table.file, line=label.line))
        elif printed[label.line] != label.printed:
            words = {"given": say.quoted(printed[label.line]), "wanted": say.quoted(label.printed)}
            yield Problem(where, say.OTHER_LABEL.format(line=label.line, file=table.file, **words))
        if label.line in seen:
            yield Problem(where, say.LABEL_TWICE.format(line=label.line))
        seen.add(label.line)


def _row_problems(file: SourceFile, table: PrintedTable) -> Iterator[Problem]:
    seen: set[str] = set()
    for row in table.rows:
        if row.label in seen:
            yield Problem(file.line_location(row.line), say.ROW_TWICE.format(name=say.quoted(row.label)))
        seen.add(row.label)


def _misprint_problems(table: PrintedTable) -> Iterator[Problem]:
    labels = [row.label for row in table.rows]
    seen: set[tuple[str, str]] = set()
    for index, misprint in enumerate(table.misprints):
        where = table.definition.where
        at = ("misprints", index)
        row_is_known = misprint.row in labels
        column_is_known = misprint.column in table.columns
        if not row_is_known:
            message = say.UNKNOWN_ROW.format(file=table.file, name=say.quoted(misprint.row))
            yield Problem(where(*at, "row"), message, allowed_words(misprint.row, labels))
        if not column_is_known:
            message = say.UNKNOWN_PRINTED_COLUMN.format(file=table.file, name=say.quoted(misprint.column))
            yield Problem(where(*at, "column"), message, allowed_words(misprint.column, table.columns))
        if row_is_known and column_is_known:
            printed = table.cell(misprint.row, misprint.column)
            if printed != misprint.printed:
                words = {"given": say.quoted(printed), "wanted": say.quoted(misprint.printed)}
                yield Problem(where(*at, "printed"), say.OTHER_CELL.format(file=table.file, **words))
        if (misprint.row, misprint.column) in seen:
            yield Problem(where(*at), say.MISPRINT_TWICE)
        seen.add((misprint.row, misprint.column))


def key_problems(definition: PublishedDef, functions: Functions) -> Iterator[Problem]:
    """What is wrong with the key of the source as the definition gives it."""
    if bool(definition.key) != (definition.legend is not None):
        yield Problem(definition.where("key" if definition.key else "legend"), say.LEGEND_UNNAMED)
    for label in definition.key:
        yield from name_problems(label.when, ("value",), functions)


def unknown_table(definition: PublishedDef, tables: Collection[str]) -> Iterator[Problem]:
    """The problem of a printed table that names a table which its system does not have."""
    if definition.table not in tables:
        message = say.UNKNOWN_TABLE.format(name=say.quoted(definition.table))
        yield Problem(definition.where("table"), message, allowed_words(definition.table, tables))
