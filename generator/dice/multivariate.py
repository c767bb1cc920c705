"""Rational generating functions in several variables, and what is left of them where all but one power is known.

A function is numerator / (scale * product of (constant - terms)^exponent). Of an answer about dice, the exponent of its
variable is the value; the coefficient of given powers of some variables is again rational in the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb

from generator.dice.polynomial import Polynomial, multiply, raised, trimmed
from generator.dice.record import Record
from generator.dice.series import Body, Series

# The exponents of all variables.
Powers = tuple[int, ...]
# A polynomial in several variables: the coefficient of each product of powers.
Terms = Mapping[Powers, int]


class Factor(Record):
    """(constant - terms)^exponent, a factor of a denominator; no term of it has a negative coefficient or power."""

    constant: int
    terms: Terms
    exponent: int


class Rational(Record):
    """numerator / (scale * factors), where no power in the numerator is negative."""

    numerator: Terms
    scale: int
    factors: tuple[Factor, ...]


def summed(terms: Iterable[tuple[Powers, int]]) -> dict[Powers, int]:
    """The polynomial with these terms; those with equal powers add up."""
    result: dict[Powers, int] = {}
    for powers, weight in terms:
        result[powers] = result.get(powers, 0) + weight
    return result


def projected(terms: Iterable[tuple[Powers, int]], known: Powers, free: int | None) -> dict[Powers, int]:
    """The terms in the variables `known` and `free` alone, the others being 1; without a free one, its power is 0."""
    return summed(
        ((*[powers[i] for i in known], 0 if free is None else powers[free]), weight) for powers, weight in terms
    )


def product(left: Terms, right: Terms, bounds: Powers) -> dict[Powers, int]:
    """The product of two polynomials, without what exceeds the bounds of the first variables."""
    result: dict[Powers, int] = {}
    known = len(bounds)
    for powers, weight in left.items():
        for others, factor in right.items():
            merged = tuple([a + b for a, b in zip(powers, others, strict=True)])
            if all(a <= b for a, b in zip(merged[:known], bounds, strict=True)):
                result[merged] = result.get(merged, 0) + weight * factor
    return result


def power(terms: Terms, exponent: int, bounds: Powers, variables: int) -> dict[Powers, int]:
    """A power of a polynomial, bounded likewise."""
    result: dict[Powers, int] = {(0,) * variables: 1}
    for _ in range(exponent):
        result = product(result, terms, bounds)
    return result


def coefficients(function: Rational, bounds: Powers) -> dict[Powers, Series]:
    """The coefficients of all powers up to `bounds` of the variables before the last, each a series in the last."""
    known = len(bounds)
    # By powers of the known variables, and by how often each factor with both kinds of terms stands below.
    rows: dict[tuple[Powers, Powers], dict[int, int]] = {}
    for powers, weight in function.numerator.items():
        if all(a <= b for a, b in zip(powers[:known], bounds, strict=True)):
            rows.setdefault((powers[:known], ()), {})[powers[known]] = weight
    scale = function.scale
    divisors: list[tuple[Polynomial, int]] = []
    for factor in function.factors:
        rest = _polynomial(
            [(0, factor.constant), *((p[known], -w) for p, w in factor.terms.items() if not any(p[:known]))]
        )
        marked = {powers: weight for powers, weight in factor.terms.items() if any(powers[:known])}
        # 1 / (rest - marked)^e is the sum of comb(e - 1 + t, t) marked^t / rest^(e + t).
        expansion = [{(0,) * (known + 1): 1}]
        while following := product(expansion[-1], marked, bounds):
            expansion.append(following)
        times = [comb(factor.exponent - 1 + t, t) for t in range(len(expansion))]
        if len(rest) == 1:
            most = len(expansion) - 1
            times = [value * rest[0] ** (most - t) for t, value in enumerate(times)]
            scale *= rest[0] ** (factor.exponent + most)
        else:
            divisors.append((rest, factor.exponent))
        rows = _expanded(rows, expansion, times, bounds, counted=len(rest) > 1)
    return _together(rows, scale, divisors)


def _expanded(
    rows: dict[tuple[Powers, Powers], dict[int, int]],
    expansion: list[dict[Powers, int]],
    times: list[int],
    bounds: Powers,
    *,
    counted: bool,
) -> dict[tuple[Powers, Powers], dict[int, int]]:
    """The rows times an expansion; `counted` notes the place in it with the powers."""
    known = len(bounds)
    result: dict[tuple[Powers, Powers], dict[int, int]] = {}
    for (powers, below), row in rows.items():
        for t, terms in enumerate(expansion):
            for more, weight in terms.items():
                merged = tuple([a + b for a, b in zip(powers, more[:known], strict=True)])
                if all(a <= b for a, b in zip(merged, bounds, strict=True)):
                    target = result.setdefault((merged, (*below, t) if counted else below), {})
                    for place, value in row.items():
                        at = place + more[known]
                        target[at] = target.get(at, 0) + value * weight * times[t]
    return result


def _together(
    rows: dict[tuple[Powers, Powers], dict[int, int]], scale: int, divisors: list[tuple[Polynomial, int]]
) -> dict[Powers, Series]:
    """One series for the powers of the known variables, over a common denominator."""
    found: dict[Powers, list[tuple[Powers, dict[int, int]]]] = {}
    for (powers, below), row in rows.items():
        found.setdefault(powers, []).append((below, row))
    result = {}
    for powers, parts in found.items():
        deepest = [max(below[i] for below, _ in parts) for i in range(len(divisors))]
        total: dict[int, int] = {}
        for below, row in parts:
            numerator = _polynomial(row.items())
            for (divisor, _), most, t in zip(divisors, deepest, below, strict=True):
                numerator = multiply(numerator, raised(divisor, most - t))
            for place, value in enumerate(numerator):
                total[place] = total.get(place, 0) + value
        factors: dict[Polynomial, int] = {}
        for (divisor, exponent), most in zip(divisors, deepest, strict=True):
            factors[divisor] = factors.get(divisor, 0) + exponent + most
        result[powers] = Series(0, Body(_polynomial(total.items()), scale, factors))
    return result


def _polynomial(terms: Iterable[tuple[int, int]]) -> Polynomial:
    """The polynomial in one variable with these terms."""
    row: dict[int, int] = {}
    for place, value in terms:
        row[place] = row.get(place, 0) + value
    return trimmed([row.get(place, 0) for place in range(max(row, default=0) + 1)])
