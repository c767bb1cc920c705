"""Exploding dice: on some faces another die is thrown and added, up to a limit or without one.

Without a limit the total of one die has the generating function  plain / (all - exploding),  where `plain` and
`exploding` are the polynomials of the faces with their weights and `all` is the sum of the weights.
"""

from __future__ import annotations

from functools import lru_cache

from generator.dice.cost import Meter, words
from generator.dice.dice import Die
from generator.dice.open_ended import OpenRoll, common_step
from generator.dice.roll import Exact, FiniteRoll, Roll, constant, finite
from generator.dice.series import Body, Series
from generator.dice.sums import add

# The value of a throw and its weight.
Throw = tuple[Exact, int]


@lru_cache(maxsize=512)
def die_total(die: Die) -> Roll:
    """What one die adds up to, with all the dice that it explodes into."""
    if not die.explodes:
        return die.once
    exploding = [(face, weight) for face, weight in die.faces if face in die.explodes_on]
    plain = [(face, weight) for face, weight in die.faces if face not in die.explodes_on]
    if die.limit is None:
        return until_plain(plain, exploding)
    return until_limit(plain, exploding, die.limit)


def until_plain(plain: list[Throw], exploding: list[Throw]) -> Roll:
    """The sum of throws until one is plain; values and weights of the two kinds of throw are given.

    The values that go on are all positive or all negative, or zero.
    """
    all_weight = sum(weight for _, weight in plain + exploding)
    values = [value for value, _ in exploding if value]
    if not values:
        # A throw that adds nothing only delays the last one.
        return finite(plain)
    sign = 1 if max(values) > 0 else -1
    step = common_step(*values, *(value for value, _ in plain))
    denominator = {0: all_weight}
    for value, weight in exploding:
        place = int(sign * value / step)
        denominator[place] = denominator.get(place, 0) - weight
    numerator = {int(sign * value / step): weight for value, weight in plain}
    low = min(numerator)
    body = Body(
        [numerator.get(k, 0) for k in range(low, max(numerator) + 1)],
        1,
        {tuple(denominator.get(k, 0) for k in range(max(denominator) + 1)): 1},
    )
    series = Series(low, body)
    return OpenRoll(step, series, None) if sign > 0 else OpenRoll(step, None, series)


def until_limit(plain: list[Throw], exploding: list[Throw], limit: int) -> FiniteRoll:
    """The sum of throws until one is plain, or until the last that the limit allows."""
    all_weight = sum(weight for _, weight in plain + exploding)
    weights: dict[Exact, int] = {}
    so_far = constant(0)
    # The weight of having exploded so often, over all_weight to that power.
    mass = 1
    for turn in range(limit + 1):
        last = turn == limit
        throw = plain + exploding if last else plain
        rest = mass * all_weight ** (limit - turn)
        for value, weight in zip(so_far.outcomes, so_far.weights, strict=True):
            for face, share in throw:
                total = value + face
                weights[total] = weights.get(total, 0) + weight * share * rest // so_far.total
        if not last:
            going = finite(exploding)
            so_far = add(so_far, going)
            mass *= sum(weight for _, weight in exploding)
    return finite(weights)


def charge_for_explosions(die: Die, meter: Meter, column: int) -> None:
    """Announces the cost of a die that explodes up to a limit."""
    if die.explodes and die.limit:
        values = die.limit * len(die.faces)
        bits = die.limit * die.weight.bit_length()
        work = die.limit * values * len(die.faces) * words(bits)
        meter.charge(work, values, bits, column, f"exploding up to {die.limit:,} times", "lower the limit")
