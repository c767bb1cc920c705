"""Reads a tagged PDF back without WeasyPrint: every run of text with its place, and the structure with its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

import pikepdf
from pikepdf import Dictionary, Name, Object, Pdf


@dataclass(frozen=True)
class Run:
    """Text shown by one operator, in points from the page's lower left corner; `mcid` is None for artifacts."""

    page: int
    mcid: int | None
    text: str
    left: float
    right: float
    baseline: float
    size: float
    font: str


@dataclass(frozen=True)
class Font:
    name: str
    unicode: dict[int, str]
    widths: dict[int, float]


class ReadPdf:
    """One document, opened from bytes."""

    def __init__(self, data: bytes) -> None:
        self.pdf: Pdf = pikepdf.open(BytesIO(data))
        self.root = self.pdf.Root.StructTreeRoot

    @cached_property
    def runs(self) -> list[Run]:
        return [run for number, page in enumerate(self.pdf.pages) for run in _runs(number, page)]

    @cached_property
    def runs_by_mark(self) -> dict[tuple[int, int], list[Run]]:
        marked: dict[tuple[int, int], list[Run]] = {}
        for run in self.runs:
            if run.mcid is not None:
                marked.setdefault((run.page, run.mcid), []).append(run)
        return marked

    @cached_property
    def page_numbers(self) -> dict[tuple[int, int], int]:
        return {page.obj.objgen: number for number, page in enumerate(self.pdf.pages)}

    def page_text(self, page: int) -> str:
        return " ".join(run.text for run in self.runs if run.page == page)

    def elements(self, *tags: str, below: Object | None = None) -> list[Object]:
        return [e for e in self._walk(below if below is not None else self.root) if not tags or e.S in tags]

    def _walk(self, element: Object) -> Iterator[Object]:
        for kid in self.kids(element):
            if isinstance(kid, Dictionary) and "/S" in kid:
                yield kid
                yield from self._walk(kid)

    @staticmethod
    def kids(element: Object) -> list[Object]:
        kids = element.get("/K", [])
        return list(kids) if isinstance(kids, pikepdf.Array) else [kids]

    def marks(self, element: Object) -> list[tuple[int, int]]:
        """Every piece of content that the element holds, in reading order, as page and number."""
        found: list[tuple[int, int]] = []
        for kid in self.kids(element):
            if isinstance(kid, int):
                found.append((self.page_numbers[element.Pg.objgen], int(kid)))
            elif isinstance(kid, Dictionary) and "/S" in kid:
                found += self.marks(kid)
        return found

    def text(self, element: Object) -> str:
        """The element's words; a new line begins with a space, since layout drops the spaces at ends of lines."""
        words, line = "", None
        for mark in self.marks(element):
            for run in self.runs_by_mark.get(mark, []):
                below = line is not None and abs(run.baseline - line) > run.size / 2
                words += " " + run.text if below and not words.endswith(" ") else run.text
                line = run.baseline
        return words

    def pages_of(self, element: Object) -> set[int]:
        return {page for page, _ in self.marks(element)}

    def rows(self, table: Object, section: str = "/TBody") -> list[list[str]]:
        bodies = [kid for kid in self.kids(table) if str(kid.S) == section]
        return [[self.text(cell) for cell in self.kids(row)] for body in bodies for row in self.kids(body)]

    @cached_property
    def tables(self) -> dict[str, list[Object]]:
        """The tables by the first words of their captions; a table without a caption stands under its first head."""
        named: dict[str, list[Object]] = {}
        for table in self.elements("/Table"):
            captions = [kid for kid in self.kids(table) if kid.S == "/Caption"]
            named.setdefault(self.text(captions[0]) if captions else self.text(table)[:20], []).append(table)
        return named

    def parts(self, title: str, count: int = 1) -> list[Object]:
        """The `count` tables that begin with the one whose caption starts with `title`."""
        order = self.elements("/Table")
        first = next(tables[0] for caption, tables in self.tables.items() if caption.startswith(title))
        at = next(i for i, table in enumerate(order) if table.objgen == first.objgen)
        return order[at : at + count]

    @property
    def destinations(self) -> set[str]:
        names = self.pdf.Root.Names.Dests.Names
        return {str(names[i]) for i in range(0, len(names), 2)}

    @property
    def links(self) -> list[Object]:
        return [note for page in self.pdf.pages for note in page.get("/Annots", []) if note.Subtype == Name.Link]

    def outline(self) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []

        def walk(items: list[pikepdf.OutlineItem], depth: int) -> None:
            for item in items:
                found.append((depth, item.title))
                walk(item.children, depth + 1)

        with self.pdf.open_outline() as outline:
            walk(list(outline.root), 1)
        return found

    def fonts(self) -> list[Object]:
        seen = {}
        for page in self.pdf.pages:
            for font in page.Resources.Font.values():
                seen[font.objgen] = font
        return list(seen.values())


def _font(font: Object) -> Font:
    mapping = {
        int(glyph, 16): bytes.fromhex(text).decode("utf-16-be")
        for glyph, text in re.findall(r"<([0-9a-f]{4})> <([0-9a-f]+)>", font.ToUnicode.read_bytes().decode())
    }
    widths: dict[int, float] = {}
    entries = list(font.DescendantFonts[0].W)
    for first, advances in zip(entries[::2], entries[1::2], strict=True):
        for offset, width in enumerate(advances):
            widths[int(first) + offset] = float(width)
    return Font(str(font.BaseFont), mapping, widths)


def _runs(number: int, page: pikepdf.Page) -> Iterator[Run]:
    fonts = {str(name): _font(font) for name, font in page.Resources.get("/Font", {}).items()}
    current, size, text_at = None, 0.0, pikepdf.Matrix()
    base, saved = pikepdf.Matrix(), []
    marks: list[int | None] = []
    for instruction in pikepdf.parse_content_stream(page):
        operands, operator = instruction.operands, str(instruction.operator)
        if operator == "q":
            saved.append(base)
        elif operator == "Q":
            base = saved.pop()
        elif operator == "cm":
            base = pikepdf.Matrix(*(float(n) for n in operands)) @ base
        elif operator in ("BDC", "BMC"):
            mark = operands[1].get("/MCID") if operator == "BDC" else None
            marks.append(None if mark is None else int(mark))
        elif operator == "EMC":
            marks.pop()
        elif operator == "Tf":
            current, size = fonts[str(operands[0])], float(operands[1])
        elif operator == "Tm":
            text_at = pikepdf.Matrix(*(float(n) for n in operands))
        elif operator in ("TJ", "Tj"):
            assert current is not None
            assert marks, "text that is neither tagged nor an artifact"
            words, advance = "", 0.0
            for item in operands[0] if operator == "TJ" else operands:
                if isinstance(item, pikepdf.String):
                    code = bytes(item)
                    for at in range(0, len(code), 2):
                        glyph = int.from_bytes(code[at : at + 2], "big")
                        words += current.unicode[glyph]
                        advance += current.widths[glyph]
                else:
                    advance -= float(item)
            whole = text_at @ base
            left, low = whole.e, whole.f
            right = left + advance / 1000 * size * whole.a
            mcid = next((mark for mark in reversed(marks) if mark is not None), None)
            yield Run(number, mcid, words, left, right, low, abs(size * whole.d), current.name)
