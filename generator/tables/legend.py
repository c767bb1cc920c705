"""What the signs in a table mean: its declared labels, then the signs of the rounding rule, as far as it uses them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.content.table_definitions import LabelDef
from generator.exact import Fraction
from generator.tables.model import LegendEntry, Row
from generator.tables.numbers import IMPOSSIBLE, NumberFormat, show


def legend(labels: Sequence[LabelDef], rows: Sequence[Row]) -> tuple[LegendEntry, ...]:
    """The entries for every text in the rows that stands for a number and is not the number itself."""
    used = {cell.text: cell.format for row in rows for cell in row.cells if cell.replaced}
    entries = [LegendEntry(label.show, label.meaning) for label in labels if label.show in used]
    declared = {label.show for label in labels}
    for text in sorted(used.keys() - declared, reverse=True):
        form = used[text]
        if form is not None and form.style == "percent" and text != IMPOSSIBLE:
            entries.append(LegendEntry(text, _bound(text, form)))
    if IMPOSSIBLE in used and IMPOSSIBLE not in {entry.sign for entry in entries}:
        entries.append(LegendEntry(IMPOSSIBLE, "impossible"))
    return tuple(entries)


def _bound(text: str, form: NumberFormat) -> str:
    half = Fraction(1, 2 * 10**form.digits) / 100
    finer = NumberFormat("percent", form.digits + 1)
    if text.startswith("<"):
        return f"possible, but below {show(half, finer).text}"
    return f"not certain, but at least {show(1 - half, finer).text}"
