"""One question to the engine, as `dicepress odds` asks it: the exact value and how it reads."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from generator.dice.evaluate import number
from generator.dice.notation import NotationError, parse
from generator.dice.syntax import Arithmetic, Call, Comparison, Indexed, Logic, Node, Not, Where
from generator.tables.numbers import NumberFormat, show


@dataclass(frozen=True, slots=True)
class Answer:
    """An expression with its exact value; `text` is the percentage of a chance, or the plain number."""

    expression: str
    exact: Fraction
    text: str
    one_in: str = ""

    def as_text(self) -> str:
        """The line for a terminal: exact fraction, percent or decimal, and 1 in n where that says more."""
        parts = [str(self.exact)] + [part for part in (self.text, self.one_in) if part and part != str(self.exact)]
        return "  ".join(parts)

    def as_json(self) -> dict[str, str]:
        """The object that `--json` prints."""
        return {"expression": self.expression, "exact": str(self.exact), "text": self.text}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an expression has no answer, and the column (from 1) where reading or computing it ended."""

    column: int
    message: str
    allowed: str

    def __str__(self) -> str:
        return f"column {self.column}: {self.message}" + (f"; {self.allowed}" if self.allowed else "")


def ask(expression: str, digits: int = 2) -> Answer | Refusal:
    """The exact value of an expression. A chance reads in percent with `digits` decimals, a number as it is."""
    try:
        node = parse(expression)
        exact = number(node)
    except NotationError as error:
        return Refusal(error.column, error.message, error.allowed)
    if not 0 <= exact <= 1 or not _speaks_of_chance(node):
        return Answer(expression, exact, show(exact, NumberFormat("decimal", 6, trim=True)).text)
    one_in = show(exact, NumberFormat("odds", 1, trim=True)).text if 0 < exact < 1 else ""
    return Answer(expression, exact, show(exact, NumberFormat("percent", digits)).text, one_in)


def _speaks_of_chance(node: Node) -> bool:
    """Whether an expression is an event, a `P(…)`, or made of such alone: a sum or product of chances is one."""
    if isinstance(node, Comparison | Logic | Not):
        return True
    if isinstance(node, Call):
        return node.function == "P"
    if isinstance(node, Indexed):
        return node.function in ("sum", "prod") and _speaks_of_chance(node.body)
    if isinstance(node, Where):
        return _speaks_of_chance(node.body)
    return isinstance(node, Arithmetic) and (_speaks_of_chance(node.left) or _speaks_of_chance(node.right))
