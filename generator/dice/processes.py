"""Chains told by expressions: named counters, a roll each round, and what it does to them.

A counter may accumulate (sixes kept from roll to roll) or decline (a purpose that falls by one each round): its
update is an expression over the counters as they were, and over `roll`. After each round the ends are tested in their
order; the first whose condition holds is where the chain stops.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.dice.chains import MOST_STATES, Chain, State, explore
from generator.dice.evaluate import NOTHING_NAMED, Scope, evaluate, number
from generator.dice.roll import FiniteRoll
from generator.dice.syntax import Node, NotationError
from generator.exact import Fraction

Counters = tuple[Fraction, ...]


@dataclass(frozen=True)
class Process:
    """Counters with their start, the roll of a round, the update of counters, and the ends with their conditions.

    A counter without an update stays as it is. The roll may depend on the counters; updates know it as `roll_name`.
    """

    start: Mapping[str, Fraction]
    roll: Node
    updates: Mapping[str, Node]
    ends: Mapping[str, Node]
    scope: Scope = field(default=NOTHING_NAMED)
    roll_name: str = "roll"


def chain_of(process: Process, most: int = MOST_STATES) -> Chain:
    """The chain whose states are tuples of counters, and whose ends are names.

    Raises `NotationError` if an expression makes no sense, `Refused` if there are more than `most` states.
    """
    names = tuple(process.start)
    for name in process.updates:
        if name not in names:
            raise NotationError(f"{name!r} is no counter", 1, "counters: " + ", ".join(names))

    def moves_from(state: State) -> Mapping[State, Fraction] | None:
        if isinstance(state, str):
            return None
        assert isinstance(state, tuple)
        counters = dict(zip(names, state, strict=True))
        moves: dict[State, Fraction] = {}
        for rolled, chance in _rolls(process, counters):
            known = process.scope.with_values(**counters, **{process.roll_name: rolled})
            following = tuple(
                number(process.updates[name], known) if name in process.updates else counters[name] for name in names
            )
            target = _end_of(process, names, following) or following
            moves[target] = moves.get(target, Fraction(0)) + chance
        return moves

    start = tuple(Fraction(value) for value in process.start.values())
    return explore(_end_of(process, names, start) or start, moves_from, most)


def _rolls(process: Process, counters: Mapping[str, Fraction]) -> list[tuple[Fraction, Fraction]]:
    value = evaluate(process.roll, process.scope.with_values(**counters))
    if isinstance(value, Fraction):
        return [(value, Fraction(1))]
    if not isinstance(value, FiniteRoll):
        raise NotationError("the roll of a round must be finite", process.roll.column, "cap it: min(…, 20)")
    return list(value.items())


def _end_of(process: Process, names: tuple[str, ...], counters: Counters) -> str | None:
    known = process.scope.with_values(**dict(zip(names, counters, strict=True)))
    for end, condition in process.ends.items():
        chance = number(condition, known)
        if chance not in (0, 1):
            raise NotationError(f"the end {end!r} is a matter of chance", condition.column, "use counters alone")
        if chance:
            return end
    return None
