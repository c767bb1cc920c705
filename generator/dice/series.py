"""Rational generating functions: the exact form of a distribution that never ends.

A series is x^start * N(x) / (scale * f1(x)^e1 * f2(x)^e2 * …) with whole coefficients; the coefficient of x^k
is the probability of k. The factors f stay apart, because sums of equal dice only raise their exponents.
Any finite part can be had exactly, and the sum of all the rest is known exactly, since N/F at x = 1 is the sum
of all coefficients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import gcd, lcm

from generator.dice.cost import words
from generator.dice.polynomial import (
    Polynomial,
    add,
    content,
    content_bits,
    multiply,
    raised,
    scaled,
    shifted,
    stretched,
    stride,
    trimmed,
)
from generator.exact import Fraction

# Value, first and second derivative at x = 1.
Jet = tuple[Fraction, Fraction, Fraction]


class Body:
    """Everything of a series except where it starts, with the coefficients computed so far.

    `degree` is that of the denominator; `bits` and `denominator_bits` are the sizes of the numbers above and below.
    """

    __slots__ = (
        "_jet",
        "_total",
        "below",
        "bits",
        "coefficients",
        "degree",
        "denominator_bits",
        "factors",
        "numerator",
        "scale",
        "unit",
    )

    def __init__(self, numerator: Sequence[int], scale: int, factors: Mapping[Polynomial, int]) -> None:
        common = gcd(scale, content(numerator))
        self.numerator: Polynomial = trimmed([value // common for value in numerator])
        self.scale = scale // common
        self.factors = {factor: exponent for factor, exponent in sorted(factors.items()) if exponent}
        self.coefficients: list[int] = []
        self.below: list[int] = [0]
        self.unit = 1
        self.bits = content_bits(self.numerator)
        self.degree = sum((len(factor) - 1) * exponent for factor, exponent in self.factors.items())
        self.denominator_bits = sum(
            sum(map(abs, factor)).bit_length() * exponent for factor, exponent in self.factors.items()
        )
        self._total: Fraction | None = None
        self._jet: Jet | None = None

    @property
    def denominator(self) -> Polynomial:
        """The product of all factors, without the scale."""
        result: Polynomial = (1,)
        for factor, exponent in self.factors.items():
            result = multiply(result, raised(factor, exponent))
        return result

    def expand(self, terms: int) -> None:
        """Makes sure that so many coefficients are known, as whole numbers over `unit`."""
        if terms <= len(self.coefficients):
            return
        # Twice what was known, so that asking for one more each time stays cheap; never twice what is asked first.
        terms = max(terms, 2 * len(self.coefficients), 32)
        row: Sequence[int] = self.numerator[:terms]
        unit = self.scale
        for factor, exponent in self.factors.items():
            inverse, whole = inverse_power(factor, exponent, terms)
            row = multiply(row, inverse)[:terms]
            unit *= whole
        self.coefficients = list(row) + [0] * (terms - len(row))
        self.below = list(accumulate(self.coefficients, initial=0))
        self.unit = unit

    @property
    def total(self) -> Fraction:
        """The value at x = 1: the sum of all coefficients."""
        if self._total is None:
            whole = self.scale
            for factor, exponent in self.factors.items():
                whole *= sum(factor) ** exponent
            self._total = Fraction(sum(self.numerator), whole)
        return self._total

    def jet(self) -> Jet:
        """The value and two derivatives at x = 1."""
        if self._jet is None:
            result = _jet_of(self.numerator)
            for factor, exponent in self.factors.items():
                inverse = _jet_inverse(_jet_of(factor))
                for _ in range(exponent):
                    result = _jet_product(result, inverse)
            self._jet = (result[0] / self.scale, result[1] / self.scale, result[2] / self.scale)
        return self._jet


class Series:
    """A rational generating function that starts at x^start."""

    __slots__ = ("body", "start")

    def __init__(self, start: int, body: Body) -> None:
        self.start = start
        self.body = body

    def work_up_to(self, power: int) -> tuple[int, int, int]:
        """What the coefficients below x^power cost: units of work, how many numbers, and their bits."""
        terms = max(64, power - self.start)
        if terms <= len(self.body.numerator) and not self.body.factors:
            return 0, 0, 0
        work, bits = terms, self.body.bits
        for factor, exponent in self.body.factors.items():
            first, steps, spread, size = _steps(factor)
            if steps:
                bits += (exponent + terms // first) * size
                work += terms // spread * steps * 8
        return work * words(bits) + terms * 4, terms * 3, bits

    def coefficient(self, power: int) -> Fraction:
        """The coefficient of one power of x."""
        place = power - self.start
        if place < 0:
            return Fraction(0)
        self.body.expand(place + 1)
        return Fraction(self.body.coefficients[place], self.body.unit)

    def coefficients(self, low: int, high: int) -> tuple[list[int], int]:
        """The coefficients of x^low to x^high, as whole numbers over one number."""
        first, last = low - self.start, high - self.start
        if last < 0:
            return [0] * (high - low + 1), 1
        self.body.expand(last + 1)
        return [0] * -first + self.body.coefficients[max(0, first) : last + 1], self.body.unit

    def sum_below(self, power: int) -> Fraction:
        """The sum of the coefficients of all lower powers of x."""
        place = power - self.start
        if place <= 0:
            return Fraction(0)
        self.body.expand(place)
        return Fraction(self.body.below[place], self.body.unit)

    def total(self) -> Fraction:
        """The sum of all coefficients."""
        return self.body.total

    def sum_from(self, power: int) -> Fraction:
        """The sum of the coefficients of this and all higher powers of x."""
        if (place := power - self.start) <= 0:
            return self.body.total
        self.body.expand(place)
        # One fraction made of whole numbers in place of a difference of two.
        over, under = self.body.total.as_integer_ratio()
        return Fraction(over * self.body.unit - self.body.below[place] * under, under * self.body.unit)

    def moments(self) -> Jet:
        """The sums of all coefficients, times 1, k and k^2."""
        lead = (Fraction(1), Fraction(self.start), Fraction(self.start * (self.start - 1)))
        value, first, second = _jet_product(lead, self.body.jet())
        return value, first, second + first

    def shifted(self, by: int) -> Series:
        """The series times x^by; coefficients already known are shared."""
        return Series(self.start + by, self.body)

    def times(self, by: Fraction) -> Series:
        """The series times a number."""
        body = self.body
        return Series(self.start, Body(scaled(body.numerator, by.numerator), body.scale * by.denominator, body.factors))

    def stretched(self, by: int) -> Series:
        """The series with x^by in place of x, for a positive `by`."""
        body = self.body
        factors = {stretched(factor, by): exponent for factor, exponent in body.factors.items()}
        return Series(self.start * by, Body(stretched(body.numerator, by), body.scale, factors))

    def product(self, other: Series) -> Series:
        """The product of two series: the sum of two independent rolls."""
        a, b = self.body, other.body
        factors = dict(a.factors)
        for factor, exponent in b.factors.items():
            factors[factor] = factors.get(factor, 0) + exponent
        return Series(self.start + other.start, Body(multiply(a.numerator, b.numerator), a.scale * b.scale, factors))

    def power(self, exponent: int) -> Series:
        """A power of the series: the sum of independent copies."""
        body = self.body
        factors = {factor: own * exponent for factor, own in body.factors.items()}
        return Series(self.start * exponent, Body(raised(body.numerator, exponent), body.scale**exponent, factors))

    def plus(self, other: Series) -> Series:
        """The sum of two series: two cases of one roll."""
        a, b = self.body, other.body
        factors = {factor: max(a.factors.get(factor, 0), b.factors.get(factor, 0)) for factor in a.factors | b.factors}
        scale = lcm(a.scale, b.scale)
        start = min(self.start, other.start)
        numerator: Polynomial = (0,)
        for series in (self, other):
            body = series.body
            row = scaled(body.numerator, scale // body.scale)
            for factor, exponent in factors.items():
                row = multiply(row, raised(factor, exponent - body.factors.get(factor, 0)))
            numerator = add(numerator, shifted(row, series.start - start))
        return Series(start, Body(numerator, scale, factors))

    def from_power(self, power: int) -> Series:
        """The series without its terms below x^power."""
        terms = power - self.start
        if terms <= 0:
            return self
        body = self.body
        body.expand(terms)
        head = body.coefficients[:terms]
        # N - F * head begins with x^terms; head is over the unit, N over the scale.
        rest = add(scaled(body.numerator, body.unit), scaled(multiply(body.denominator, head), -body.scale))
        return Series(power, Body(rest[terms:] or (0,), body.scale * body.unit, body.factors))

    @property
    def is_zero(self) -> bool:
        """Whether all coefficients are zero."""
        return not any(self.body.numerator)


def polynomial_series(start: int, weights: Sequence[int], total: int) -> Series:
    """The series of a finite distribution."""
    return Series(start, Body(weights, total, {}))


@lru_cache(maxsize=256)
def _steps(factor: Polynomial) -> tuple[int, int, int, int]:
    """Of a recurrence the nearest step, the number of steps and their spread, and the size of its constant."""
    steps = [place for place, value in enumerate(factor) if place and value]
    return (steps[0] if steps else 0), len(steps), stride(factor), factor[0].bit_length()


@lru_cache(maxsize=256)
def inverse_power(factor: Polynomial, exponent: int, terms: int) -> tuple[tuple[int, ...], int]:
    """The first coefficients of 1 / factor^exponent, as whole numbers over one number.

    With q the constant of the factor and m its next lowest power of x, the coefficient of x^k needs the
    denominator q^(exponent + k // m) and no more; the recurrence is that of sums.power.
    """
    q = factor[0]
    steps = [(j, value) for j, value in enumerate(factor) if j and value]
    if not steps:
        return (1,), q**exponent
    m = steps[0][0]
    top = (terms - 1) // m
    powers = [1]
    for _ in range(top + len(factor) // m + 1):
        powers.append(powers[-1] * q)
    spread = stride(factor)
    row = [1] + [0] * (terms - 1)
    for k in range(spread, terms, spread):
        total = 0
        for j, value in steps:
            if j > k:
                break
            if row[k - j]:
                total -= (exponent * j + k - j) * value * row[k - j] * powers[k // m - (k - j) // m - 1]
        row[k] = total // k
    return tuple(value * powers[top - k // m] if value else 0 for k, value in enumerate(row)), q ** (exponent + top)


def _jet_of(row: Polynomial) -> Jet:
    first = sum(k * value for k, value in enumerate(row))
    second = sum(k * (k - 1) * value for k, value in enumerate(row))
    return Fraction(sum(row)), Fraction(first), Fraction(second)


def _jet_product(a: Jet, b: Jet) -> Jet:
    return a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2]


def _jet_inverse(a: Jet) -> Jet:
    value = 1 / a[0]
    first = -a[1] * value * value
    return value, first, -(a[2] * value + 2 * a[1] * first) * value
