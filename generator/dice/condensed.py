"""A named roll that is only ever compared with numbers is told apart no further than these comparisons can tell.

`hit = a <= 5 or (a <= skill and b > 3)` with two hundred-sided dice has ten thousand cases, of which no more than
fifteen differ: `a` lies below, at, between or above 5 and the skill, `b` below, at or above 3. Condensing a roll
keeps one value for each such class with the class's whole chance, so that the cases are few and an open-ended roll
becomes a finite one. Nothing is lost, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from math import lcm

from generator.dice.roll import FiniteRoll, Roll, constant, finite
from generator.dice.syntax import Arithmetic, Call, Comparison, Logic, Minus, Name, Node, Not, Where


class _UsedOtherwise(Exception):  # noqa: N818 - an answer, not an error
    """The roll is not merely compared."""


def bounds(expressions: Iterable[Node], name: str) -> tuple[Node, ...] | None:
    """What the roll `name` is compared with in the expressions, or None where its very value matters."""
    try:
        return tuple(bound for node in expressions for bound in _bounds(node, frozenset((name,))))
    except _UsedOtherwise:
        return None


def condensed(roll: Roll, marks: Collection[Fraction]) -> FiniteRoll:
    """A roll with one value for each class that comparisons with `marks` tell apart, and the class's chance."""
    ordered = sorted(set(marks))
    if not ordered:
        return constant(0)
    chances: dict[Fraction, Fraction] = {ordered[0] - 1: 1 - roll.at_least(ordered[0])}
    for mark, following in zip(ordered, [*ordered[1:], None], strict=True):
        chances[mark] = roll.probability(mark)
        if following is None:
            chances[mark + 1] = roll.more_than(mark)
        else:
            chances[(mark + following) / 2] = roll.more_than(mark) - roll.at_least(following)
    total = lcm(*(chance.denominator for chance in chances.values()))
    return finite((value, int(chance * total)) for value, chance in chances.items())


def _bounds(node: Node, names: frozenset[str]) -> Iterator[Node]:
    if names.isdisjoint(node.names):
        return
    match node:
        case Comparison(_, _, Name(_, name), other) | Comparison(_, _, other, Name(_, name)) if name in names:
            if not names.isdisjoint(other.names):
                raise _UsedOtherwise
            yield other
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
