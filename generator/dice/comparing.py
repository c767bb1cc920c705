"""Conditions that merely compare numbers, decided at once: labels, bands and ends of chains ask one for every cell."""

from __future__ import annotations

from collections.abc import Mapping

from generator.dice.opposed import compared
from generator.dice.roll import Exact, is_exact
from generator.dice.syntax import Comparison, Logic, Name, Node, Number


def decided(node: Node, values: Mapping[str, object]) -> bool | None:
    """Whether a comparison of named and written numbers holds; None where the node is more than that."""
    if isinstance(node, Comparison):
        left, right = _number(node.left, values), _number(node.right, values)
        if left is None or right is None:
            return None
        return compared(node.operator, left, right)
    if isinstance(node, Logic):
        one, other = decided(node.left, values), decided(node.right, values)
        if one is None or other is None:
            return None
        return one and other if node.operator == "and" else one or other
    return None


def _number(node: Node, values: Mapping[str, object]) -> Exact | None:
    if isinstance(node, Number):
        return node.value
    value = values.get(node.name) if isinstance(node, Name) else None
    return value if is_exact(value) else None
