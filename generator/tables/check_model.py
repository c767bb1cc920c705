"""What a check against a source finds: one finding for every printed cell, row label and claim, and their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from generator.exact import Fraction
from generator.tables.model import Table
from generator.tables.numbers import NumberFormat

Verdict = Literal[
    "right",
    "right under another rounding",
    "right under another legend",
    "misprint",
    "wrong",
    "holds",
    "holds as an approximation",
    "does not hold",
]
CELL_VERDICTS: tuple[Verdict, ...] = (
    "right",
    "right under another rounding",
    "right under another legend",
    "misprint",
    "wrong",
)
CLAIM_VERDICTS: tuple[Verdict, ...] = ("holds", "holds as an approximation", "does not hold")
STANDING: frozenset[Verdict] = frozenset((*CELL_VERDICTS[:3], *CLAIM_VERDICTS[:2]))
CLAIMS = "claims"

_SAID: dict[Verdict, str] = {
    "right under another rounding": "under another rounding",
    "right under another legend": "under another legend",
    "misprint": "misprinted",
    "wrong": "wrong",
    "holds as an approximation": "as an approximation",
    "does not hold": "not",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One printed thing and what becomes of it.

    `table` is what the source calls its table, and `claims` for a claim, whose `row` is what it says and whose
    `column` is where it says so. `exact` is None for words, which are in `ours`, the text that we use. `difference`
    is printed minus exact, in the unit of what is printed. `cause` is computed, `note` an author's own words.
    `key` is its part of a permanent link; `checks` names our table that computes the cell.
    """

    table: str
    row: str
    column: str
    printed: str
    ours: str
    verdict: Verdict
    key: str
    exact: Fraction | None = None
    format: NumberFormat | None = None
    difference: Fraction | None = None
    cause: str = ""
    note: str = ""
    checks: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings of one printed table, or of the claims, came to each verdict."""

    title: str
    system: str
    counts: tuple[tuple[Verdict, int], ...]

    @property
    def checked(self) -> int:
        """How many were checked."""
        return sum(count for _, count in self.counts)

    @property
    def standing(self) -> int:
        """How many stand, under another rounding or legend and as approximations too."""
        return sum(count for verdict, count in self.counts if verdict in STANDING)

    def count(self, verdict: Verdict) -> int:
        """How many came to this verdict."""
        return dict(self.counts).get(verdict, 0)

    def sentence(self) -> str:
        """The tally as `dicepress verify` prints it."""
        what = "claims" if self.title == CLAIMS else "printed cells"
        rest = [f"{count} {_SAID[verdict]}" for verdict, count in self.counts if count and verdict in _SAID]
        name = f"{self.system}, {self.title}"
        return f"{name}: {self.standing} of {self.checked} {what} stand" + "".join(f", {words}" for words in rest)


def tally(title: str, system: str, findings: Sequence[Finding]) -> Tally:
    """The findings counted, every verdict that such findings can have in its order."""
    counted = Counter(finding.verdict for finding in findings)
    order = CLAIM_VERDICTS if title == CLAIMS else CELL_VERDICTS
    return Tally(title, system, tuple((verdict, counted[verdict]) for verdict in order))


def summary_sentence(tallies: Sequence[Tally]) -> str:
    """All tallies in one line: how much was checked, how much stands."""
    cells = [one for one in tallies if one.title != CLAIMS]
    claims = [one for one in tallies if one.title == CLAIMS]
    parts = [
        f"{sum(one.standing for one in group)} of {sum(one.checked for one in group)} {what}"
        for group, what in ((cells, "printed cells stand"), (claims, "claims hold"))
        if group
    ]
    return f"checked against the sources: {', '.join(parts) or 'nothing to check'}"


@dataclass(frozen=True, slots=True)
class Check:
    """Everything that was checked of one system: the findings, their tallies, and the tables that show them."""

    findings: tuple[Finding, ...]
    tallies: tuple[Tally, ...]
    tables: tuple[Table, ...]
