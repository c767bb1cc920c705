"""The volume of all systems, bound from their finished rulebooks: no page is laid out a second time.

Laid out here are only the title page, the contents, a page before each book, the index and the colophon, and an
empty leaf with its page number for each page of a book. The book's page then takes the leaf's place and its number.
Bookmarks, links, contents and the structure tree become those of one document.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from typing import cast

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, OutlineItem, Page, Pdf, String

from generator.render.pdf_papers import Paper, on_paper
from generator.render.pdf_press import press, saved
from generator.render.pdf_structure import elements, kids
from generator.tables.book import Book, Library

STYLES = ("page.css.jinja", "text.css.jinja", "tables.css.jinja", "front.css.jinja", "volume.css.jinja")


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A page of a book: the names of the places on it, and whether it lies in landscape."""

    names: tuple[str, ...]
    turned: bool


@dataclass(frozen=True, slots=True)
class _Part:
    """A book of the volume, opened: its pages from the first chapter up to its own index or colophon."""

    book: Book
    pdf: Pdf
    start: int
    stop: int

    @property
    def kept(self) -> list[Object]:
        """The pages that the volume takes."""
        return [page.obj for page in self.pdf.pages[self.start : self.stop]]

    def named(self, name: str) -> str:
        """The name of a place of this book in the volume."""
        return f"{self.book.id}/{name}"

    def places(self) -> Iterator[tuple[str, Object]]:
        """Every named place on the pages kept."""
        kept = {page.objgen for page in self.kept}
        for name, place in _destinations(self.pdf):
            if place[0].objgen in kept:
                yield name, place

    def leaves(self) -> Iterator[_Leaf]:
        """What the volume's layout needs to know of each page."""
        names: dict[tuple[int, int], list[str]] = {}
        for name, place in self.places():
            names.setdefault(place[0].objgen, []).append(self.named(name))
        for page in self.kept:
            yield _Leaf(tuple(names.get(page.objgen, ())), float(page.MediaBox[2]) > float(page.MediaBox[3]))


def bound(library: Library, paper: Paper, rulebooks: Mapping[str, bytes]) -> bytes:
    """The volume for one paper from the rulebooks of its books on the same paper, by the books' ids.

    Raises RenderError for every complaint of the layout.
    """
    product = f"all-rulebook-{paper}.pdf"
    with ExitStack() as stack:
        parts = []
        for book in library.books:
            pdf = stack.enter_context(pikepdf.open(BytesIO(rulebooks[book.id])))
            parts.append(_part(book, pdf))
        frame = press(product, "volume.html.jinja", STYLES, _values(library, parts))
        volume = stack.enter_context(pikepdf.open(BytesIO(on_paper(frame, paper))))
        _bind(volume, parts)
        return saved(volume)


def _part(book: Book, pdf: Pdf) -> _Part:
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
    at = {name: numbers[place[0].objgen] for name, place in _destinations(pdf)}
    return _Part(book, pdf, at[f"{book.chapters[0].key}:"], at[":tables"] if book.tables else at[":colophon"])


def _values(library: Library, parts: Sequence[_Part]) -> dict[str, object]:
    date, version = library.date, library.version
    return {
        "title": f"{library.title}: all rulebooks",
        "heading": library.title,
        "kind": "All rulebooks",
        "author": "Dicepress",
        "summary": "The rulebooks of all systems in one volume, with every table and every exact chance.",
        "version": version,
        "date": date,
        "edition": ", ".join(part for part in (f"Version {version}" if version else "", date) if part),
        "styles": "",
        "license": library.books[0].license,
        "parts": [
            {
                "book": part.book,
                "leaves": list(part.leaves()),
                "chapters": [(part.named(f"{chapter.key}:"), chapter.title) for chapter in part.book.chapters],
                "tables": [(part.named(table.id), table.title) for table in part.book.tables],
            }
            for part in parts
        ],
    }


def _bind(volume: Pdf, parts: Sequence[_Part]) -> None:
    tree = volume.Root.StructTreeRoot
    owners = {int(key): owner for key, owner in _pairs(tree.ParentTree.Nums)}
    leaves = _leaves(volume, parts)
    for part, held in zip(parts, leaves, strict=True):
        moved = _take_pages(volume, part, held)
        _take_structure(volume, part, moved, owners)
        _take_places(volume, part, moved)
    tree.ParentTree.Nums = Array([one for key in sorted(owners) for one in (key, owners[key])])
    _take_bookmarks(volume, parts, leaves)


def _leaves(volume: Pdf, parts: Sequence[_Part]) -> list[list[Object]]:
    """For each book the leaves that wait for its pages: those after its own first page."""
    numbers = {page.obj.objgen: number for number, page in enumerate(volume.pages)}
    first = {name: numbers[place[0].objgen] for name, place in _destinations(volume)}
    starts = [first[f":{part.book.id}"] + 1 for part in parts]
    return [
        [page.obj for page in volume.pages[start : start + part.stop - part.start]]
        for start, part in zip(starts, parts, strict=True)
    ]


