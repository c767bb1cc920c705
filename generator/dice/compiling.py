"""From expressions to programs: nested functions by the rules of forms.py and functions.py.

They are told anew only for what is asked thousands of times: arithmetic, comparisons, cases, `P(…)`, searches, and
calls of a system's functions with numbers. The evaluation is asked for everything else as it is. What a program cannot
do, and every complaint, is for whoever asked it: the expression is then evaluated as if there were no program.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.dice import arithmetic, mixture, monotone, opposed
from generator.dice.evaluation import chance_of
from generator.dice.forms import as_event, either, over_numbers, span_of
from generator.dice.frames import Frame
from generator.dice.functions import DEEPEST_CALL, case_of, clamped
from generator.dice.keeping import kept, kept_by_index, kept_by_values
from generator.dice.monotone import Functions
from generator.dice.programs import OUTER, PLAIN, Answer, Asking, Known, Level, Names, Otherwise, Program
from generator.dice.rewriting import asked_anew
from generator.dice.roll import is_exact, whole
from generator.dice.syntax import (
    DICE,
    Arithmetic,
    Call,
    Comparison,
    Function,
    Given,
    Indexed,
    Logic,
    Minus,
    Name,
    Node,
    Not,
    Number,
    Where,
)
from generator.dice.uses import uses
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# More than any table's expression comes to with all functions that it calls; what is beyond goes to the evaluation.
MOST_PARTS = 1_000

_HEAVY = (*DICE, Indexed, Where, Given)
# Functions that only change numbers.
_LIGHT = frozenset({"if", "max", "min", "floor", "ceil", "round", "abs", "clamp"})


def compiled(
    nodes: tuple[Node, ...], varying: Sequence[Sequence[str]], functions: Functions, fallen: Collection[str] = ()
) -> Program:
    """The program of an expression, and of a condition if a second is given.

    `varying` are the names that change, those of the outer levels first. Those `fallen` are rolls, known by what they
    have come to; `P(…)` asks of them anew.
    """
    levels = [OUTER, *(Level(depth, depth) for depth in range(1, len(varying) + 1))]
    compiler = _Compiler(functions, len(levels), frozenset(fallen))
    known = {
        name: Known(compiler.slot(), frozenset({level}), of_outer=False)
        for level, names in zip(levels[1:], varying, strict=True)
        for name in names
    }
    mentioned = frozenset().union(*(node.names for node in nodes))
    known |= {
        name: Known(compiler.slot(), frozenset({OUTER}), of_outer=True) for name in sorted(mentioned - known.keys())
    }
    value = compiler.value(nodes[0], Names(known), levels[-1])
    chance = compiler.chance(nodes[1], Names(known), levels[-1]) if len(nodes) > 1 else None
    read = frozenset(name for name, one in known.items() if OUTER in one.levels and one in compiler.read)
    return Program(nodes[0], value, chance, known, read, tuple(compiler.alone), compiler.slots, compiler.sizes)


class _Compiler:
    """What is known while a program is made: its places, and what it reads."""

    def __init__(self, functions: Functions, levels: int, fallen: frozenset[str]) -> None:
        self.functions = functions
        self.fallen = fallen
        self.sizes = [0] * levels
        self.slots = 0
        self.parts = 0
        self.alone: list[Node] = []
        self.read: set[Known] = set()
        self.heavy: dict[str, bool] = {}

    def slot(self) -> int:
        """A place for one more name."""
        self.slots += 1
        return self.slots - 1

    def value(self, node: Node, names: Names, level: Level) -> Answer:
        """The value of a part, with dice added up, where it is asked as often as `level` says."""
        if type(node) is Number:
            exact = node.exact
            return lambda _: exact
        if type(node) is Name and node.name in names.known:
            known = names.known[node.name]
            self.read.add(known)
            slot = known.slot
            return lambda asking: asking.slots[slot]
        return self._kept(node, names, level, self._made(node, names, names.level(node)))

    def chance(self, node: Node, names: Names, level: Level) -> Answer:
        """The chance of a part that is an event."""
        own = names.level(node)
        match node:
            case Comparison(column, sign, one, other):
                left, right = self.value(one, names, own), self.value(other, names, own)

                def code(asking: Asking) -> Any:
                    return opposed.chance(sign, left(asking), right(asking), asking.meter, column)

            case Logic(_, sign, one, other):
                first, second = self.chance(one, names, own), self.chance(other, names, own)

                def code(asking: Asking) -> Any:
                    return either(sign, first(asking), lambda: second(asking))

            case Not(_, operand):
                opposite = self.chance(operand, names, own)

                def code(asking: Asking) -> Any:
                    return 1 - opposite(asking)

            case _:
                value = self.value(node, names, level)
                return lambda asking: chance_of(value(asking), node)
        return self._kept(node, names, level, code)

    def _kept(self, node: Node, names: Names, level: Level, code: Answer) -> Answer:
        """A part that is asked as often as `level` says, found as seldom as it changes.

        What a search asks of its index alone is kept for the next search by what the index was.
        """
        own = names.level(node)
        if own.depth < level.depth:
            return kept(*self._place(own), code)
        base = names.level(node, own)
        if own.index is None or not node.is_costly or base.depth >= own.depth - 1:
            return code
        return kept_by_index(*self._place(base), own.index, code)

    def _place(self, level: Level) -> tuple[int, int]:
        self.sizes[level.place] += 1
        return level.place, self.sizes[level.place] - 1

    def _made(self, node: Node, names: Names, level: Level) -> Answer:
        """The value of a part, found each time it is asked."""
        self.parts += 1
        if self.parts > MOST_PARTS or (
            level.depth and level.index is None and self._is_heavy(node) and not names.of_outer(node)
        ):
            slots = [names.known[name].slot for name in node.names_in_order if name in names.known]
            code = self._evaluated(node, names)
            # What is asked anew of a roll that has fallen depends on more than what it came to.
            return kept_by_values(slots, code) if self.fallen.isdisjoint(asked_anew(node)) else code
        match node:
            case Arithmetic(column, sign, one, other):
                left, right = self.value(one, names, level), self.value(other, names, level)
                combined = arithmetic.OPERATIONS[sign]
                return lambda asking: combined(left(asking), right(asking), asking.meter, column)
            case Minus(_, operand):
                negated = self.value(operand, names, level)
                return lambda asking: arithmetic.negative(negated(asking))
            case Comparison() | Logic() | Not():
                chance = self.chance(node, names, level)
                return lambda asking: as_event(chance(asking))
            case Call(column, "if", (condition, yes, no), ()):
                chance = self.chance(condition, names, level)
                one_way, other_way = self.value(yes, names, level), self.value(no, names, level)
                return lambda asking: case_of(
                    chance(asking), lambda: one_way(asking), lambda: other_way(asking), asking.meter, column
                )
            case Call(_, "P", (body,), ()) if names.called or self.fallen.isdisjoint(body.names):
                self.alone.append(body)
                chance = self.chance(body, names, level)
                return lambda asking: whole(chance(asking))
            case Call(column, "max" | "min" as which, (one, other), ()):
                left, right = self.value(one, names, level), self.value(other, names, level)
                return lambda asking: mixture.extreme(which, left(asking), right(asking), asking.meter, column)
            case Call(column, "clamp", (operand, least, most), ()):
                x, low, high = (self.value(one, names, level) for one in (operand, least, most))
                return lambda asking: clamped(x(asking), low(asking), high(asking), asking.meter, column)
            case Call(column, "floor" | "ceil" | "round" as how, (operand,), ()):
                exact = self.value(operand, names, level)
                return lambda asking: mixture.rounded(how, exact(asking), asking.meter, column)
            case Call(_, called, arguments, ()) if called not in names.called and len(names.called) < DEEPEST_CALL:
                function = self.functions.get(called)
                if isinstance(function, Function) and len(arguments) == len(function.parameters):
                    return self._call(node, function, names, level)
            case Indexed() if node.function in ("largest", "smallest") or node.over is not None:
                return self._search(node, names, level)
        return self._evaluated(node, names)

    def _is_heavy(self, node: Node) -> bool:
        """Whether there is more to a part than reckoning with numbers."""
        if isinstance(node, _HEAVY):
            return True
        if isinstance(node, Call) and node.function not in _LIGHT:
            function = self.functions.get(node.function)
            if not isinstance(function, Function):
                return True
            if node.function not in self.heavy:
                # One that calls itself is heavy.
                self.heavy[node.function] = True
                self.heavy[node.function] = self._is_heavy(function.body)
            if self.heavy[node.function]:
                return True
        return any(map(self._is_heavy, node.children))

    def _evaluated(self, node: Node, names: Names) -> Answer:
        """A part that the evaluation is asked for as it is."""
        mentioned = [(name, names.known[name].slot) for name in node.names_in_order if name in names.known]
        if names.called:
            depth = len(names.called)

            def within(asking: Asking) -> Any:
                slots, run = asking.slots, asking.run
                outside, run.depth = run.depth, run.depth + depth
                try:
                    return run.value(node, Frame({name: slots[slot] for name, slot in mentioned}))
                finally:
                    run.depth = outside

            return within
        fallen = self.fallen
        mentioned = [(name, slot) for name, slot in mentioned if OUTER not in names.known[name].levels]

        def outside(asking: Asking) -> Any:
            frame = asking.frame
            for name, slot in mentioned:
                value = asking.slots[slot]
                frame = frame.fixing(name, value) if name in fallen else frame.with_value(name, value)
            return asking.run.value(node, frame)

        return outside

    def _call(self, node: Call, function: Function, names: Names, level: Level) -> Answer:
        """A function of the system; with dice, or rolls that it uses twice, the evaluation is asked."""
        known = {
            parameter: Known(self.slot(), names.levels(argument), names.of_outer(argument))
            for parameter, argument in zip(function.parameters, node.arguments, strict=True)
        }
        evaluated = self._evaluated(node, names)
        before = len(self.alone)
        body = self.value(function.body, Names(known, (*names.called, function.name)), level)
        within, self.alone = (function.body, *self.alone[before:]), self.alone[:before]
        arguments = [
            (known[parameter].slot, self.value(argument, names, level), all(uses(one)[parameter] < 2 for one in within))
            for parameter, argument in zip(function.parameters, node.arguments, strict=True)
        ]

        def called(asking: Asking) -> Any:
            slots = asking.slots
            for slot, argument, once in arguments:
                value = argument(asking)
                if type(value) is not int and type(value) is not Fraction and not (once and type(value) in PLAIN):
                    return evaluated(asking)
                slots[slot] = value
            return body(asking)

        return called

    def _search(self, node: Indexed, names: Names, level: Level) -> Answer:
        """A search, a sum or a product over an index."""
        slot = self.slot()
        inner = Level(level.depth + 1, len(self.sizes), slot)
        self.sizes.append(0)
        index = Known(slot, frozenset({inner}), names.of_outer(node))
        within = Names({**names.known, node.name: index}, names.called)
        made = self.chance if node.function in ("largest", "smallest") else self.value
        body = made(node.body, within, inner)
        ends = [self.value(end, names, level) for end in (node.over.low, node.over.high)] if node.over else []
        way = monotone.direction(node.body, node.name, self.functions)
        sizes = self.sizes

        def searched(asking: Asking) -> Any:
            def at(number: int) -> Any:
                asking.slots[slot] = number
                asking.kept[inner.place] = [None] * sizes[inner.place]
                return body(asking)

            exact = [end(asking) for end in ends]
            if not all(map(is_exact, exact)):
                raise Otherwise
            span = span_of(node, *exact) if exact else None
            return over_numbers(node, span, at, at, way, asking.meter)

        return searched
