# ruff: noqa: E501  the words of the grammar in a row
"""Whatever is written into content ends in a definition or in problems: no traceback, no file outside, no long wait."""

from __future__ import annotations

import resource
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.edition import Edition
from generator.pipeline import library
from generator.tables.odds import ask
from tests.small import small_content

pytestmark = pytest.mark.slow

SECONDS, BYTES = 5.0, 400 << 20
TOKENS = [
    "d",
    "d6",
    "2d6",
    "10d10",
    "d%",
    "4dF",
    "d{0,1}",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "+",
    "-",
    "*",
    "/",
    "!",
    "!{5,6}",
    "!>=5",
    "kh1",
    "kl2",
    "dh1",
    "dl1",
    ">=",
    "<=",
    "==",
    "!=",
    ">",
    "<",
    "=",
    ",",
    ":",
    "..",
    ";",
    "if",
    "and",
    "or",
    "not",
    "where",
    "P(",
    "mean(",
    "max(",
    "min(",
    "count(",
    "repeat(",
    "explode(",
    "reroll(",
    "largest(",
    "sum(",
    "prod(",
    "quantile(",
    "highest(",
    "given",
    "for",
    "t",
    "0",
    "1",
    "2",
    "3",
    "7",
    "100",
    "99999999999",
    "1/0",
    "0.1",
    "12%",
    "-1",
    "on=6",
    "limit=3",
    "forever",
    "k",
    "=",
    "1..5",
    "a",
    "b",
    "p",
    '"',
    "'",
    "\\",
    "ü",
    "\x00",
    "\n",
    "🎲",
]
NOTATION = st.lists(st.sampled_from(TOKENS), max_size=14).map(" ".join) | st.text(max_size=60)
PIECES = (
    "kind: grid\n", "rows:", "columns:", "cell:", "{name: a, title: A, values: 1..3}", "&a [*a]", "*a", "!!python/object:os.system x",
    "- ", "  ", "\n", "? ", "|\n", "---\n", "values: 1..999999999", "../../../etc/passwd", "<<: *a", "true", "1e999", "2026-01-01",
    "format:", "{style: percent, digits: 99}", "{{", "}}", '{{ table("sum") }}', '{{ odds("9999d9999 > 3") }}', "\t", "\ufeff", "\x07",
)  # fmt: skip
SOURCE = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=20).map("".join)
MARKDOWN = st.lists(
    st.sampled_from(
        ["{{ ", " }}", "odds(", '"2d6 == 7"', "table(", '"sum"', ")", "cell(", 'row="2"', "__import__('os')", "<script>",
         "[x](../../x.md)", "# ", "\n\n", "`", "```", "source(", '"../../site"', "lambda: 0", "(" * 200, "{{" * 50]
    )
    | st.text(max_size=8),
    max_size=15,
).map("".join)  # fmt: skip
USUAL = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


class bounded:  # noqa: N801  it reads as what it does
    """The block ends within the budget of one input, and keeps to its memory."""

    def __enter__(self) -> None:
        self.start = time.process_time()
        self.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def __exit__(self, *error: object) -> None:
        assert time.process_time() - self.start < SECONDS
        assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - self.memory) * 1024 < BYTES


@settings(USUAL, max_examples=400)
@given(NOTATION)
def test_notation(expression: str) -> None:
    with bounded():
        ask(expression, 2)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_content(tmp_path_factory.mktemp("fuzz"))


def tried(content: Path, path: str, text: str) -> None:
    place = content / path
    whole = place.read_bytes()
    try:
        place.write_bytes(text.encode("utf-8", "surrogatepass"))
        with bounded():
            outcome = library(content, Edition("test", ""))
        assert outcome.library is not None or outcome.problems
        for problem in outcome.problems:
            assert problem.location.path.startswith(str(content))
            assert problem.message
    finally:
        place.write_bytes(whole)
    shown = sorted(found.name for found in content.parent.iterdir())
    assert shown == ["content"]


@USUAL
@given(SOURCE)
def test_yaml_of_a_table(content: Path, text: str) -> None:
    tried(content, "tiny/tables/sum.yml", text)


@USUAL
@given(SOURCE)
def test_yaml_of_a_system(content: Path, text: str) -> None:
    tried(content, "tiny/system.yml", text)


@USUAL
@given(MARKDOWN)
def test_calls_in_markdown(content: Path, text: str) -> None:
    tried(content, "tiny/rolling.md", text)


@USUAL
@given(NOTATION)
def test_a_cell(content: Path, expression: str) -> None:
    whole = (content / "tiny/tables/sum.yml").read_text()
    quoted = "'" + expression.replace("'", "''") + "'"
    tried(content, "tiny/tables/sum.yml", whole.replace("P((dice)d6 >= target)", quoted))


@USUAL
@given(st.lists(st.lists(NOTATION, max_size=4).map(",".join), max_size=6).map("\n".join) | st.text(max_size=80))
def test_printed_csv(content: Path, text: str) -> None:
    folder = content / "tiny" / "published"
    folder.mkdir()
    try:
        (folder / "published.yml").write_text(
            "- {file: old.csv, table: sum, title: Old, misprints: [], row_labels: []}\n"
        )
        (folder / "old.csv").write_bytes(b"")
        tried(content, "tiny/published/old.csv", text)
    finally:
        shutil.rmtree(folder)
