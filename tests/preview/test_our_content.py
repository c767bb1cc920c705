"""All our content in the preview: a save shows at once, and what is remembered is never the reason for an old page."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from generator.edition import Edition
from generator.preview.pages import Pages
from generator.remembering import remembering
from tests.our_site import CONTENT

pytestmark = pytest.mark.slow

EDITS = (
    ("sixes/setting-a-target.md", "\n\n", "\n\nAnother paragraph.\n\n"),
    ("sixes/charts/ever-more-dice.yml", "title: ", "title: Again, "),
    ("percentile/tables/attribute-chance.yml", "digits: 0", "digits: 1"),
    ("percentile/system.yml", "title: ", "title: Again "),
    ("open-ended/finder.yml", "title: ", "title: Again "),
    ("mini-six/claims.yml", "says: ", "says: Again, "),
)


def edit(content: Path, path: str, old: str, new: str) -> None:
    text = (content / path).read_text(encoding="utf-8")
    assert old in text, path
    (content / path).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_saves_show_quickly_and_as_if_all_was_made_anew(tmp_path: Path) -> None:
    content = Path(shutil.copytree(CONTENT, tmp_path / "content"))
    with remembering():
        pages = Pages(content, tmp_path / "preview", Edition("test", "2026-01-02"))
        pages.update()
        assert pages.problems == ()
        took = []
        for one in EDITS:
            edit(content, *one)
            start = time.perf_counter()
            pages.update()
            took.append(time.perf_counter() - start)
            assert pages.problems == (), one
    start = time.perf_counter()
    fresh = Pages(content, tmp_path / "fresh", pages.edition)
    fresh.update()
    anew = time.perf_counter() - start
    one, other = ({p.relative_to(x.site): p.read_bytes() for p in x.site.rglob("*.*")} for x in (pages, fresh))
    assert {path.as_posix() for path in one.keys() | other.keys() if one.get(path) != other.get(path)} == set()
    # A save of a page is there within a second where all content takes a dozen; other machines differ in both.
    assert took[0] < anew / 10
