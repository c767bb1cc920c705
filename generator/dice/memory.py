"""What parts of expressions were found to be, kept for further evaluations of the same expressions.

A table evaluates one expression for every cell, and most of its parts depend on the row alone, on the column alone or
on nothing. A part is known by its node and by what the names in it stand for, so each is computed once a table. What
it cost is kept with it and charged anew, so that an expression is accepted or refused whatever was computed before.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Generic, TypeVar

from generator.dice.cost import Charges
from generator.dice.joint import Frame
from generator.dice.open_ended import OpenRoll
from generator.dice.roll import FiniteRoll
from generator.dice.syntax import Node

# More parts than any table has in use at once; beyond them, forgetting all is cheaper than choosing.
MOST_PARTS = 30_000
# A part that was never met again after so many others of its node is different in every cell. An inverse table may
# ask for as many targets before it asks for the first of them again.
MOST_IN_VAIN = 200

Part = TypeVar("Part")


class Memory(Generic[Part]):
    """The parts found in scopes that have the same functions and the same budget."""

    def __init__(self) -> None:
        self.found: dict[Hashable, tuple[Part, Charges]] = {}
        # By node: how many parts were kept in vain so far; None where one was ever met again.
        self.in_vain: dict[Node, int | None] = {}

    def is_worth_it(self, node: Node) -> bool:
        """Whether to look for parts of a costly node, and to keep them."""
        in_vain = self.in_vain.get(node, 0)
        return in_vain is None or in_vain < MOST_IN_VAIN

    def recall(self, key: Hashable, node: Node) -> tuple[Part, Charges] | None:
        """A part that was kept, and what it cost."""
        found = self.found.get(key)
        if found is not None:
            self.in_vain[node] = None
            return found
        in_vain = self.in_vain.get(node, 0)
        if in_vain is not None:
            self.in_vain[node] = in_vain + 1
        return None

    def keep(self, key: Hashable, part: Part, charges: Charges) -> None:
        """Remembers a part and what it cost."""
        if len(self.found) >= MOST_PARTS:
            self.found.clear()
        self.found[key] = part, charges


def key_of(node: Node, frame: Frame, more: Hashable) -> Hashable | None:
    """What tells a part from all others; None where its names stand for more than numbers and rolls on their own."""
    if node.names_rolls and (frame.rolls or frame.fixed):
        # What it calls its rolls might be the name of a roll already, which is refused.
        return None
    key: list[Hashable] = [node, more]
    fixed, values = frame.fixed, frame.values
    for name in node.names_in_order:
        bound = fixed[name] if name in fixed else values.get(name)
        kind = type(bound)
        if kind is int or kind is FiniteRoll or kind is OpenRoll or bound is None:
            key.append(bound)
        elif isinstance(bound, Fraction):
            # The hash of a fraction costs more than those of its two numbers.
            key.append(bound.as_integer_ratio())
        else:
            return None
    return tuple(key)
