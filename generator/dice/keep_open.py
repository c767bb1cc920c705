"""Keep and drop of dice that explode without limit.

The kept sum counts, for every level v, how many of the dice above v are kept: w(L) when L dice are above v. Going
up level by level, each die is in one of finitely many states (what it still has to gain), so the whole is a chain
with steps worth w(L), and the generating function is rational. Its denominator is a product over L = 1 … n: if
a die has the denominator f, then L dice have that whose reciprocal roots are all products of L of those of f,
with x^w(L) in place of x; where w(L) is 0, there is no factor. The numerator follows from as many exact terms as its
degree allows, and some more terms are computed to prove the result right.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from generator.dice.cost import Meter
from generator.dice.dice import Pool
from generator.dice.explosion import die_total
from generator.dice.open_ended import OpenRoll
from generator.dice.polynomial import Polynomial, add, multiply, raised, scaled, shifted, stretched, stride
from generator.dice.pools import Question, Throw, from_the_top
from generator.dice.roll import Exact, Roll
from generator.dice.series import Body, Series, inverse_power
from generator.dice.syntax import Refused
from generator.dice.termwise import from_power_sums, power_sums
from generator.exact import Fraction

# Terms beyond the degree of the numerator that must come out as zero.
PROOF = 12


def kept_total(dice: Pool, meter: Meter, column: int) -> Exact | Roll:
    """The sum of the kept dice; raises `Refused` where its exact form would be too large."""
    law = die_total(dice.die)
    assert isinstance(law, OpenRoll)
    if law.up is None:
        raise Refused("keeping from dice that explode downwards is out of reach", column, "keep from their negatives")
    factor = next(iter(law.up.body.factors))
    states = (len(factor) - 1) // stride(factor)
    degree = sum(
        comb(states + alive - 1, alive) * stride(factor) * worth(dice, alive) for alive in range(1, dice.number + 1)
    )
    between = dice.first and dice.last < dice.number
    meter.charge(
        degree**3 // 4 + (20 * degree**2 * dice.number**3 * (dice.last - dice.first) if between else 0),
        degree,
        degree * 8,
        column,
        f"keeping from {dice.number:,} exploding dice",
        "use fewer dice, or give them a limit: explode(4d6, limit=3)",
    )
    result = _kept(law, dice.number, dice.first, dice.last)
    if result is None:
        raise Refused(
            "no exact form of this kept sum was found", column, "give the dice a limit: explode(4d6, limit=3)"
        )
    return result


def worth(dice: Pool, alive: int) -> int:
    """How many of the dice above some level are kept."""
    return _worth(alive, dice.first, dice.last)


def _worth(alive: int, first: int, last: int) -> int:
    return max(0, min(alive, last) - first)


@lru_cache(maxsize=64)
def _kept(law: OpenRoll, number: int, first: int, last: int) -> OpenRoll | None:
    assert law.up is not None
    body = law.up.body
    (factor, _), *_ = body.factors.items()
    spread = stride(factor)
    factors: dict[Polynomial, int] = {}
    irregular = max(0, len(body.numerator) - body.degree)
    regular = 0
    for alive in range(1, number + 1):
        gain = _worth(alive, first, last)
        if gain:
            merged = stretched(_products_of(factor[::spread], alive), spread * gain)
            factors[merged] = factors.get(merged, 0) + 1
            regular += gain * (irregular + 1)
    whole = Body((0,), 1, factors)
    needed = whole.degree + regular + PROOF
    row, unit = _terms(law, number, first, last, needed)
    numerator = multiply(row, whole.denominator)[:needed]
    if any(numerator[needed - PROOF :]):
        return None
    series = Series(law.up.start * (last - first), Body(numerator, unit, factors))
    return OpenRoll(law.step, series, None) if series.total() == 1 else None


def _products_of(factor: Polynomial, number: int) -> Polynomial:
    """The polynomial whose reciprocal roots are all products of `number` reciprocal roots of another."""
    degree = comb(len(factor) - 2 + number, number)
    sums = power_sums(factor, degree * number)
    combined = []
    for power in range(1, degree + 1):
        # The sum of all products of j numbers, from the sums of their powers.
        products = [Fraction(1)]
        for j in range(1, number + 1):
            products.append(sum((sums[power * i - 1] * products[j - i] for i in range(1, j + 1)), Fraction(0)) / j)
        combined.append(products[number])
    return from_power_sums(combined)


def _terms(law: OpenRoll, number: int, first: int, last: int, terms: int) -> tuple[list[int], int]:
    """The chances of the first so many kept sums, counted from the least, over one whole number."""
    assert law.up is not None
    law.up.body.expand(terms + 1)
    if first and last < number:
        return _middle_terms(law.up.body, number, first, last, terms)
    if first:
        return _lowest_terms(law.up.body, number, last - first, terms)
    return _highest_terms(law.up.body, number, last, terms)


def _middle_terms(body: Body, number: int, first: int, last: int, terms: int) -> tuple[list[int], int]:
    """The same for dice between the highest and the lowest, one way of falling after the other.

    A die of so many or more is only ever one of the highest that are dropped, or makes the sum too great to matter.
    """
    row = [*body.coefficients[:terms], body.unit - body.below[terms]]
    throws: list[Throw] = [(value, (value,), weight) for value, weight in enumerate(row) if weight]
    found = from_the_top(number, (Question(first, last),), throws[::-1])
    return [found.get((value,), 0) for value in range(terms)], body.unit**number


def _highest_terms(body: Body, number: int, kept: int, terms: int) -> tuple[list[int], int]:
    """The same for the highest dice: j dice above v, each a series M(x) / f(x) with a short M once x^v is out."""
    chances, one = body.coefficients, body.unit
    (factor, _), *_ = body.factors.items()
    # The least die above -1 is every die; a level on, what shows v falls out.
    above = shifted(scaled(body.numerator, one // body.scale), 1)
    mass = one
    row = [0] * (terms + kept * max(len(factor), len(above)) + kept)
    others = [raised(factor, exponent) for exponent in range(kept)]
    for v in range(terms // kept + 1):
        chance = chances[v]
        above = add(above, scaled(shifted(factor, 1), -chance))[1:]
        mass -= chance
        if chance:
            ways = _ways(number, kept, chance, one - mass - chance)
            power: Polynomial = (1,)
            for j in range(kept):
                for place, value in enumerate(multiply(power, others[kept - 1 - j]), kept * v):
                    row[place] += value * ways[j]
                power = multiply(power, above)
    inverse, unit = inverse_power(factor, kept - 1, terms) if kept > 1 else ((1,), 1)
    return list(multiply(row[:terms], inverse)[:terms]), unit * one**number


def _lowest_terms(body: Body, number: int, kept: int, terms: int) -> tuple[list[int], int]:
    """The same for the lowest dice: j dice below v, each the whole die less what lies from v on.

    Over f(x), that is a short polynomial less x^v times another short one.
    """
    chances, one = body.coefficients, body.unit
    (factor, _), *_ = body.factors.items()
    whole = scaled(body.numerator, one // body.scale)
    from_here = whole
    below = 0
    length = max(len(factor), len(whole))
    row = [0] * (terms * kept + kept * length)
    others = [raised(factor, exponent) for exponent in range(kept)]
    for v in range(terms):
        chance = chances[v]
        ways = _ways(number, kept, chance, one - below - chance) if chance else []
        for j, choices in enumerate(ways):
            for i in range(j + 1):
                # i of the j dice come from the whole, the others are taken away again.
                if v * (kept - i) >= terms:
                    continue
                short = multiply(raised(whole, i), multiply(raised(from_here, j - i), others[kept - 1 - j]))
                times = choices * comb(j, i) * (-1) ** (j - i)
                for place, value in enumerate(short, v * (kept - i)):
                    row[place] += value * times
        from_here = add(from_here, scaled(factor, -chance))[1:] or (0,)
        below += chance
    inverse, unit = inverse_power(factor, kept - 1, terms) if kept > 1 else ((1,), 1)
    return list(multiply(row[:terms], inverse)[:terms]), unit * one**number


def _ways(number: int, kept: int, chance: int, rest: int) -> list[int]:
    """For each j: the ways to choose j dice, and for the others to be enough that show v, and else on its far side."""
    return [
        comb(number, j)
        * sum(comb(number - j, i) * chance**i * rest ** (number - j - i) for i in range(kept - j, number - j + 1))
        for j in range(kept)
    ]
