"""What a check found as JSON: every printed cell and claim, the right ones too, a row a line."""

from __future__ import annotations

import json

from generator.render.contract import Artifact
from generator.tables.check_model import Check, Finding, Tally
from generator.tables.numbers import exact_text


def check_json(system: str, check: Check) -> Artifact:
    """Make `data/<system>/check.json`.

    A row has `table`, `row`, `column`, `printed`, `exact` (as `n/d`, or the words that are right) and `verdict`;
    `ours` is the text that our table shows, `id` the row's part of its link on the check page. Where there is one,
    `difference` is printed minus exact in the unit of the table, `cause` what was computed to explain it, `note` what
    an author says of it. A claim has `claims` for its table, what it says for its row and where for its column.
    """
    rows = ",\n".join(f"    {_line(_row(finding))}" for finding in check.findings)
    counts = ",\n".join(f"    {_line(_counted(tally))}" for tally in check.tallies)
    body = f'{{\n  "system": {_line(system)},\n  "summary": [\n{counts}\n  ],\n  "rows": [\n{rows}\n  ]\n}}\n'
    sources = tuple(dict.fromkeys(table.source for table in check.tables if table.source))
    return Artifact(f"data/{system}/check.json", body.encode(), sources)


def _counted(tally: Tally) -> dict[str, object]:
    return {"table": tally.title, "checked": tally.checked, "stand": tally.standing, **dict(tally.counts)}


def _row(finding: Finding) -> dict[str, str]:
    row = {
        "table": finding.table,
        "row": finding.row,
        "column": finding.column,
        "printed": finding.printed,
        "exact": finding.ours if finding.exact is None else exact_text(finding.exact),
        "verdict": finding.verdict,
        "ours": finding.ours,
        "id": finding.key,
    }
    if finding.checks:
        row["checked_by"] = finding.checks
    if finding.difference:
        row["difference"] = exact_text(finding.difference)
    return row | {name: text for name, text in (("cause", finding.cause), ("note", finding.note)) if text}


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
