"""One expression asked for cell after cell: what stays the same from one question to the next is found once.

A table asks its expression with the names of a row, and those of one column after the other; see programs.py. Where
anything is wrong, or a roll is used twice, the question is asked as a whole, and answered or refused as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from generator.dice.compiling import compiled
from generator.dice.cost import Meter
from generator.dice.evaluate import Scope, evaluation
from generator.dice.frames import Frame
from generator.dice.programs import PLAIN, Otherwise
from generator.dice.roll import Roll, is_exact
from generator.dice.syntax import Node, NotationError
from generator.dice.uses import shared_rolls
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Question = Callable[[Mapping[str, Any]], Fraction]


class Staged:
    """An expression prepared to be asked with the names of many rows, and of columns called `varying` in each.

    `scope` has the functions, budget and memory of all rows.
    """

    def __init__(self, node: Node, varying: Collection[str], scope: Scope) -> None:
        self.node = node
        self._varying = tuple(sorted(varying))
        self._program = compiled((node,), [self._varying], scope.functions)
        self._run = evaluation(scope, Meter(scope.budget))
        # Whether rolls of these names are all used once.
        self._apart: dict[frozenset[str], bool] = {}

    def row(self, scope: Scope, otherwise: Question) -> Question:
        """The number that the expression stands for in a row, as a function of the columns' names.

        `otherwise` answers the question as a whole.
        """
        value_of = self.values(scope)
        if value_of is None:
            return otherwise

        def asked(names: Mapping[str, Any]) -> Fraction:
            value = value_of(names)
            if type(value) is Fraction:
                return value
            if type(value) is int:
                return Fraction(value)
            return value.probability(1) if isinstance(value, Roll) and value.is_event else otherwise(names)

        return asked

    def values(self, scope: Scope) -> Callable[[Mapping[str, Any]], object] | None:
        """What the expression comes to in a row, as a function of the columns' names: None where it takes the whole.

        None instead of the function where that is so for the row.
        """
        frame, program = scope.frame, self._program
        asking = program.begin(frame, self._run)
        if asking is None or not self._are_apart(frame.rolls, frame):
            return None
        slots, kept, meter, code, size = asking.slots, asking.kept, asking.meter, program.value, program.sizes[1]
        places = [(name, program.known[name].slot) for name in self._varying]

        def value_of(names: Mapping[str, Any]) -> object:
            rolls = frame.rolls
            for name, slot in places:
                bound = names.get(name)
                if is_exact(bound):
                    bound = bound.numerator if bound.denominator == 1 else bound
                elif type(bound) in PLAIN:
                    rolls |= {name}
                else:
                    return None
                slots[slot] = bound
            if rolls is not frame.rolls and not self._are_apart(rolls, frame):
                return None
            kept[1] = [None] * size
            meter.restart()
            try:
                return code(asking)
            except (NotationError, Otherwise):
                return None

        return value_of

    def _are_apart(self, rolls: frozenset[str], frame: Frame) -> bool:
        """Whether no roll is used twice, given which names stand for rolls."""
        if rolls and rolls not in self._apart:
            named = Frame({**frame.values, **dict.fromkeys(self._varying, 0)}, None, rolls)
            self._apart[rolls] = not any(shared_rolls((one,), named) for one in (self.node, *self._program.alone))
        return not rolls or self._apart[rolls]
