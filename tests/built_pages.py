"""A built page as its reader sees it: where its links lead, and its tables by the labels of rows and columns."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

Grid = dict[tuple[str, str], str]


def links(site: Path, page: str) -> set[str]:
    """The pages of the site that the text of a page leads to; its header and its side do not count."""
    reader = _Links()
    reader.feed((site / page).read_text(encoding="utf-8"))
    found = set()
    for address in reader.found:
        parts = urlsplit(address)
        if not parts.scheme and not parts.netloc and parts.path:
            found.add(normpath(join(dirname(page), unquote(parts.path))))
    return found


def cells(site: Path, page: str, table: str) -> Grid:
    """The cells of a table on a page by row and column label, as shown; the parts of a wide table together."""
    reader = _Table(table)
    reader.feed((site / page).read_text(encoding="utf-8"))
    return reader.cells


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.inside = False
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside |= tag == "main"
        if tag == "a" and self.inside:
            self.found.append(dict(attrs).get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside &= tag != "main"


class _Table(HTMLParser):
    """Lays the head out on a grid, as a browser does, so that each column is known by its lowest head."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self.table, self.depth = table, 0
        self.cells: Grid = {}
        self.section, self.skip, self.reading = "", 0, False
        self.heads: dict[tuple[int, int], str] = {}
        self.level, self.place, self.row = -1, 0, ""
        self.text, self.across, self.down = "", 1, 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "figure" and (self.depth or given.get("id") == self.table):
            self.depth += 1
        if not self.depth:
            return
        if tag in ("thead", "tbody"):
            self.section = tag
            if tag == "thead":
                self.heads, self.level = {}, -1
        elif tag == "tr":
            self.level, self.place = self.level + 1, 0
        elif tag in ("th", "td") and self.section:
            self.text, self.reading = "", True
            self.across, self.down = int(given.get("colspan") or 1), int(given.get("rowspan") or 1)
        elif self.reading and tag == "span":
            # The sign of a band stands beside the number.
            self.skip += 1

    def handle_data(self, data: str) -> None:
        if self.reading and not self.skip:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if not self.depth:
            return
        if tag == "figure":
            self.depth -= 1
        elif tag == "span" and self.skip:
            self.skip -= 1
        elif tag in ("th", "td") and self.reading:
            self.reading = False
            self._end_cell(tag, " ".join(self.text.split()))
        elif tag in ("thead", "tbody"):
            self.section = ""

    def _end_cell(self, tag: str, text: str) -> None:
        if self.section == "thead":
            while (self.level, self.place) in self.heads:
                self.place += 1
            for level in range(self.level, self.level + self.down):
                for place in range(self.place, self.place + self.across):
                    self.heads[level, place] = text
        elif tag == "th":
            self.row = text
        else:
            lowest = max(level for level, _ in self.heads)
            self.cells[self.row, self.heads[lowest, self.place]] = text
        self.place += self.across if self.section == "thead" else 1
