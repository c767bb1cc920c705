"""A build tells of every permanent link that it breaks, and of none that it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.edition import Edition
from generator.order import Order
from generator.pipeline import Outcome, build
from generator.publish.permanence import lost_links
from tests.small import small_content

pytestmark = pytest.mark.slow


@pytest.fixture
def content(tmp_path: Path) -> Path:
    made = small_content(tmp_path)
    assert published(made).lost == ()
    return made


def published(content: Path, out: str = "site") -> Outcome:
    outcome = build(Order(content, content.parent / out, Edition("1", "2026-01-02"), formats=("html", "data")))
    assert outcome.problems == ()
    return outcome


def edited(content: Path, path: str, old: str, new: str) -> None:
    text = (content / path).read_text("utf-8")
    assert old in text
    (content / path).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_lost_cell_row_and_heading_are_told(content: Path) -> None:
    edited(content, "tiny/tables/sum.yml", "values: 1..3", "values: 1..2")
    edited(content, "index.md", "## More", "## Else")
    said = [str(problem) for problem in published(content).lost]
    assert said == [
        "index.html:0:0: 1 permanent link leads nowhere on this page now: #more",
        (
            "tiny/rolling.html:0:0: 4 permanent links lead nowhere on this page now: "
            "#sum--3, #sum--3--4, #sum--3--5 and others"
        ),
        (
            "tiny/tables/sum.html:0:0: 4 permanent links lead nowhere on this page now: "
            "#sum--3, #sum--3--4, #sum--3--5 and others"
        ),
    ]
    # What is published now is what the next build is held against.
    assert published(content).lost == ()


def test_the_command_line_tells_and_still_publishes(content: Path) -> None:
    site = content.parent / "site"
    edited(content, "index.md", "## More", "## Else")
    arguments = ["build", "--only", "html,data", "--jobs", "1", "--content", str(content), "--out", str(site)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "index.html:0:0: 1 permanent link leads nowhere on this page now: #more" in result.stderr
    assert 'id="else"' in (site / "index.html").read_text("utf-8")


def test_a_lost_page_is_told(content: Path) -> None:
    edited(content, "tiny/system.yml", "tables: [sum, best]", "tables: [sum]")
    (content / "tiny/tables/best.yml").unlink()
    # A whole build alone may take a page away, and PDFs take long; so this one is put beside the first.
    published(content, "second")
    said = [str(problem) for problem in lost_links(content.parent / "site", content.parent / "second")]
    assert said == ["tiny/tables/best.html:0:0: this page was published before, and links to it now lead nowhere"]


def test_a_heading_may_be_called_what_the_page_calls_its_parts(content: Path) -> None:
    edited(content, "tiny/index.md", "Roll two dice.", "Roll two dice.\n\n## Tables\n\nTwo.\n\n## Site text\n\nNone.")
    edited(content, "tiny/rolling.md", "# Rolling", "# Rolling\n\n## Text\n\n## Tables\n\n## Site search\n")
    published(content, "second")
    front = (content.parent / "second/tiny/index.html").read_text("utf-8")
    ids = ("tables", "tables-section", "site-text", "site-text-section")
    assert all(front.count(f'id="{one}"') == 1 for one in ids)
    chapter = (content.parent / "second/tiny/rolling.html").read_text("utf-8")
    assert all(chapter.count(f'id="{one}"') == 1 for one in ("text", "tables", "site-search", "site-search-section"))


def test_two_releases_are_compared_wherever_they_lie(content: Path) -> None:
    edited(content, "index.md", "## More", "## Else")
    published(content, "second")
    sites = [str(content.parent / "site"), str(content.parent / "second")]
    result = CliRunner().invoke(main, ["diff", *sites])
    assert result.exit_code == 0, result.output
    assert "index.html:0:0: 1 permanent link leads nowhere on this page now: #more" in result.stderr
    assert CliRunner().invoke(main, ["diff", sites[0], sites[0]]).stderr == ""


def test_new_rows_and_other_words_break_nothing(content: Path) -> None:
    edited(content, "tiny/tables/sum.yml", "values: 1..3", "values: 1..4")
    edited(content, "index.md", "That is all.", "That is not all.")
    assert published(content).lost == ()
