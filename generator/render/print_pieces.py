"""How much of a long document is laid out together: its parts in pieces, by what they ask of the layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from generator.tables.model import Table

MOST, LEAST, PIECES = 2_000, 150, 20
"""How many cells a piece may hold, unless one part has more; smaller ones are laid out sooner, but each has fonts.

What is long is cut into pieces of `MOST`. What is short comes in `PIECES`, so that after an edit not much of it has
to be laid out again, but in none of less than `LEAST`, for which it is not worth it.
"""

PAGES, OUTLINE = "pages.pdf", "outline.json"
"""The files of a piece: its finished pages, and what must be known of them to lay out what stands around them."""

Part = TypeVar("Part")


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
