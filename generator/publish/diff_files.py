"""What changed between two sites, as a page that stands alone and as CSV."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO
from itertools import groupby

from generator.publish.site_diff import Change, Difference, Lone
from generator.render.data_csv import harmless
from generator.render.parts import render_part

_HEADS = ("system", "table", "row", "column", "before", "after", "before exact", "after exact")


@dataclass(frozen=True, slots=True)
class _Group:
    """The changes of one table."""

    system: str
    table: str
    title: str
    changes: tuple[Change, ...]
    lone: tuple[Lone, ...]


def diff_page(difference: Difference, old: str, new: str) -> str:
    """A whole page that lists the changes by table; `old` and `new` say which sites were compared."""
    return render_part("changes.html.jinja", groups=groups(difference), old=old, new=new, changes=difference.changes)


def diff_csv(difference: Difference) -> str:
    """A line a changed cell, with its exact values; nothing in it can run in a spreadsheet."""
    out = StringIO()
    lines = [_HEADS]
    for one in difference.changes:
        shown = (one.before.text, one.after.text, one.before.exact, one.after.exact)
        lines.append((one.system, one.table, one.row, one.column, *shown))
    csv.writer(out, lineterminator="\n").writerows([[harmless(field) for field in line] for line in lines])
    return out.getvalue()


def diff_text(difference: Difference) -> str:
    """The changes for the terminal, a line each under the name of their table."""
    lines: list[str] = []
    for group in groups(difference):
        lines.append(f"{group.system}/{group.table}: {group.title}")
        lines += [f"  {one.sentence()}" for one in group.lone]
        lines += [f"  {one.sentence()}" for one in group.changes]
    count = len(difference.changes)
    lines.append("1 cell changed" if count == 1 else f"{count} cells changed")
    return "\n".join(lines)


def groups(difference: Difference) -> tuple[_Group, ...]:
    """The changes by their table, in order."""

    def key(one: Change | Lone) -> tuple[str, str]:
        return one.system, one.table

    made = []
    everything: list[Change | Lone] = [*difference.lone, *difference.changes]
    for (system, table), members in groupby(sorted(everything, key=key), key):
        inside = list(members)
        changes = tuple(one for one in inside if isinstance(one, Change))
        lone = tuple(one for one in inside if isinstance(one, Lone))
        made.append(_Group(system, table, inside[0].title, changes, lone))
    return tuple(made)
