"""The syntax tree of the notation: what was written, before anything is computed.

Every node knows the 1-based column where it starts, so that a later complaint can point at it.
Nodes are immutable and compare by identity: two `d6` in one text are two rolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from generator.dice.record import ByValue, Record
from generator.exact import Fraction


class NotationError(ValueError):
    """An expression that cannot be read or makes no sense.

    `message` says what is wrong, `column` (1-based) where, `allowed` what was expected or the nearest
    known word; `allowed` may be empty.
    """

    def __init__(self, message: str, column: int = 1, allowed: str = "") -> None:
        super().__init__(message, column, allowed)
        self.message = message
        self.column = column
        self.allowed = allowed

    def __str__(self) -> str:
        return f"column {self.column}: {self.message}" + (f"; {self.allowed}" if self.allowed else "")


class Refused(NotationError):  # noqa: N818 - the refusal is the answer
    """An expression that is well formed but too costly, or whose exact answer is out of reach."""


class Node(Record):
    """Any part of an expression."""

    column: int

    @cached_property
    def children(self) -> tuple[Node, ...]:
        """The nodes directly below this one, in the order written."""
        return tuple(_nodes_of(self))

    @cached_property
    def names(self) -> frozenset[str]:
        """All names that occur in it, also those that it binds itself."""
        return frozenset().union(*(child.names for child in self.children))

    @cached_property
    def names_in_order(self) -> tuple[str, ...]:
        """The same names, always in one order."""
        return tuple(sorted(self.names))

    @cached_property
    def names_rolls(self) -> bool:
        """Whether `where` or `given` stands in it."""
        return isinstance(self, (Where, Given)) or any(child.names_rolls for child in self.children)

    @cached_property
    def is_costly(self) -> bool:
        """Whether looking its value up is cheaper than computing it: there are dice or calls in it."""
        if isinstance(self, (Arithmetic, Minus)):
            return any(child.is_costly for child in self.children)
        return isinstance(self, (Dice, Exploding, Keep, Code, Call, Indexed, Given, Where))

    @property
    def everything(self) -> Iterator[Node]:
        """The node and all below it."""
        yield self
        for child in self.children:
            yield from child.everything

    @cached_property
    def size(self) -> int:
        """The number of nodes in it."""
        return 1 + sum(child.size for child in self.children)


class Number(Node):
    """`2.75`, `12%`: an exact number."""

    value: Fraction

    @cached_property
    def exact(self) -> Fraction | int:
        """The same, as an int where it is whole."""
        return self.value.numerator if self.value.denominator == 1 else self.value


class Name(Node):
    """A name: a number or roll given by the scope or by `where`."""

    name: str

    @cached_property
    def names(self) -> frozenset[str]:
        """The name itself."""
        return frozenset({self.name})


class Faces(Node):
    """`{5,6}`: faces listed one by one."""

    faces: tuple[Node, ...]


class Matching(Node):
    """`>=8`: the faces that compare so."""

    operator: str
    bound: Node


class Between(Node):
    """`5..6`: the whole numbers from one to the other, both included."""

    low: Node
    high: Node


class Dice(Node):
    """`3d6`, `(n)d(s)`, `4dF`, `d{0,0,1}`: equal dice; `sides` is a number or a list of faces."""

    count: Node
    sides: Node


class Exploding(Node):
    """`d6!`, `d6!{5,6}`, `d6!>=5`: dice that roll again on some faces, without limit."""

    dice: Node
    on: Node | None


class Keep(Node):
    """`4d6kh3`: keep or drop (`k`, `d`) the highest or lowest (`h`, `l`) of some dice."""

    dice: Node
    how: str
    number: Node


class Code(Node):
    """`5D`: a die code, the last die of which is the Wild Die."""

    count: Node


# All the ways to write dice.
DICE = (Dice, Exploding, Keep, Code)


class Minus(Node):
    """`-x`."""

    operand: Node


class Arithmetic(Node):
    """`x + y`, `x - y`, `x * y`, `x / y`."""

    operator: str
    left: Node
    right: Node


class Comparison(Node):
    """`x >= y` and the other five comparisons: an event."""

    operator: str
    left: Node
    right: Node


class Logic(Node):
    """`x and y`, `x or y`."""

    operator: str
    left: Node
    right: Node


class Not(Node):
    """`not x`."""

    operand: Node


class Option(Node):
    """`on=6`: a named argument of a call, or the index of a sum."""

    name: str
    value: Node


class Call(Node):
    """`max(a, b)`: a function of the notation or of the system, applied."""

    function: str
    arguments: tuple[Node, ...]
    options: tuple[Option, ...]


class Indexed(Node):
    """`largest(t: …)`, `sum(k = 0..2: …)`: something asked for each whole number; no range means all."""

    function: str
    name: str
    over: Between | None
    body: Node


class Given(Node):
    """`x given c`: x in those cases where c holds."""

    value: Node
    condition: Node


class Binding(Node):
    """`a = d20` after `where`."""

    name: str
    value: Node


class Where(Node):
    """`x where a = d20, b = a + d6`: names for rolls; the same name is the same roll."""

    body: Node
    bindings: tuple[Binding, ...]


class Function(ByValue):
    """A function that a system defines once, such as `target(dice, average) = ceil(dice * average)`."""

    name: str
    parameters: tuple[str, ...]
    body: Node


def _nodes_of(node: Node) -> Iterator[Node]:
    for name in node.field_names:
        part = getattr(node, name)
        if isinstance(part, Node):
            yield part
        elif isinstance(part, tuple):
            yield from part
