"""From text to syntax tree: runs the grammar in notation.lark and words its complaints.

Only this module knows the parser library, and it loads it on first use, because that costs more
time than everything else under `generator.dice` together.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache

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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lark import Lark, Token, UnexpectedInput

# Long or deeply nested texts are typing errors or attacks; the tree is walked by recursion.
LONGEST_TEXT = 4000
DEEPEST_NESTING = 60

KEYWORDS = ("where", "given", "and", "or", "not")
PLAIN_SIGNS = str.maketrans("−×÷", "-*/")
# How the grammar's terminals are called in a message, in the order in which they are offered.
TERMINALS = {
    "NUMBER": "a number",
    "NAME": "a name",
    "D": "dice such as 2d6",
    "COMPARE": "a comparison such as >=",
    "PLUS": "an operator",
    "AND": "'and' or 'or'",
    "WHERE": "'where'",
    "COMMA": "','",
    "COLON": "':'",
    "EQUAL": "'='",
    "LPAR": "'('",
    "RPAR": "')'",
    "RBRACE": "'}'",
    "RANGE": "'..'",
    "$END": "the end",
}


@lru_cache(maxsize=4096)
def parse(text: str) -> Node:
    """The syntax tree of an expression; raises `NotationError` if it cannot be read."""
    node = _read(text, "expression")
    assert isinstance(node, Node)
    _refuse_deep_nesting(node)
    return node


@lru_cache(maxsize=512)
def parse_function(text: str) -> Function:
    """A definition such as `target(dice, average) = ceil(dice * average)`; raises `NotationError`."""
    function = _read(text, "definition")
    assert isinstance(function, Function)
    _refuse_deep_nesting(function.body)
    for place, parameter in enumerate(function.parameters):
        if parameter in function.parameters[:place]:
            raise NotationError(f"the parameter {parameter!r} is named twice", 1, "give each its own name")
    return function


def nearest(word: str, known: tuple[str, ...]) -> str:
    """A hint that names the known word nearest to an unknown one, or an empty text."""
    closest = min(known, key=lambda one: (edits(word, one), one), default="")
    # More than half the letters wrong is no slip of the finger.
    return f"did you mean {closest!r}?" if closest and 2 * edits(word, closest) <= len(word) + 1 else ""


def edits(left: str, right: str) -> int:
    """How many letters must be added, dropped, replaced or swapped with a neighbor to turn one word into another."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1]


def tokens(text: str) -> list[Token]:
    """The words and signs of an expression, each with its place in the text."""
    try:
        return list(_parser().parse_interactive(text, start="expression").iter_parse())
    except _lark().UnexpectedInput as problem:
        raise _explain(problem, text) from None


def _lark() -> Any:
    import lark  # noqa: PLC0415 - loaded on first use, see above

    return lark


@cache
def _parser() -> Lark:
    from pathlib import Path  # noqa: PLC0415 - importing it takes as long as a third of the engine

    grammar = Path(__file__).with_name("notation.lark").read_text(encoding="utf-8")
    parser: Lark = _lark().Lark(grammar, parser="lalr", start=["expression", "definition"], maybe_placeholders=False)
    return parser


def _read(text: str, start: str) -> Node | Function:
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"the expression has {len(text)} characters", 1, f"at most {LONGEST_TEXT} are read")
    if not text.strip():
        raise NotationError("the expression is empty", 1, "write dice, a number or a question such as P(2d6 >= 9)")
    lark = _lark()
    try:
        tree = _parser().parse(text, start=start)
    except lark.UnexpectedInput as problem:
        raise _explain(problem, text) from None
    built: Node | Function = _build(tree)
    return built


def _explain(problem: UnexpectedInput, text: str) -> NotationError:
    lark = _lark()
    expected: set[str] = set(getattr(problem, "accepts", None) or getattr(problem, "expected", None) or ())
    if isinstance(problem, lark.UnexpectedCharacters):
        expected = set(problem.allowed or ())
    allowed = _expected_words(expected)
    token = getattr(problem, "token", None)
    if token is not None and token.type == "$END":
        return NotationError("the expression ends too early", len(text.rstrip()) + 1, allowed)
    column = problem.pos_in_stream + 1 if problem.pos_in_stream is not None else 1
    found = str(token) if token is not None else text[column - 1 : column]
    if token is not None and token.type == "NAME":
        allowed = nearest(found, KEYWORDS) or allowed
    return NotationError(f"{found!r} does not fit here", column, allowed)


def _expected_words(expected: set[str]) -> str:
    words = [word for terminal, word in TERMINALS.items() if terminal in expected]
    if not words:
        return ""
    return "expected " + (words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1])


def _refuse_deep_nesting(root: Node) -> None:
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > DEEPEST_NESTING:
            raise NotationError(
                "the expression is nested too deeply",
                level[0].column,
                f"at most {DEEPEST_NESTING} levels; name parts of it with 'where'",
            )
        level = [child for node in level for child in node.children]


def _build(tree: Any) -> Any:
    """Turns the parser's tree into ours without recursion: a hostile text must not overflow the stack."""
    built: dict[int, Any] = {}
    for subtree in tree.iter_subtrees():
        parts = [part if not hasattr(part, "data") else built[id(part)] for part in subtree.children]
        built[id(subtree)] = _RULES[str(subtree.data)](parts)
    return built[id(tree)]


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
