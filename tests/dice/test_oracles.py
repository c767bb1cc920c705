"""Large cases against icepool and dyce."""

from __future__ import annotations

import icepool
import pytest
from dyce import H, P

from generator.exact import Fraction
from tests.dice.asking import ask, law_of, roll


def of_icepool(die: object) -> dict[Fraction, Fraction]:
    total = die.denominator()  # type: ignore[attr-defined]
    return {Fraction(k): Fraction(n, total) for k, n in die.items() if n}  # type: ignore[attr-defined]


def of_dyce(histogram: object) -> dict[Fraction, Fraction]:
    total = sum(histogram.values())  # type: ignore[attr-defined]
    return {Fraction(int(k)): Fraction(int(n), int(total)) for k, n in histogram.items() if n}  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", [8, 25, 40, 100])
def test_sums(number: int) -> None:
    assert law_of(f"{number}d6") == of_icepool(number @ icepool.d6) == of_dyce(number @ H(6))


@pytest.mark.parametrize(("number", "kept"), [(4, 3), (10, 4), (20, 10)])
def test_highest_and_lowest(number: int, kept: int) -> None:
    pool = icepool.d6.pool(number)
    assert law_of(f"{number}d6kh{kept}") == of_icepool(pool.highest(kept).sum())
    assert law_of(f"{number}d6kl{kept}") == of_icepool(pool.lowest(kept).sum())


def by_rolls(number: int, dropped: int) -> dict[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = {}
    for thrown, ways in P(*[H(10)] * number).rolls_with_counts():
        total = Fraction(int(sum(thrown[dropped:])))
        found[total] = found.get(total, Fraction(0)) + Fraction(int(ways), 10**number)
    return found


def test_keep_of_ten_sided_dice() -> None:
    assert law_of("7d10kh5") == of_icepool(icepool.d10.pool(7).highest(5).sum())
    assert law_of("6d10dl2") == by_rolls(6, 2)


def test_counting() -> None:
    sixes = icepool.d6.map(lambda face: face == 6)
    found = of_icepool(40 @ sixes)
    assert {k: ask(f"P(count(40d6, 6) == {k})") for k in range(41)} == {k: found[Fraction(k)] for k in range(41)}


def test_opposed_large_pools() -> None:
    left, right = 25 @ icepool.d6, 24 @ icepool.d6 + 3
    assert ask("P(25d6 > 24d6 + 3)") == Fraction(
        sum(n for k, n in (left - right).items() if k > 0), (left - right).denominator()
    )


def test_open_ended_dice_below_the_depth_that_a_peer_can_reach() -> None:
    # Nine explosions are enough to be exact below 50.
    deep = icepool.d6.explode({5, 6}, depth=9)
    six = 6 @ deep
    ours = roll("6d6!{5,6}")
    assert {k: ours.probability(k) for k in range(6, 50)} == {
        k: Fraction(six.quantity(k), six.denominator()) for k in range(6, 50)
    }


def test_a_pool_counted_two_ways() -> None:
    class SixesAndTotal(icepool.MultisetEvaluator):  # type: ignore[misc]
        def next_state(self, state, _order, outcome, count):  # type: ignore[no-untyped-def]
            sixes, total = state or (0, 0)
            return sixes + (count if outcome == 6 else 0), total + outcome * count

    joint = SixesAndTotal()(icepool.d6.pool(16))
    wanted = sum(n for (sixes, total), n in joint.items() if sixes >= 4 and total >= 60)
    assert ask("P(count(p, 6) >= 4 and sum(p) >= 60 where p = 16d6)") == Fraction(wanted, joint.denominator())
