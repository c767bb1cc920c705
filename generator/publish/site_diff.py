"""What changed between two published sites: every cell whose value or text differs, read from their data files.

Cells are matched by the labels of their table, row and column, so that a row that moves is no change. What one site
alone has is told once, by its outermost part: a table, a row or a column.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.diagnostics import Location, Problem

_SITE_HAS_NO_DATA = "this is no published site with data: it has no folder data/ with tables"


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell as a site shows it; `exact` is `n/d`, and empty for words. `text` carries its unit where it is percent."""

    text: str
    exact: str


@dataclass(frozen=True, slots=True)
class Change:
    """A cell that changed. `joint` is the word between row and column: chances are read against a column."""

    system: str
    table: str
    title: str
    row: str
    column: str
    before: Shown
    after: Shown
    joint: str = ","

    @property
    def place(self) -> str:
        """The cell in words, as in `2D against 7`."""
        return f"{self.row} against {self.column}" if self.joint == "against" else f"{self.row}, {self.column}"

    def sentence(self) -> str:
        """The change in a line, as in `2D against 7: 58.3% → 55.6%`; the exact values where the texts are alike."""
        if self.before.text == self.after.text:
            return f"{self.place}: {self.before.text}, exactly {self.before.exact or '—'} → {self.after.exact or '—'}"
        return f"{self.place}: {self.before.text or '—'} → {self.after.text or '—'}"


@dataclass(frozen=True, slots=True)
class Lone:
    """Something that only one of the sites has: `kind` is table, row or column; `gone` where it is the old one."""

    system: str
    table: str
    title: str
    kind: str
    label: str
    gone: bool

    def sentence(self) -> str:
        """The fact in a line."""
        fate = "is gone" if self.gone else "is new"
        return f"the table {fate}" if self.kind == "table" else f"the {self.kind} {self.label} {fate}"


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs, in the order of systems and tables."""

    changes: tuple[Change, ...]
    lone: tuple[Lone, ...]


def compare_sites(old: Path, new: Path) -> tuple[Difference | None, tuple[Problem, ...]]:
    """What differs between the tables of two sites, or why one of them cannot be read."""
    problems: list[Problem] = []
    before, after = _tables(old, problems), _tables(new, problems)
    if problems:
        return None, tuple(problems)
    changes: list[Change] = []
    lone: list[Lone] = []
    for key in sorted(before.keys() | after.keys()):
        if key in before and key in after:
            changes += _changes(key, before[key], after[key])
            lone += _lone_parts(key, before[key], after[key])
        else:
            table = before.get(key) or after[key]
            lone.append(Lone(*key, str(table["title"]), "table", str(table["title"]), key in before))
    return Difference(tuple(changes), tuple(lone)), ()


def _tables(site: Path, problems: list[Problem]) -> dict[tuple[str, str], Mapping[str, Any]]:
    tables: dict[tuple[str, str], Mapping[str, Any]] = {}
    for path in sorted((site / "data").glob("*/*.json")):
        if path.stem == "check" or path.stem.startswith("check-"):
            # What was checked is about the sources; its numbers are counts of the numbers compared here.
            continue
        try:
            table = json.loads(path.read_text(encoding="utf-8"))
            _cells(table)
        except (OSError, ValueError, KeyError, TypeError):
            problems.append(Problem(Location(str(path)), "the file does not have the published form"))
            continue
        tables[path.parent.name, path.stem] = table
    if not tables and not problems:
        problems.append(Problem(Location(str(site)), _SITE_HAS_NO_DATA, "name the folder that was published"))
    return tables


def _labeled(labels: list[str]) -> list[str]:
    """The labels, each once: one that repeats is numbered."""
    seen: dict[str, int] = {}
    made = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        made.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return made


def _cells(table: Mapping[str, Any]) -> dict[tuple[str, str], Shown]:
    """Every cell by the labels of its row and column."""
    columns, rows = _labels_of(table)
    percent = "percent" in table["unit"]
    derived = set(table["derived"])
    made: dict[tuple[str, str], Shown] = {}
    for label, row in zip(rows, table["rows"], strict=True):
        for column, cell in zip(columns, row["cells"], strict=True):
            text, exact = str(cell["text"]), str(cell.get("exact", ""))
            unmarked = exact and any(c.isdigit() for c in text) and not text.endswith("%")
            made[label, column] = Shown(f"{text}%" if percent and unmarked and column not in derived else text, exact)
    return made


def _labels_of(table: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    return _labeled([str(one) for one in table["columns"]]), _labeled([str(row["label"]) for row in table["rows"]])


def _changes(key: tuple[str, str], old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    before, after = _cells(old), _cells(new)
    derived = set(new["derived"])
    for (row, column), now in after.items():
        was = before.get((row, column))
        if was is not None and was != now:
            against = "against" if new["column_head"] and column not in derived else ","
            yield Change(*key, str(new["title"]), row, column, was, now, against)


def _lone_parts(key: tuple[str, str], old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Lone]:
    for kind, was, now in zip(("column", "row"), _labels_of(old), _labels_of(new), strict=True):
        for label in was:
            if label not in now:
                yield Lone(*key, str(new["title"]), kind, label, gone=True)
        for label in now:
            if label not in was:
                yield Lone(*key, str(new["title"]), kind, label, gone=False)
