"""The text of a tagged PDF by its structure: what a screen reader would read, element by element.

Each page's content marks its text with numbers, and the structure tree says which element each number belongs to
(ISO 32000-1, 14.7). The codes in the content become letters through the map that each font brings (9.10.3).
pikepdf reads both here in C++; reading through the tags rather than by position tells every cell of every row
apart, however the page is broken, and leaves out heads that are only repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Object, Pdf

_CHARACTERS = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_CHARACTER = re.compile(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>")
_RANGE = re.compile(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*(<[0-9a-fA-F]+>|\[[^\]]*\])")
Texts = dict[tuple[int, int], dict[int, str]]
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"


@dataclass(slots=True)
class Node:
    """An element of the structure: its type, its text and elements in reading order, and how far a cell reaches."""

    kind: str
    inside: list[Node | str] = field(default_factory=list)
    across: int = 1
    down: int = 1

    @property
    def elements(self) -> list[Node]:
        """The elements directly below this one."""
        return [one for one in self.inside if isinstance(one, Node)]

    @property
    def text(self) -> str:
        """All text below this element, a line end between two marked pieces.

        The file does not keep the space at which a line was broken, so a line end may stand for one or for nothing.
        """
        return "\n".join(filter(None, (" ".join(run.split()) for run in self.runs())))

    def runs(self) -> Iterator[str]:
        """The marked pieces of text below this element, in reading order."""
        for one in self.inside:
            if isinstance(one, str):
                yield one
            else:
                yield from one.runs()

    def walk(self) -> Iterator[Node]:
        """Yield this element and all below it, in reading order."""
        yield self
        for one in self.elements:
            yield from one.walk()


def read_structure(data: bytes) -> Node:
    """The structure of the PDF with its text. Raises ValueError where the file cannot be read or has no tags."""
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            texts: Texts = {page.obj.objgen: _marked_texts(page) for page in pdf.pages}
            return _node(_root(pdf), (0, 0), texts)
    except (pikepdf.PdfError, AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a tagged PDF: {error}") from error


def _root(pdf: Pdf) -> Object:
    return pdf.Root.StructTreeRoot


def _node(element: Object, page: tuple[int, int], texts: Texts) -> Node:
    if "/Pg" in element:
        page = element.Pg.objgen
    node = Node(str(element.get("/S", "/Root")).removeprefix("/"))
    if node.kind in ("TH", "TD"):
        attributes = element.get("/A", Dictionary())
        for one in attributes if isinstance(attributes, Array) else [attributes]:
            node.across = int(one.get("/ColSpan", node.across))
            node.down = int(one.get("/RowSpan", node.down))
    kids = element.get("/K", Array())
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, int):
            node.inside.append(texts.get(page, {}).get(kid, ""))
        elif "/S" in kid:
            node.inside.append(_node(kid, page, texts))
        elif "/MCID" in kid:
            owner = kid.Pg.objgen if "/Pg" in kid else page
            node.inside.append(texts.get(owner, {}).get(int(kid.MCID), ""))
    return node


def _marked_texts(page: pikepdf.Page) -> dict[int, str]:
    """The text of each numbered piece of the page's content."""
    maps = {name: _letters(font) for name, font in page.resources.get("/Font", Dictionary()).items()}
    texts: dict[int, str] = {}
    marks: list[int | None] = []
    letters: dict[int, str] = {}
    for instruction in pikepdf.parse_content_stream(page, operators="BDC BMC EMC Tf Tj TJ"):
        operands: list[Any] = list(instruction.operands)
        match str(instruction.operator):
            case "BDC":
                marked = operands[1]
                number = marked.get("/MCID") if isinstance(marked, Dictionary) else None
                marks.append(None if number is None else int(number))
            case "BMC":
                marks.append(None)
            case "EMC":
                marks.pop()
            case "Tf":
                letters = maps.get(str(operands[0]), {})
            case _:
                if marks and marks[-1] is not None:
                    shown = operands[0] if isinstance(operands[0], Array) else [operands[0]]
                    codes = b"".join(bytes(one) for one in shown if isinstance(one, pikepdf.String))
                    text = "".join(letters.get(_code(codes[i : i + 2]), _UNKNOWN) for i in range(0, len(codes), 2))
                    texts[marks[-1]] = texts.get(marks[-1], "") + text
    return texts


def _letters(font: Object) -> dict[int, str]:
    """What each two-byte code of the font stands for."""
    if "/ToUnicode" not in font:
        return {}
    source = font.ToUnicode.read_bytes()
    letters: dict[int, str] = {}
    for block in _CHARACTERS.findall(source):
        letters |= {int(code, 16): _unicode(text) for code, text in _CHARACTER.findall(block)}
    for block in _RANGES.findall(source):
        for first, last, target in _RANGE.findall(block):
            codes = range(int(first, 16), int(last, 16) + 1)
            if target.startswith(b"["):
                texts = [_unicode(text) for text in re.findall(rb"<([0-9a-fA-F]+)>", target)]
            else:
                start = _unicode(target.strip(b"<>"))
                texts = [start[:-1] + chr(ord(start[-1]) + step) for step in range(len(codes))]
            letters |= dict(zip(codes, texts, strict=False))
    return letters


def _code(pair: bytes) -> int:
    return int.from_bytes(pair, "big")


def _unicode(digits: bytes) -> str:
    return bytes.fromhex(digits.decode()).decode("utf-16-be")
