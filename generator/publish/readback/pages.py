"""Reads the built pages back: each table's home, and the tables and computed values of every chapter."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from generator.diagnostics import Location, Problem
from generator.publish.readback.comparison import (
    Line,
    Piece,
    ReadCell,
    Truth,
    bottom_heads,
    compare,
    difference,
    paired_lines,
)
from generator.publish.readback.markup import Box, Grid, Page, Shown, read_page
from generator.publish.readback.running_text import Value, values_of
from generator.tables.book import Chapter, ChartPlace, Library, TablePlace
from generator.tables.book import Piece as BookPiece
from generator.tables.model import Cell, Table


def read_site_pages(library: Library, site: Path) -> list[Problem]:
    """What differs on the pages outside every system; nothing where the site has none of them."""
    paths = [f"{page.key}.html" for page in library.pages]
    if not any((site / path).is_file() for path in paths):
        return []
    problems = [problem for page in library.pages for problem in _read_chapter(page, f"{page.key}.html", {}, site)]
    if library.check is not None:
        problems += _read_shown("check.html", (library.check,), {library.check.id: Truth(library.check)}, site)
    return problems


def read_chapter(system: str, chapter: Chapter, site: Path) -> list[Problem]:
    """What differs on the page of a system's chapter; nothing where the system has no pages."""
    return _read_chapter(chapter, f"{system}/{chapter.key}.html", {}, site) if _has_pages(system, site) else []


def read_home(table: Table, site: Path) -> list[Problem]:
    """What differs on a table's own page."""
    path = f"{table.system}/tables/{table.id}.html"
    return _read_shown(path, (table,), {table.id: Truth(table)}, site) if _has_pages(table.system, site) else []


def read_check(system: str, tables: Sequence[Table], site: Path) -> list[Problem]:
    """What differs on the page that says how a system's sources compare."""
    truths = {table.id: Truth(table) for table in tables}
    return _read_shown(f"{system}/check.html", tables, truths, site) if _has_pages(system, site) else []


def read_homes(system: str, known: Collection[str], site: Path) -> list[Problem]:
    """Every page of a table that the system does not have; `known` are the ids of those that it has."""
    return [
        Problem(Location(f"{system}/tables/{home.name}"), f"{system} has no table of this name")
        for home in sorted((site / system / "tables").glob("*.html"))
        if home.stem not in known and home.name != "index.html"
    ]


def _has_pages(system: str, site: Path) -> bool:
    return (site / system).is_dir()


def _read_shown(path: str, tables: Sequence[Table], truths: Mapping[str, Truth], site: Path) -> list[Problem]:
    """A page that shows these tables and no computed value besides."""
    page = _page(site, path)
    if page is None:
        return [difference(path, table, "", "its page is missing") for table in tables]
    return _read_tables(page, [table.id for table in tables], truths, path) + _read_values(page, [], path)


def _page(site: Path, path: str) -> Page | None:
    try:
        return read_page((site / path).read_text(encoding="utf-8"))
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def _read_chapter(chapter: Chapter, path: str, truths: Mapping[str, Truth], site: Path) -> list[Problem]:
    page = _page(site, path)
    if page is None:
        return [Problem(Location(path), f"the page of {chapter.title!r} is missing")]
    shown = [table for piece in chapter.pieces for table in _shown(piece)]
    # A page may show tables of other systems, whose names may be those of its own.
    due = {table.id: truths[table.id] if truths.get(table.id) == Truth(table) else Truth(table) for table in shown}
    return _read_tables(page, [table.id for table in shown], due, path) + _read_values(
        page, list(values_of(chapter)), path
    )


def _shown(piece: BookPiece) -> tuple[Table, ...]:
    """The tables that a piece of a chapter puts on its page."""
    if isinstance(piece, ChartPlace):
        return (piece.chart.table,) if piece.chart.numbers_on_page else ()
    return (piece.table,) if isinstance(piece, TablePlace) else ()


def _read_values(page: Page, due: list[Value], path: str) -> list[Problem]:
    if len(page.values) != len(due):
        text = f"the page shows {len(page.values)} computed values in its text, but {len(due)} are due"
        return [Problem(Location(path), text)]
    problems = []
    for value, (text, exact) in zip(due, page.values, strict=True):
        behind = f"the exact value is {value.exact_text}"
        if text != " ".join(value.text.split()):
            what = f"reads {text!r}, but it is {value.text!r}, {behind}"
        elif exact != value.exact_text:
            what = f"reads {text!r} and carries the exact value {exact}, but {behind}"
        elif value.fault:
            what = f"reads {text!r}, but {behind}, {value.fault}"
        else:
            continue
        problems.append(Problem(Location(path), f"{value.place}: {what}"))
    return problems


