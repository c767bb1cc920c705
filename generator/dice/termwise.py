"""Series put together term by term: products of coefficients, and every n-th coefficient.

Both stay rational. A coefficient is a sum of powers of the reciprocal roots of the denominator; every n-th one
has their n-th powers, a product of two has their products. The new denominators are found without roots, from the
power sums of the old ones (Newton's identities), and are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd, lcm

from generator.dice.cost import words
from generator.dice.polynomial import Polynomial, exact_quotient, multiply, raised, scaled, stretched, stride
from generator.dice.series import Body, Series
from generator.exact import Fraction


def power_sums(factor: Polynomial, number: int) -> list[Fraction]:
    """The sums of the first, second, … powers of the reciprocal roots of a polynomial."""
    sums: list[Fraction] = []
    for k in range(1, number + 1):
        value = Fraction(-k * factor[k]) if k < len(factor) else Fraction(0)
        for j in range(1, min(k, len(factor))):
            if factor[j]:
                value -= factor[j] * sums[k - j - 1]
        sums.append(value / factor[0])
    return sums


def from_power_sums(sums: Sequence[Fraction]) -> Polynomial:
    """The polynomial of which the reciprocal roots, as many as there are sums, have these power sums."""
    row = [Fraction(1)]
    for k in range(1, len(sums) + 1):
        row.append(-sum((sums[j - 1] * row[k - j] for j in range(1, k + 1)), Fraction(0)) / k)
    common = lcm(*(value.denominator for value in row))
    return tuple(int(value * common) for value in row)


@lru_cache(maxsize=256)
def _nth_powers(factor: Polynomial, n: int) -> Polynomial:
    degree = len(factor) - 1
    return from_power_sums(power_sums(factor, degree * n)[n - 1 :: n])


@lru_cache(maxsize=256)
def _products(left: Polynomial, right: Polynomial) -> Polynomial:
    degree = (len(left) - 1) * (len(right) - 1)
    a, b = power_sums(left, degree), power_sums(right, degree)
    return from_power_sums([x * y for x, y in zip(a, b, strict=True)])


@lru_cache(maxsize=256)
def _in_steps(factor: Polynomial, period: int) -> tuple[Polynomial, Polynomial, int]:
    """Cofactor, polynomial and number with 1 / factor(x) = cofactor(x) / (number * polynomial(x^period))."""
    shared = gcd(stride(factor), period)
    small, n = factor[::shared], period // shared
    sparse = _nth_powers(small, n)
    cofactor, common = exact_quotient(stretched(sparse, n), small)
    return stretched(cofactor, shared), sparse, common


def section(series: Series, period: int, residue: int) -> Series:
    """The coefficients of x^(period * q + residue), as a series in q."""
    body = series.body
    numerator, scale = body.numerator, body.scale
    factors: dict[Polynomial, int] = {}
    for factor, exponent in body.factors.items():
        cofactor, sparse, common = _in_steps(factor, period)
        numerator = multiply(numerator, raised(cofactor, exponent))
        scale *= common**exponent
        factors[sparse] = factors.get(sparse, 0) + exponent
    first = -((series.start - residue) // -period)
    offset = first * period + residue - series.start
    return Series(first, Body(numerator[offset::period] or (0,), scale, factors))


def product_work(left: Series, right: Series) -> tuple[int, int]:
    """What the termwise product of two series costs in units of work, and the degree of its denominator."""
    work = degree = 0
    for one, times in left.body.factors.items():
        for other, often in right.body.factors.items():
            spread = gcd(stride(one), stride(other))
            roots = ((len(one) - 1) // spread) * ((len(other) - 1) // spread)
            work += roots**2 * (20 + roots**2 // 8)
            degree += roots * spread * (times + often - 1)
    return work + degree**2 * words(16 * degree) // 2, degree


def termwise_product(left: Series, right: Series) -> Series:
    """The series of which each coefficient is the product of those of two series with the same start."""
    assert left.start == right.start
    a, b = left.body, right.body
    factors: dict[Polynomial, int] = {}
    for one, times in a.factors.items():
        for other, often in b.factors.items():
            spread = gcd(stride(one), stride(other))
            merged = stretched(_products(one[::spread], other[::spread]), spread)
            # Factors may share roots, as 6 - x and 36 - x^2 do, and several pairs may come to the same product: only
            # all of them together are sure to hold each root as often as it occurs.
            factors[merged] = factors.get(merged, 0) + times + often - 1
    body = Body((0,), 1, factors)
    # From here on both sequences obey their recurrences, hence the product obeys its own.
    regular = max(0, len(a.numerator) - a.degree, len(b.numerator) - b.degree)
    checked = 8
    terms = body.degree + regular + checked
    a.expand(terms)
    b.expand(terms)
    row = [x * y for x, y in zip(a.coefficients[:terms], b.coefficients[:terms], strict=True)]
    numerator = multiply(row, body.denominator)[:terms]
    assert not any(numerator[body.degree + regular :]), "the product of two series does not obey its recurrence"
    return Series(left.start, Body(numerator, a.unit * b.unit, factors))


def tails(series: Series) -> Series:
    """The series of the sums of all coefficients from each power of x on, beginning where the series does."""
    body = series.body
    # (Q(1) - x Q(x)) / (1 - x), with Q = N / F: dividing by 1 - x adds up coefficients.
    total = series.total() * body.scale
    top = scaled(body.denominator, total.numerator)
    bottom = scaled(body.numerator, total.denominator)
    size = max(len(top), len(bottom) + 1)
    row, running = [], 0
    for k in range(size - 1):
        running += (top[k] if k < len(top) else 0) - (bottom[k - 1] if 1 <= k <= len(bottom) else 0)
        row.append(running)
    return Series(series.start, Body(row or (0,), body.scale * total.denominator, body.factors))


def differences(series: Series) -> Series:
    """The series of each coefficient less the following one: undoes `tails`."""
    body = series.body
    # c_k - c_(k+1) is generated by (G (x - 1) + c_0) / x
    first = series.coefficient(series.start) * body.scale
    row = multiply(scaled(body.numerator, first.denominator), (-1, 1))
    lead = scaled(body.denominator, first.numerator)
    size = max(len(row), len(lead))
    merged = [(row[k] if k < len(row) else 0) + (lead[k] if k < len(lead) else 0) for k in range(size)]
    assert merged[0] == 0
    return Series(series.start, Body(merged[1:] or (0,), body.scale * first.denominator, body.factors))
