"""What an author says of printed cells, held against what was computed: a note may add words, never another verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.content.file_definitions import MisprintDef
from generator.content.published import PrintedTable
from generator.diagnostics import Problem
from generator.exact import Fraction
from generator.tables.check_model import Finding
from generator.tables.numbers import exact_text


def noted(printed: PrintedTable, findings: Sequence[Finding]) -> tuple[list[Finding], list[Problem]]:
    """The findings with their author's words, and every note that the computed verdict or value contradicts."""
    listed = {(note.row, note.column): (index, note) for index, note in enumerate(printed.misprints)}
    made: list[Finding] = []
    problems: list[Problem] = []
    for finding in findings:
        index, note = listed.get((finding.row, finding.column), (0, None))
        if note is None:
            made.append(finding)
            continue
        problems += _contradictions(printed, index, note, finding)
        made.append(replace(finding, note=" ".join(note.cause.split())))
    return made, problems


def _contradictions(printed: PrintedTable, index: int, note: MisprintDef, finding: Finding) -> Iterator[Problem]:
    where = printed.definition.where
    if finding.verdict == "right":
        message = f"{note.printed!r} is listed as a misprint, but it is what we compute"
        yield Problem(where("misprints", index), message)
    elif note.verdict is not None and note.verdict != finding.verdict:
        message = f"the verdict {note.verdict!r} is not what we compute"
        cause = f" ({finding.cause})" if finding.cause else ""
        yield Problem(where("misprints", index, "verdict"), message, f"we compute {finding.verdict!r}{cause}")
    if not _same(note.exact, finding):
        computed = finding.ours if finding.exact is None else exact_text(finding.exact)
        message = f"the exact value {note.exact} is not what we compute"
        yield Problem(where("misprints", index, "exact"), message, f"we compute {computed}")


def _same(stated: str, finding: Finding) -> bool:
    if finding.exact is None:
        return stated == finding.ours
    try:
        return Fraction(stated) == finding.exact
    except ValueError:
        return False
