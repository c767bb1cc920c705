"""Reads `check.json` back: every finding with its exact value, and for what is called right a second proof."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from generator.diagnostics import Location, Problem
from generator.publish.readback.admission import admits
from generator.tables.check_model import Check, Finding, Tally
from generator.tables.numbers import NumberFormat

_KEYS = ("table", "row", "column", "printed", "exact", "verdict")


def read_check(system: str, check: Check, site: Path) -> list[Problem]:
    """What differs in `data/<system>/check.json`."""
    path = f"data/{system}/check.json"
    try:
        found = json.loads((site / path).read_bytes().decode("utf-8"))
        rows, counts = found["rows"], found["summary"]
        read = [tuple(str(row[key]) for key in _KEYS) for row in rows]
    except FileNotFoundError:
        return [Problem(Location(path), "the file is missing")]
    except (ValueError, KeyError, TypeError):
        return [Problem(Location(path), "the file does not have the published form")]
    wanted = [_facts(finding) for finding in check.findings]
    if len(read) != len(wanted):
        return [Problem(Location(path), f"{len(read)} rows are listed, but {len(wanted)} were checked")]
    problems = [
        Problem(Location(path), f"{listed!r} is listed, but it is {due!r}")
        for listed, due in zip(read, wanted, strict=True)
        if listed != due
    ]
    if counts != [_counted(one) for one in check.tallies]:
        problems.append(Problem(Location(path), "the summary does not count the rows"))
    return [*problems, *(problem for finding in check.findings for problem in _unproved(finding, path))]


def _counted(tally: Tally) -> dict[str, object]:
    return {"table": tally.title, "checked": tally.checked, "stand": tally.standing, **dict(tally.counts)}


def _facts(finding: Finding) -> tuple[str, ...]:
    exact = finding.ours if finding.exact is None else f"{finding.exact.numerator}/{finding.exact.denominator}"
    return finding.table, finding.row, finding.column, finding.printed, exact, finding.verdict


def _unproved(finding: Finding, path: str) -> Iterator[Problem]:
    """A printed number that is called right must admit the exact value, by rules that know nothing of the check."""
    form, text = finding.format, finding.printed
    if finding.verdict != "right" or finding.exact is None or form is None or not text.replace(".", "", 1).isdigit():
        return
    # A source may leave out the zeros at the end.
    missing = form.digits - len(text.partition(".")[2])
    whole = text + ("." if "." not in text and missing else "") + "0" * missing
    if form.style not in ("percent", "decimal", "whole"):
        return
    if not any(admits(one, finding.exact, _bare(form)) for one in (text, whole)):
        place = f"{finding.table}, row {finding.row}, column {finding.column}"
        yield Problem(Location(path), f"{place}: {text} is called right, but the exact value is {finding.exact}")


def _bare(form: NumberFormat) -> NumberFormat:
    return NumberFormat(form.style, form.digits, mark=False)