def _take_pages(volume: Pdf, part: _Part, leaves: Sequence[Object]) -> dict[tuple[int, int], Object]:
    """Each page's content, fonts and links on its leaf; the answer tells for each copied page which leaf that is."""
    before = len(volume.pages)
    moved: dict[tuple[int, int], Object] = {}
    for source in part.kept:
        for note in source.get("/Annots", Array()):
            if "/Dest" in note:
                note.Dest = String(part.named(str(note.Dest)))
    with warnings.catch_warnings():
        # Destinations do not come along with pages; `_take_places` sets those of the leaves.
        warnings.simplefilter("ignore", pikepdf.PageCopyWarning)
        volume.pages.extend(part.pdf.pages[part.start : part.stop])
    for number, (copied, leaf) in enumerate(zip(list(volume.pages)[before:], leaves, strict=True)):
        folio = pikepdf.Stream(volume, _unmarked(Page(leaf)))
        folio.Type, folio.Subtype, folio.BBox = Name.XObject, Name.Form, leaf.MediaBox
        folio.Resources = leaf.Resources
        resources = copied.obj.Resources
        if "/XObject" not in resources:
            resources.XObject = Dictionary()
        name = f"/Folio{number}"
        resources.XObject[name] = volume.make_indirect(folio)
        content = pikepdf.unparse_content_stream(_without_footer(copied))
        leaf.Contents = volume.make_stream(b"q\n" + content + b"\nQ\n/Artifact BMC\nq " + name.encode() + b" Do Q\nEMC")
        leaf.Resources = resources
        if "/Annots" in copied.obj:
            leaf.Annots = copied.obj.Annots
        moved[copied.obj.objgen] = leaf
        leaf.CopiedFrom = copied.obj
    return moved


def _unmarked(page: Page) -> bytes:
    """The content of a leaf without its marks; as a whole it is marked where it is shown."""
    marks = ("BDC", "BMC", "EMC")
    return pikepdf.unparse_content_stream(
        [one for one in pikepdf.parse_content_stream(page) if str(one.operator) not in marks]
    )


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
    volume: Pdf, part: _Part, moved: Mapping[tuple[int, int], Object], owners: dict[int, Object]
) -> None:
    document = volume.Root.StructTreeRoot.K[0]
    book = volume.copy_foreign(part.pdf.Root.StructTreeRoot)
    for element in elements(book):
        for one in (element, *(kid for kid in kids(element) if isinstance(kid, Dictionary) and "/S" not in kid)):
            if "/Pg" in one and one.Pg.objgen in moved:
                one.Pg = moved[one.Pg.objgen]
    leaves = {leaf.objgen for leaf in moved.values()}
    taken = [kid for kid in kids(book.K[0]) if "/Pg" in kid and kid.Pg.objgen in leaves]
    order, waiting = Array(), True
    for kid in kids(document):
        if kid.Pg.objgen not in leaves:
            order.append(kid)
        elif waiting:
            waiting = False
            for own in taken:
                own.P = document
                order.append(own)
    document.K = order
    own_owners = {int(key): owner for key, owner in _pairs(book.ParentTree.Nums)}
    for leaf in moved.values():
        owners[int(leaf.StructParents)] = own_owners.get(int(leaf.CopiedFrom.StructParents), Array())
        for note in leaf.get("/Annots", Array()):
            owner, key = own_owners[int(note.StructParent)], max(owners) + 1
            owners[key], note.StructParent = owner, key
        del leaf.CopiedFrom
    del volume.pages[len(volume.pages) - len(moved) :]


def _take_places(volume: Pdf, part: _Part, moved: Mapping[tuple[int, int], Object]) -> None:
    """The leaves know which places are on them; the books' pages know where on them."""
    leaf_of = dict(zip((page.objgen for page in part.kept), moved.values(), strict=True))
    own = {part.named(name): place for name, place in part.places()}
    for name, place in _destinations(volume):
        if name in own:
            place[0] = leaf_of[own[name][0].objgen]
            place[2], place[3] = own[name][2], own[name][3]


def _take_bookmarks(volume: Pdf, parts: Sequence[_Part], leaves: Sequence[Sequence[Object]]) -> None:
    titles = {part.book.title: number for number, part in enumerate(parts)}
    with volume.open_outline() as outline:
        for item in outline.root:
            number = titles.pop(item.title, None)
            if number is None:
                continue
            part = parts[number]
            leaf_of = dict(zip((page.objgen for page in part.kept), leaves[number], strict=True))
            with part.pdf.open_outline() as own:
                item.children.extend(_moved(own.root, leaf_of))


def _moved(items: Sequence[OutlineItem], leaf_of: Mapping[tuple[int, int], Object]) -> Iterator[OutlineItem]:
    for item in items:
        page, *rest = list(cast(Array, item.destination))
        if page.objgen in leaf_of:
            new = OutlineItem(item.title, Array([leaf_of[page.objgen], *rest]))
            new.is_closed = True
            new.children.extend(_moved(item.children, leaf_of))
            yield new


def _destinations(pdf: Pdf) -> Iterator[tuple[str, Object]]:
    return ((str(name), place) for name, place in _pairs(pdf.Root.Names.Dests.Names))


def _pairs(flat: Object) -> Iterator[tuple[Object, Object]]:
    listed = list(flat)
    return zip(listed[::2], listed[1::2], strict=True)
