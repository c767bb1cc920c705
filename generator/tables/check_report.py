"""What a check found, as tables like any other, so that page, print, sheet and data show it by the same roads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from generator.exact import Fraction
from generator.tables.check_keys import distinct, slug
from generator.tables.check_model import (
    CELL_VERDICTS,
    CLAIM_VERDICTS,
    CLAIMS,
    Check,
    Finding,
    Tally,
    Verdict,
    tally,
)
from generator.tables.model import Cell, Column, Row, Table
from generator.tables.numbers import NumberFormat, show

TITLE = "Checked against the sources"
_WHOLE = NumberFormat("whole")
_FINER = 3
_HEADS: dict[Verdict, str] = {
    "right": "Right",
    "right under another rounding": "Another rounding",
    "right under another legend": "Another legend",
    "misprint": "Misprint",
    "wrong": "Wrong",
    "holds": "Hold",
    "holds as an approximation": "Approximate",
    "does not hold": "Do not hold",
}


def report(system: str, title: str, findings: Sequence[Finding], sources: Sequence[str]) -> Check:
    """The findings of a system with their tallies and tables; `title` is the system's, `sources` the files checked."""
    keyed = [replace(one, key=key) for one, key in zip(findings, distinct([f.key for f in findings]), strict=True)]
    names = dict.fromkeys(finding.table for finding in keyed)
    tallies = tuple(tally(name, system, [f for f in keyed if f.table == name]) for name in names)
    cells = [finding for finding in keyed if finding.table != CLAIMS]
    claims = [finding for finding in keyed if finding.table == CLAIMS]
    off = [finding for finding in cells if finding.verdict != "right" or finding.cause]
    tables = []
    if cells:
        tables.append(_summary(system, title, [one for one in tallies if one.title != CLAIMS]))
    if off:
        tables.append(_cells(system, title, off))
    if claims:
        tables.append(_claims(system, title, claims))
    source = next(iter(sources), "")
    return Check(tuple(keyed), tallies, tuple(replace(table, source=source) for table in tables))


def summary(books: Iterable[tuple[str, Check]]) -> Table:
    """The systems side by side: printed cells and claims, how many stand, and the rest by verdict."""
    rows = []
    for title, check in books:
        counted = {v: sum(one.count(v) for one in check.tallies) for v in (*CELL_VERDICTS, *CLAIM_VERDICTS)}
        cells = sum(counted[verdict] for verdict in CELL_VERDICTS)
        claims = sum(counted[verdict] for verdict in CLAIM_VERDICTS)
        numbers = (cells, *(counted[v] for v in CELL_VERDICTS), claims, *(counted[v] for v in CLAIM_VERDICTS))
        rows.append((title, numbers))
    heads = ("Printed cells", *(_HEADS[v] for v in CELL_VERDICTS), "Claims", *(_HEADS[v] for v in CLAIM_VERDICTS))
    return Table(
        id="check-systems",
        system="",
        title="What was checked",
        caption="Every printed cell and every claim of the sources, by what the exact computation says of it.",
        stub_head="System",
        column_head="",
        columns=tuple(_column(head) for head in heads),
        rows=tuple(Row(slug(title), title, tuple(_whole(n) for n in numbers)) for title, numbers in rows),
        notes=_VERDICT_NOTES,
    )


_VERDICT_NOTES = (
    "A printed cell is right if it reads as our table does under the stated rule and rounding.",
    "Another rounding or legend gives the same exact value by a rule of its own, which is named beside the cell.",
    "A misprint is explained exactly by one slip: a wrong row label, a neighbor's value, a wrong digit.",
    "A claim holds as an approximation if it says about, and the exact value comes to it at the step it is printed in.",
)