def _read_tables(page: Page, due: list[str], truths: Mapping[str, Truth], path: str) -> list[Problem]:
    found = [shown.id for shown in page.tables]
    if found != due:
        listed = [", ".join(ids) or "no table" for ids in (found, due)]
        return [Problem(Location(path), f"the page shows {listed[0]}, but {listed[1]} should stand here")]
    return [problem for shown in page.tables for problem in _read_table(shown, truths[shown.id], path)]


def _read_table(shown: Shown, truth: Truth, path: str) -> list[Problem]:
    table = truth.table
    if len(shown.grids) != len(truth.parts):
        return [difference(path, table, "", f"stands in {len(shown.grids)} parts, but it has {len(truth.parts)}")]
    problems: list[Problem] = []
    for number, (part, grid) in enumerate(zip(truth.parts, shown.grids, strict=True)):
        lines = tuple(Line(row.head.text, tuple(_cell(cell) for cell in row.cells)) for row in grid.body)
        problems += compare(truth, part, Piece(_heads(grid), lines), path, spell=_spelled)
        problems += _wrong_ids(truth, part, grid, lines, path, first=number == 0)
    signs = [(entry.sign, " ".join(entry.meaning.split())) for entry in table.legend]
    for wanted, read in zip_longest(signs, shown.legend):
        if wanted != read:
            problems.append(difference(path, table, "", f"its legend reads {read!r}, but it is {wanted!r}"))
    if not shown.reading.endswith(" ".join(table.reading.split())):
        text = f"how to read it says {shown.reading!r}, but it is {table.reading!r}"
        problems.append(difference(path, table, "", text))
    return problems


def _heads(grid: Grid) -> tuple[str, ...]:
    rows = [[(box.text, box.number("colspan"), box.number("rowspan")) for box in row] for row in grid.head]
    return bottom_heads(rows)[1:]


def _cell(box: Box) -> ReadCell:
    return ReadCell(box.text, box.attributes.get("data-exact") or "", box.sign.strip())


def _spelled(cell: Cell) -> str:
    return " ".join(cell.text.split())


def _wrong_ids(
    truth: Truth, part: tuple[int, int], grid: Grid, lines: tuple[Line, ...], path: str, *, first: bool
) -> list[Problem]:
    """Permanent links: the first part carries the id of every row, each part those of its cells."""
    table, problems = truth.table, list[Problem]()
    rows_of = {id(line): rows for line, rows in paired_lines(truth, lines, path, [])}
    for row, line in zip(grid.body, lines, strict=True):
        rows = rows_of.get(id(line))
        if rows is None or len(row.cells) != part[1] - part[0]:
            continue
        wanted = [f"{table.id}--{table.rows[at].key}" for at in rows] if first else []
        read = [found for found in (row.id, *row.head.anchors) if found]
        for at in sorted(set(wanted) ^ set(read)):
            fault = "has no place for its link" if at in wanted else "carries a link that is not its own:"
            problems.append(difference(path, table, f"row {line.label}", f"{fault} {at}"))
        for box, column in zip(row.cells, table.columns[part[0] : part[1]], strict=True):
            cell_id = f"{table.id}--{table.rows[rows.start].key}--{column.key}"
            if box.attributes.get("id") != cell_id:
                text = f"its link is {box.attributes.get('id')}, but it is {cell_id}"
                problems.append(difference(path, table, f"row {line.label}, column {column.label}", text))
        problems += _wrong_row_value(table, row.head, rows, path)
    return problems


def _wrong_row_value(table: Table, head: Box, rows: range, path: str) -> list[Problem]:
    """A row's head carries the row's exact number, a group's head none."""
    exact = table.rows[rows.start].exact
    wanted = "" if exact is None or len(rows) > 1 else f"{exact.numerator}/{exact.denominator}"
    read = head.attributes.get("data-exact") or ""
    if read == wanted:
        return []
    label = table.rows[rows.start].label
    return [difference(path, table, f"row {label}", f"its head carries {read!r} as exact value, but it is {wanted!r}")]
