"""Headings that would share an address with a table: a chapter `Weapons` may show a table `weapons`.

Markdown makes a heading's id of its words, and a figure's id is its table's. Where both are the same, the table keeps
it, because its rows and cells have links that begin with it, and the heading's gets an ending.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from markdown.extensions.toc import slugify

ENDING = "-section"

_FENCE = re.compile(r"^(?P<marks>`{3,}|~{3,})[^\n]*\n.*?^(?P=marks)[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
# The last line of a piece may go on after a call, so that only a line with an end is looked at.
_HEADING = re.compile(r"^(?P<start>#{1,6}[ \t]+(?P<words>[^\n]*?))[ \t]*#*[ \t]*(?=\n)", re.MULTILINE)


def distinct_headings(markdown: str, taken: Collection[str]) -> str:
    """The Markdown with an id of its own for each heading whose words would give it one that is taken."""
    pieces: list[str] = []
    done = 0
    for fence in (*_FENCE.finditer(markdown), None):
        start, stop = fence.span() if fence else (len(markdown), len(markdown))
        pieces += [_HEADING.sub(lambda heading: _named(heading, taken), markdown[done:start]), markdown[start:stop]]
        done = stop
    return "".join(pieces)


def _named(heading: re.Match[str], taken: Collection[str]) -> str:
    name = slugify(heading["words"], "-")
    return f"{heading['start']} {{#{name}{ENDING}}}" if name in taken else heading[0]
