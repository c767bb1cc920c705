"""Two rolls that only ever occur as one combination are one roll.

`mean(a - b given a > b where a = …, b = …)` depends on a - b alone, for `a > b` says that a - b > 0. The
combination is a single roll, so that it need not be gone through value by value for each of its parts; and for
open-ended rolls that is what makes the answer exact.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from generator.dice.record import ByValue
from generator.dice.rewriting import rebuilt
from generator.dice.syntax import Arithmetic, Comparison, Minus, Name, Node, Number
from generator.exact import Fraction

# The coefficients of rolls, the first of them 1.
Primitive = tuple[tuple[str, Fraction], ...]


class Form(ByValue):
    """A linear expression: coefficients of rolls, and a constant."""

    coefficients: tuple[tuple[str, Fraction], ...]
    constant: Fraction

    def primitive(self) -> Primitive:
        """The coefficients over the first of them: the same for all multiples."""
        lead = self.coefficients[0][1]
        return tuple((name, value / lead) for name, value in self.coefficients)


def form_of(node: Node, rolls: Collection[str], numbers: Mapping[str, Fraction]) -> Form | None:
    """The linear form of an expression in some rolls, or None if it is none."""
    match node:
        case Number(_, value):
            return Form((), value)
        case Name(_, name) if name in rolls:
            return Form(((name, Fraction(1)),), Fraction(0))
        case Name(_, name) if name in numbers:
            return Form((), numbers[name])
        case Minus(_, operand):
            inner = form_of(operand, rolls, numbers)
            return inner and _combined(Form((), Fraction(0)), inner, Fraction(-1))
        case Arithmetic(_, operator, left_node, right_node):
            left, right = form_of(left_node, rolls, numbers), form_of(right_node, rolls, numbers)
            if left is None or right is None:
                return None
            if operator in "+-":
                return _combined(left, right, Fraction(1 if operator == "+" else -1))
            if operator == "*" and not left.coefficients:
                return _combined(Form((), Fraction(0)), right, left.constant)
            if not right.coefficients and (operator == "*" or right.constant):
                factor = right.constant if operator == "*" else 1 / right.constant
                return _combined(Form((), Fraction(0)), left, factor)
    return None


def _combined(left: Form, right: Form, factor: Fraction) -> Form:
    summed = dict(left.coefficients)
    for name, value in right.coefficients:
        summed[name] = summed.get(name, Fraction(0)) + factor * value
    return Form(
        tuple(sorted((name, value) for name, value in summed.items() if value)),
        left.constant + factor * right.constant,
    )


@lru_cache(maxsize=4096)
def as_one(
    asked: tuple[Node, ...], rolls: tuple[str, ...], numbers: tuple[tuple[str, Fraction], ...], named: str
) -> tuple[Primitive, tuple[Node, ...]] | None:
    """The one combination of the rolls on which all that is asked depends, and the same asked of it by name, or None.

    A table asks the same in every row; the same expressions then come out, and what is known of them is found again.
    """
    known = dict(numbers)
    form = common_form(asked, rolls, known)
    if form is None:
        return None
    return form, tuple(in_terms_of(node, {form: named}.__getitem__, rolls, known) for node in asked)


def common_form(asked: Collection[Node], rolls: Collection[str], numbers: Mapping[str, Fraction]) -> Primitive | None:
    """The one combination of the rolls on which everything that is asked depends, or None."""
    if any(_tells_some_apart(node, frozenset(rolls)) for node in asked):
        return None
    found: set[Primitive] = set()

    def collect(node: Node) -> bool:
        if node.names.isdisjoint(rolls):
            return True
        form = form_in(node, rolls, numbers)
        if form is not None:
            if form.coefficients:
                found.add(form.primitive())
            return len(found) <= 1
        return bool(node.children) and all(collect(child) for child in node.children)

    if not all(collect(node) for node in asked) or len(found) != 1:
        return None
    form = found.pop()
    return form if len(form) > 1 and {name for name, _ in form} == set(rolls) else None


@lru_cache(maxsize=4096)
def _tells_some_apart(node: Node, rolls: frozenset[str]) -> bool:
    """Whether a sum that is compared is about some of the rolls alone, whatever other names stand for."""
    if isinstance(node, Comparison) and node.names & rolls and not rolls <= node.names:
        return _is_sum(node.left) and _is_sum(node.right)
    return any(_tells_some_apart(child, rolls) for child in node.children)


def _is_sum(node: Node) -> bool:
    if isinstance(node, Minus) or (isinstance(node, Arithmetic) and node.operator in "+-"):
        return all(map(_is_sum, node.children))
    return isinstance(node, (Name, Number))


def form_in(node: Node, rolls: Collection[str], numbers: Mapping[str, Fraction]) -> Form | None:
    """The form of an expression, or of the difference that a comparison decides by."""
    if isinstance(node, Comparison):
        left, right = form_of(node.left, rolls, numbers), form_of(node.right, rolls, numbers)
        return None if left is None or right is None else _combined(left, right, Fraction(-1))
    return form_of(node, rolls, numbers)


def in_terms_of(
    node: Node,
    name_of: Callable[[Primitive], str],
    rolls: Collection[str],
    numbers: Mapping[str, Fraction],
) -> Node:
    """The expression with its combinations of the rolls written by names; `name_of` gives that of a primitive form."""
    if node.names.isdisjoint(rolls):
        return node
    form = form_in(node, rolls, numbers)
    if form is not None:
        constant = Number(node.column, form.constant)
        scaled: Node = Number(node.column, Fraction(0))
        if form.coefficients:
            factor = Number(node.column, form.coefficients[0][1])
            scaled = Arithmetic(node.column, "*", factor, Name(node.column, name_of(form.primitive())))
        if isinstance(node, Comparison):
            return node.but(left=scaled, right=Number(node.column, -form.constant))
        return Arithmetic(node.column, "+", scaled, constant)
    return rebuilt(node, lambda part: in_terms_of(part, name_of, rolls, numbers))
