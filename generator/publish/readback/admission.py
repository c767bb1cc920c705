"""What a printed text says about the number behind it, decided in whole numbers and fractions, without tolerance.

Each form states the values that it admits. `10.36` as a percentage of two digits admits x where
floor(100x * 100 + 1/2) = 1036; `<0.01` admits what is possible and rounds to 0; `>99.99` what is uncertain and
rounds to 100; a dash admits 0 alone, `100` admits 1 alone.
"""

from __future__ import annotations

import re
from math import floor

from generator.exact import Fraction
from generator.tables.model import Cell, LegendEntry
from generator.tables.numbers import NumberFormat

_DASH = "—"
_DECIMAL = re.compile(r"(?P<sign>[+−-]?)(?P<whole>\d+|\d{1,3}(?:,\d{3})+)(?:\.(?P<part>\d+))?(?P<mark>%?)")
_FRACTION = re.compile(r"(?P<sign>[+−-]?)(?P<over>\d+)(?:/(?P<under>\d+))?")
_MIXED = re.compile(r"(?P<sign>[+−-]?)(?:(?P<whole>\d+)(?: |$))?(?:(?P<over>\d+)/(?P<under>\d+))?")
_AUTOMATIC = re.compile(r"impossible$|possible, but below |not certain, but at least ")


def fault(cell: Cell, legend: tuple[LegendEntry, ...] = ()) -> str:
    """Why the text of a cell does not admit its exact value, as the end of a sentence; empty where it does.

    A label that the definition declared, known by the meaning in `legend`, admits what the definition said; yet it
    too may not show a possible event as 0 or an uncertain one as 100.
    """
    if cell.exact is None:
        return ""
    form = cell.format
    if form is None:
        return "" if plain_admits(cell.text, cell.exact) else "which that text does not admit"
    if form.style == "percent" and (lie := _false_certainty(cell.text, cell.exact)):
        return lie
    if cell.replaced and any(e.sign == cell.text and not _AUTOMATIC.match(e.meaning) for e in legend):
        return ""
    return "" if admits(cell.text, cell.exact, form) else "which that text does not admit"


def admits(text: str, value: Fraction, form: NumberFormat) -> bool:
    """Whether `text`, printed in `form`, may stand for `value`."""
    match form.style:
        case "percent":
            return _percent(text, value, form)
        case "odds":
            return _odds(text, value, form)
        case "whole":
            return _rounded(text, value, NumberFormat("decimal", 0, signed=form.signed)) and value.denominator == 1
        case "decimal":
            return _rounded(text, value, form)
        case "fraction":
            return _fraction(text, value)
        case "mixed":
            return _mixed(text, value)


def plain_admits(text: str, value: Fraction) -> bool:
    """Whether `text`, of which only its look is known, may stand for `value`: as many decimals as it has count.

    A bound is taken at its word. Words, such as a label in running text, admit every value but a false certainty.
    """
    if text.endswith("%") and _false_certainty(text, value):
        return False
    if text.startswith("1 in ") and (found := _DECIMAL.fullmatch(text[5:])):
        return _odds(text, value, NumberFormat("odds", len(found["part"] or "")))
    if text[:1] in ("<", ">") and (found := _DECIMAL.fullmatch(text[1:])):
        bound = _number(found) / (100 if found["mark"] else 1)
        return 0 < value <= bound if text[0] == "<" else bound <= value < 1
    if found := _DECIMAL.fullmatch(text):
        shown = value * (100 if found["mark"] else 1)
        scale: int = 10 ** len(str(found["part"] or ""))
        return floor(shown * scale + Fraction(1, 2)) == _number(found) * scale
    if "/" in text:
        return _mixed(text, value) or _fraction(text, value)
    return value == 0 if text == _DASH else True


def exact_number(text: str) -> Fraction | None:
    """The number that `text` states to the last digit: `42`, `-2.5`, `12.5%`, `17/6`, `2 5/6`; None for words."""
    if found := _DECIMAL.fullmatch(text):
        return _number(found) / (100 if found["mark"] else 1)
    return _mixed_number(text)


def _percent(text: str, value: Fraction, form: NumberFormat) -> bool:
    if text == _DASH:
        return value == 0
    mark = "%" if form.mark else ""
    scale: int = 10**form.digits
    shown = floor(value * 100 * scale + Fraction(1, 2))
    least = f"0.{'1':0>{form.digits}}" if form.digits else "1"
    most = f"99.{'9' * form.digits}" if form.digits else "99"
    if text == f"<{least}{mark}":
        return value > 0 and shown == 0
    if text == f">{most}{mark}":
        return value < 1 and shown == 100 * scale
    if text == f"100{mark}":
        return value == 1
    found = _DECIMAL.fullmatch(text)
    if found is None or found["mark"] != mark or found["sign"] or "," in found["whole"] or not 0 < value < 1:
        return False
    return _decimals_fit(found, form) and shown == _number(found) * scale and 0 < shown < 100 * scale


def _odds(text: str, value: Fraction, form: NumberFormat) -> bool:
    if value in (0, 1):
        return text == (_DASH if value == 0 else "always")
    scale: int = 10**form.digits
    shown = floor(scale / value + Fraction(1, 2))
    if text == "nearly always":
        return shown == scale
    found = _DECIMAL.fullmatch(text.removeprefix("1 in ")) if text.startswith("1 in ") else None
    if found is None or found["mark"] or found["sign"]:
        return False
    return _decimals_fit(found, form) and shown == _number(found) * scale and shown > scale


def _rounded(text: str, value: Fraction, form: NumberFormat) -> bool:
    found = _DECIMAL.fullmatch(text)
    if found is None or found["mark"]:
        return False
    scale: int = 10**form.digits
    shown = floor(value * scale + Fraction(1, 2))
    negative = found["sign"] in ("−", "-")
    plus = form.signed and value > 0
    right_sign = negative == (shown < 0) and bool(found["sign"] == "+") == plus
    return right_sign and _decimals_fit(found, form) and shown == _number(found) * scale


def _fraction(text: str, value: Fraction) -> bool:
    found = _FRACTION.fullmatch(text)
    if found is None or int(found["under"] or 1) == 0:
        return False
    over, under = int(found["over"]), int(found["under"] or 1)
    return (-over if found["sign"] in ("−", "-") else over, under) == (value.numerator, value.denominator)


def _mixed(text: str, value: Fraction) -> bool:
    return _mixed_number(text) == value


def _mixed_number(text: str) -> Fraction | None:
    found = _MIXED.fullmatch(text)
    if found is None or (found["whole"] is None and found["over"] is None) or int(found["under"] or 1) == 0:
        return None
    size = int(found["whole"] or 0) + Fraction(int(found["over"] or 0), int(found["under"] or 1))
    return -size if found["sign"] in ("−", "-") else size


def _number(found: re.Match[str]) -> Fraction:
    part = str(found["part"] or "")
    size = Fraction(int(found["whole"].replace(",", "") + part), 10 ** len(part))
    return -size if found["sign"] in ("−", "-") else size


def _decimals_fit(found: re.Match[str], form: NumberFormat) -> bool:
    part = str(found["part"] or "")
    if form.trim:
        return len(part) <= form.digits and not part.endswith("0")
    return len(part) == form.digits


def _false_certainty(text: str, value: Fraction) -> str:
    found = _DECIMAL.fullmatch(text)
    if found is None:
        return ""
    stated = _number(found)
    if stated == 0 and value != 0:
        return "which is possible and may not show as 0"
    if stated == 100 and value != 1:
        return "which is not certain and may not show as 100"
    return ""
