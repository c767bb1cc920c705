"""Chains: states that change by chance round after round, until an end is reached.

A chain is a start and, for every state that is no end, its moves with exact chances; states without moves are ends.
Round by round it is multiplication; the limit is a linear system, solved by eliminating one state after the other
in an order in which hardly any new terms arise.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import gcd, lcm

from generator.dice.roll import Exact
from generator.dice.syntax import Refused
from generator.exact import Fraction

State = Hashable
Chances = Mapping[State, Fraction]

MOST_STATES = 20_000


@dataclass(frozen=True)
class Chain:
    """A start, and the moves of every state that is no end; the chances of each state's moves add up to 1."""

    start: State
    moves: Mapping[State, Chances]

    def __post_init__(self) -> None:
        for state, chances in self.moves.items():
            common = lcm(*(chance.denominator for chance in chances.values()))
            weights = [chance.numerator * (common // chance.denominator) for chance in chances.values()]
            if sum(weights) != common or min(weights) < 0:
                raise ValueError(f"the chances of the moves from {state!r} do not add up to 1")


@dataclass(frozen=True)
class Limit:
    """What becomes of a chain: the chance of each end, and the expected rounds.

    `never` is the chance that no end is ever reached; where it is not zero there are no expected `rounds`.
    """

    ends: Chances
    never: Fraction
    rounds: Fraction | None


def explore(
    start: State, moves_from: Callable[[State], Mapping[State, Exact] | None], most: int = MOST_STATES
) -> Chain:
    """The chain of all states that can be reached; `moves_from` gives a state's moves, None for an end.

    Raises `Refused` when there are more states than `most`, so that endless counters do not run away.
    """
    moves: dict[State, Chances] = {}
    seen = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        chances = moves_from(state)
        if chances is None:
            continue
        moves[state] = {
            following: chance if type(chance) is Fraction else Fraction(chance)
            for following, chance in chances.items()
            if chance
        }
        for following in moves[state]:
            if following not in seen:
                seen.add(following)
                waiting.append(following)
        if len(seen) > most:
            raise Refused(f"the chain has more than {most:,} states", 1, "let its counters end at a bound")
    return Chain(start, moves)


def rounds(chain: Chain) -> Iterator[Chances]:
    """The chance of every state before the first round, after the first round, and so on without end."""
    for weights, total in _weighed_rounds(chain):
        yield {state: Fraction(weight, total) for state, weight in weights.items()}


def _weighed_rounds(chain: Chain) -> Iterator[tuple[dict[State, int], int]]:
    """The same as whole weights over a common total: reducing every chance in every round costs most of the time."""
    common = lcm(*(chance.denominator for chances in chain.moves.values() for chance in chances.values()))
    moves = {
        state: [(target, chance.numerator * (common // chance.denominator)) for target, chance in chances.items()]
        for state, chances in chain.moves.items()
    }
    now: dict[State, int] = {chain.start: 1}
    total = 1
    while True:
        yield now, total
        following: dict[State, int] = {}
        for state, weight in now.items():
            for target, share in moves.get(state, ((state, common),)):
                following[target] = following.get(target, 0) + weight * share
        total *= common
        reduced = gcd(total, *following.values())
        if reduced > 1:
            total //= reduced
            following = {state: weight // reduced for state, weight in following.items()}
        now = following


def ends_by_round(chain: Chain, number: int) -> list[dict[State, Fraction]]:
    """For 0 to `number` rounds: the chance to have reached each end by then."""
    ends = {target for chances in chain.moves.values() for target in chances if target not in chain.moves}
    if chain.start not in chain.moves:
        ends.add(chain.start)
    ordered = sorted(ends, key=repr)
    return [
        {end: Fraction(weights.get(end, 0), total) for end in ordered}
        for weights, total in islice(_weighed_rounds(chain), number + 1)
    ]


class _Mark:
    """A term that stands for no state: a round that passes, or never coming to an end."""


_ROUND, _NEVER = _Mark(), _Mark()


def limit(chain: Chain) -> Limit:
    """The chance of each end in the limit, and the expected number of rounds until one is reached."""
    fate, total = _fates(chain).get(chain.start, ({chain.start: 1}, 1))
    passed, never = fate.pop(_ROUND, 0), fate.pop(_NEVER, 0)
    return Limit(
        {state: Fraction(weight, total) for state, weight in fate.items()},
        Fraction(never, total),
        Fraction(passed, total) if not never else None,
    )


def _fates(chain: Chain) -> dict[State, tuple[dict[State, int], int]]:
    """Each state's fate as whole weights over one total, in terms of ends and of states that are eliminated after it.

    Whole numbers are reduced once a state, where fractions would be with each product and sum. What a state leads to
    is put in for the states eliminated first, which bring in only later ones, so that each is put in once.
    """
    solved: dict[State, tuple[dict[State, int], int]] = {}
    places: dict[State, int] = {}
    for state in _last_first(chain):
        moves = chain.moves[state]
        total = lcm(*(share.denominator for share in moves.values()))
        row: dict[State, int] = {_ROUND: total}
        waiting: dict[State, int] = {}
        for target, share in moves.items():
            (waiting if target in solved else row)[target] = share.numerator * (total // share.denominator)
        while waiting:
            target = min(waiting, key=places.__getitem__)
            weight = waiting.pop(target)
            terms, below = solved[target]
            common = gcd(weight, below)
            weight, below = weight // common, below // common
            if below != 1:
                total *= below
                row = {term: value * below for term, value in row.items()}
                waiting = {term: value * below for term, value in waiting.items()}
            for term, factor in terms.items():
                collected = waiting if term in solved else row
                collected[term] = collected.get(term, 0) + weight * factor
        total -= row.pop(state, 0)
        if total:
            common = gcd(total, *row.values())
            solved[state] = {term: value // common for term, value in row.items()}, total // common
        else:
            # It only ever comes back to itself.
            solved[state] = {_NEVER: 1}, 1
        places[state] = len(places)
    return solved


def _last_first(chain: Chain) -> Iterator[State]:
    """The states that are no ends, each after those that it leads to, as far as circles allow; the start comes last."""
    entered: set[State] = set()
    stack: list[tuple[State, Iterator[State]]] = []
    if chain.start in chain.moves:
        entered.add(chain.start)
        stack.append((chain.start, iter(chain.moves[chain.start])))
    while stack:
        state, targets = stack[-1]
        for target in targets:
            if target in chain.moves and target not in entered:
                entered.add(target)
                stack.append((target, iter(chain.moves[target])))
                break
        else:
            stack.pop()
            yield state
