"""Chapter Markdown as one piece of a printed book: ids unique in the whole document, links turned inward.

The extensions are those of the site, so that a chapter reads the same on both.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from generator.render.pdf_binding import INSIDE
from generator.render.print_needs import chapter_id
from generator.tables.book import Book, Chapter

EXTENSIONS = ("toc", "tables", "admonition", "attr_list", "md_in_html", "footnotes", "def_list")

# A figure keeps its id; a heading gets its chapter's in front, also one whose author gave it the id of a figure.
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

BACK = "↑"
"""The way back from a footnote; the packaged fonts lack the bent arrow that Python-Markdown would set."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the second level, as the contents list it."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter's markup with its own id and its sections."""

    id: str
    title: str
    html: str
    sections: tuple[Section, ...]


def printed_chapter(chapter: Chapter, book: Book, markdown: str) -> PrintedChapter:
    """`markdown`, which is `chapter` with its calls answered, as markup for the print template."""
    converter = Markdown(
        extensions=[*EXTENSIONS, _Inward(chapter, book)],
        extension_configs={
            "toc": {"toc_depth": "1-2", "permalink": False},
            "footnotes": {"BACKLINK_TEXT": BACK},
        },
        output_format="html",
    )
    html = converter.convert(markdown)
    tokens: list[dict[str, Any]] = getattr(converter, "toc_tokens", [])
    inner = [child for token in tokens for child in (token["children"] if token["level"] == 1 else [token])]
    sections = tuple(Section(_own(chapter.key, token["id"]), token["name"]) for token in inner)
    return PrintedChapter(chapter_id(chapter.key), chapter.title, html, sections)


def _own(key: str, heading: str) -> str:
    return f"{key}:{heading}"


class _Inward(Extension):
    """Runs after the heading ids are given and marks them, and the links to them, with their chapter."""

    def __init__(self, chapter: Chapter, book: Book) -> None:
        super().__init__()
        self.chapter, self.book = chapter, book

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name is Python-Markdown's
        md.treeprocessors.register(_Inwards(md, self.chapter, self.book), "inward", -100)


class _Inwards(Treeprocessor):
    def __init__(self, md: Markdown, chapter: Chapter, book: Book) -> None:
        super().__init__(md)
        self.chapter, self.book = chapter, book

    def run(self, root: Element) -> None:
        for element in root.iter():
            own_id = element.get("id")
            if own_id is not None and (element.tag in _HEADINGS or not _is_figure(own_id, self.book)):
                element.set("id", _own(self.chapter.key, own_id))
            address = element.get("href")
            if element.tag == "a" and address is not None:
                inward = _inward(address, self.chapter, self.book)
                if inward is None:
                    del element.attrib["href"]
                else:
                    element.set("href", inward)


def _inward(address: str, chapter: Chapter, book: Book) -> str | None:
    """The address within the book, or None for a page that the book does not hold: print keeps the words alone."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return address
    if not parts.path:
        target = parts.fragment
        if _is_figure(target, book):
            return f"{INSIDE}{target}"
        # A section that is printed alone has left the headings of its chapter behind.
        return f"{INSIDE}{_own(chapter.key, target)}" if any(chapter.key == one.key for one in book.chapters) else None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(chapter.source), parts.path))
    for other in book.chapters:
        if path == other.source:
            target = parts.fragment
            return f"{INSIDE}{target if _is_figure(target, book) else _own(other.key, target)}"
    stem = posixpath.splitext(posixpath.basename(path))[0]
    if posixpath.basename(posixpath.dirname(path)) == "tables" and _is_figure(stem, book):
        return f"{INSIDE}{parts.fragment or stem}"
    return None


def _is_figure(target: str, book: Book) -> bool:
    return any(target == table.id or target.startswith(f"{table.id}--") for table in book.tables) or any(
        target == f"chart-{chart.id}" for chart in book.charts
    )
