"""The notation for whoever reads, checks or shows expressions: syntax only, nothing is computed here.

Parsing lives in reading.py with the grammar notation.lark, the tree in syntax.py, the functions with their
one-sentence descriptions in vocabulary.py, the checks before evaluation in checking.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.dice.checking import check
from generator.dice.reading import make_ready, parse, parse_function, tokens
from generator.dice.syntax import Function, Node, NotationError, Refused
from generator.dice.vocabulary import BUILTINS, Builtin

__all__ = [
    "BUILTINS",
    "Builtin",
    "Function",
    "Node",
    "NotationError",
    "Refused",
    "check",
    "make_ready",
    "parse",
    "parse_function",
    "substitute",
]


def substitute(text: str, values: Mapping[str, str]) -> str:
    """The expression's text with its free names replaced, to show a worked step.

    Function names, options and names that the expression binds itself (`where`, an index) stay.
    Raises `NotationError` if the text cannot be read.
    """
    parse(text)
    words = tokens(text)
    bound: set[str] = set()
    for before, word, follower in zip([None, *words], words, words[1:], strict=False):
        indexes = follower.type == "COLON" and before is not None and before.type == "LPAR"
        if word.type == "NAME" and (follower.type == "EQUAL" or indexes):
            bound.add(str(word))
    pieces: list[str] = []
    done = 0
    for place, word in enumerate(words):
        is_call = place + 1 < len(words) and words[place + 1].type == "LPAR"
        if word.type != "NAME" or is_call or str(word) in bound or str(word) not in values:
            continue
        start = word.start_pos or 0
        pieces += [text[done:start], values[str(word)]]
        done = start + len(word)
    return "".join(pieces) + text[done:]
