"""What follows a state of a chain, as the engine finds it from the definition's expressions.

The new values of all variables depend on the same rolls, so they are evaluated as one: each value, counted from the
least that it can be, is a digit of one whole number, and the engine gives that number's distribution. A roll that is
merely compared is told apart no further than that (see `generator/dice/condensed.py`), and what has been found for
a state is kept for every row whose parameters do not matter to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from generator.content.kind_scopes import ROUND
from generator.content.table_definitions import ChainDef
from generator.dice.chains import MOST_STATES, Chain, State, explore
from generator.dice.evaluate import Scope, Value
from generator.dice.notation import Node, NotationError, Refused
from generator.dice.roll import FiniteRoll, Roll
from generator.dice.staged import Staged
from generator.dice.syntax import Arithmetic, Name, Number
from generator.exact import Fraction
from generator.tables.axes import Point
from generator.tables.contexts import Bound, Context, unfit
from generator.tables.named_rolls import NamedRolls, culprit, named_rolls
from generator.tables.unfit import Unfit

Chances = Mapping[State, Fraction]


class End(NamedTuple):
    """A state in which the process has ended, by the place of its end in the definition."""

    place: int


class Running(NamedTuple):
    """A state in which it goes on: the variables in their order, and the number of the last round where it matters.

    Both kinds are tuples, because chains look states up more often than anything else.
    """

    values: tuple[int, ...]
    round: int


@dataclass(frozen=True)
class Transitions:
    """The transitions of a definition; `found` holds those of each set of parameters that makes a difference."""

    definition: ChainDef
    rolls: NamedRolls
    following: Mapping[str, Node]
    scope: Scope
    found: dict[tuple[object, ...], Mapping[str, object]] = field(default_factory=dict)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Every name that what happens in a round depends on."""
        whens = [end.when.node for end in self.definition.ends]
        return frozenset().union(
            *(node.names for node in (*self.rolls.rolls.values(), *self.following.values(), *whens))
        )

    @cached_property
    def staged_ends(self) -> Sequence[Staged]:
        """The conditions of the ends, to be asked of one state after the other."""
        varying = frozenset((*self.following, ROUND))
        return [Staged(end.when.node, varying, self.scope) for end in self.definition.ends]

    @cached_property
    def staged_values(self) -> Mapping[str, Staged]:
        """The new values of the variables, to be asked in one state after the other, given what the rolls come to."""
        varying = frozenset((*self.following, *self.rolls.rolls, ROUND))
        return {name: Staged(node, varying, self.scope) for name, node in self.following.items()}

    def of_row(self, row: Point, context: Context) -> RowTransitions:
        """The transitions with the parameters of a row."""
        key = tuple((name, row.names[name]) for name in sorted(row.names) if name in self.mentioned)
        kept = self.found.setdefault(key, {"moves": {}, "ends": {}})
        moves, ends = kept["moves"], kept["ends"]
        assert isinstance(moves, dict) and isinstance(ends, dict)
        return RowTransitions(self, row, context, moves, ends)


def transitions(definition: ChainDef, context: Context) -> Transitions:
    """The transitions of a chain; `context` is what all its rows have in common."""
    following = {
        name: definition.next[name].node if name in definition.next else Name(1, name) for name in definition.state
    }
    rolls = {name: roll.node for name, roll in definition.roll.items()}
    return Transitions(definition, named_rolls(rolls, list(following.values())), following, context.scope)


