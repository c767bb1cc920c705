"""A small made-up system with a printed source, for tests of what the check says."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from generator.content.load import load
from generator.diagnostics import Problem
from generator.edition import Edition
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.check_model import Check
from generator.tables.sources import check_sources

GRID = """\
    kind: grid
    title: Chances
    caption: How often so many dice reach a total.
    rows: {name: total, title: Total, values: 4..12}
    columns: {name: dice, title: Dice, values: 2..4, label: "{}d6"}
    cell: P((dice)d6 >= total)
    format: {style: percent, digits: 1, mark: false}
"""


def checked(
    folder: Path, *, claims: str = "", printed: str = "", notes: str = "", table: str = GRID, title: str = "Table"
) -> tuple[Check | None, tuple[Problem, ...]]:
    """The check of a system whose source has these claims, and this CSV for its table with these notes."""
    files = {
        "site.yml": "title: T\ntagline: T\npages: [index]\nsystems: [made]\n",
        "index.md": "# Front\n",
        "made/index.md": "# Made\n",
        "made/system.yml": "title: Made\nsummary: Made up.\nchapters: [index]\ntables: [chances]\n"
        "functions:\n  - target(dice, average) = ceil(dice * average)\n",
        "made/tables/chances.yml": dedent(table),
    }
    if claims:
        files["made/claims.yml"] = dedent(claims)
    if printed:
        files["made/published/printed.csv"] = dedent(printed)
        head = f"- file: printed.csv\n  table: chances\n  title: {title}\n"
        files["made/published/published.yml"] = head + notes
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    loaded = load(folder)
    assert loaded.content is not None, loaded.problems
    computed, problems = compute_content(loaded.content)
    assert computed is not None, problems
    library, problems = tabulate_content(computed, Edition("1", ""))
    assert library is not None, problems
    library, problems = check_sources(loaded.content, library)
    return library.books[0].check, problems


def verdicts(check: Check | None) -> list[tuple[str, str, str, str, str]]:
    """Row, column, printed, verdict and cause of whatever is not simply right."""
    assert check is not None
    return [(f.row, f.column, f.printed, f.verdict, f.cause) for f in check.findings if f.verdict != "right" or f.cause]
