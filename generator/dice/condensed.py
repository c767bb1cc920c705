"""A named roll that is only ever compared with numbers is told apart no further than these comparisons can tell.

`hit = a <= 5 or (a <= skill and b > 3)` with two hundred-sided dice has ten thousand cases, of which no more than
six differ: `a` lies up to 5, up to the skill, or above, and `b` up to 3 or above. Condensing a roll keeps one value
for each such class with the class's whole chance, so that the cases are few and an open-ended roll becomes a finite
one. Nothing is lost, and nothing is rounded.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import lcm

from generator.dice.roll import FiniteRoll, Roll, finite, whole
from generator.dice.syntax import Arithmetic, Call, Comparison, Logic, Minus, Name, Node, Not, Where
from generator.exact import Fraction

# Where a comparison cuts the line: False just below its number, True just above.
_SIDES = {"<": (False,), ">=": (False,), "<=": (True,), ">": (True,), "==": (False, True), "!=": (False, True)}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}

# A number, and whether the cut lies just above it.
Cut = tuple[Fraction, bool]


@dataclass(frozen=True)
class Bound:
    """What a roll is compared with: `roll operator node`."""

    node: Node
    operator: str

    def cuts(self, number: Fraction) -> list[Cut]:
        """Where the comparison cuts the line, if the node comes to this number."""
        return [(number, above) for above in _SIDES[self.operator]]


class _UsedOtherwise(Exception):  # noqa: N818 - an answer, not an error
    """The roll is not merely compared."""


def bounds(expressions: Iterable[Node], name: str) -> tuple[Bound, ...] | None:
    """What the roll `name` is compared with in the expressions, or None where its very value matters."""
    try:
        return tuple(bound for node in expressions for bound in _bounds(node, frozenset((name,))))
    except _UsedOtherwise:
        return None


def condensed(roll: Roll, cuts: Collection[Cut]) -> FiniteRoll:
    """A roll with one value for each class that the cuts tell apart, and the class's chance."""
    if isinstance(roll, FiniteRoll):
        return _of_finite(roll, cuts)
    ordered = sorted(set(cuts))
    below = [roll.at_most(mark) if above else 1 - roll.at_least(mark) for mark, above in ordered]
    marks = [mark for mark, _ in ordered]
    values = [marks[0] - 1, *((one + other) / 2 for one, other in pairwise(marks)), marks[-1] + 1]
    chances = [after - before for before, after in zip([Fraction(0), *below], [*below, Fraction(1)], strict=True)]
    total = lcm(*(chance.denominator for chance in chances))
    return finite((value, int(chance * total)) for value, chance in zip(values, chances, strict=True))


def _of_finite(roll: FiniteRoll, cuts: Collection[Cut]) -> FiniteRoll:
    """The first outcome of each class stands for it: mostly a whole number, which is soon compared."""
    outcomes, tails = roll.outcomes, roll.tails
    places = {
        bisect_right(outcomes, whole(mark)) if above else bisect_left(outcomes, whole(mark)) for mark, above in cuts
    }
    starts = sorted({0, *places} - {len(outcomes)})
    return finite((outcomes[start], tails[start] - tails[stop]) for start, stop in pairwise([*starts, len(outcomes)]))


def _bounds(node: Node, names: frozenset[str]) -> Iterator[Bound]:
    if names.isdisjoint(node.names):
        return
    match node:
        case Comparison(_, operator, Name(_, name), other) if name in names and names.isdisjoint(other.names):
            yield Bound(other, operator)
        case Comparison(_, operator, other, Name(_, name)) if name in names and names.isdisjoint(other.names):
            yield Bound(other, _MIRRORED.get(operator, operator))
        case Comparison(_, _, Name(_, name), _) | Comparison(_, _, _, Name(_, name)) if name in names:
            raise _UsedOtherwise
        case Comparison() | Logic() | Not() | Arithmetic() | Minus() | Call(_, "if", _, ()):
            for child in node.children:
                yield from _bounds(child, names)
        case Where(_, body, bindings):
            # Another name for the roll, as the middle of `5 <= a <= 9` has one.
            for binding in bindings:
                if isinstance(binding.value, Name) and binding.value.name in names:
                    names |= {binding.name}
                elif not names.isdisjoint(binding.value.names) or binding.name in names:
                    raise _UsedOtherwise
            yield from _bounds(body, names)
        case _:
            raise _UsedOtherwise
