"""Which way an expression moves when one of its names rises, where that can be told from its form alone.

A search for the last number at which a condition holds need not try them all if the condition, once it fails, fails
for good: `P(10d6 >= t) >= 50%` does. Rolls count as they fall: one that does not depend on the name stays the same
while the name rises, so what is said here holds in every case of it, and thus for its chances and means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.dice.syntax import Arithmetic, Call, Comparison, Function, Logic, Minus, Name, Node, Not, Number
from generator.exact import Fraction

Functions = Mapping[str, Function | Callable[..., Fraction]]

# Falls, stays, or rises.
FALLS, STAYS, RISES = -1, 0, 1

_TOWARDS = {">=": 1, ">": 1, "<=": -1, "<": -1}
# Functions that never fall where one of their arguments rises.
_FAITHFUL = ("P", "mean", "max", "min", "floor", "ceil", "round")


def direction(node: Node, name: str, functions: Functions, depth: int = 0) -> int | None:
    """Whether the expression falls, stays or rises, never the other way, while the name rises; None if unknown."""
    if name not in node.names:
        return STAYS
    match node:
        case Name():
            return RISES
        case Minus(_, operand) | Not(_, operand):
            return _turned(direction(operand, name, functions, depth), -1)
        case Arithmetic(_, "+" | "-" as sign, left, right):
            return _joined(
                direction(left, name, functions, depth),
                _turned(direction(right, name, functions, depth), 1 if sign == "+" else -1),
            )
        case Arithmetic(_, "*" | "/", left, Number(_, value)) if value > 0:
            return direction(left, name, functions, depth)
        case Arithmetic(_, "*", Number(_, value), right) if value >= 0:
            return direction(right, name, functions, depth)
        case Comparison(_, sign, left, right) if sign in _TOWARDS:
            beyond = _joined(
                direction(left, name, functions, depth), _turned(direction(right, name, functions, depth), -1)
            )
            return _turned(beyond, _TOWARDS[sign])
        case Logic(_, _, left, right):
            return _joined(direction(left, name, functions, depth), direction(right, name, functions, depth))
        case Call(_, function, arguments, ()) if function in _FAITHFUL:
            return _joined(*(direction(argument, name, functions, depth) for argument in arguments))
        case Call(_, called, arguments, ()):
            return _of_call(functions.get(called), arguments, name, functions, depth)
    return None


def _of_call(function: object, arguments: tuple[Node, ...], name: str, functions: Functions, depth: int) -> int | None:
    if not isinstance(function, Function) or len(arguments) != len(function.parameters) or depth > len(functions):
        return None
    ways: list[int | None] = []
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        moved = direction(argument, name, functions, depth)
        within = direction(function.body, parameter, functions, depth + 1) if moved else STAYS
        ways.append(None if within is None else _turned(moved, within))
    return _joined(*ways)


def _joined(*ways: int | None) -> int | None:
    """The way of what depends faithfully on all of them."""
    found = {way for way in ways if way != STAYS}
    return STAYS if not found else found.pop() if len(found) == 1 else None


def _turned(way: int | None, by: int) -> int | None:
    return None if way is None else way * by
