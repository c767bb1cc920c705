"""Expressions with parts of them replaced, and which parts are about the rolls of the case at hand."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import lru_cache

from generator.dice.syntax import (
    Arithmetic,
    Call,
    Comparison,
    Given,
    Indexed,
    Logic,
    Minus,
    Name,
    Node,
    Not,
    Number,
    Where,
)
from generator.dice.vocabulary import BUILTINS
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """The expression with each of its direct parts changed; itself where all of them stay, for what is known of it."""
    parts: dict[str, Any] = {}
    for name in node.field_names:
        part = getattr(node, name)
        if isinstance(part, Node):
            new = change(part)
            if new is not part:
                parts[name] = new
        elif isinstance(part, tuple):
            several = tuple(change(one) if isinstance(one, Node) else one for one in part)
            if any(new is not old for new, old in zip(several, part, strict=True)):
                parts[name] = several
    return node.but(**parts) if parts else node


def decided(asked: tuple[Node, ...], answers: Mapping[Comparison, bool]) -> tuple[Node, ...]:
    """The expressions with comparisons replaced by whether they hold."""

    def changed(node: Node) -> Node:
        if isinstance(node, Comparison) and node in answers:
            return Number(node.column, Fraction(answers[node]))
        return node if is_closed(node) else rebuilt(node, changed)

    return tuple(map(changed, asked))


def is_closed(node: Node) -> bool:
    """Whether a part is asked on its own, or gives names of its own meaning."""
    return is_asked_alone(node) or isinstance(node, (Indexed, Where, Given))


def is_asked_alone(node: Node) -> bool:
    """Whether a part is `P(…)` or its like: a number about rolls of its own, whatever has fallen."""
    return isinstance(node, Call) and node.function in BUILTINS and BUILTINS[node.function].closes


@lru_cache(maxsize=4096)
def asked_anew(node: Node) -> tuple[str, ...]:
    """The names in parts that are asked on their own, for which no roll has fallen yet."""
    if is_asked_alone(node) or (isinstance(node, Call) and node.function == "repeat"):
        return node.names_in_order
    return tuple(sorted({name for child in node.children for name in asked_anew(child)}))


def within(node: Node, but: Container[Node] = ()) -> Iterator[Node]:
    """All parts of an expression that are about the rolls of this case; not those in `but`, nor what is in them."""
    if node in but:
        return
    yield node
    if isinstance(node, (Indexed, Where, Given)):
        # What is in there is not looked into, but uses the rolls that it names.
        yield from (Name(node.column, name) for name in node.names)
    elif not is_closed(node):
        for child in node.children:
            yield from within(child, but)


def written_out(node: Node, meaning: Mapping[str, object]) -> Node:
    """The expression with names that only abbreviate others replaced by what they stand for."""
    if isinstance(node, Where) and all(isinstance(binding.value, Name) for binding in node.bindings):
        meant = {binding.name: binding.value for binding in node.bindings}
        return written_out(_replaced(node.body, meant), meaning)
    if isinstance(node, Name):
        value = meaning.get(node.name)
        return written_out(value, meaning) if isinstance(value, Node) and _is_plain(value) else node
    return node if is_closed(node) else rebuilt(node, lambda part: written_out(part, meaning))


def _replaced(node: Node, meant: Mapping[str, Node]) -> Node:
    if isinstance(node, Name) and node.name in meant:
        return meant[node.name]
    return node if meant.keys().isdisjoint(node.names) else rebuilt(node, lambda part: _replaced(part, meant))


def _is_plain(node: Node) -> bool:
    """Whether an expression is made of names and numbers alone, so that writing it twice is no second roll."""
    return isinstance(node, (Name, Number, Arithmetic, Minus, Comparison, Logic, Not)) and all(
        _is_plain(child) for child in node.children
    )
