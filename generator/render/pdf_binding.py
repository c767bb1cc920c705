"""Binds bodies of finished pages into a frame: one document of many, with one numbering and one structure tree.

The frame is laid out with an empty leaf, which bears its page number, for each page of a body; the page then takes
the leaf's place. So a long book can be laid out in pieces, which keeps memory small, and a volume can be bound from
finished books. Bookmarks, links, contents and the structure tree become those of the whole.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, OutlineItem, Page, Pdf, String

from generator.render.pdf_structure import FOOTER, elements, kids

CONTINUED = ":continued"
"""The bookmark with which a body goes on below a heading of the one before it; the style sheets write it."""

INSIDE = "inside:"
"""How a body writes a link to a place that may lie in another body; with the place's name after it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """An empty page of the frame: its id, the names of places that the frame's own links lead to, and how it lies."""

    id: str
    names: tuple[str, ...]
    turned: bool


@dataclass(frozen=True, slots=True)
class Body:
    """Pages to be bound, from `start` up to `stop` of an open file.

    `key` names its leaves. `prefix` comes before the names of its places, `under` is the bookmark that its own stand
    below, and without one they stand after the frame's first. `numbered` pages have a number that must give way.
    """

    key: str
    pdf: Pdf
    start: int
    stop: int
    prefix: str = ""
    under: str = ""
    numbered: bool = False

    @property
    def pages(self) -> list[Object]:
        """The pages to be bound."""
        return [page.obj for page in self.pdf.pages[self.start : self.stop]]

    def places(self) -> Iterator[tuple[str, Object]]:
        """Every named place on the pages to be bound, by its name in the whole."""
        kept = {page.objgen for page in self.pages}
        for name, place in destinations(self.pdf):
            if place[0].objgen in kept:
                yield f"{self.prefix}{name}", place

    def leaves(self, wanted: Collection[str] | None = None) -> list[Leaf]:
        """What the frame's layout needs; `wanted` are the places that it leads to itself, all of them without it."""
        names: dict[tuple[int, int], list[str]] = {}
        for name, place in self.places():
            if wanted is None or name in wanted:
                names.setdefault(place[0].objgen, []).append(name)
        return [
            Leaf(
                leaf_id(self.key, number),
                tuple(names.get(page.objgen, ())),
                float(page.MediaBox[2]) > float(page.MediaBox[3]),
            )
            for number, page in enumerate(self.pages)
        ]


def bind(frame: Pdf, bodies: Sequence[Body]) -> list[str]:
    """Put the bodies in the places of their leaves; the answer names the places that a link leads to in vain."""
    tree = frame.Root.StructTreeRoot
    owners = {int(key): owner for key, owner in pairs(tree.ParentTree.Nums)}
    names = dict(destinations(frame))
    moves = []
    for body in bodies:
        held = [names.pop(leaf_id(body.key, number))[0] for number in range(body.stop - body.start)]
        move = _take_pages(frame, body, held, owners)
        moves.append(move)
        for name, place in body.places():
            names[name] = Array([move[place[0].objgen], *list(place)[1:]])
    tree.ParentTree.Nums = Array([one for key in sorted(owners) for one in (key, owners[key])])
    kept = sorted(names, key=str.encode)
    frame.Root.Names.Dests.Names = Array([one for name in kept for one in (String(name), names[name])])
    _take_bookmarks(frame, bodies, moves)
    return sorted({str(link.Dest) for link in _links(frame)} - set(kept))


def destinations(pdf: Pdf) -> Iterator[tuple[str, Object]]:
    """Every named place of a file with the page and the position that it stands for."""
    names = pdf.Root.get("/Names", Dictionary()).get("/Dests", Dictionary()).get("/Names", Array())
    return ((str(name), place) for name, place in pairs(names))


def pairs(flat: Object) -> Iterator[tuple[Object, Object]]:
    """The pairs of a flat list of keys and values."""
    listed = list(flat)
    return zip(listed[::2], listed[1::2], strict=True)


def leaf_id(key: str, number: int) -> str:
    """The id of the leaf for a page of a body, counted from 0."""
    return f":leaf-{key}-{number}"


def _links(pdf: Pdf) -> Iterator[Object]:
    for page in pdf.pages:
        yield from (note for note in page.get("/Annots", Array()) if "/Dest" in note)


def _take_pages(
    frame: Pdf, body: Body, leaves: Sequence[Object], owners: dict[int, Object]
) -> dict[tuple[int, int], Object]:
    """Content, fonts, links and structure of each page on its leaf; the answer says which page became which leaf."""
    before = len(frame.pages)
    for source in body.pages:
        _turn_links_inward(source, body.prefix)
    with warnings.catch_warnings():
        # The names of places do not come along with pages; `bind` sets them.
        warnings.simplefilter("ignore", pikepdf.PageCopyWarning)
        frame.pages.extend(body.pdf.pages[body.start : body.stop])
    copies = [page.obj for page in frame.pages[before:]]
    for copied, leaf in zip(copies, leaves, strict=True):
        _cover(frame, Page(copied), Page(leaf), numbered=body.numbered)
    leaf_of = {copied.objgen: leaf for copied, leaf in zip(copies, leaves, strict=True)}
    _take_structure(frame, body, copies, leaf_of, owners)
    del frame.pages[before:]
    return {source.objgen: leaf for source, leaf in zip(body.pages, leaves, strict=True)}


