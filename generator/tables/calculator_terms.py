"""The arithmetic of calculators: terms that a sheet can reckon with as exactly as we do.

A term is what remains of an expression when the system's functions are written out: numbers, names, and operations
that every spreadsheet has. Dice do not occur; their chances are looked up in tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

from generator.content.expressions import Expression
from generator.dice.notation import Function, Node
from generator.dice.syntax import Arithmetic, Call, Comparison, Logic, Minus, Name, Not, Number
from generator.exact import Fraction
from generator.tables.unfit import Unfit

FUNCTIONS = ("abs", "ceil", "clamp", "floor", "if", "max", "min", "round")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
CONDITIONS = (*COMPARISONS, "and", "or", "not")

_ALLOWED = f"numbers, names, + - * /, comparisons, and or not, {', '.join(FUNCTIONS)}"


@dataclass(frozen=True, slots=True)
class Constant:
    """A number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Named:
    """The value of an input or of an output above."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the notation on other terms: `+`, `>=`, `and`, `ceil`, `if` and so on; `neg` is a minus."""

    symbol: str
    terms: tuple[Term, ...]


Term = Constant | Named | Operation


def term_of(expression: Expression, functions: Mapping[str, Function]) -> Term:
    """The term that an expression stands for; raises Unfit at the place of what a sheet cannot reckon with."""
    return _term(expression.node, {}, functions, expression)


def names_in(term: Term) -> tuple[str, ...]:
    """The names that a term mentions, each once, in the order met."""
    if isinstance(term, Operation):
        return tuple(dict.fromkeys(name for part in term.terms for name in names_in(part)))
    return (term.name,) if isinstance(term, Named) else ()


def value_of(term: Term, values: Mapping[str, Fraction]) -> Fraction:
    """The exact value of a term; a condition is 1 or 0."""
    if isinstance(term, Constant):
        return term.value
    if isinstance(term, Named):
        return values[term.name]
    if term.symbol == "if":
        condition, then, otherwise = term.terms
        return value_of(then if value_of(condition, values) else otherwise, values)
    return Fraction(_OPERATIONS[term.symbol]([value_of(part, values) for part in term.terms]))


_OPERATIONS: Mapping[str, Callable[[Sequence[Fraction]], Fraction | int | bool]] = {
    "+": lambda v: v[0] + v[1],
    "-": lambda v: v[0] - v[1],
    "*": lambda v: v[0] * v[1],
    "/": lambda v: v[0] / v[1],
    "neg": lambda v: -v[0],
    "==": lambda v: v[0] == v[1],
    "!=": lambda v: v[0] != v[1],
    "<": lambda v: v[0] < v[1],
    "<=": lambda v: v[0] <= v[1],
    ">": lambda v: v[0] > v[1],
    ">=": lambda v: v[0] >= v[1],
    "and": all,
    "or": any,
    "not": lambda v: not v[0],
    "abs": lambda v: abs(v[0]),
    "ceil": lambda v: ceil(v[0]),
    "floor": lambda v: floor(v[0]),
    "round": lambda v: floor(v[0] + Fraction(1, 2)),
    "max": max,
    "min": min,
    "clamp": lambda v: min(max(v[0], v[1]), v[2]),
}


def _term(node: Node, bound: Mapping[str, Term], functions: Mapping[str, Function], whole: Expression) -> Term:
    def inner(part: Node) -> Term:
        return _term(part, bound, functions, whole)

    match node:
        case Number():
            return Constant(node.value)
        case Name():
            return bound.get(node.name, Named(node.name))
        case Minus():
            return Operation("neg", (inner(node.operand),))
        case Arithmetic() | Comparison() | Logic():
            parts = (inner(node.left), inner(node.right))
            if node.operator == "/" and (not isinstance(parts[1], Constant) or parts[1].value == 0):
                raise Unfit(whole.at(node.column), "a sheet can only divide by a plain number", "a number but 0")
            return Operation(node.operator, parts)
        case Not():
            return Operation("not", (inner(node.operand),))
        case Call() if node.function in functions and not node.options:
            function = functions[node.function]
            given = dict(zip(function.parameters, map(inner, node.arguments), strict=True))
            try:
                return _term(function.body, given, functions, whole)
            except Unfit as error:
                message = f"function '{node.function}' cannot be used in a sheet: {error}"
                raise Unfit(whole.at(node.column), message, error.problem.allowed) from error
        case Call() if node.function in FUNCTIONS and not node.options:
            return Operation(node.function, tuple(map(inner, node.arguments)))
    raise Unfit(whole.at(node.column), "a sheet cannot reckon with this", f"allowed: {_ALLOWED}")
