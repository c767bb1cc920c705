"""What a built page shows of tables and computed values, read with Python's own HTML reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass(slots=True)
class Box:
    """A cell or a head: its own text, the sign set beside it, and what its element says of it.

    `text` is the element's own alone. What stands in elements inside it (a sign, words for screen readers, a link)
    belongs to it but is not the number, and only the sign is kept.
    """

    attributes: dict[str, str | None]
    text: str = ""
    sign: str = ""
    anchors: list[str] = field(default_factory=list)

    def number(self, name: str) -> int:
        """An attribute that counts, 1 where it is absent or no number."""
        value = self.attributes.get(name) or "1"
        return int(value) if value.isdigit() else 1


@dataclass(slots=True)
class Row:
    """A row of a table's body: its id, its head and its cells."""

    id: str
    head: Box = field(default_factory=lambda: Box({}))
    cells: list[Box] = field(default_factory=list)


@dataclass(slots=True)
class Grid:
    """One `table` element within a table's figure."""

    head: list[list[Box]] = field(default_factory=list)
    body: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class Shown:
    """A table's figure: its id, its parts, the signs of its legend with their meanings, and how to read it."""

    id: str
    grids: list[Grid] = field(default_factory=list)
    legend: list[tuple[str, str]] = field(default_factory=list)
    reading: str = ""


@dataclass(slots=True)
class Page:
    """The tables and values of a page in their order; a value is its text and its `value` attribute."""

    tables: list[Shown] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)


def read_page(html: str) -> Page:
    """Everything on the page that the read-back compares."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.page


class _Reader(HTMLParser):
    """Walks the page once. `path` holds the open elements, and `box` the cell or head that is being read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self.path: list[tuple[str, str]] = []
        self.shown: Shown | None = None
        self.shown_depth = 0
        self.in_head = False
        self.box: Box | None = None
        self.box_depth = 0
        self.value: list[str] | None = None
        self.foot: list[str] | None = None
        self.foot_depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        if tag not in _VOID:
            self.path.append((tag, " ".join(classes)))
        if self.shown is None:
            if tag == "figure" and "table-figure" in classes:
                self.shown, self.shown_depth = Shown(given.get("id") or ""), len(self.path)
                self.page.tables.append(self.shown)
            elif tag == "data" and "value" in classes:
                self.value = [given.get("value") or "", ""]
        elif tag == "table":
            self.shown.grids.append(Grid())
        elif self.shown.grids and tag in ("thead", "tbody"):
            self.in_head = tag == "thead"
        elif self.shown.grids and tag in ("tr", "th", "td"):
            self._start_row_or_cell(self.shown.grids[-1], tag, given)
        elif self.box is not None and given.get("id"):
            self.box.anchors.append(given["id"] or "")
        elif self.box is None and (tag in ("dt", "dd") or "reading" in classes):
            self.foot, self.foot_depth = [], len(self.path)

    def _start_row_or_cell(self, grid: Grid, tag: str, given: dict[str, str | None]) -> None:
        if tag == "tr":
            if self.in_head:
                grid.head.append([])
            else:
                grid.body.append(Row(given.get("id") or ""))
            return
        self.box, self.box_depth = Box(given), len(self.path)
        if self.in_head:
            grid.head[-1].append(self.box)
        elif tag == "th":
            grid.body[-1].head = self.box
        else:
            grid.body[-1].cells.append(self.box)

    def handle_data(self, data: str) -> None:
        if self.box is not None:
            if len(self.path) == self.box_depth:
                self.box.text += data
            elif self.path[-1][0] == "span" and "sign" in self.path[-1][1].split():
                self.box.sign += data
        elif self.foot is not None:
            self.foot.append(data)
        elif self.value is not None:
            self.value[1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID or all(open_tag != tag for open_tag, _ in self.path):
            return
        while True:
            ended, _ = self.path[-1]
            self._end(ended)
            self.path.pop()
            if ended == tag:
                return

    def _end(self, tag: str) -> None:
        depth = len(self.path)
        if self.box is not None and depth == self.box_depth:
            self.box.text = " ".join(self.box.text.split())
            self.box = None
        elif self.foot is not None and depth == self.foot_depth and self.shown is not None:
            text = " ".join("".join(self.foot).split())
            if tag == "dt":
                self.shown.legend.append((text, ""))
            elif tag == "dd" and self.shown.legend:
                self.shown.legend[-1] = (self.shown.legend[-1][0], text)
            else:
                self.shown.reading = text
            self.foot = None
        elif self.shown is not None and depth == self.shown_depth:
            self.shown = None
        elif self.value is not None and tag == "data":
            self.page.values.append((" ".join(self.value[1].split()), self.value[0]))
            self.value = None
