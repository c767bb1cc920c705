"""Chains: ends by round and in the limit, expected rounds, counters that grow and purposes that fall."""

from __future__ import annotations

from itertools import product
from math import comb
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.chains import Chain, ends_by_round, explore, limit
from generator.dice.notation import NotationError, Refused, parse
from generator.dice.processes import Process, chain_of
from generator.exact import Fraction
from tests.dice.asking import scope

HALF = Fraction(1, 2)


def test_a_coin_until_heads() -> None:
    chain = Chain("tails", {"tails": {"tails": HALF, "heads": HALF}})
    found = limit(chain)
    assert (found.ends, found.never, found.rounds) == ({"heads": 1}, 0, 2)
    assert [ends["heads"] for ends in ends_by_round(chain, 3)] == [0, HALF, Fraction(3, 4), Fraction(7, 8)]


@pytest.mark.parametrize("upwards", [Fraction(1, 2), Fraction(2, 5)])
def test_a_gambler_is_ruined(upwards: Fraction) -> None:
    chain = explore(3, lambda purse: None if purse in (0, 10) else {purse + 1: upwards, purse - 1: 1 - upwards})
    found = limit(chain)
    if upwards == HALF:
        assert found.ends == {10: Fraction(3, 10), 0: Fraction(7, 10)}
        assert found.rounds == 3 * 7
    else:
        odds = (1 - upwards) / upwards
        won = (odds**3 - 1) / (odds**10 - 1)
        assert found.ends[10] == won
        assert found.rounds == (3 - 10 * won) / (1 - 2 * upwards)
    assert sum(found.ends.values()) == 1 and found.never == 0


def test_circles_without_end() -> None:
    chain = Chain("a", {"a": {"b": HALF, "end": HALF}, "b": {"c": Fraction(1)}, "c": {"b": Fraction(1)}})
    found = limit(chain)
    assert (found.ends, found.never, found.rounds) == ({"end": HALF}, HALF, None)
    stuck = limit(Chain("x", {"x": {"x": Fraction(1)}}))
    assert (stuck.ends, stuck.never) == ({}, 1)


def test_a_start_that_is_an_end() -> None:
    found = limit(Chain("done", {}))
    assert (found.ends, found.never, found.rounds) == ({"done": 1}, 0, 0)
    assert ends_by_round(Chain("done", {}), 1) == [{"done": 1}] * 2


def test_limit_is_where_rounds_lead() -> None:
    moves = {
        k: {
            (k + 3) % 11: Fraction(1, 3),
            (k + 5) % 11: Fraction(1, 6),
            k: Fraction(1, 4),
            f"end {k % 2}": Fraction(1, 4),
        }
        for k in range(11)
    }
    chain = Chain(1, moves)
    found, far = limit(chain), ends_by_round(chain, 60)
    assert sum(found.ends.values()) == 1
    for end, chance in found.ends.items():
        assert 0 < chance - far[60][end] < Fraction(1, 10**6)
    # E[rounds] is the sum over all rounds of the chance to be still under way.
    under_way = sum(1 - sum(ends.values()) for ends in far)
    assert 0 < found.rounds - under_way < Fraction(1, 10**5)


def _any_chain(chance: Random, states: int, ways: int) -> dict[object, dict[object, Fraction]]:
    """Moves from each state to some others, or to one of two ends, whatever circles come of it."""
    moves: dict[object, dict[object, Fraction]] = {}
    for state in range(states):
        targets = [*range(states), "end a", "end b"]
        weights = {target: chance.randint(1, 9) for target in chance.sample(targets, min(ways, len(targets)))}
        total = sum(weights.values())
        moves[state] = {target: Fraction(weight, total) for target, weight in weights.items()}
    return moves


