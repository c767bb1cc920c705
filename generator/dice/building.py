"""The parser's tree turned into ours: one rule for each rule of notation.lark."""

from __future__ import annotations

from collections.abc import Callable

from generator.dice.syntax import (
    Arithmetic,
    Between,
    Binding,
    Call,
    Code,
    Comparison,
    Dice,
    Exploding,
    Faces,
    Function,
    Given,
    Indexed,
    Keep,
    Logic,
    Matching,
    Minus,
    Name,
    Node,
    Not,
    NotationError,
    Number,
    Option,
    Where,
)
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lark import Token

# Signs that are typeset, and how they are typed.
PLAIN_SIGNS = str.maketrans("−×÷", "-*/")


def build(tree: Any) -> Node | Function:
    """Turns the parser's tree into ours without recursion: a hostile text must not overflow the stack."""
    built: dict[int, Any] = {}
    for subtree in tree.iter_subtrees():
        parts = [part if not hasattr(part, "data") else built[id(part)] for part in subtree.children]
        built[id(subtree)] = _RULES[str(subtree.data)](parts)
    result: Node | Function = built[id(tree)]
    return result


def _at(part: Any) -> int:
    """The column of a token or node."""
    return part.column if isinstance(part, Node) else part.start_pos + 1


def _sign(token: Token) -> str:
    return str(token).translate(PLAIN_SIGNS)


def _number(parts: list[Any]) -> Node:
    return Number(_at(parts[0]), Fraction(str(parts[0])))


def _percent(parts: list[Any]) -> Node:
    return Number(_at(parts[0]), Fraction(str(parts[0])[:-1]) / 100)


def _dice(parts: list[Any]) -> Node:
    *count, letter, sides = parts
    number = count[0] if count else Number(_at(letter), Fraction(1))
    return Dice(_at(count[0] if count else letter), number, sides)


def _exploding(parts: list[Any]) -> Node:
    return Exploding(_at(parts[0]), parts[0], parts[2] if len(parts) > 2 else None)


def _exploding_from(parts: list[Any]) -> Node:
    dice, sign, bound = parts
    return Exploding(_at(dice), dice, Matching(_at(sign) + 1, str(sign)[1:], bound))


def _keep(parts: list[Any]) -> Node:
    dice, how, *number = parts
    return Keep(_at(dice), dice, str(how), number[0] if number else Number(_at(how), Fraction(1)))


def _arithmetic(parts: list[Any]) -> Node:
    left, sign, right = parts
    return Arithmetic(_at(left), _sign(sign), left, right)


def _comparison(parts: list[Any]) -> Node:
    left, sign, right = parts
    return Comparison(_at(left), str(sign), left, right)


def _comparison_chain(parts: list[Any]) -> Node:
    """`5 <= 2d6 <= 9`: the middle is one roll, so it gets a name that nobody can write."""
    left, first, middle, second, right = parts
    name = f"middle of column {_at(middle)}"
    both = Logic(
        _at(left),
        "and",
        Comparison(_at(left), str(first), left, Name(_at(middle), name)),
        Comparison(_at(middle), str(second), Name(_at(middle), name), right),
    )
    return Where(_at(left), both, (Binding(_at(middle), name, middle),))


def _call(parts: list[Any]) -> Node:
    name, *rest = parts
    rest = [part for part in rest if isinstance(part, Node)]
    options = tuple(part for part in rest if isinstance(part, Option))
    return Call(_at(name), str(name), tuple(part for part in rest if not isinstance(part, Option)), options)


def _indexed(parts: list[Any]) -> Node:
    name, option, body = parts
    if not isinstance(option.value, Between):
        raise NotationError(
            f"the index {option.name!r} has no range", option.value.column, "write a range such as 1..5"
        )
    return Indexed(_at(name), str(name), option.name, option.value, body)


def _where(parts: list[Any]) -> Node:
    body, *bindings = parts
    seen: set[str] = set()
    for binding in bindings:
        if binding.name in seen:
            raise NotationError(f"the name {binding.name!r} is given twice", binding.column, "give each its own name")
        seen.add(binding.name)
    return Where(body.column, body, tuple(bindings))


def _definition(parts: list[Any]) -> Function:
    name, *parameters, body = parts
    return Function(str(name), parameters[0] if parameters else (), body)


_RULES: dict[str, Callable[[list[Any]], Any]] = {
    "expression": lambda parts: parts[0],
    "definition": _definition,
    "parameters": lambda parts: tuple(str(part) for part in parts if part.type == "NAME"),
    "where": _where,
    "binding": lambda parts: Binding(_at(parts[0]), str(parts[0]), parts[1]),
    "given": lambda parts: Given(_at(parts[0]), *parts),
    "either": lambda parts: Logic(_at(parts[0]), "or", *parts),
    "both": lambda parts: Logic(_at(parts[0]), "and", *parts),
    "negation": lambda parts: Not(_at(parts[0]), parts[0]),
    "comparison": _comparison,
    "comparison_chain": _comparison_chain,
    "arithmetic": _arithmetic,
    "minus": lambda parts: Minus(_at(parts[0]), parts[1]),
    "plus": lambda parts: parts[1],
    "name": lambda parts: Name(_at(parts[0]), str(parts[0])),
    "call": _call,
    "search": lambda parts: Indexed(_at(parts[0]), str(parts[0]), str(parts[1]), None, parts[2]),
    "indexed": _indexed,
    "code": lambda parts: Code(_at(parts[0]), parts[0]),
    "number": _number,
    "percent": _percent,
    "keep": _keep,
    "exploding": _exploding,
    "exploding_from": _exploding_from,
    "dice": _dice,
    "hundred": lambda parts: Number(_at(parts[0]), Fraction(100)),
    "fudge": lambda parts: Faces(_at(parts[0]), tuple(Number(_at(parts[0]), Fraction(n)) for n in (-1, 0, 1))),
    "face_list": lambda parts: Faces(_at(parts[0]), tuple(part for part in parts if isinstance(part, Node))),
    "option": lambda parts: Option(_at(parts[0]), str(parts[0]), parts[1]),
    "matching": lambda parts: Matching(_at(parts[0]), str(parts[0]), parts[1]),
    "between": lambda parts: Between(_at(parts[0]), parts[0], parts[2]),
}
