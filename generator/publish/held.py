"""Keeps the figures of tables and charts out of MkDocs, which holds the text of all pages three times at once.

A figure is finished HTML of tens of kilobytes, with an id for each cell, and Markdown has nothing to do in it. So a
page passes through MkDocs with a short figure in the place of each, and gets them back, read from its file again, when
it is written. The page is the same to the byte, and MkDocs, which reads slowly, reads a small part of it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ID = re.compile(r'\sid="([^"]+)"')

_EDGE = re.compile(r'^<figure class="(?:table|chart)-figure|^</figure>$', re.MULTILINE)
_STAND_IN = re.compile(r'<figure data-held="([0-9a-f]+)"></figure>')


class HeldFigures(BasePlugin):  # type: ignore[no-untyped-call, type-arg]
    """What MkDocs asks at each page. `taken` holds the ids in the figures of the page that was read last."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: set[str] = set()
        # The page that was read last: as it is, and the figures that were taken from it.
        self._whole = ""
        self._names: list[str] = []

    def on_page_markdown(self, markdown: str, **_: Any) -> str:
        """The page with stand-ins."""
        self.taken.clear()
        self._whole, self._names = markdown, []
        pieces: list[str] = []
        end = 0
        for start, stop in _figures(markdown):
            figure = markdown[start:stop]
            self.taken.update(ID.findall(figure))
            self._names.append(_name(figure))
            pieces += [markdown[end:start], f'<figure data-held="{self._names[-1]}"></figure>']
            end = stop
        return "".join([*pieces, markdown[end:]])

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """The same text; but links of other pages may lead to what the page's figures hold.

        A page that shows the HTML of a figure as code is made of its whole text.
        """
        if sorted(_STAND_IN.findall(html)) != sorted(self._names):
            self.taken.clear()
            page.markdown = self._whole
            page.render(config, files)
            return page.content or ""
        page.present_anchor_ids = _Anchors(page.present_anchor_ids or (), page.file)
        return html

    def on_post_page(self, output: str, *, page: Page, **_: Any) -> str:
        """The finished page with its figures."""
        if not _STAND_IN.search(output):
            return output
        text = page.file.content_string
        held = {_name(figure): figure for figure in (text[start:stop] for start, stop in _figures(text))}
        return _STAND_IN.sub(lambda found: held.get(found[1], found[0]), output)


class _Anchors(set[str]):
    """The ids of a page, those of its figures too; these are looked up in its file, for few links lead to them."""

    def __init__(self, own: set[str] | tuple[()], file: File) -> None:
        super().__init__(own)
        self.file = file

    def __contains__(self, anchor: object) -> bool:
        return super().__contains__(anchor) or anchor in {unescape(one) for one in ID.findall(self.file.content_string)}


def _figures(text: str) -> Iterator[tuple[int, int]]:
    """Where figures of tables and charts begin and end; one inside another, as in a chart's, is a part of that."""
    depth = start = 0
    for edge in _EDGE.finditer(text):
        if edge[0] != "</figure>":
            start = start if depth else edge.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield start, edge.end()


def _name(figure: str) -> str:
    """What no author writes by chance, and what is the same whenever the page is read."""
    return hashlib.sha256(figure.encode("utf-8", "surrogatepass")).hexdigest()[:16]
