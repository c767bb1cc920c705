"""One calculator as one sheet: entries that stand out and are validated, answers by formulas that carry their values.

Everything but the entries is protected, without a password. Each formula cell gets the value that our own engine
finds for the entries shown, because the library that writes the file cannot compute any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from openpyxl.worksheet.worksheet import Worksheet

from generator.exact import Fraction
from generator.render import xlsx_measure as measure
from generator.render.contract import RenderError
from generator.render.xlsx_cells import at, write_formula, write_heads, write_link, write_number, write_text
from generator.render.xlsx_entry import alarmed, entry_code, fit_formula, number_code, show_bounds, validate
from generator.render.xlsx_formats import FormatLedger, label_number
from generator.render.xlsx_formula import Sheet, output_formula
from generator.render.xlsx_sheet import Places
from generator.tables.calculator_answers import ALARM, answers, meaning
from generator.tables.calculator_model import Calculator, Choices, Heads, Input, Output, Reckoned, Steps
from generator.tables.model import Column, Row, Table

WIDTHS = (31.0, 30.0, 47.0, 10.0)
_WIDE = len(WIDTHS)
_LINE = 15.0


@dataclass(slots=True)
class Made:
    """What a sheet of formulas needs besides its cells: the value of each, its last row, its width."""

    values: dict[str, Fraction | str] = field(default_factory=dict)
    last_row: int = 0
    width: float = sum(WIDTHS)


@dataclass(frozen=True, slots=True)
class Found:
    """Where a table is: the name of its cells in formulas, and the places of its parts."""

    name: str
    places: Places


def write_calculator(
    sheet: Worksheet, calculator: Calculator, tables: Mapping[str, Table], found: Mapping[str, Found], contents: str
) -> Made:
    """Fill the empty `sheet`; `found` tells where the tables are, `contents` names the sheet to go back to.

    Raises RenderError where a text cannot be stored.
    """
    measure.set_widths(sheet, WIDTHS)
    made = Made()
    given = answers(calculator, tables, [one.default for one in calculator.inputs])
    write_link(at(sheet, 1, 1), "← Contents", contents, "Way back")
    write_text(at(sheet, 2, 1), calculator.title, "Table title")
    sheet.row_dimensions[2].height = 24
    _running(sheet, 3, calculator.about, "Caption")
    first = 6
    write_heads(sheet, first - 1, ("Enter here", "", "", "Counts as"))
    count_row = first + len(calculator.inputs)
    top = count_row + 3
    listed = _lists(sheet, calculator, top + len(calculator.outputs) + 1)
    cells: dict[str, str] = {}
    for at_row, (one, remark) in enumerate(zip(calculator.inputs, given.remarks, strict=True), first):
        _entry(sheet, at_row, one, (listed, found))
        made.values[f"C{at_row}"] = remark
        if not isinstance(one.asked, Steps):
            meant = meaning(one, one.default)
            made.values[f"D{at_row}"] = "" if meant is None else meant
        cells[one.name] = f"$B${at_row}" if isinstance(one.asked, Steps) else f"$D${at_row}"
    _count(sheet, count_row, first)
    made.values[f"B{count_row}"] = Fraction(given.unfit)
    write_heads(sheet, top - 1, ("Answer", "", "", ""))
    positive = frozenset(one.name for one in calculator.inputs if _never_negative(one))
    place = Sheet(cells, {table: where.name for table, where in found.items()}, f"$B${count_row}", positive)
    names: list[str] = []
    for row, (output, value) in enumerate(zip(calculator.outputs, given.outputs, strict=True), top):
        write_text(at(sheet, row, 1), output.label, "Stub words")
        target = at(sheet, row, 2)
        write_formula(target, output_formula(output, place, names), "Answer")
        if output.format is not None:
            target.number_format = number_code(output.format)
            near = (output.blurred and isinstance(output.source, Reckoned), output.blurred)
            show_bounds(sheet, target.coordinate, output.format, near=near)
        write_text(at(sheet, row, 3), output.help, "Hint")
        at(sheet, row, 4).style = "Counts as"
        _height(sheet, row, (output.label, _longest(output), output.help))
        made.values[f"B{row}"] = value
        cells[output.name] = f"$B${row}"
        names.append(output.name)
    made.last_row = _below(sheet, calculator, [(tables[table], found[table]) for table in calculator.tables])
    sheet.protection.sheet = True
    sheet.protection.formatColumns = sheet.protection.formatRows = False
    sheet.freeze_panes = f"A{first - 1}"
    return made


def _entry(
    sheet: Worksheet, row: int, one: Input, lists: tuple[Mapping[str, tuple[str, str]], Mapping[str, Found]]
) -> None:
    write_text(at(sheet, row, 1), one.label, "Stub words")
    target = at(sheet, row, 2)
    code = entry_code(one)
    if isinstance(one.default, Fraction):
        write_number(target, one.default, code, "Entry")
    else:
        write_text(target, one.default, "Entry")
        target.number_format = code
    listed, found = lists
    labels = ""
    if isinstance(one.asked, Choices):
        labels = listed[one.name][0]
    elif isinstance(one.asked, Heads):
        labels = _heads_place(found[one.asked.table], one.asked)
    write_formula(at(sheet, row, 3), fit_formula(one, f"$B${row}", labels), "Hint")
    alarmed(sheet, f"C{row}")
    if isinstance(one.asked, Choices):
        values = listed[one.name][1]
        formula = f'=IF(LEFT($C${row},1)="{ALARM[0]}","",INDEX({values},MATCH($B${row},{labels},0)))'
        write_formula(at(sheet, row, 4), formula, "Counts as")
    elif isinstance(one.asked, Heads):
        formula = f'=IF(LEFT($C${row},1)="{ALARM[0]}","",MATCH($B${row},{labels},0))'
        write_formula(at(sheet, row, 4), formula, "Counts as")
    else:
        at(sheet, row, 4).style = "Counts as"
    validate(sheet, target.coordinate, one, labels)
    choices = () if isinstance(one.asked, Steps) else one.asked.labels
    _height(sheet, row, (one.label, max(choices, key=len, default=""), one.help))


def _heads_place(found: Found, asked: Heads) -> str:
    """Where the heads stand that can be chosen: by name, or by cells where derived columns follow them."""
    columns = found.places.columns
    if asked.along == "rows" or columns.right - columns.left + 1 == len(asked.heads):
        return f"{found.name}_{asked.along}"
    return replace(columns, right=columns.left + len(asked.heads) - 1).reference


def _count(sheet: Worksheet, row: int, first: int) -> None:
    write_text(at(sheet, row, 1), "Entries to mend", "Fact name")
    tests = "+".join(f'(LEFT(C{line},1)="{ALARM[0]}")' for line in range(first, row))
    write_formula(at(sheet, row, 2), f"={tests}", "Counts as")
    at(sheet, row, 2).number_format = '0;0;"none"'


def _lists(sheet: Worksheet, calculator: Calculator, row: int) -> dict[str, tuple[str, str]]:
    """Write what the choices are and what they count as, from `row` on; return where, by the input's name."""
    places = {}
    for one in calculator.inputs:
        if not isinstance(one.asked, Choices):
            continue
        write_heads(sheet, row, (f"Choices: {one.label}", "Counts as", "", ""))
        first = row + 1
        for label, value in zip(one.asked.labels, one.asked.values, strict=True):
            row += 1
            write_text(at(sheet, row, 1), label, "Fact")
            write_number(at(sheet, row, 2), value, "General", "Counts as")
        places[one.name] = (f"$A${first}:$A${row}", f"$B${first}:$B${row}")
        row += 2
    return places