@dataclass(frozen=True)
class RowTransitions:
    """The transitions in one row. `moves` and `ends` remember what was found for each state."""

    shared: Transitions
    row: Point
    context: Context
    moves: dict[Running, Chances]
    ends: dict[Running, State]

    @cached_property
    def _asks(self) -> Sequence[Callable[[Mapping[str, Bound]], Fraction]]:
        return [self.context.asking(staged) for staged in self.shared.staged_ends]

    @cached_property
    def _values(self) -> Mapping[str, Callable[[Mapping[str, Bound]], object] | None]:
        return {name: self.context.telling(staged) for name, staged in self.shared.staged_values.items()}

    @property
    def start(self) -> State:
        """Where the process begins, which may be an end already."""
        values = []
        for name, expression in self.shared.definition.state.items():
            value = self.context.number(expression)
            if value.denominator != 1:
                raise Unfit(expression.location, f"in the row {self.row.label!r} {name!r} starts at {value}", _WHOLE)
            values.append(int(value))
        return self._arrived(Running(tuple(values), 0))

    def chain(self) -> Chain:
        """The chain of all states; raises Refused where they do not end, and Unfit."""
        return explore(self.start, self._moves_from)

    def chain_of_rounds(self, rounds: int) -> Chain:
        """The chain as far as it can come in so many rounds; where it would go on, it stays."""
        start = self.start
        moves: dict[State, Chances] = {}
        layer = {start}
        for _ in range(rounds):
            further: set[State] = set()
            for state in layer:
                chances = self._moves_from(state)
                if chances is not None:
                    moves[state] = chances
                    further.update(following for following in chances if following not in moves)
            if len(moves) > MOST_STATES:
                raise Refused(f"the process passes through more than {MOST_STATES:,} states", 1, "fewer rounds")
            layer = further
        return Chain(start, moves)

    def _moves_from(self, state: State) -> Chances | None:
        if not isinstance(state, Running):
            return None
        if state not in self.moves:
            chances: dict[State, Fraction] = {}
            for values, chance in self._followed(state).items():
                arrived = self._arrived(Running(values, state.round + 1 if ROUND in self.shared.mentioned else 0))
                chances[arrived] = chances.get(arrived, Fraction(0)) + chance
            self.moves[state] = chances
        return self.moves[state]

    def _arrived(self, state: Running) -> State:
        """The state itself, or the end that it is."""
        if state not in self.ends:
            names = self._names(state, state.round)
            reached: list[int] = []
            for index, end in enumerate(self.shared.definition.ends):
                try:
                    answer = self._asks[index](names)
                except NotationError as error:
                    raise unfit(end.when, error) from error
                if answer not in (0, 1):
                    raise Unfit(
                        end.when.location, "an end is a matter of the state, not of chance", "a comparison of the state"
                    )
                reached += [index] if answer else []
            if len(reached) > 1:
                raise self._both(state, reached)
            self.ends[state] = End(reached[0]) if reached else state
        return self.ends[state]

    def _both(self, state: Running, reached: Sequence[int]) -> Unfit:
        first, second = (repr(self.shared.definition.ends[index].title) for index in reached[:2])
        pairs = zip(self.shared.following, state.values, strict=True)
        spoken = ", ".join(f"{name} = {value}" for name, value in pairs)
        message = f"in the row {self.row.label!r} the ends {first} and {second} both hold at {spoken}"
        return Unfit(self.shared.definition.where("ends", reached[1]), message, "ends that exclude each other")

    def _names(self, state: Running, number: int) -> dict[str, Fraction]:
        return {**dict(zip(self.shared.following, map(Fraction, state.values), strict=True)), ROUND: Fraction(number)}

    def _followed(self, state: Running) -> Mapping[tuple[int, ...], Fraction]:
        """The chance of each set of new values."""
        names = self._names(state, state.round + 1)
        here = self.context.having(names)
        laws = self.shared.rolls.laws(here)
        known: Mapping[str, Bound] | None = None if laws is None else {**names, **laws}
        # Only where the rolls must be looked at together.
        settled = cache(lambda: self.shared.rolls.settled(here))
        values: dict[str, Value] = {}
        for name, node in self.shared.following.items():
            value = self._at_once(name, known)
            values[name] = self._checked(name, self._asked(name, node, here, settled()) if value is None else value)
        rolls = {name: value for name, value in values.items() if isinstance(value, FiniteRoll)}
        fixed = {name: _whole(value) for name, value in values.items() if isinstance(value, Fraction)}
        lows = {name: _whole(roll.minimum) for name, roll in rolls.items()}
        sizes = {name: _whole(roll.maximum) - lows[name] + 1 for name, roll in rolls.items()}
        if len(rolls) < 2:
            only = next(iter(rolls), None)
            cases = rolls[only].items() if only is not None else iter([(Fraction(0), Fraction(1))])
            return {
                tuple(fixed[name] if name in fixed else _whole(value) for name in values): chance
                for value, chance in cases
            }
        try:
            together = _together(rolls, lows, sizes, self.shared.following, settled())
        except NotationError as error:
            raise Unfit(self.shared.definition.where("next"), error.message, error.allowed) from error
        found: dict[tuple[int, ...], Fraction] = {}
        for code, chance in together.items():
            rest = _whole(code)
            new = dict(fixed)
            for name in rolls:
                rest, digit = divmod(rest, sizes[name])
                new[name] = lows[name] + digit
            found[tuple(new[name] for name in values)] = chance
        return found

    def _at_once(self, name: str, known: Mapping[str, Bound] | None) -> Value | None:
        """The new value of a variable by its program, where there is an answer to be had so."""
        value_of = self._values[name]
        value = None if known is None or value_of is None else value_of(known)
        return Fraction(value) if type(value) is int else value if isinstance(value, (Fraction, Roll)) else None

    def _asked(self, name: str, node: Node, here: Context, settled: Context) -> Value:
        """The new value of a variable, on its own."""
        try:
            return settled.value(node)
        except NotationError as error:
            written = self.shared.definition.next.get(name)
            assert written is not None, "a variable that keeps its value is a name, and always known"
            raise culprit(here, self.shared.definition.roll) or unfit(written, error) from error

    def _checked(self, name: str, value: Value) -> Value:
        """The new value of a variable, which must be a whole number, or a finite roll of such."""
        written = self.shared.definition.next.get(name)
        if isinstance(value, Fraction) and value.denominator == 1:
            return value
        assert written is not None, "a variable that keeps its value is a whole number"
        if isinstance(value, Roll) and not isinstance(value, FiniteRoll):
            message = f"the new value of {name!r} has no bound"
            raise Unfit(written.location, message, "min(…), max(…), clamp(…) or a comparison, which give it one")
        parts = [value] if isinstance(value, Fraction) else [one for one, _ in value.items()]
        broken = next((one for one in parts if one.denominator != 1), None)
        if broken is not None:
            raise Unfit(written.location, f"in the row {self.row.label!r} {name!r} can become {broken}", _WHOLE)
        return value


_WHOLE = "states are whole numbers; use floor(…), ceil(…) or round(…)"


def _together(
    rolls: Mapping[str, FiniteRoll],
    lows: Mapping[str, int],
    sizes: Mapping[str, int],
    following: Mapping[str, Node],
    settled: Context,
) -> Roll:
    """The distribution of all new values as digits of one number."""
    code: Node = Number(1, Fraction(0))
    stride = 1
    for name in rolls:
        node = following[name]
        digit = Arithmetic(node.column, "-", node, Number(node.column, Fraction(lows[name])))
        code = Arithmetic(
            node.column, "+", code, Arithmetic(node.column, "*", digit, Number(node.column, Fraction(stride)))
        )
        stride *= sizes[name]
    value = settled.value(code)
    assert isinstance(value, Roll), "its digits are rolls"
    return value


def _whole(value: Fraction) -> int:
    assert value.denominator == 1, "checked before"
    return value.numerator
