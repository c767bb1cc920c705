"""What parts of expressions were found to be, kept for further evaluations of the same expressions.

A table evaluates one expression for every cell, and most of its parts depend on the row alone, on the column alone or
on nothing. A part is known by its node and by what the names in it stand for, so each is computed once a table. What
it cost is kept with it and charged anew, so that an expression is accepted or refused whatever was computed before.
"""

from __future__ import annotations

from collections.abc import Hashable

from generator.dice.cost import Charges
from generator.dice.dice import Pool
from generator.dice.far import Value
from generator.dice.frames import Frame
from generator.dice.open_ended import OpenRoll
from generator.dice.programs import Program
from generator.dice.rewriting import asked_anew
from generator.dice.roll import FiniteRoll
from generator.dice.syntax import Node
from generator.exact import Fraction

# More parts than any table has in use at once; beyond them, forgetting all is cheaper than choosing.
MOST_PARTS = 30_000
# A part that was never met again after so many others of its node is different in every cell. An inverse table may
# ask for as many targets before it asks for the first of them again.
MOST_IN_VAIN = 200

# Dice are not added up before they must be, because they can still be counted and kept from.
Part = Value | Pool


class Kept:
    """The parts that one node was found to be."""

    __slots__ = ("in_vain", "is_worth_it", "parts")

    def __init__(self) -> None:
        self.parts: dict[Hashable, tuple[Part, Charges]] = {}
        # How many parts were kept in vain so far; None where one was ever met again.
        self.in_vain: int | None = 0
        self.is_worth_it = True

    def recall(self, key: Hashable) -> tuple[Part, Charges] | None:
        """A part that was kept, and what it cost."""
        found = self.parts.get(key)
        if found is not None:
            self.in_vain = None
        elif self.in_vain is not None:
            self.in_vain += 1
            self.is_worth_it = self.in_vain < MOST_IN_VAIN
        return found


class Memory:
    """The parts and the programs found in scopes that have the same functions and the same budget."""

    def __init__(self) -> None:
        self.nodes: dict[Node, Kept] = {}
        self.size = 0
        # By what they are made of; None where that was met only once, so that making one might not have been worth it.
        self.programs: dict[Hashable, Program | None] = {}

    def of(self, node: Node) -> Kept:
        """What is kept of a costly node."""
        kept = self.nodes.get(node)
        if kept is None:
            kept = self.nodes[node] = Kept()
        return kept

    def keep(self, kept: Kept, key: Hashable, part: Part, charges: Charges) -> None:
        """Remembers a part of a node and what it cost."""
        if self.size >= MOST_PARTS:
            for each in self.nodes.values():
                each.parts.clear()
            self.size = 0
        self.size += 1
        kept.parts[key] = part, charges


def key_of(node: Node, frame: Frame, summed: bool, depth: int) -> Hashable | None:
    """What tells a part from the node's others; None where names stand for more than numbers and rolls of their own."""
    if node.names_rolls and (frame.rolls or frame.fixed):
        # What it calls its rolls might be the name of a roll already, which is refused.
        return None
    key: list[Hashable] = [summed, depth]
    fixed, values = frame.fixed, frame.values
    bounds = [fixed[name] if name in fixed else values.get(name) for name in node.names_in_order]
    if fixed:
        # `P(…)` and its like ask anew of rolls that have fallen.
        bounds += [values.get(name) for name in asked_anew(node) if name in fixed]
    for bound in bounds:
        kind = type(bound)
        if kind is int or kind is FiniteRoll or kind is OpenRoll or bound is None:
            key.append(bound)
        elif kind is Fraction:
            # The hash of a fraction costs more than those of its two numbers.
            key.append(bound.as_integer_ratio())  # type: ignore[union-attr]
        else:
            return None
    return tuple(key)
