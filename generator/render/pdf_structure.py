"""Finishes the structure tree that WeasyPrint writes, so that a screen reader meets the book and not its pages.

WeasyPrint tags page by page. A table that runs over three pages becomes three tables, the repeated heads count as
new heads, head cells have no scope, and running heads are tagged but hang nowhere. Here the pieces become one table,
what is repeated becomes an artifact, and head cells say whether they head a column or a row (ISO 14289-1, 7.1 and
7.5; ISO 32000-1, 14.7 and 14.8).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf
from weasyprint import Document

FOOT = 60.0
"""The height in CSS pixels of the foot of a page, where only its number stands."""

FOOTER = b"/Artifact << /Type /Pagination /Subtype /Footer >> BDC"

MARK = re.compile(rb"/\w+\s*<<\s*/MCID\s+(\d+)\s*>>\s*BDC")
"""How a numbered piece of content begins. Text in the content is in hexadecimal, so nothing else reads so."""

_TEXT_AT = re.compile(rb"(-?[\d.]+)\s+Tm\b")


def tables_in_order(document: Document) -> list[int]:
    """For every piece of a table, page by page, the number of the table it is a piece of, in order of appearance."""
    numbers: dict[int, int] = {}
    pieces = []
    for page in document.pages:
        for box in page._page_box.descendants():
            if getattr(box, "is_table_wrapper", False) and box.element_tag == "table":
                pieces.append(numbers.setdefault(id(box.element), len(numbers)))
    return pieces


def mark_leaders(document: Document) -> None:
    """Give leader dots, before the PDF is written, a tag by which `finish` knows them from a reader's text."""
    for page in document.pages:
        for box in page._page_box.descendants():
            if getattr(box, "is_leader", False):
                box.element_tag = "article"


def finish(pdf: Pdf, pieces: Sequence[int]) -> list[str]:
    """Mend the structure tree of `pdf` in place; the answer lists what could not be mended, mostly nothing.

    `pieces` is what `tables_in_order` says of the document that `pdf` was written from.
    """
    tree = list(elements(pdf.Root.StructTreeRoot))
    found = [element for element in tree if _is(element, Name.Table)]
    if len(found) != len(pieces):
        return [f"the layout has {len(pieces)} pieces of tables, the structure tree has {len(found)}"]
    _join_tables(found, pieces)
    for leader in [element for element in tree if _is(element, Name.Art) and _within_link(element)]:
        _leave(leader)
    _move_captions_into_tables([table for table, number in _firsts(found, pieces) if _is(table.P, Name.NonStruct)])
    _head_cells_by_scope(tree)
    _leave_only_items_in_lists(tree)
    _hang_content_on_cells(pdf, tree)
    _untag_what_hangs_nowhere(pdf)
    addresses = [_address(annotation) for annotation in _link_annotations(pdf)]
    return [f"a link leads to the file {address}" for address in addresses if address.startswith("file:")]


def elements(element: Object) -> Iterator[Object]:
    """Every structure element below `element`, in reading order."""
    # One generator for the whole tree: a chain of them would hand each element up through all levels.
    levels = [iter(kids(element))]
    while levels:
        kid = next((kid for kid in levels[-1] if _is_element(kid)), None)
        if kid is None:
            levels.pop()
        else:
            yield kid
            levels.append(iter(kids(kid)))


def kids(element: Object) -> list[Object]:
    """The direct children, whichever of the three forms the file uses: none, one, or a list."""
    children = element.get("/K")
    if children is None:
        return []
    return list(children) if isinstance(children, Array) else [children]


def _is_element(kid: Object) -> bool:
    return isinstance(kid, Dictionary) and "/S" in kid


def _is(element: Object, *tags: Name) -> bool:
    return element.S in tags


def _within_link(element: Object) -> bool:
    while not _is(element, Name.Document):
        if _is(element, Name.Link):
            return True
        element = element.P
    return False


def _move(kid: Object, parent: Object, at: int) -> None:
    kid.P = parent
    parent.K.insert(at, kid)


def _leave(kid: Object) -> None:
    """Take `kid` out of its parent, and with it every parent that it leaves empty."""
    parent = kid.P
    parent.K = Array([other for other in kids(parent) if not (_is_element(other) and other.objgen == kid.objgen)])
    if not kids(parent) and not _is(parent, Name.Document):
        _leave(parent)


def _firsts(found: Sequence[Object], pieces: Sequence[int]) -> list[tuple[Object, int]]:
    """The first piece of each table, with the table's number."""
    firsts = {number: table for table, number in reversed(list(zip(found, pieces, strict=True)))}
    return [(table, number) for number, table in sorted(firsts.items())]