def _turn_links_inward(page: Object, prefix: str) -> None:
    for note in page.get("/Annots", Array()):
        if "/Dest" in note:
            note.Dest = String(f"{prefix}{note.Dest}")
        elif "/URI" in note.get("/A", Dictionary()) and str(note.A.URI).startswith(INSIDE):
            name = unquote(str(note.A.URI).removeprefix(INSIDE))
            note.Dest = note.Contents = String(f"{prefix}{name}")
            del note.A


def _cover(frame: Pdf, page: Page, leaf: Page, *, numbered: bool) -> None:
    """Set the page's content on the leaf, whose own content, its number, follows as one artifact."""
    content = pikepdf.unparse_content_stream(_without_footer(page)) if numbered else page.obj.Contents.read_bytes()
    folio = pikepdf.unparse_content_stream(_unmarked(leaf))
    resources = page.obj.Resources
    for kind in _NAMED.values():
        for name, resource in leaf.obj.Resources.get(kind, Dictionary()).items():
            if kind not in resources:
                resources[kind] = Dictionary()
            resources[kind][_OWN + name.removeprefix("/")] = resource
    leaf.obj.Contents = frame.make_stream(b"q\n%s\nQ\n%s\nq\n%s\nQ\nEMC" % (content, FOOTER, folio))
    leaf.obj.Resources = resources
    if "/Annots" in page.obj:
        leaf.obj.Annots = page.obj.Annots


# The operators that name a resource in what a leaf shows, and the kind of that resource; the leaf's get names of
# their own among those of the page.
_NAMED = {"Tf": "/Font", "gs": "/ExtGState"}
_OWN = "/Leaf"


def _unmarked(page: Page) -> list[pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage]:
    """The content of a leaf without its marks, for as a whole it is marked where it is shown."""
    kept: list[pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage] = []
    for instruction in pikepdf.parse_content_stream(page):
        operator = str(instruction.operator)
        if operator in _NAMED:
            name, *rest = instruction.operands
            own = Name(_OWN + str(name).removeprefix("/"))
            kept.append(pikepdf.ContentStreamInstruction([own, *rest], instruction.operator))
        elif operator not in ("BDC", "BMC", "EMC"):
            kept.append(instruction)
    return kept


def _without_footer(page: Page) -> list[pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage]:
    """The page's content without its own page number."""
    kept: list[pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage] = []
    depth = 0
    for instruction in pikepdf.parse_content_stream(page):
        operator = str(instruction.operator)
        if operator in ("BDC", "BMC") and (depth or _is_footer(instruction)):
            depth += 1
        elif depth and operator == "EMC":
            depth -= 1
        elif not depth or operator in ("q", "Q"):
            kept.append(instruction)
    return kept


def _is_footer(instruction: pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage) -> bool:
    operands = instruction.operands
    return len(operands) > 1 and isinstance(operands[1], Dictionary) and operands[1].get("/Subtype") == Name.Footer


def _take_structure(
    frame: Pdf,
    body: Body,
    copies: Sequence[Object],
    leaf_of: Mapping[tuple[int, int], Object],
    owners: dict[int, Object],
) -> None:
    document = frame.Root.StructTreeRoot.K[0]
    tree = frame.copy_foreign(body.pdf.Root.StructTreeRoot)
    for element in elements(tree):
        held = [kid for kid in kids(element) if isinstance(kid, Dictionary) and "/S" not in kid]
        for one in (element, *held):
            if "/Pg" in one and one.Pg.objgen in leaf_of:
                one.Pg = leaf_of[one.Pg.objgen]
    leaves = {leaf.objgen for leaf in leaf_of.values()}
    taken = [kid for kid in kids(tree.K[0]) if "/Pg" in kid and kid.Pg.objgen in leaves]
    order, waiting = Array(), True
    for kid in kids(document):
        if "/Pg" not in kid or kid.Pg.objgen not in leaves:
            order.append(kid)
        elif waiting:
            waiting = False
            for own in taken:
                own.P = document
                order.append(own)
    document.K = order
    own_owners = {int(key): owner for key, owner in pairs(tree.ParentTree.Nums)}
    free = max(owners) + 1
    for copied in copies:
        leaf = leaf_of[copied.objgen]
        owners[int(leaf.StructParents)] = own_owners.get(int(copied.StructParents), Array())
        for note in leaf.get("/Annots", Array()):
            owners[free], note.StructParent = own_owners[int(note.StructParent)], free
            free += 1


def _take_bookmarks(frame: Pdf, bodies: Sequence[Body], moves: Sequence[Mapping[tuple[int, int], Object]]) -> None:
    with frame.open_outline() as outline:
        after = 1
        for body, leaf_of in zip(bodies, moves, strict=True):
            with body.pdf.open_outline() as own:
                taken = list(_moved(own.root, leaf_of))
            if body.under:
                next(item for item in outline.root if item.title == body.under).children.extend(taken)
            else:
                held = outline.root[:after]
                _hang_up(taken, held)
                outline.root[:after] = held
                after = len(held)


def _hang_up(taken: Sequence[OutlineItem], held: list[OutlineItem]) -> None:
    """Put bookmarks behind those that are `held`; those below a heading that an earlier body has go below it."""
    if taken and taken[0].title == CONTINUED:
        _hang_up(taken[0].children, held[-1].children)
        taken = taken[1:]
    held.extend(taken)


def _moved(items: Sequence[OutlineItem], leaf_of: Mapping[tuple[int, int], Object]) -> Iterator[OutlineItem]:
    for item in items:
        page, *rest = list(item.destination)  # type: ignore[arg-type]  # an array, as all of ours are
        if page.objgen in leaf_of:
            new = OutlineItem(item.title, Array([leaf_of[page.objgen], *rest]))
            new.is_closed = True
            new.children.extend(_moved(item.children, leaf_of))
            yield new
