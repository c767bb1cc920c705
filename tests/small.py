"""A content folder that builds in moments: one system, two tables, two chapters."""

from __future__ import annotations

from pathlib import Path

_CREDIT = "credit: {game: Tiny, author: Somebody, year: '2026', license: CC0}\n"
_GRID = "rows: {name: dice, title: Dice, values: 1..3}\ncolumns: {name: target, title: Target, values: 4..6}\n"
_PERCENT = "format: {style: percent, digits: 2}\n"
_FILES = {
    "site.yml": "title: A shelf\ntagline: Rules for tests\npages: [index]\nsystems: [tiny]\n",
    "index.md": "# A shelf\n\nOne system.\n\n## More\n\nThat is all.\n",
    "tiny/system.yml": (
        "title: Tiny\nsummary: A system for tests.\n" + _CREDIT + "chapters: [index, rolling]\ntables: [sum, best]\n"
    ),
    "tiny/index.md": "# Tiny\n\nRoll two dice.\n",
    "tiny/rolling.md": '# Rolling\n\nSeven comes up {{ odds("2d6 == 7") }} of the time.\n\n{{ table("sum") }}\n',
    "tiny/tables/sum.yml": (
        "kind: grid\ntitle: Chance by sum\ncaption: The chance of a sum.\n"
        + _GRID + "cell: P((dice)d6 >= target)\n" + _PERCENT
    ),
    "tiny/tables/best.yml": (
        "kind: grid\ntitle: Chance by best die\ncaption: The chance of the best die.\n"
        + _GRID + "cell: P((dice)d6kh1 >= target)\n" + _PERCENT
    ),
}  # fmt: skip


def small_content(folder: Path) -> Path:
    """The content folder, written below `folder`."""
    for path, text in _FILES.items():
        place = folder / "content" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return folder / "content"
