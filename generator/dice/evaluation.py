"""One evaluation under way: what each part of an expression must be, and the complaint if it is not.

How each form of the notation is computed is told in forms.py and functions.py; this is what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.dice import opposed
from generator.dice.cost import Meter
from generator.dice.dice import Die, Pool
from generator.dice.far import Far, Value
from generator.dice.frames import Frame
from generator.dice.joint import close
from generator.dice.keep import pool_total
from generator.dice.memory import Memory, Part, key_of
from generator.dice.pools import Question
from generator.dice.programs import Maker, Program
from generator.dice.roll import Exact, Roll, is_exact, whole
from generator.dice.syntax import (
    Between,
    Call,
    Comparison,
    Faces,
    Function,
    Matching,
    Name,
    Node,
    NotationError,
    Number,
)
from generator.exact import Fraction

# Beyond these, beginning anew is cheaper than choosing.
MOST_PROGRAMS = 1_000

# The rule of a form, given the evaluation, the node and the frame.
Form = Callable[..., Part]


class Evaluation:
    """One evaluation: the forms it knows, the functions of the system, and its running cost."""

    def __init__(
        self,
        forms: Mapping[type[Node], Form],
        functions: Mapping[str, Function | Callable[..., Fraction]],
        meter: Meter,
        memory: Memory | None = None,
        make: Maker | None = None,
    ) -> None:
        self.forms = forms
        self.functions = functions
        self.meter = meter
        self.memory = memory
        # None while only a complaint is looked for; see casewise.py.
        self.make = make
        self.depth = 0

    def close(self, node: Node, frame: Frame) -> Exact | Roll:
        """The value of an expression on its own, with every roll in it taken account of."""
        value = self.total(close(node, frame, self), node)
        assert not isinstance(value, Far)
        return value

    def part(self, node: Node, frame: Frame) -> Part:
        """The value of a part whose names are fixed or used only here."""
        if node.is_costly and self.memory is not None:
            return self._recalled(self.memory, node, frame, summed=False)
        return self.forms[type(node)](self, node, frame)

    def value(self, node: Node, frame: Frame) -> Value:
        """The same, with dice added up."""
        # Numbers and names of numbers are most of what is asked for, and need no more than this.
        if type(node) is Number:
            return node.exact
        if type(node) is Name and type(bound := frame.find(node.name)) is int:
            return bound
        if node.is_costly and self.memory is not None:
            part = self._recalled(self.memory, node, frame, summed=True)
        else:
            part = self.forms[type(node)](self, node, frame)
        return pool_total(part, self.meter, node.column) if isinstance(part, Pool) else part

    def _recalled(self, memory: Memory, node: Node, frame: Frame, *, summed: bool) -> Part:
        """The value of a part, computed only if no evaluation before had to."""
        kept = memory.of(node)
        if not kept.is_worth_it:
            return self.forms[type(node)](self, node, frame)
        # How deep calls may still go is part of what an expression comes to.
        key = key_of(node, frame, summed, self.depth)
        found = kept.recall(key) if key is not None else None
        if found is not None and self.meter.again(found[1]):
            return found[0]
        mark = self.meter.mark()
        part = self.forms[type(node)](self, node, frame)
        if summed and isinstance(part, Pool):
            part = pool_total(part, self.meter, node.column)
        if key is not None:
            memory.keep(kept, key, part, self.meter.since(mark))
        return part

    def program(self, nodes: tuple[Node, ...], fallen: tuple[str, ...]) -> Program | None:
        """The program of expressions that go through all values of some rolls, once they were met before."""
        if self.memory is None or self.make is None:
            return None
        programs, key = self.memory.programs, (nodes, fallen)
        if key not in programs:
            if len(programs) >= MOST_PROGRAMS:
                programs.clear()
            programs[key] = None
            return None
        if programs[key] is None:
            programs[key] = self.make(nodes, [(name,) for name in fallen], self.functions, fallen)
        return programs[key]

    def total(self, part: Part, node: Node) -> Value:
        """Dice added up; anything else as it is."""
        return pool_total(part, self.meter, node.column) if isinstance(part, Pool) else part

    def question(self, node: Node, dice: Pool, frame: Frame) -> Question:
        """What a part asks about a named pool: a count, or the sum of some dice."""
        if isinstance(node, Call) and node.function == "count":
            return Question(dice.first, dice.last, self.faces(node.arguments[1], dice.die, frame))
        if isinstance(node, Call) and node.function != "sum":
            dice = self.ranked(node, dice, frame)
        return Question(dice.first, dice.last)

    def ranked(self, node: Call, dice: Pool, frame: Frame) -> Pool:
        """The highest or lowest so many of those dice that the pool keeps."""
        number = self.natural(node.arguments[1], frame, "how many dice") if len(node.arguments) > 1 else 1
        taken = min(number, dice.last - dice.first)
        if node.function == "highest":
            return dice.but(last=dice.first + taken)
        return dice.but(first=dice.last - taken)

    def exact(self, node: Node, frame: Frame, what: str) -> Exact:
        """The value of a part that must be a plain number."""
        value = self.part(node, frame)
        if is_exact(value):
            return value
        raise NotationError(f"{what} must be a number, not a roll", node.column)

    def natural(self, node: Node, frame: Frame, what: str) -> int:
        """The value of a part that must be a whole number of at least 0."""
        value = whole(self.exact(node, frame, what))
        if isinstance(value, int) and value >= 0:
            return value
        raise NotationError(f"{what} must be a whole number of at least 0, not {value}", node.column)

    def dice(self, node: Node, frame: Frame, what: str) -> Pool:
        """The value of a part that must be a handful of dice."""
        value = self.part(node, frame)
        if isinstance(value, Pool):
            return value
        raise NotationError(f"{what} takes dice", node.column, "write dice such as 4d6, or the name of such dice")

    def event(self, node: Node, frame: Frame) -> Fraction | int:
        """The chance of a part that must be an event."""
        if type(node) is Comparison:
            return opposed.chance(
                node.operator, self.value(node.left, frame), self.value(node.right, frame), self.meter, node.column
            )
        return chance_of(self.value(node, frame), node)

    def faces(self, node: Node, die: Die, frame: Frame) -> frozenset[Exact]:
        """Those faces of a die that a selection such as `6`, `>=5`, `5..6` or `{1,6}` means."""
        what = "a face"
        match node:
            case Matching(_, operator, bound):
                limit = self.exact(bound, frame, what)
                return frozenset(face for face, _ in die.faces if opposed.COMPARISONS[operator](face, limit))
            case Between(_, low_node, high_node):
                low, high = self.exact(low_node, frame, what), self.exact(high_node, frame, what)
                return frozenset(face for face, _ in die.faces if low <= face <= high)
            case Faces(_, faces):
                return frozenset(self.exact(face, frame, what) for face in faces)
        return frozenset({self.exact(node, frame, what)})


def chance_of(value: Value, node: Node) -> Fraction | int:
    """The chance that an event happens; raises `NotationError` if it is no event."""
    if type(value) is int and 0 <= value <= 1:
        return value
    if isinstance(value, Roll):
        if value.is_event:
            return value.probability(1)
        raise NotationError("this is a roll, not an event", node.column, "compare it, as in 2d6 >= 7")
    if not isinstance(value, Far) and value in (0, 1):
        return int(value)
    raise NotationError("a number is not an event", node.column, "compare it, as in 2d6 >= 7")
