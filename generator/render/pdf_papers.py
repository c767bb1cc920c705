"""Puts pages on sheets of paper: one on a sheet of A4 or US Letter, two folded into a booklet, four cards to cut.

Every product is laid out once, on pages that fit both papers, and placed here; so both papers hold the same lines
and the same page numbers. The structure tree stays in reading order whatever sheet a page lands on, and links,
bookmarks and contents lead to the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

from generator.render.pdf_press import saved
from generator.render.pdf_structure import MARK, elements, kids
from generator.render.print_measures import MM, Paper

SIZES: dict[Paper, tuple[float, float]] = {"a4": (210 * MM, 297 * MM), "letter": (612.0, 792.0)}
"""Upright width and height in points."""

PHONE_RIM = (7 * MM, 5 * MM)
"""How much of a pocket page is cut off at its sides, and at head and foot."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page of the layout goes on a sheet: its number from 0, and its lower left corner in points."""

    page: int
    left: float
    low: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet. `marks` are lines to cut along, each with its two ends."""

    width: float
    height: float
    places: tuple[Place, ...]
    marks: tuple[tuple[float, float, float, float], ...] = ()


def on_paper(pages: bytes, paper: Paper) -> bytes:
    """Each page in the middle of a sheet of its own, which lies as the page lies."""
    with pikepdf.open(BytesIO(pages)) as pdf:
        return _placed(pdf, [_alone(number, page, paper) for number, page in enumerate(pdf.pages)])


def on_phone(pages: bytes) -> bytes:
    """Single pages with what a screen has no use for, the margins, cut down to a rim."""
    with pikepdf.open(BytesIO(pages)) as pdf:
        sheets = []
        for number, page in enumerate(pdf.pages):
            width, height = _size(page)
            place = Place(number, -PHONE_RIM[0], -PHONE_RIM[1])
            sheets.append(Sheet(width - 2 * PHONE_RIM[0], height - 2 * PHONE_RIM[1], (place,)))
        return _placed(pdf, sheets)


def folded(pages: bytes, paper: Paper) -> bytes:
    """A booklet: sheets in landscape, printed on both sides over the short edge, stacked, folded and stapled."""
    with pikepdf.open(BytesIO(pages)) as pdf:
        height, width = SIZES[paper]
        sheets = []
        for left, right in signature(len(pdf.pages)):
            places = []
            for number, middle in ((left, width / 4), (right, width * 3 / 4)):
                if number is not None:
                    page_width, page_height = _size(pdf.pages[number])
                    places.append(Place(number, middle - page_width / 2, (height - page_height) / 2))
            sheets.append(Sheet(width, height, tuple(sorted(places, key=lambda place: place.page))))
        return _placed(pdf, sheets)


def signature(pages: int) -> Iterator[tuple[int | None, int | None]]:
    """Which page stands left and right on each side of each sheet, front and back in turn, from the outermost sheet in.

    The number of pages is filled up to a multiple of four with empty ones (None) before the last page, so that the
    last page is the back cover.
    """
    total = -(-pages // 4) * 4
    order: list[int | None] = [*range(pages - 1), *[None] * (total - pages), pages - 1]
    for outer in range(0, total // 2, 2):
        yield order[total - 1 - outer], order[outer]
        yield order[outer + 1], order[total - 2 - outer]


def to_cut(pages: bytes, paper: Paper, across: int, down: int) -> bytes:
    """Cards edge to edge in the middle of the sheet, with marks beside them that show where to cut."""
    with pikepdf.open(BytesIO(pages)) as pdf:
        width, height = SIZES[paper]
        card_width, card_height = _size(pdf.pages[0])
        left, low = (width - across * card_width) / 2, (height - down * card_height) / 2
        marks = tuple(_cut_marks(left, low, across, down, card_width, card_height))
        sheets = []
        for first in range(0, len(pdf.pages), across * down):
            held = range(first, min(first + across * down, len(pdf.pages)))
            places = tuple(
                Place(
                    number,
                    left + (number - first) % across * card_width,
                    low + (down - 1 - (number - first) // across) * card_height,
                )
                for number in held
            )
            sheets.append(Sheet(width, height, places, marks))
        return _placed(pdf, sheets)


def _cut_marks(
    left: float, low: float, across: int, down: int, width: float, height: float, length: float = 4 * MM
) -> Iterator[tuple[float, float, float, float]]:
    right, top, gap = left + across * width, low + down * height, 1 * MM
    for column in range(across + 1):
        x = left + column * width
        yield (x, low - gap - length, x, low - gap)
        yield (x, top + gap, x, top + gap + length)
    for row in range(down + 1):
        y = low + row * height
        yield (left - gap - length, y, left - gap, y)
        yield (right + gap, y, right + gap + length, y)


def _alone(number: int, page: pikepdf.Page, paper: Paper) -> Sheet:
    width, height = _size(page)
    sheet = SIZES[paper] if width <= height else SIZES[paper][::-1]
    return Sheet(*sheet, (Place(number, (sheet[0] - width) / 2, (sheet[1] - height) / 2),))


def _size(page: pikepdf.Page) -> tuple[float, float]:
    _, _, width, height = (float(edge) for edge in page.mediabox)
    return width, height


def _placed(pdf: Pdf, sheets: Sequence[Sheet]) -> bytes:
    old = [page.obj for page in pdf.pages]
    tree = {int(key): owners for key, owners in _pairs(pdf.Root.StructTreeRoot.ParentTree.Nums)}
    moves: dict[tuple[int, int], _Move] = {}
    for number, sheet in enumerate(sheets):
        first_mark = 0
        owners = Array()
        contents, notes = [_cuts(sheet)], Array()
        side = pdf.make_indirect(
            Dictionary(Type=Name.Page, MediaBox=Array([0, 0, _exact(sheet.width), _exact(sheet.height)]))
        )
        for place in sheet.places:
            page = pikepdf.Page(old[place.page])
            content = _content(page, side) if "/Resources" in side else page.Contents.read_bytes()
            if "/Resources" not in side:
                side.Resources = page.obj.Resources
            contents.append(_shifted(content, place, first_mark))
            moves[page.obj.objgen] = _Move(side, first_mark, place.left, place.low)
            page_owners = tree.pop(int(page.obj.StructParents), Array())
            owners.extend(page_owners)
            first_mark += len(page_owners)
            notes.extend(_moved_notes(page, place))
        side.Contents = pdf.make_stream(b"\n".join(contents))
        side.StructParents = number
        side.Tabs = Name.S
        if len(notes):
            side.Annots = notes
        moves[side.objgen] = _Move(side, 0, 0.0, 0.0)
        tree[number] = owners
        pdf.pages.append(pikepdf.Page(side))
    _move_structure(pdf, moves)
    _move_destinations(pdf, moves)
    pdf.Root.StructTreeRoot.ParentTree.Nums = Array([part for key in sorted(tree) for part in (key, tree[key])])
    del pdf.pages[: len(old)]
    return saved(pdf)


@dataclass(frozen=True, slots=True)
class _Move:
    """Where the content of a page has gone: to which sheet, its marks counted from where, and how far it moved."""

    sheet: Object
    first_mark: int
    left: float
    low: float


def _exact(points: float) -> float:
    return round(points, 4)


def _pairs(flat: Iterable[Object]) -> Iterator[tuple[Object, Object]]:
    listed = list(flat)
    return zip(listed[::2], listed[1::2], strict=True)


def _cuts(sheet: Sheet) -> bytes:
    if not sheet.marks:
        return b""
    lines = "".join(f"{a:.3f} {b:.3f} m {c:.3f} {d:.3f} l\n" for a, b, c, d in sheet.marks)
    return f"/Artifact BMC\nq\n0.3 w\n0 G\n{lines}S\nQ\nEMC".encode()


# The operators that name a resource, and the kinds of resources that they name.
_NAMING = {
    "Tf": ("/Font",),
    "gs": ("/ExtGState",),
    "Do": ("/XObject",),
    "sh": ("/Shading",),
    "cs": ("/ColorSpace",),
    "CS": ("/ColorSpace",),
    "scn": ("/Pattern",),
    "SCN": ("/Pattern",),
}
_SECOND = "/Right"


def _content(page: pikepdf.Page, side: Object) -> bytes:
    """The content of a page that shares its side of the sheet; its fonts and pictures get names of their own there."""
    own = page.obj.Resources
    if own.objgen == side.Resources.objgen:
        return page.Contents.read_bytes()
    shared = Dictionary({kind: Dictionary(dict(named.items())) for kind, named in side.Resources.items()})
    for kind, named in own.items():
        if kind not in shared:
            shared[kind] = Dictionary()
        for name, resource in named.items():
            shared[kind][_SECOND + name.removeprefix("/")] = resource
    side.Resources = shared
    changed: list[pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage] = []
    for instruction in pikepdf.parse_content_stream(page):
        operands, kinds = list(instruction.operands), _NAMING.get(str(instruction.operator), ())
        for at, operand in enumerate(operands):
            if isinstance(operand, Name) and any(operand in own.get(kind, Dictionary()) for kind in kinds):
                operands[at] = Name(_SECOND + str(operand).removeprefix("/"))
        changed.append(pikepdf.ContentStreamInstruction(operands, instruction.operator) if kinds else instruction)
    return pikepdf.unparse_content_stream(changed)


def _shifted(content: bytes, place: Place, first_mark: int) -> bytes:
    if first_mark:
        content = MARK.sub(lambda mark: mark[0].replace(mark[1], b"%d" % (int(mark[1]) + first_mark), 1), content)
    return b"q\n1 0 0 1 %.4f %.4f cm\n%s\nQ" % (place.left, place.low, content)


def _moved_notes(page: pikepdf.Page, place: Place) -> list[Object]:
    notes = list(page.get("/Annots", []))
    for note in notes:
        left, low, right, top = (float(edge) for edge in note.Rect)
        note.Rect = Array(
            [_exact(edge) for edge in (left + place.left, low + place.low, right + place.left, top + place.low)]
        )
    return notes


def _move_structure(pdf: Pdf, moves: dict[tuple[int, int], _Move]) -> None:
    for element in elements(pdf.Root.StructTreeRoot):
        if "/Pg" not in element:
            continue
        move = moves[element.Pg.objgen]
        element.Pg = move.sheet
        changed = Array()
        for kid in kids(element):
            if isinstance(kid, int):
                changed.append(int(kid) + move.first_mark)
                continue
            if "/S" not in kid and "/Pg" in kid:
                held = moves[kid.Pg.objgen]
                kid.Pg = held.sheet
                if "/MCID" in kid:
                    kid.MCID = int(kid.MCID) + held.first_mark
            changed.append(kid)
        element.K = changed


def _move_destinations(pdf: Pdf, moves: dict[tuple[int, int], _Move]) -> None:
    places = [place for _, place in _pairs(pdf.Root.Names.Dests.Names)] if "/Names" in pdf.Root else []
    for item in outline_items(pdf):
        places.append(item.Dest)
    for place in places:
        move = moves[place[0].objgen]
        place[0] = move.sheet
        place[2], place[3] = _exact(float(place[2]) + move.left), _exact(float(place[3]) + move.low)


def outline_items(pdf: Pdf) -> Iterator[Object]:
    """Every bookmark of the file, as its dictionary."""
    waiting = [pdf.Root.Outlines.First] if "/First" in pdf.Root.get("/Outlines", Dictionary()) else []
    while waiting:
        item = waiting.pop()
        yield item
        waiting += [item[key] for key in ("/Next", "/First") if key in item]
