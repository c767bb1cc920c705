"""Expressions asked many times over, with other numbers or rolls for some of their names each time.

A table asks one expression for cell after cell, and an expression about a named roll is asked for value after value of
it. A program is the expression turned into nested functions, once. Its names come in levels: the outermost are there
when it begins, and those of each further level change within those of the level before. A part is computed anew only
where a name in it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from generator.dice.frames import Frame
from generator.dice.open_ended import OpenRoll
from generator.dice.record import Record
from generator.dice.roll import FiniteRoll
from generator.dice.syntax import Node
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from generator.dice.evaluation import Evaluation
    from generator.dice.monotone import Functions

# What a name may stand for; dice, and expressions about other rolls, are left to the evaluation.
PLAIN = frozenset({int, Fraction, FiniteRoll, OpenRoll})


class Otherwise(Exception):  # noqa: N818 - no error, but the way back
    """The expression has to be evaluated as it is."""


class Asking:
    """What the nested functions work on: what names stand for, by place, and what was found since these changed."""

    __slots__ = ("frame", "kept", "meter", "run", "slots")

    def __init__(self, run: Evaluation, frame: Frame, slots: int, levels: int) -> None:
        self.run = run
        self.meter = run.meter
        self.frame = frame
        self.slots: list[Any] = [None] * slots
        self.kept: list[list[Any]] = [[] for _ in range(levels)]


Answer = Callable[[Asking], "Any"]
# What makes programs of an expression and perhaps a condition; see compiling.py.
Maker = Callable[[tuple[Node, ...], Sequence[Sequence[str]], "Functions", Collection[str]], "Program"]


class Level(Record):
    """When a name changes: those of the least `depth` come first, the index of a search is deeper than what it is in.

    What was found since its last change is kept at `place`. The value of an index stands in the slot `index`.
    """

    depth: int
    place: int
    index: int | None = None


# Never changes while a program runs.
OUTER = Level(0, 0)


class Known(Record):
    """Where the value of a name stands, with what it changes, and whether it has to do with the outermost names.

    A name that is given changes with its own level; what a function was called with changes with all that is in it.
    """

    slot: int
    levels: frozenset[Level]
    of_outer: bool


class Names(Record):
    """The names of a table or a case, or, within functions that were `called`, the innermost one's parameters."""

    known: Mapping[str, Known]
    called: tuple[str, ...] = ()

    def levels(self, node: Node) -> frozenset[Level]:
        """Everything with which the value of a part changes."""
        return frozenset().union(*(self.known[name].levels for name in node.names & self.known.keys()))

    def level(self, node: Node, without: Level | None = None) -> Level:
        """The deepest of them, `without` one of the levels."""
        found = OUTER
        for level in self.levels(node):
            if level.depth > found.depth and level is not without:
                found = level
        return found

    def of_outer(self, node: Node) -> bool:
        """Whether a part has to do with the outermost names."""
        return any(self.known[name].of_outer for name in node.names & self.known.keys())


class Program(Record):
    """An expression as nested functions: its `value`, a number or a roll, and the `chance` of its condition, if any.

    `read` are the outermost names that the functions themselves look up, `alone` the parts within that are asked on
    their own, `sizes` how many parts each level keeps.
    """

    node: Node
    value: Answer
    chance: Answer | None
    known: Mapping[str, Known]
    read: frozenset[str]
    alone: tuple[Node, ...]
    slots: int
    sizes: Sequence[int]

    def begin(self, frame: Frame, run: Evaluation) -> Asking | None:
        """The program with its outermost names; None where one of them is no number and no roll by itself."""
        asking = Asking(run, frame, self.slots, len(self.sizes))
        for name in self.read:
            bound = frame.find(name)
            if type(bound) not in PLAIN:
                return None
            asking.slots[self.known[name].slot] = bound
        asking.kept[0] = [None] * self.sizes[0]
        return asking

    def put(self, asking: Asking, name: str, value: object) -> None:
        """Another value for the only name of its level."""
        known = self.known[name]
        (level,) = known.levels
        place = level.place
        asking.slots[known.slot] = value
        asking.kept[place] = [None] * self.sizes[place]