@given(st.randoms(use_true_random=False), st.integers(1, 8), st.integers(1, 4))
def test_the_fate_of_each_state_is_that_of_its_moves(chance: Random, states: int, ways: int) -> None:
    moves = _any_chain(chance, states, ways)
    fates = {state: limit(Chain(state, moves)) for state in [*moves, "end a", "end b"]}
    for state, shares in moves.items():
        found = fates[state]
        assert sum(found.ends.values()) + found.never == 1
        for end in ("end a", "end b"):
            led = sum(share * fates[target].ends.get(end, 0) for target, share in shares.items())
            assert found.ends.get(end, 0) == led
        if found.rounds is not None:
            # Nothing else fits these equations, since an end is reached from everywhere.
            assert found.rounds == 1 + sum(share * fates[target].rounds for target, share in shares.items())
        else:
            assert found.never == sum(share * fates[target].never for target, share in shares.items()) > 0


def test_many_circles_take_no_longer_than_their_states() -> None:
    moves = _any_chain(Random(2), 60, 4)
    began = process_time()
    found = limit(Chain(0, moves))
    # Putting in each state again for every way that leads to it took twenty seconds.
    assert process_time() - began < 2
    assert sum(found.ends.values()) == 1


def test_moves_must_add_up_and_states_must_end() -> None:
    with pytest.raises(ValueError, match="do not add up"):
        Chain("a", {"a": {"b": HALF}})
    with pytest.raises(Refused, match="more than 100 states"):
        explore(0, lambda k: {k + 1: 1}, most=100)


def waking(dice: int, needed: int) -> Process:
    """Sixes are kept from roll to roll; only dice that are not yet sixes are rolled again."""
    return Process(
        start={"kept": Fraction(0)},
        roll=parse("count((dice - kept)d6, 6)"),
        updates={"kept": parse("kept + roll")},
        ends={"awake": parse("kept >= needed")},
        scope=scope(dice=dice, needed=needed),
    )


@pytest.mark.parametrize(("dice", "needed"), [(3, 2), (5, 3), (6, 6)])
def test_sixes_that_are_kept(dice: int, needed: int) -> None:
    chain = chain_of(waking(dice, needed))
    for minute, ends in enumerate(ends_by_round(chain, 8)):
        # After so many rolls each die has had its six with chance 1 - (5/6)^minute, independently.
        has = 1 - Fraction(5, 6) ** minute
        expected = sum(comb(dice, k) * has**k * (1 - has) ** (dice - k) for k in range(needed, dice + 1))
        assert ends["awake"] == expected
    found = limit(chain)
    assert found.ends == {"awake": 1}
    assert found.rounds is not None and found.rounds > 1


def test_purposes_that_fall_while_sixes_hold_on() -> None:
    process = Process(
        start={"below": Fraction(1)},
        roll=parse("count(4d6, 6)"),
        updates={"below": parse("max(0, below + 2 - roll)")},
        ends={"saved": parse("below == 0"), "dead": parse("below > 4")},
    )
    chain = chain_of(process)

    def by_hand(below: int, rounds: int) -> dict[str, Fraction]:
        if below == 0 or below > 4:
            return {"saved": Fraction(below == 0), "dead": Fraction(below > 4)}
        if not rounds:
            return {"saved": Fraction(0), "dead": Fraction(0)}
        total = {"saved": Fraction(0), "dead": Fraction(0)}
        for faces in product((0, 1), repeat=4):
            chance = Fraction(5 ** faces.count(0), 6**4)
            for end, share in by_hand(max(0, below + 2 - sum(faces)), rounds - 1).items():
                total[end] += chance * share
        return total

    for rounds, ends in enumerate(ends_by_round(chain, 3)):
        assert ends == by_hand(1, rounds)
    assert sum(limit(chain).ends.values()) == 1


def test_mistakes_in_a_process() -> None:
    good = waking(3, 2)
    with pytest.raises(NotationError, match="no counter"):
        chain_of(Process(good.start, good.roll, {"hept": parse("1")}, good.ends, good.scope))
    with pytest.raises(NotationError, match="must be finite"):
        chain_of(Process(good.start, parse("d6!"), good.updates, good.ends, good.scope))
    with pytest.raises(NotationError, match="matter of chance"):
        chain_of(Process(good.start, good.roll, good.updates, {"awake": parse("d6 >= 5")}, good.scope))