def _join_tables(found: Sequence[Object], pieces: Sequence[int]) -> None:
    firsts: dict[int, Object] = {}
    for table, number in zip(found, pieces, strict=True):
        if number not in firsts:
            firsts[number] = table
            continue
        first = firsts[number]
        body = next((kid for kid in kids(first) if _is(kid, Name.TBody)), first)
        for section in kids(table):
            if _is(section, Name.TBody):
                for row in kids(section):
                    row.P = body
                    body.K.append(row)
        _leave(table)


def _move_captions_into_tables(tables: Sequence[Object]) -> None:
    """What stands before a table within its figure, title and caption or the words over a part, becomes its caption."""
    for table in tables:
        before: list[Object] = []
        for kid in kids(table.P):
            if kid.objgen == table.objgen:
                break
            before = [] if _is(kid, Name.Table) else [*before, kid]
        if before:
            caption, *rest = before
            for moved in before:
                _leave(moved)
            for other in rest:
                _move(other, caption, len(caption.K))
            caption.S = Name.Caption
            _move(caption, table, 0)


def _head_cells_by_scope(tree: Sequence[Object]) -> None:
    """Scope says for each head what it heads; WeasyPrint's lists of heads a cell go wrong where heads span rows."""
    scopes: dict[Object, Object] = {Name.THead: Name.Column, Name.TBody: Name.Row}
    scope: Object = Name.Row
    for element in tree:
        tag = element.S
        scope = scopes.get(tag, scope)
        if tag == Name.TH:
            element.A.Scope = scope
            if "/ID" in element:
                del element.ID
        elif tag == Name.TD and "/Headers" in element.get("/A", {}):
            del element.A.Headers


_PLAIN = {"/Type", "/S", "/P", "/Pg", "/K"}


def _hang_content_on_cells(pdf: Pdf, tree: Sequence[Object]) -> None:
    """What a line of a cell holds hangs on the cell: the spans of lines say nothing, and are as many as the cells."""
    lifted: dict[tuple[int, int], Object] = {}
    for cell in [element for element in tree if _is(element, Name.TD, Name.TH) and "/Pg" in element]:
        content = Array()
        for kid in kids(cell):
            if not (
                _is_element(kid)
                and _is(kid, Name.Span)
                and _PLAIN.issuperset(kid.keys())
                and kid.Pg.objgen == cell.Pg.objgen
            ):
                content.append(kid)
                continue
            lifted[kid.objgen] = cell
            for inner in kids(kid):
                if _is_element(inner):
                    inner.P = cell
                content.append(inner)
        cell.K = content
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    for at in range(1, len(numbers), 2):
        owners = numbers[at]
        for mcid, owner in enumerate(owners if isinstance(owners, Array) else ()):
            if owner.objgen in lifted:
                owners[mcid] = lifted[owner.objgen]


def _leave_only_items_in_lists(tree: list[Object]) -> None:
    """A list may hold only items: what an HTML list groups moves up, and the spaces between items are no content."""
    for element in [element for element in tree if _is(element, Name.L)]:
        for kid in kids(element):
            if _is(kid, Name.Div, Name.NonStruct):
                at = next(i for i, other in enumerate(kids(element)) if other.objgen == kid.objgen)
                inner = kids(kid)
                kid.K = Array()
                for offset, item in enumerate(inner):
                    _move(item, element, at + offset)
                _leave(kid)
        for kid in kids(element):
            if _is(kid, Name.Span):
                _leave(kid)


def _link_annotations(pdf: Pdf) -> list[Object]:
    return [note for page in pdf.pages for note in page.get("/Annots", []) if note.get("/Subtype") == Name.Link]


def _address(annotation: Object) -> str:
    action = annotation.get("/A")
    return str(action.URI) if action is not None and "/URI" in action else ""


def _untag_what_hangs_nowhere(pdf: Pdf) -> None:
    """Running heads, page numbers and repeated table heads are not in the tree: mark their content as artifacts."""
    root = pdf.Root.StructTreeRoot
    tagged = {element.objgen for element in elements(root)}
    numbers = root.ParentTree.Nums
    for at in range(0, len(numbers), 2):
        owners = numbers[at + 1]
        if not isinstance(owners, Array):
            continue
        loose = {mcid for mcid, owner in enumerate(owners) if owner.objgen not in tagged}
        if loose:
            page = pdf.pages[int(numbers[at])]
            page.Contents = pdf.make_stream(_with_artifacts(page, loose))
            for mcid in loose:
                owners[mcid] = None


def _with_artifacts(page: pikepdf.Page, loose: set[int]) -> bytes:
    content = page.Contents.read_bytes()
    # CSS pixels from the top, the measure of the content itself.
    foot = float(page.mediabox[3]) / 0.75 - FOOT

    def artifact(mark: re.Match[bytes]) -> bytes:
        if int(mark[1]) not in loose:
            return mark[0]
        set_at = _TEXT_AT.search(content, mark.end())
        low = set_at is not None and float(set_at[1]) > foot
        return FOOTER if low else b"/Artifact BMC"

    return MARK.sub(artifact, content)
