"""What the names of an expression stand for while it is evaluated: in general, and in the case at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from generator.dice.dice import Pool
from generator.dice.far import Value
from generator.dice.roll import is_exact
from generator.dice.syntax import Indexed, Name, Node
from generator.exact import Fraction


class Observed:
    """A named pool in one case: what each question about it is answered with."""

    def __init__(self, answers: Mapping[Node, Value]) -> None:
        self.answers = answers

    def of(self, node: Node) -> Value:
        """The answer to one question, identified by where it is written."""
        return self.answers[node]


# A name may stand for a number, a roll, dice, or an expression about other rolls, still to be evaluated.
Bound = Value | Pool | Node | Observed


NOTHING_FIXED: Mapping[str, Bound] = {}


class Frame:
    """What names stand for: `values` in general, and `fixed` for rolls in the case at hand."""

    __slots__ = ("fixed", "rolls", "values")

    def __init__(
        self,
        values: Mapping[str, Bound],
        fixed: Mapping[str, Bound] | None = None,
        rolls: frozenset[str] | None = None,
    ) -> None:
        self.values = values
        self.fixed = fixed or NOTHING_FIXED
        if rolls is None:
            rolls = frozenset([n for n, value in values.items() if type(value) is not int and not is_exact(value)])
            rolls = rolls.difference(self.fixed) if rolls and fixed else rolls
        self.rolls = rolls

    def find(self, name: str) -> Bound | None:
        """What a name stands for here, or None."""
        found = self.fixed.get(name) if self.fixed else None
        return self.values.get(name) if found is None else found

    def with_value(self, name: str, value: Bound) -> Frame:
        """The frame with one more name."""
        rolls = self.rolls
        if is_exact(value):
            rolls = rolls - {name} if name in rolls else rolls
        elif name not in self.fixed:
            rolls |= {name}
        return Frame({**self.values, name: value}, self.fixed, rolls)

    def fixing(self, name: str, value: Bound) -> Frame:
        """The frame for one case of a roll."""
        return Frame(self.values, {**self.fixed, name: value}, self.rolls - {name})

    def released(self) -> Frame:
        """The frame for a question on its own, such as P(…), in which no roll has fallen yet."""
        return Frame(self.values) if self.fixed else self

    def ties(self, node: Node) -> bool:
        """Whether the expression mentions a roll by name."""
        return bool(self.rolls) and not self.rolls.isdisjoint(node.names)

    def rolls_in(self, node: Node) -> frozenset[str]:
        """The rolls that an expression mentions by name, fixed or not."""
        return node.names & (self.rolls | self.fixed.keys())

    def observed(self, node: Node) -> Observed | None:
        """The answers about a pool, if the node is the name of a pool that has fallen."""
        if isinstance(node, Name):
            found = self.fixed.get(node.name)
            if isinstance(found, Observed):
                return found
        return None


def constants(frame: Frame, asked: Iterable[Node]) -> dict[str, Fraction]:
    """The names that stand for numbers wherever they occur in the expressions; an index of a sum does not."""
    indexes = frozenset().union(*map(_indexes, asked))
    return {n: Fraction(found) for n in frame.values if n not in indexes and is_exact(found := frame.find(n))}


@lru_cache(maxsize=4096)
def _indexes(root: Node) -> frozenset[str]:
    return frozenset(node.name for node in root.everything if isinstance(node, Indexed))
