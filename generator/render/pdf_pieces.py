"""A long document in pieces, each laid out by a job of its own, and what binds them.

So no worker needs memory for all of its pages at once, and a change makes those pieces again that show it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from typing import TypeVar

import pikepdf

from generator.render.contract import RenderError
from generator.render.pdf_binding import Body, Leaf, bind
from generator.render.pdf_press import press, saved
from generator.tables.model import Table

MOST, LEAST, PIECES = 2_000, 600, 5
"""How many cells a piece may hold, unless one part has more; smaller ones are laid out sooner, but each has fonts.

What is long is cut into pieces of `MOST`. What is short comes in `PIECES`, so that after an edit not half of it has to
be laid out again, but in none of less than `LEAST`, for which it is not worth it.
"""

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the pieces: its template, its style sheets and its values, to which the leaves are added.

    `wanted` are the places that its contents and its index lead to.
    """

    template: str
    styles: tuple[str, ...]
    values: Mapping[str, object]
    wanted: frozenset[str]


def cells(table: Table) -> int:
    """What a table asks of the layout."""
    return (len(table.columns) + 1) * len(table.rows)


def in_pieces(parts: Sequence[Part], weight: Callable[[Part], int], most: int = 0) -> Iterator[list[Part]]:
    """The parts in their order, as many together as `most`, or else as a piece may hold, and at least one."""
    weights = [weight(part) for part in parts]
    held: list[Part] = []
    whole = room = most or min(MOST, max(LEAST, -(-sum(weights) // PIECES)))
    for part, own in zip(parts, weights, strict=True):
        if held and own > room:
            yield held
            held, room = [], whole
        held.append(part)
        room -= own
    if held:
        yield held


def bound(product: str, pieces: Sequence[bytes], frame: Frame) -> bytes:
    """The pieces, each a file of finished pages, bound into the frame.

    Raises RenderError, naming the product, for every complaint of the layout and for a link that leads nowhere.
    """
    with ExitStack() as stack:
        opened = [stack.enter_context(pikepdf.open(BytesIO(pages))) for pages in pieces]
        bodies = [Body(str(number), pdf, 0, len(pdf.pages)) for number, pdf in enumerate(opened)]
        leaves: list[Leaf] = [leaf for body in bodies for leaf in body.leaves(frame.wanted)]
        values = {**frame.values, "held": leaves}
        pages = press(product, frame.template, frame.styles, values)
        # The boxes of a layout hold each other in circles, which nothing else would break in time.
        gc.collect()
        whole = stack.enter_context(pikepdf.open(BytesIO(pages)))
        missing = bind(whole, bodies)
        if missing:
            raise RenderError(f"{product}: there is no place {missing[0]!r} for a link to lead to")
        return saved(whole)
