"""What the names in a cell's expressions stand for: numbers and rolls by value, and dice that must stay dice.

A roll named in a definition is one roll in everything that mentions it, and dice can be asked for more than their
total. Both hold where the expression is evaluated with the roll's own expression bound by `where`, so that is how
such names are passed to the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.content.expressions import Expression
from generator.dice.evaluate import Scope, Value, evaluate, number
from generator.dice.notation import Node, NotationError
from generator.dice.roll import Roll
from generator.dice.staged import Staged
from generator.dice.syntax import Arithmetic, Binding, Code, Minus, Number, Where
from generator.exact import Fraction
from generator.tables.unfit import Unfit

# A name stands for a number, a roll, or an expression that is evaluated where the name is used.
Bound = Value | Node


@dataclass(frozen=True, slots=True)
class Context:
    """The names of a cell or row; those in `dice` are bound in order, so that later ones may mention earlier ones."""

    scope: Scope = field(default_factory=Scope)
    dice: tuple[Binding, ...] = ()

    def having(self, names: Mapping[str, Bound]) -> Context:
        """The same with further names."""
        if not names:
            return self
        values = {name: bound for name, bound in names.items() if not isinstance(bound, Node)}
        nodes = tuple(Binding(1, name, bound) for name, bound in names.items() if isinstance(bound, Node))
        return Context(self.scope.with_values(**values) if values else self.scope, (*self.dice, *nodes))

    def closed(self, node: Node) -> Node:
        """The expression with those dice bound that it mentions."""
        needed: list[Binding] = []
        names = node.names
        for binding in reversed(self.dice):
            if binding.name in names:
                needed.insert(0, binding)
                names |= binding.value.names
        return Where(node.column, node, tuple(needed)) if needed else node

    def value(self, node: Node) -> Value:
        """The number or roll that an expression stands for here; raises NotationError."""
        return evaluate(self.closed(node), self.scope)

    def asked(self, node: Node, names: Mapping[str, Bound]) -> Fraction:
        """The number that an expression stands for with further names; raises NotationError.

        It is what `having` would give, without making a context for a single question.
        """
        values = {name: bound for name, bound in names.items() if not isinstance(bound, Node)}
        if self.dice or len(values) < len(names):
            here = self.having(names)
            return number(here.closed(node), here.scope)
        return number(node, self.scope, values)

    def asking(self, staged: Staged) -> Callable[[Mapping[str, Bound]], Fraction]:
        """`asked` of one expression for many further names; good until another context asks."""

        def asked(names: Mapping[str, Bound]) -> Fraction:
            return self.asked(staged.node, names)

        return asked if self._binds(staged.node) else staged.row(self.scope, asked)

    def telling(self, staged: Staged) -> Callable[[Mapping[str, Bound]], object] | None:
        """The same for an expression that may be a roll; None, and for some names, where it has to be `value`d."""
        return None if self._binds(staged.node) else staged.values(self.scope)

    def _binds(self, node: Node) -> bool:
        return any(binding.name in node.names for binding in self.dice)

    def number(self, expression: Expression) -> Fraction:
        """The number that an expression stands for here; raises Unfit at its place."""
        try:
            return number(self.closed(expression.node), self.scope)
        except NotationError as error:
            raise unfit(expression, error) from error


def unfit(expression: Expression, error: NotationError) -> Unfit:
    """What the engine says of an expression, at its place in the file."""
    return Unfit(expression.at(error.column), error.message, error.allowed)


def as_bound(node: Node, value: Value) -> Bound:
    """What a name stands for that is given this expression: its value, unless it may be dice."""
    if isinstance(value, Roll) and not isinstance(node, (Arithmetic, Code, Minus, Number)):
        return node
    return value
