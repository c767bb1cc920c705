"""The authors' pages as tests read them: sections by heading, the keys they list, and the blocks of code in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.content.definitions import Content
from generator.content.load import load

CONTENT = Path(__file__).parents[2] / "content"
PAGES = sorted((CONTENT / "authors").glob("*.md"))

_HEADING = re.compile(r"(#{2,3}) (.+)")
_FENCE = re.compile(r"^(?P<marks>`{3,})(?P<language>\w*)\n(?P<text>.*?)^(?P=marks)$", re.MULTILINE | re.DOTALL)
_BULLET = re.compile(r"^- ((?:`[^`]+`(?:, )?)+):", re.MULTILINE)


@dataclass(frozen=True)
class Fence:
    """A block of code on a page, and the line of text before it."""

    page: str
    before: str
    language: str
    text: str


@cache
def content() -> Content:
    loaded = load(CONTENT)
    assert loaded.content is not None, loaded.problems
    return loaded.content


def sections(page: str) -> dict[str, str]:
    """The text of each section, without that of the sections below it."""
    found: dict[str, str] = {}
    heading = ""
    for line in _FENCE.sub("", (CONTENT / "authors" / f"{page}.md").read_text("utf-8")).splitlines():
        if match := _HEADING.fullmatch(line):
            heading = match[2]
            assert heading not in found, f"{page}.md has two sections {heading!r}"
        found[heading] = found.get(heading, "") + line + "\n"
    return found


def listed_keys(text: str) -> set[str]:
    """The keys that a section lists: those that begin its bullets, before the colon."""
    return {key for bullet in _BULLET.findall(text) for key in re.findall(r"`([^`]+)`", bullet)}


def fences() -> list[Fence]:
    """Every block of code of every page, in order."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in _FENCE.finditer(text):
            before = text[: match.start()].rstrip().rsplit("\n", 1)[-1]
            found.append(Fence(page.stem, before, match["language"], match["text"]))
    return found
