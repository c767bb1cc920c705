"""Keep and drop: the sum of some of the highest or lowest of equal dice.

Conditions on the last value v that still counts, coming from the kept end: j dice lie beyond v, and of the others
enough show v. With one polynomial for a die beyond v, the kept sums are x^(kv) times a polynomial in it, so
that Horner's rule does all with one multiplication for each j; polynomials are held as one large integer each
(coefficients side by side, see sums.pack).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, gcd

from generator.dice import arithmetic, keep_open
from generator.dice.cost import Meter, words
from generator.dice.dice import Pool
from generator.dice.explosion import charge_for_explosions, die_total
from generator.dice.far import plain
from generator.dice.pools import Question, Throw, from_the_top
from generator.dice.roll import Exact, FiniteRoll, Roll, finite
from generator.dice.sums import unpack


def pool_total(dice: Pool, meter: Meter, column: int) -> Exact | Roll:
    """The sum of the kept dice of a pool; a die that explodes counts with its total."""
    kept = dice.last - dice.first
    if kept <= 0:
        return 0
    charge_for_explosions(dice.die, meter, column)
    if dice.keeps_all:
        return plain(arithmetic.copies(die_total(dice.die), dice.number, meter, column))
    if dice.die.open_ended:
        return keep_open.kept_total(dice, meter, column)
    law = die_total(dice.die)
    assert isinstance(law, FiniteRoll)
    values, bits = len(law.outcomes), dice.number * law.total.bit_length()
    work = values * kept * (values * kept * words(bits) // 16 + dice.number)
    if dice.first and dice.last < dice.number:
        work *= dice.number**2
    meter.charge_once(
        work, values * kept * 2, bits, column, f"keeping {kept:,} of {dice.number:,} dice", "use fewer dice"
    )
    return kept_roll(law, dice.number, dice.first, dice.last)


@lru_cache(maxsize=512)
def kept_roll(law: FiniteRoll, number: int, first: int, last: int) -> FiniteRoll:
    """The sum of the dice from rank `first` to before `last` of so many dice that each follow `law`."""
    kept = last - first
    outcomes = law.outcomes
    if isinstance(outcomes, range) and not first:
        weights = highest(law.weights, number, kept)
        return FiniteRoll(_steps(outcomes, kept), weights)
    if isinstance(outcomes, range) and last == number:
        weights = highest(law.weights[::-1], number, kept)
        return FiniteRoll(_steps(outcomes, kept), weights[::-1])
    throws: list[Throw] = [
        (value, (value,), weight) for value, weight in zip(outcomes, law.weights, strict=True) if weight
    ]
    found = from_the_top(number, (Question(first, last),), throws[::-1])
    return finite((answer[0], weight) for answer, weight in found.items())


def _steps(outcomes: range, kept: int) -> range:
    return range(outcomes[0] * kept, outcomes[-1] * kept + outcomes.step, outcomes.step)


def highest(weights: Sequence[int], number: int, kept: int) -> list[int]:
    """The weights of the sums of the `kept` highest of `number` dice that show 0, 1, 2 and so on."""
    top = len(weights) - 1
    room = number * sum(weights).bit_length()
    width = room // 8 + 1
    shift = 8 * width
    total = beyond = 0
    below = sum(weights)
    # `beyond` is the polynomial of a die above v, divided by x^v.
    for v in range(top, -1, -1):
        weight = weights[v]
        below -= weight
        ways = _ways(number, kept, weight, below)
        horner = 0
        for j in range(kept - 1, -1, -1):
            horner = horner * beyond + ways[j]
        total += horner << (shift * v * kept)
        beyond = (beyond + weight) << shift
    size = top * kept + 1
    row = unpack(total.to_bytes(width * size, "little"), width)
    common = gcd(*row)
    return [value // common for value in row] if common > 1 else row


def _ways(number: int, kept: int, weight: int, rest: int) -> list[int]:
    """For each j: the ways to choose j dice, and for the others to be enough of `weight` and else of `rest`."""
    ways = []
    for j in range(kept):
        others = number - j
        if not rest:
            enough = weight**others
        elif not weight:
            enough = 0
        else:
            enough = sum(comb(others, i) * weight**i * rest ** (others - i) for i in range(kept - j, others + 1))
        ways.append(comb(number, j) * enough)
    return ways
