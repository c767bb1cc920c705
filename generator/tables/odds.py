"""One question to the engine, as `dicepress odds` asks it: the exact value and how it reads."""

from __future__ import annotations

from dataclasses import dataclass

from generator.dice.evaluate import evaluate
from generator.dice.notation import NotationError, parse
from generator.dice.roll import Roll
from generator.dice.summary import Summary, summarize
from generator.dice.syntax import Arithmetic, Call, Comparison, Indexed, Logic, Node, Not, Where
from generator.exact import Fraction
from generator.tables.model import Cell, Column, Row, Table
from generator.tables.numbers import NumberFormat, show

BAR_WIDTH = 40


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


@dataclass(frozen=True, slots=True)
class Distribution:
    """An expression that is a roll: its values as a table, and the exact mean and variance."""

    expression: str
    table: Table
    mean: Fraction
    variance: Fraction

    def as_json(self) -> dict[str, object]:
        """The object that `--json` prints: mean, variance, and the exact chance of each value that the table lists."""
        rows = [
            {"value": str(row.exact), "exact": str(row.cells[0].exact), "text": row.cells[0].text}
            for row in self.table.rows
        ]
        moments = {"mean": str(self.mean), "variance": str(self.variance)}
        return {"expression": self.expression, **moments, "distribution": rows}


def ask(expression: str, digits: int = 2) -> Answer | Distribution | Refusal:
    """The exact value of an expression. A chance reads in percent with `digits` decimals, a number as it is."""
    try:
        node = parse(expression)
        value = evaluate(node)
        if isinstance(value, Roll) and not value.is_event:
            return _distribution(expression, summarize(value), digits)
        exact = value if isinstance(value, Fraction) else value.probability(1)
    except NotationError as error:
        return Refusal(error.column, error.message, error.allowed)
    if not 0 <= exact <= 1 or not speaks_of_chance(node):
        return Answer(expression, exact, show(exact, NumberFormat("decimal", 6, trim=True)).text)
    one_in = show(exact, NumberFormat("odds", 1, trim=True)).text if 0 < exact < 1 else ""
    return Answer(expression, exact, show(exact, NumberFormat("percent", digits)).text, one_in)


def _distribution(expression: str, summary: Summary, digits: int) -> Distribution:
    percent = NumberFormat("percent", digits)
    decimal = NumberFormat("decimal", 4, trim=True)
    rows = tuple(
        Row(
            key=str(row.value),
            label=show(row.value, decimal).text,
            exact=row.value,
            cells=(
                *(_percent(chance, percent) for chance in (row.chance, row.at_least, row.at_most)),
                Cell(row.bar(BAR_WIDTH)),
            ),
        )
        for row in summary.rows
    )
    notes = [f"Mean {show(summary.mean, decimal).text}, standard deviation {show(summary.deviation, decimal).text}."]
    for chance, side in ((summary.below, "Lower"), (summary.above, "Higher")):
        if chance:
            notes.append(f"{side} values are possible too, together {show(chance, percent).text}.")
    heads = (("chance", "Chance"), ("at-least", "At least"), ("at-most", "At most"), ("bar", ""))
    table = Table(
        id="distribution",
        system="",
        title=expression,
        caption="",
        stub_head="Value",
        column_head="",
        columns=tuple(Column(key, label) for key, label in heads),
        rows=rows,
        notes=tuple(notes),
    )
    return Distribution(expression, table, summary.mean, summary.variance)


def _percent(chance: Fraction, form: NumberFormat) -> Cell:
    shown = show(chance, form)
    return Cell(shown.text, chance, form, shown.bounded)


def speaks_of_chance(node: Node) -> bool:
    """Whether an expression is an event, a `P(…)`, or made of such alone: a sum or product of chances is one."""
    if isinstance(node, (Comparison, Logic, Not)):
        return True
    if isinstance(node, Call):
        return node.function == "P"
    if isinstance(node, Indexed):
        return node.function in ("sum", "prod") and speaks_of_chance(node.body)
    if isinstance(node, Where):
        return speaks_of_chance(node.body)
    return isinstance(node, Arithmetic) and (speaks_of_chance(node.left) or speaks_of_chance(node.right))
