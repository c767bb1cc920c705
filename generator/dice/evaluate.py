"""The exact value of an expression: where everybody outside the engine comes in.

Each roll written is a new roll, so the parts of an expression are independent and are combined as
distributions. Only names can tie parts together; joint.py sees to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from numbers import Rational

from generator.dice.comparing import decided
from generator.dice.compiling import compiled
from generator.dice.cost import Budget, Meter
from generator.dice.evaluation import Evaluation
from generator.dice.forms import FORMS
from generator.dice.frames import Frame
from generator.dice.functions import deviation
from generator.dice.memory import Memory
from generator.dice.reading import parse
from generator.dice.record import Record
from generator.dice.roll import Exact, Roll, is_exact, whole
from generator.dice.syntax import Comparison, Function, Logic, Name, Node, NotationError, Number, Refused
from generator.exact import Fraction

Value = Fraction | Roll

EVERYDAY = Budget()
NO_MORE: Mapping[str, Value] = {}
NO_FUNCTIONS: Mapping[str, Function | Callable[..., Fraction]] = {}


class Scope(Record):
    """What an expression may refer to: numbers and rolls by name, functions, and what it may cost.

    A function is a definition in the notation, or a Python callable that takes and gives Fractions. A `memory` keeps
    parts that were computed for scopes with other values but the same functions and budget; see memory.py.
    """

    values: Mapping[str, Value] = NO_MORE
    functions: Mapping[str, Function | Callable[..., Fraction]] = NO_FUNCTIONS
    budget: Budget = EVERYDAY
    memory: Memory | None = None

    def with_values(self, **values: Value) -> Scope:
        """The same scope with further values, which take precedence."""
        return Scope({**self.values, **values}, self.functions, self.budget, self.memory)

    @cached_property
    def frame(self) -> Frame:
        """What the names stand for inside the engine, where whole numbers are ints."""
        return Frame({name: v if isinstance(v, Roll) else _number(v) for name, v in self.values.items()})


def _number(value: Rational) -> Exact:
    """A number of any exact kind as one of the engine's: an int or its fraction."""
    return whole(value if type(value) is Fraction else Fraction(value))


NOTHING_NAMED = Scope()

_HOLDS, _FAILS = Fraction(1), Fraction(0)


def evaluation(scope: Scope, meter: Meter) -> Evaluation:
    """An evaluation with the functions and the memory of a scope."""
    return Evaluation(FORMS, scope.functions, meter, scope.memory, compiled)


def evaluate(node: Node, scope: Scope = NOTHING_NAMED, more: Mapping[str, Value] = NO_MORE) -> Value:
    """The exact value of an expression: a number, or a roll (an event is a roll of 0 and 1).

    `more` are names for this one question, as those of a table's column; they take precedence over the scope's.
    Raises `NotationError` for what makes no sense and `Refused` for what costs too much or is out of reach.
    """
    if type(node) is Number:
        return node.value
    frame = scope.frame
    if type(node) is Name and not more and is_exact(found := frame.values.get(node.name)):
        return Fraction(found)
    for name, value in more.items():
        frame = frame.with_value(name, value if isinstance(value, Roll) else _number(value))
    result = evaluation(scope, Meter(scope.budget)).close(node, frame)
    return result if isinstance(result, Roll) or type(result) is Fraction else Fraction(result)


def number(expression: Node | str, scope: Scope = NOTHING_NAMED, more: Mapping[str, Value] = NO_MORE) -> Fraction:
    """The exact number that an expression stands for; of an event, its probability. `more` is as for `evaluate`.

    Raises `NotationError` if it is a roll that is no event, or cannot be evaluated.
    """
    node = parse(expression) if isinstance(expression, str) else expression
    if type(node) is Comparison or type(node) is Logic:
        answer = decided(node, {**scope.values, **more} if more else scope.values)
        if answer is not None:
            return _HOLDS if answer else _FAILS
    value = evaluate(node, scope, more)
    if type(value) is Fraction:
        return value
    assert isinstance(value, Roll)
    if value.is_event:
        return value.probability(1)
    raise NotationError("this is a roll, not a number", node.column, "ask for P(…), mean(…) or another number about it")


__all__ = ["Budget", "Memory", "Refused", "Scope", "Value", "deviation", "evaluate", "number"]
