"""How a printed text compares with a cell of ours: whether the two agree, by which labels, and how far they are apart.

There is no tolerance. A printed number agrees where it is the number that our cell shows, apart from zeros at its end;
words agree where they read the same, apart from the kind of dash.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from generator.content.table_definitions import LabelDef
from generator.exact import Fraction
from generator.tables.contexts import Context
from generator.tables.model import Cell
from generator.tables.numbers import IMPOSSIBLE, MINUS, show

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?%?")


@lru_cache(maxsize=4096)
def stated(text: str) -> Fraction | None:
    """The number that a text states, percent signs left out, or None where it is words."""
    plain = text.replace(MINUS, "-")
    return Fraction(plain.rstrip("%")) if _NUMBER.fullmatch(plain) else None


def agrees(printed: str, text: str) -> bool:
    """Whether the printed text says what our text says."""
    ours = stated(text)
    if ours is not None and stated(printed) is not None:
        return stated(printed) == ours
    return printed.replace("-", "–") == text.replace("-", "–")


def scaled(cell: Cell) -> Fraction | None:
    """The exact number of a cell in the unit that it is printed in: a chance in percent."""
    if cell.exact is None or cell.format is None or cell.format.style not in ("percent", "decimal", "whole"):
        return cell.exact
    return 100 * cell.exact if cell.format.style == "percent" else cell.exact


def difference(printed: str, cell: Cell) -> Fraction | None:
    """Printed minus exact, in the unit that is printed; None where either is words."""
    number, exact = stated(printed), scaled(cell)
    return None if number is None or exact is None else number - exact


@dataclass(frozen=True, slots=True)
class Key:
    """The labels that a source's own key states. `answers` only remembers what their conditions came to."""

    labels: Sequence[LabelDef]
    context: Context
    answers: dict[tuple[int, int], str] = field(default_factory=dict)

    def text(self, cell: Cell) -> str:
        """What the source's key would have printed for the cell; the plain number where no label holds."""
        if cell.exact is None:
            return cell.text
        asked = (cell.exact.numerator, cell.exact.denominator)
        if asked not in self.answers:
            here = self.context.having({"value": cell.exact})
            label = next((label.show for label in self.labels if here.number(label.when) == 1), None)
            self.answers[asked] = plain(cell) if label is None else label
        return self.answers[asked]


def plain(cell: Cell) -> str:
    """The cell's number in its format, whatever label stands for it."""
    if cell.exact is None or cell.format is None:
        return cell.text
    return show(cell.exact, cell.format).text


def rounded_plainly(printed: str, cell: Cell) -> bool:
    """Whether the printed number is the rounded one, where our cell has a label or a bound in its place."""
    number, exact = stated(printed), scaled(cell)
    if number is None or exact is None or cell.format is None or not cell.replaced or cell.text == IMPOSSIBLE:
        return False
    scale = 10**cell.format.digits
    return Fraction((2 * exact * scale + 1) // 2, scale) == number


def last_digit(printed: str, text: str) -> str:
    """Whether the printed number lies one unit of its last digit beside ours, in words; empty where it does not."""
    number, ours = stated(printed), stated(text)
    if number is None or ours is None or abs(number - ours) * 10 ** len(text.partition(".")[2].rstrip("%")) != 1:
        return ""
    return f"one too {'high' if number > ours else 'low'} in the last digit"


def slip_of_a_digit(printed: str, text: str) -> str:
    """How one slip of the hand turns our text into the printed one, in words; empty where none does.

    A last digit that is off by one is no slip of the hand: that is what a wrong rounding does.
    """
    ours = text.replace("–", "-")
    if len(printed) == len(ours) and sum(c.isdigit() for c in ours) > 1 and not last_digit(printed, text):
        apart = [i for i, (a, b) in enumerate(zip(printed, ours, strict=True)) if a != b]
        if len(apart) == 1 and printed[apart[0]].isdigit() and ours[apart[0]].isdigit():
            return f"a wrong digit, {printed[apart[0]]} for {ours[apart[0]]}"
        if len(apart) == 2 and apart[1] == apart[0] + 1 and sorted(printed) == sorted(ours):
            return f"two digits exchanged, {printed} for {text}"
    stray = [i for i, c in enumerate(printed) if c in ".,;:' " and printed[:i] + printed[i + 1 :] == ours]
    return f"a stray sign, {printed[stray[0]]!r}" if stray else ""
