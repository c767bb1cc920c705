"""Which named rolls an expression uses more than once, so that its parts are not independent."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from generator.dice.frames import Frame
from generator.dice.rewriting import is_asked_alone
from generator.dice.syntax import Call, Indexed, Name, Node


def shared_rolls(asked: tuple[Node, ...], frame: Frame) -> list[str]:
    """The rolls used more than once, those first on which others depend."""
    count: dict[str, int] = {}
    for node in asked:
        _add_up(count, node)
    # Expressions come after the names that they mention, so going backwards meets every use first.
    for name in reversed(list(frame.values)):
        if name in frame.rolls and name in count:
            value = frame.values[name]
            if isinstance(value, Node):
                _add_up(count, value)
    return [name for name in frame.values if name in frame.rolls and count.get(name, 0) > 1]


def _add_up(count: dict[str, int], node: Node) -> None:
    for name, times in uses(node).items():
        count[name] = count.get(name, 0) + times


@lru_cache(maxsize=4096)
def uses(node: Node) -> Counter[str]:
    """How often each name is used at most at once: of the branches of an `if`, only one counts."""
    if isinstance(node, Name):
        return Counter((node.name,))
    if isinstance(node, Indexed):
        inner = uses(node.body)
        return inner + inner
    parts = list(node.children)
    if isinstance(node, Call):
        if is_asked_alone(node):
            return Counter()
        if node.function == "repeat":
            parts = parts[:1]
        if node.function == "if" and len(parts) == 3:
            return uses(parts[0]) + (uses(parts[1]) | uses(parts[2]))
    total: Counter[str] = Counter()
    for child in parts:
        total.update(uses(child))
    return total
