"""The named rolls of a definition, prepared so that conditions about them are evaluated in as few cases as can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from generator.content.expressions import Expression
from generator.dice.condensed import Bound as Compared
from generator.dice.condensed import Cut, bounds, condensed
from generator.dice.evaluate import Value
from generator.dice.notation import Node, NotationError
from generator.dice.roll import Roll
from generator.tables.contexts import Bound, Context, unfit
from generator.tables.unfit import Unfit


@dataclass(frozen=True)
class NamedRolls:
    """Rolls by name, in order, and the expressions about them that are always evaluated together.

    `found` only remembers what each roll came to, by the values of the names that it depends on.
    """

    rolls: Mapping[str, Node]
    expressions: tuple[Node, ...]
    compared: Mapping[str, tuple[Compared, ...]]
    found: dict[tuple[object, ...], Value] = field(default_factory=dict)

    def settled(self, context: Context) -> Context:
        """The context with every roll, those that are merely compared told apart only as far as it matters."""
        result = whole = context
        for name, node in self.rolls.items():
            whole = whole.having({name: node})
            result = result.having({name: self._condensed(name, node, whole, context) or node})
        return result

    def laws(self, context: Context) -> dict[str, Value] | None:
        """What each roll comes to by itself, told apart only as far as it matters.

        None where a roll depends on another, or one is wrong.
        """
        if not self.are_apart:
            return None
        try:
            known = {name: self._law(node, context) for name, node in self.rolls.items()}
        except NotationError:
            return None
        for name in self.compared:
            shorter = self._condensed(name, self.rolls[name], context, context)
            if isinstance(shorter, Roll):
                known[name] = shorter
        return known

    @cached_property
    def are_apart(self) -> bool:
        """Whether no roll depends on another."""
        return all(self.rolls.keys().isdisjoint(node.names) for node in self.rolls.values())

    def _condensed(self, name: str, node: Node, whole: Context, context: Context) -> Bound | None:
        if name not in self.compared:
            return None
        try:
            law = self._law(node, whole)
            marks = [context.value(bound.node) for bound in self.compared[name]]
        except NotationError:
            # What is wrong will be said where the expression itself is evaluated.
            return None
        if not isinstance(law, Roll):
            return None
        cuts: list[Cut] = []
        for bound, mark in zip(self.compared[name], marks, strict=True):
            if isinstance(mark, Roll):
                return None
            cuts += bound.cuts(mark)
        return condensed(law, cuts)

    def _law(self, node: Node, whole: Context) -> Value:
        closed = whole.closed(node)
        values = whole.scope.values
        fixed = tuple((name, values[name]) for name in sorted(closed.names & values.keys()))
        bound = tuple(binding.value for binding in whole.dice if binding.name in closed.names)
        key = (node, fixed, bound)
        if key not in self.found:
            self.found[key] = whole.value(node)
        return self.found[key]


def named_rolls(rolls: Mapping[str, Node], expressions: Sequence[Node]) -> NamedRolls:
    """The rolls with what is known of their use whatever the row is."""
    mentioned = {name: node.names & rolls.keys() for name, node in rolls.items()}
    direct = frozenset().union(*(node.names for node in expressions)) & rolls.keys()
    below = {name: _below(name, mentioned) for name in rolls}
    compared: dict[str, tuple[Compared, ...]] = {}
    for name in direct:
        others = direct - {name}
        if any(name in below[other] or below[name] & below[other] or other in below[name] for other in others):
            continue
        found = bounds(expressions, name)
        if found and all(rolls.keys().isdisjoint(bound.node.names) for bound in found):
            compared[name] = found
    return NamedRolls(rolls, tuple(expressions), compared)


def _below(name: str, mentioned: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The rolls that a roll is made of, at any depth."""
    return mentioned[name].union(*(_below(other, mentioned) for other in mentioned[name]))


def culprit(context: Context, rolls: Mapping[str, Expression]) -> Unfit | None:
    """What is wrong with the first of the rolls that cannot be evaluated, if there is one."""
    for name, roll in rolls.items():
        try:
            context.value(roll.node)
        except NotationError as error:
            return unfit(roll, error)
        context = context.having({name: roll.node})
    return None
