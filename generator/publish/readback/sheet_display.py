"""What a spreadsheet shows for a number, by the few kinds of format that our workbooks use (ECMA-376, 18.8.31)."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache

_TOKEN = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<body>[#0,.]+%?)|(?P<end>;)|(?P<other>.)')


def displayed(value: int | float, code: str) -> str:
    """The text that `code` shows for `value`; an unknown sign in `code` shows as itself.

    A spreadsheet rounds the first 15 significant digits of the double, halves away from zero.
    """
    sections = _sections(code)
    negative = value < 0
    if negative and len(sections) > 1:
        chosen, minus = sections[1], ""
    elif value == 0 and len(sections) > 2:
        chosen, minus = sections[2], ""
    else:
        chosen, minus = sections[0], "-" if negative else ""
    if code == "General":
        return f"{value:.10g}"
    return "".join(minus + _digits(value, text) if is_body else text for is_body, text in chosen)


@cache
def _sections(code: str) -> tuple[tuple[tuple[bool, str], ...], ...]:
    """The sections of a format, each as pieces: a place for digits, or literal text."""
    sections: list[list[tuple[bool, str]]] = [[]]
    for found in _TOKEN.finditer(code):
        if found["end"]:
            sections.append([])
        elif found["body"]:
            sections[-1].append((True, found["body"]))
        else:
            literal = next(text for text in (found["quoted"], found["escaped"], found["other"]) if text is not None)
            sections[-1].append((False, literal))
    return tuple(tuple(section) for section in sections)


def _digits(value: int | float, body: str) -> str:
    percent = body.endswith("%")
    whole, _, part = body.rstrip("%").partition(".")
    with localcontext() as context:
        context.prec = 400
        seen = Decimal(f"{abs(float(value)):.14e}") * (100 if percent else 1)
        rounded = seen.quantize(Decimal(1).scaleb(-len(part)), rounding=ROUND_HALF_UP)
    text = f"{rounded:{',' if ',' in whole else ''}f}"
    for place in reversed(part):
        if place == "0" or not text.endswith("0"):
            break
        text = text[:-1]
    return text + ("%" if percent else "")
