"""Conditions that merely compare numbers, decided at once: labels, bands and ends of chains ask one for every cell."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import lru_cache

from generator.dice.opposed import COMPARISONS, compared
from generator.dice.roll import Exact, is_exact
from generator.dice.syntax import Comparison, Logic, Name, Node, Number

Values = Mapping[str, object]
Decide = Callable[[Values], bool | None]


def decided(node: Node, values: Values) -> bool | None:
    """Whether a comparison of named and written numbers holds; None where the node is more than that."""
    return deciding(node)(values)


@lru_cache(maxsize=4096)
def deciding(node: Node) -> Decide:
    """The same as a function of what the names stand for: what the node is need not be asked for each cell."""
    if isinstance(node, Comparison):
        return _comparing(node)
    if isinstance(node, Logic):
        one, other = deciding(node.left), deciding(node.right)
        joined = operator.and_ if node.operator == "and" else operator.or_

        def both(values: Values) -> bool | None:
            left, right = one(values), other(values)
            return None if left is None or right is None else joined(left, right)

        return both
    return lambda _: None


def _comparing(node: Comparison) -> Decide:
    if isinstance(node.left, Name) and isinstance(node.right, Number):
        # Most conditions are of this form.
        name, holds = node.left.name, COMPARISONS[node.operator]
        over, under = node.right.value.as_integer_ratio()

        def against(values: Values) -> bool | None:
            value = values.get(name)
            return holds(value.numerator * under, over * value.denominator) if is_exact(value) else None

        return against
    left, right, sign = _number(node.left), _number(node.right), node.operator

    def between(values: Values) -> bool | None:
        one, other = left(values), right(values)
        return None if one is None or other is None else compared(sign, one, other)

    return between


def _number(node: Node) -> Callable[[Values], Exact | None]:
    if isinstance(node, Number):
        written = node.value
        return lambda _: written
    if not isinstance(node, Name):
        return lambda _: None
    name = node.name

    def named(values: Values) -> Exact | None:
        value = values.get(name)
        return value if is_exact(value) else None

    return named
