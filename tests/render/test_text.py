"""Tables for the terminal: aligned, arranged as the page arranges them, and as Markdown that GitHub renders."""

from __future__ import annotations

from dataclasses import replace

from markdown_it import MarkdownIt

from generator.render.contract import FEATURES
from generator.render.text import (
    HONORS,
    LEAVES,
    MARKDOWN_HONORS,
    MARKDOWN_LEAVES,
    markdown,
    plain,
)
from generator.tables.layout import arrange
from generator.tables.model import Cell, Row, Spanner
from tests.samples import banded_table, split_table, whole_table

BANDED = """\
Chance by average
The chance of reaching the target, by dice and required average.
(chance in percent)

                   Required average
      Below 3.5  From 3.5
Dice        2.5    3.5   4.5  Advice
----  ---------  -----  ----  ------------------
   6    ▲ 86.00  16.67  ▼ ~0  =1+1
   7    ▲ 87.00  14.29  ▼ ~0  <b>roll & hope</b>
   8    ▲ 88.00  12.50  ▼ ~0  <b>roll & hope</b>
   9    ▲ 89.00  11.11  ▼ ~0  <b>roll & hope</b>
  10    ▲ 90.00  10.00  ▼ ~0  <b>roll & hope</b>
  11    ▲ 91.00   9.09  ▼ ~0  <b>roll & hope</b>
  12    ▲ 92.00   8.33  ▼ ~0  <b>roll & hope</b>

Six dice against 2.5 succeed 86 times in a hundred.

~0 = below 0.01%, yet possible
— = impossible
▲ easier than advised
▼ harder than advised

Advice: What a game master might say.
Rows need not add up to 100 after rounding.
"""


def test_plain_text_whole() -> None:
    assert plain(banded_table()) == BANDED


def test_plain_text_splits_and_collapses_as_the_page_does() -> None:
    table = split_table()
    text = plain(table)
    assert text.count("Target") == 2 and "Part 1 of 2:" in text and "Part 2 of 2:" in text
    for part in arrange(table):
        for group in part.groups:
            line = "  ".join([f"{group.label:>10}", *(f"{cell.text:>5}" for cell in group.cells)])
            assert line in text.splitlines()
    assert "18 or more      —      —      —" in text


def test_narrow_terminal_breaks_between_columns_and_repeats_the_stub() -> None:
    table = replace(split_table(), layout=replace(split_table().layout, parts=()))
    text = plain(table, 26)
    assert max(len(line) for line in text.splitlines() if not line.startswith("The")) <= 26
    assert "Columns 1d6 to 2d6 (1 of 3):" in text.replace("\n", " ")
    stubs = [line for line in text.splitlines() if line.startswith("-") or line.lstrip().startswith("Target")]
    assert len(stubs) == 6
    heads = " ".join(line for line in text.splitlines() if "Target" in line).split()
    assert [head for head in heads if head != "Target"] == [f"{n}d6" for n in range(1, 7)]


def test_terminal_narrower_than_a_column_still_shows_every_cell_whole() -> None:
    text = plain(banded_table(), 5)
    for row in banded_table().rows:
        for cell in row.cells:
            assert any(line.endswith(cell.text) for line in text.splitlines())


def test_spanners_stand_over_their_columns_also_when_cut() -> None:
    table = replace(banded_table(), spanners=(Spanner("Everything that is a number", 0, 3),))
    line = next(line for line in plain(table).splitlines() if "Everything" in line)
    assert line.strip() == "Everything that is a number"
    cut = [line for line in plain(table, 24).splitlines() if line.strip().startswith(("Every", "Ever", "…"))]
    assert len(cut) == 2 and cut[0].endswith("…")


def test_wide_characters_and_control_characters() -> None:
    table = replace(
        whole_table(), rows=(Row("a", "剣士", (Cell("1"), Cell("\x1b[31mred"))), Row("b", "x", (Cell("2"), Cell("y"))))
    )
    lines = plain(table).splitlines()
    assert "\x1b" not in plain(table)
    assert lines[5:] == ["剣士   1        [31mred", "x      2       y"]


def test_markdown_renders_to_the_same_table() -> None:
    table = banded_table()
    text = markdown(table)
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<tr>") == len(table.rows) + 1
    assert "&lt;b&gt;roll &amp; hope&lt;/b&gt;" in html and "<b>roll" not in html
    assert html.count('<td style="text-align:right">') == 3 * len(table.rows)
    assert "Below 3.5: 2.5. From 3.5: 3.5 to 4.5." in text
    assert "Across: Required average. Unit: chance in percent." in text
    for line in ("- ▲ easier than advised", "- — = impossible", "- Advice: What a game master might say."):
        assert line in text.splitlines()


def test_markdown_keeps_every_row_and_column() -> None:
    table = split_table()
    grid = [line for line in markdown(table).splitlines() if line.startswith("|")]
    assert len(grid) == len(table.rows) + 2
    assert {line.count("|") for line in grid} == {len(table.columns) + 2}
    assert len({len(line) for line in grid}) == 1, "the source lines up"


def test_markdown_escapes_what_would_break_a_cell() -> None:
    table = replace(whole_table(), rows=(Row("a", "a|b", (Cell("*x*"), Cell("[y](z)\nnext"))),))
    last = [line for line in markdown(table).splitlines() if line.startswith("|")][-1]
    assert last.startswith("| a\\|b") and "\\*x\\*" in last and "\\[y\\](z) next" in last


def test_every_feature_is_honored_or_left_with_a_reason() -> None:
    for honors, leaves in ((HONORS, LEAVES), (MARKDOWN_HONORS, MARKDOWN_LEAVES)):
        assert honors | leaves.keys() == FEATURES and not honors & leaves.keys()
