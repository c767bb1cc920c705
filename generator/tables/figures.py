"""Computed values in running text: on a page they are pieces of their own, in a note or a caption they are text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from generator.content.called_text import field_pieces
from generator.content.markdown_calls import Call
from generator.content.source_file import Text
from generator.dice.evaluate import Scope, number
from generator.dice.notation import NotationError
from generator.exact import Fraction
from generator.tables.book import Figure
from generator.tables.contexts import unfit
from generator.tables.numbers import NumberFormat, Style, show
from generator.tables.odds import speaks_of_chance
from generator.tables.unfit import Unfit


def figure(call: Call, scope: Scope) -> Figure:
    """The value that a call asks for; raises Unfit."""
    assert call.expression is not None, "the loader parses the expression of every call that computes"
    try:
        exact = number(call.expression.node, scope)
    except NotationError as error:
        raise unfit(call.expression, error) from error
    try:
        return Figure(show(exact, _form(call, exact)).text, exact, call.expression.text)
    except ValueError as error:
        message, allowed = str(error), "another number format, or a rounding in the expression"
        raise Unfit(call.location, message, allowed) from error


def answered(text: Text, scope: Scope, places: Mapping[str, str] | None = None) -> str:
    """A field with its calls answered and its places such as `{total}` filled; raises Unfit."""
    return "".join(
        _filled(piece, places or {}) if isinstance(piece, str) else figure(piece, scope).text
        for piece in field_pieces(text)
    )


def _filled(text: str, places: Mapping[str, str]) -> str:
    for name, words in places.items():
        text = text.replace(f"{{{name}}}", words)
    return text


def _is_chance(call: Call, exact: Fraction) -> bool:
    if call.name != "formula" or call.expression is None:
        return call.name == "odds"
    return 0 <= exact <= 1 and speaks_of_chance(call.expression.node)


def _form(call: Call, exact: Fraction) -> NumberFormat:
    """The number format that a call asks for, or the one that suits its value best."""
    usual: Style = "percent" if _is_chance(call, exact) else "whole" if exact.denominator == 1 else "decimal"
    style = cast(
        Style, call.options.get("as", usual if "digits" not in call.options or usual == "percent" else "decimal")
    )
    if "digits" in call.options:
        return NumberFormat(style, int(call.options["digits"]))
    digits = {"percent": 1, "decimal": 2}.get(style, 0)
    return NumberFormat(style, digits, trim=call.name != "odds")
