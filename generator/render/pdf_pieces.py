"""A long document in pieces, each laid out by a job of its own, and what binds them.

So no worker needs memory for all of its pages at once, and a change makes those pieces again that show it. What stands
around the pieces, the frame, is laid out from their outlines: where a change moves nothing, it is as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf

from generator.render.contract import Artifact, File, RenderError
from generator.render.pdf_binding import Body, Leaf, bind, leaf_id
from generator.render.pdf_press import press, saved
from generator.render.print_pieces import OUTLINE, PAGES


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the pieces: its template, its style sheets and its values, to which the leaves are added.

    `wanted` are the places that its contents and its index lead to.
    """

    template: str
    styles: tuple[str, ...]
    values: Mapping[str, object]
    wanted: frozenset[str]


def piece(pages: bytes, lines: object = ()) -> tuple[Artifact, ...]:
    """The files of a piece; `lines` are those of the contents that lead there."""
    with pikepdf.open(BytesIO(pages)) as pdf:
        leaves = [(leaf.names, leaf.turned) for leaf in Body("", pdf, 0, len(pdf.pages)).leaves()]
    return Artifact(PAGES, pages), Artifact(OUTLINE, json.dumps({"leaves": leaves, "lines": lines}).encode())


def lines(made: Sequence[Sequence[File]]) -> Iterator[Any]:
    """The lines of the contents that lead to the pieces, of which the outlines were made."""
    for files in made:
        yield from _outline(files)["lines"]


def framed(product: str, made: Sequence[Sequence[File]], frame: Frame) -> bytes:
    """The pages around the pieces, with a leaf for each page of theirs.

    Raises RenderError, naming the product, for every complaint of the layout.
    """
    leaves = [
        Leaf(leaf_id(str(number), place), tuple(name for name in names if name in frame.wanted), turned)
        for number, files in enumerate(made)
        for place, (names, turned) in enumerate(_outline(files)["leaves"])
    ]
    return press(product, frame.template, frame.styles, {**frame.values, "held": leaves})


def bound(product: str, frame: bytes, pieces: Sequence[Sequence[File]]) -> bytes:
    """The pieces bound into their frame. Raises RenderError, naming the product, for a link that leads nowhere."""
    with ExitStack() as stack:
        pages = [next(file.data for file in files if file.path == PAGES) for files in pieces]
        opened = [stack.enter_context(pikepdf.open(BytesIO(data))) for data in pages]
        bodies = [Body(str(number), pdf, 0, len(pdf.pages)) for number, pdf in enumerate(opened)]
        whole = stack.enter_context(pikepdf.open(BytesIO(frame)))
        missing = bind(whole, bodies)
        if missing:
            raise RenderError(f"{product}: there is no place {missing[0]!r} for a link to lead to")
        return saved(whole)


def _outline(files: Sequence[File]) -> Any:
    return json.loads(next(file.data for file in files if file.path == OUTLINE))
