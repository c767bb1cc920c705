"""Short ways to ask the engine, shared by the tests of all mechanics."""

from __future__ import annotations

from generator.dice.evaluate import NOTHING_NAMED, Scope, evaluate, number
from generator.dice.notation import parse
from generator.dice.roll import Roll, constant
from generator.exact import Fraction


def ask(text: str, **values: int | Fraction | Roll) -> Fraction:
    """The number that an expression stands for."""
    return number(text, scope(**values))


def roll(text: str, **values: int | Fraction | Roll) -> Roll:
    """The roll that an expression stands for; a number is the roll that always shows it."""
    value = evaluate(parse(text), scope(**values))
    return value if isinstance(value, Roll) else constant(value)


def law_of(text: str, **values: int | Fraction | Roll) -> dict[Fraction, Fraction]:
    """The distribution of a finite roll."""
    return dict(roll(text, **values).items())


def scope(**values: int | Fraction | Roll) -> Scope:
    """A scope with names for numbers and rolls."""
    return NOTHING_NAMED.with_values(**{k: v if isinstance(v, Roll) else Fraction(v) for k, v in values.items()})