def _below(sheet: Worksheet, calculator: Calculator, used: Sequence[tuple[Table, Found]]) -> int:
    row = sheet.max_row + 2
    if used:
        write_heads(sheet, row, ("Looked up in", "", "", ""))
        for table, where in used:
            row += 1
            write_link(at(sheet, row, 1), table.title, where.places.body.sheet, "Link")
            measure.merge(sheet, row, 1, _WIDE)
        row += 2
    _running(
        sheet,
        row,
        "The framed cells are yours to change. All others are protected, without a password.",
        "Note",
    )
    _check_heads(calculator, {table.id: table for table, _ in used})
    return row


def _check_heads(calculator: Calculator, tables: Mapping[str, Table]) -> None:
    """A sheet must hold those heads as numbers that the calculator looks for as numbers."""
    for one in calculator.inputs:
        if not isinstance(one.asked, Heads):
            continue
        table = tables[one.asked.table]
        points: Sequence[Row | Column] = table.rows if one.asked.along == "rows" else table.columns
        for point, head in zip(points, one.asked.heads, strict=False):
            if (label_number(point.label, point.exact, FormatLedger()) is None) != isinstance(head, str):
                raise RenderError(f"xlsx: the head {point.label!r} of {table.id} is not what {calculator.id} expects")


def _never_negative(one: Input) -> bool:
    match one.asked:
        case Steps(least, _, _):
            return least >= 0
        case Choices(_, values):
            return min(values) >= 0
    return True


def _longest(output: Output) -> str:
    """The longest words that may stand for an answer."""
    return "" if isinstance(output.source, Reckoned) else output.source.beyond


def _running(sheet: Worksheet, row: int, text: str, style: str) -> None:
    write_text(at(sheet, row, 1), text, style)
    measure.merge(sheet, row, 1, _WIDE)
    sheet.row_dimensions[row].height = _LINE * measure.lines(text, sum(WIDTHS)) + 2


def _height(sheet: Worksheet, row: int, texts: Sequence[str]) -> None:
    # The second column is set in larger, bold type.
    lines = max(measure.lines(text, width * 0.9) for text, width in zip(texts, WIDTHS, strict=False))
    sheet.row_dimensions[row].height = _LINE * lines + 5
