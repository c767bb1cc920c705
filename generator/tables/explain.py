"""How one cell came to be: its expression with the numbers put in, the exact value, and each step to what is shown.

A step is a heading and a sentence. What each kind of table computes is told in `explain_kinds.py`; here stand the
steps that all kinds share, from the exact value to the text.
"""

from __future__ import annotations

from generator.content.table_definitions import RowsBase
from generator.diagnostics import allowed_words
from generator.exact import Fraction
from generator.tables.computed import Computed, Head
from generator.tables.contexts import Context
from generator.tables.explain_kinds import Step, cell_steps
from generator.tables.heads import column_labels
from generator.tables.model import Cell, Table
from generator.tables.numbers import MINUS, NumberFormat, round_half_up, show
from generator.tables.single import Single

DECIMALS = 12


def explain(made: Single, row: str, column: str) -> tuple[Step, ...]:
    """Every step of the cell in this row and column, by the labels of the finished table.

    Raises LookupError with a sentence where the table has no such row or column, and Unfit where a step cannot be
    computed.
    """
    table, computed = made.table, made.computed
    if computed is None:
        raise LookupError("the numbers behind a chart are explained by the chart's definition alone")
    down = _index("row", row, [one.label for one in table.rows])
    across = _index("column", column, column_labels(table))
    cell = table.rows[down].cells[across]
    if computed.definition.layout.model_dump().get("transpose"):
        down, across = across, down
    head, point, value = computed.columns[across], computed.rows[down], computed.cells[down][across]
    steps = [Step("table", f"{table.title}, row {row}, column {column}")]
    steps += cell_steps(computed, point, across, made.shared)
    if isinstance(value, str):
        return (*steps, Step("shown", cell.text or "nothing; the entry leaves this cell out"))
    steps += [Step("exact", str(value)), *_decimal(value)]
    steps.append(Step("format", f"{_spoken(head.format)}: {_rounded(value, head.format)}"))
    here = computed.context.having(point.names).having({**head.names, "value": value})
    return (*steps, *_signs(computed, head, cell, here), Step("shown", _with_sign(table, cell)))


def _index(what: str, label: str, labels: list[str]) -> int:
    """Where a label stands; a keyboard's hyphen may stand for a minus, and a plus may be left out."""
    for written in (label, label.replace("-", MINUS), f"+{label}"):
        if written in labels:
            return labels.index(written)
    raise LookupError(f"the table has no {what} {label!r}; {allowed_words(label, labels)}")


def _decimal(value: Fraction) -> list[Step]:
    """The first decimals, where the exact value is not a whole number."""
    if value.denominator == 1:
        return []
    text = show(value, NumberFormat("decimal", DECIMALS, trim=True)).text
    cut = round_half_up(value, DECIMALS) != value
    return [Step("decimal", f"about {text}" if cut else text)]


def _spoken(form: NumberFormat) -> str:
    """A number format in words."""
    words: list[str] = [form.style]
    if form.style in ("decimal", "percent", "odds"):
        words.append(f"{form.digits} decimal" + ("" if form.digits == 1 else "s"))
    if form.style == "percent" and not form.mark:
        words.append("without %")
    words += ["with a plus above zero"] if form.signed else []
    words += ["without zeros at the end"] if form.trim else []
    return ", ".join(words)


def _rounded(value: Fraction, form: NumberFormat) -> str:
    """What the format makes of the value, and the rule by which it does."""
    shown = show(value, form)
    if not shown.bounded:
        scale = 100 * value if form.style == "percent" else 1 / value if form.style == "odds" and value else value
        inexact = form.style in ("decimal", "percent", "odds") and round_half_up(scale, form.digits) != scale
        return f"{shown.text}, rounded once, halves up" if inexact else f"{shown.text}, nothing to round"
    if value == 0:
        return f"{shown.text}, since it cannot happen"
    nearly = "certain" if value > Fraction(1, 2) else "impossible"
    return f"{shown.text}, since it would round to what is {nearly}, and it is not"


def _signs(computed: Computed, head: Head, cell: Cell, here: Context) -> list[Step]:
    """The label and the band that the table declares, each with the condition that decided."""
    definition = computed.definition
    if not isinstance(definition, RowsBase) or not head.judged:
        return []
    steps: list[Step] = []
    label = next((label for label in definition.labels if here.number(label.when) == 1), None)
    if label is not None:
        steps.append(Step("label", f"{label.show}, since {label.when.text} ({label.meaning})"))
    elif definition.labels:
        steps.append(Step("label", "none of the table's labels holds here"))
    band = next((band for band in definition.bands if band.key == cell.band), None)
    if band is not None:
        steps.append(Step("band", f"{band.title}, since {band.when.text}"))
    elif definition.bands:
        steps.append(Step("band", "none of the table's bands holds here"))
    return steps


def _with_sign(table: Table, cell: Cell) -> str:
    return f"{cell.text} {table.band(cell.band).sign}" if cell.band else cell.text