def _summary(system: str, title: str, tallies: Sequence[Tally]) -> Table:
    heads = ("Checked", "Stand", *(_HEADS[verdict] for verdict in CELL_VERDICTS))
    return Table(
        id="check-tables",
        system=system,
        title=f"Printed tables of {title}",
        caption="How many cells of each printed table stand, and what the others are.",
        stub_head="Printed table",
        column_head="",
        columns=tuple(_column(head) for head in heads),
        rows=tuple(
            Row(key, one.title, tuple(_whole(n) for n in (one.checked, one.standing, *(n for _, n in one.counts))))
            for one, key in zip(tallies, distinct([slug(one.title) for one in tallies]), strict=True)
        ),
        notes=(*_VERDICT_NOTES[:3], "A row label that the source prints wrongly counts as a cell."),
    )


def _cells(system: str, title: str, findings: Sequence[Finding]) -> Table:
    heads = ("Row", "Column", "Printed", "Exact", "Off by", "Verdict", "Why", "We use")
    rows = tuple(
        Row(
            one.key,
            one.table,
            (
                Cell(one.row),
                Cell(one.column),
                Cell(one.printed),
                _exact(one),
                _difference(one),
                Cell(one.verdict),
                Cell(_why(one)),
                Cell(one.ours),
            ),
        )
        for one in findings
    )
    return Table(
        id="check-cells",
        system=system,
        title=f"Where printed tables of {title} differ",
        caption="Every printed cell that is not simply right, and every one that the rest of its own row denies.",
        stub_head="Printed table",
        column_head="",
        columns=tuple(_column(head) for head in heads),
        rows=rows,
        notes=(
            "Off by is printed minus exact, in the unit of the printed table; a label has no difference.",
            "Row and column are those of the printed table, a wrong row label mended.",
        ),
    )


def _claims(system: str, title: str, findings: Sequence[Finding]) -> Table:
    heads = ("Where", "Printed", "Exact", "Off by", "Verdict", "Why")
    rows = tuple(
        Row(
            one.key,
            one.row,
            (
                Cell(one.column),
                Cell(one.printed),
                Cell(one.ours, one.exact, one.format, replaced=_bounded(one)),
                _difference(one),
                Cell(one.verdict),
                Cell(_why(one)),
            ),
        )
        for one in findings
    )
    return Table(
        id="check-claims",
        system=system,
        title=f"Claims in the source of {title}",
        caption="What the source says in words, with the exact value that decides it.",
        stub_head="What it says",
        column_head="",
        columns=tuple(_column(head) for head in heads),
        rows=rows,
        notes=(
            "Off by is printed minus exact; of two percentages it is in percentage points.",
            _VERDICT_NOTES[3],
        ),
    )


def _column(head: str) -> Column:
    return Column(slug(head), head, derived=True)


def _whole(number: int) -> Cell:
    return Cell(str(number), Fraction(number), _WHOLE)


def _exact(finding: Finding) -> Cell:
    """The exact value some digits finer than the table shows it, so that a rounding can be followed."""
    form = finding.format
    if finding.exact is None or form is None:
        return Cell(finding.ours)
    if form.style in ("percent", "decimal"):
        form = replace(form, digits=form.digits + _FINER)
    shown = show(finding.exact, form)
    return Cell(shown.text, finding.exact, form, replaced=shown.bounded)


def _bounded(finding: Finding) -> bool:
    if finding.exact is None or finding.format is None:
        return False
    return show(finding.exact, finding.format).bounded


def _difference(finding: Finding) -> Cell:
    """The signed difference to four decimals, or as many more as it takes to see that there is one."""
    off = finding.difference
    if off is None:
        return Cell("")
    digits = 4
    while off and abs(off) * 10**digits < 1:
        digits += 1
    form = NumberFormat("whole", signed=True) if off.denominator == 1 else NumberFormat("decimal", digits, signed=True)
    return Cell(show(off, form).text, off, form)


def _why(finding: Finding) -> str:
    """The computed cause, then the author's words."""
    cause, note = finding.cause, finding.note.rstrip(".").lower()
    if note and note in cause.lower():
        return f"{cause[:1].upper()}{cause[1:]}."
    cause = cause[:1].upper() + cause[1:]
    return " ".join(part for part in (f"{cause}." if cause else "", finding.note) if part)
