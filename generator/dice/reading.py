"""From text to syntax tree: runs the grammar in notation.lark and words its complaints.

Only this module knows the parser library, and it loads it on first use, because that costs more
time than everything else under `generator.dice` together.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache

from generator.dice.building import build
from generator.dice.syntax import Function, Node, NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lark import Lark, Token, UnexpectedInput

# Long or deeply nested texts are typing errors or attacks; the tree is walked by recursion.
LONGEST_TEXT = 4000
DEEPEST_NESTING = 60

KEYWORDS = ("where", "given", "and", "or", "not")
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


def make_ready() -> None:
    """Load the parser, for whoever is about to fork: each process would load its own."""
    _parser()


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
    """The parser of the grammar; making its tables takes fifteen times as long as reading them again.

    They are kept beside the compiled modules. The parser library makes them anew where the grammar, itself or Python
    is another, or where they cannot be read.
    """
    from pathlib import Path  # noqa: PLC0415 - importing it takes as long as a third of the engine

    grammar = Path(__file__).with_name("notation.lark").read_text(encoding="utf-8")
    compiled = __spec__.cached if __spec__ and not sys.dont_write_bytecode else None
    parser: Lark = _lark().Lark(
        grammar,
        parser="lalr",
        start=["expression", "definition"],
        maybe_placeholders=False,
        cache=str(Path(compiled).with_name("notation.lark.tables")) if compiled else False,
    )
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
    return build(tree)


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
