"""Pages kept from an earlier build are those that would be made, and hide nothing that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.edition import Edition
from generator.order import Order
from generator.pipeline import build
from generator.publish import mkdocs
from generator.publish.manifest import NAME
from tests.small import small_content

LINK = "tiny/index.md", "Roll two dice.\n", "Roll two dice, as [told](rolling.md#best-of-all).\n"
HEADING = "tiny/rolling.md", "# Rolling\n\n", "# Rolling\n\n## Best of all\n\n"


def ordered(content: Path, out: Path, *, cached: bool = True) -> Order:
    return Order(content, out, Edition("test", "2026-01-02"), formats=("html",), cached=cached)


def edit(content: Path, path: str, old: str, new: str) -> None:
    text = (content / path).read_text(encoding="utf-8")
    assert old in text
    (content / path).write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The pages that MkDocs made, run by run."""
    runs: list[set[str]] = []
    build_site = mkdocs.build_site

    def watched(docs: Path, site: Path, *args: Any, **kwargs: Any) -> Any:
        kept = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
        problems = build_site(docs, site, *args, **kwargs)
        runs.append({path.relative_to(site).as_posix() for path in site.rglob("*.html")} - kept)
        return problems

    monkeypatch.setattr(mkdocs, "build_site", watched)
    return runs


def test_an_edit_makes_the_pages_that_show_it_and_the_bytes_of_a_build_anew(
    tmp_path: Path, made: list[set[str]]
) -> None:
    content = small_content(tmp_path)
    assert build(ordered(content, tmp_path / "site")).problems == ()
    edit(content, "tiny/tables/sum.yml", "(dice)d6", "(dice)d8")
    assert build(ordered(content, tmp_path / "site")).problems == ()
    assert made[1] == {"tiny/rolling.html", "tiny/tables/sum.html", "404.html"}
    assert build(ordered(content, tmp_path / "anew", cached=False)).problems == ()
    assert len(made[2]) > 6
    assert (tmp_path / "site" / NAME).read_bytes() == (tmp_path / "anew" / NAME).read_bytes()


def test_another_title_makes_every_page_again(tmp_path: Path, made: list[set[str]]) -> None:
    content = small_content(tmp_path)
    build(ordered(content, tmp_path / "site"))
    edit(content, "tiny/rolling.md", "# Rolling", "# Throwing")
    assert build(ordered(content, tmp_path / "site")).problems == ()
    assert made[1] == made[0]


def test_a_kept_page_whose_link_breaks_is_told_of_as_in_a_build_anew(tmp_path: Path) -> None:
    content = small_content(tmp_path)
    edit(content, *LINK)
    edit(content, *HEADING)
    assert build(ordered(content, tmp_path / "site")).problems == ()
    edit(content, HEADING[0], HEADING[2], HEADING[1])
    kept, anew = (build(ordered(content, tmp_path / "site", cached=cached)).problems for cached in (True, False))
    assert kept == anew
    assert any("best-of-all" in problem.message for problem in kept)
