"""Polynomials with whole coefficients of either sign, lowest power first: what generating functions are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from generator.dice.sums import convolve, pack, power, unpack

Polynomial = tuple[int, ...]

# Up to so many products for each coefficient, doing them one by one is fastest.
SHORT = 6


def trimmed(row: Sequence[int]) -> Polynomial:
    """The same polynomial without zero coefficients at its upper end; the zero polynomial is (0,)."""
    size = len(row)
    while size > 1 and not row[size - 1]:
        size -= 1
    return tuple(row[:size])


def add(left: Sequence[int], right: Sequence[int]) -> Polynomial:
    """The sum of two polynomials."""
    if len(left) < len(right):
        left, right = right, left
    row = list(left)
    for place, value in enumerate(right):
        row[place] += value
    return trimmed(row)


def scaled(row: Sequence[int], by: int) -> Polynomial:
    """The polynomial times a number."""
    return tuple(value * by for value in row) if by != 1 else tuple(row)


def multiply(left: Sequence[int], right: Sequence[int]) -> Polynomial:
    """The product of two polynomials."""
    few, many = _filled(left), _filled(right)
    if len(few) * len(many) <= SHORT * (len(left) + len(right)):
        row = [0] * (len(left) + len(right) - 1)
        for place, value in few:
            for other, factor in many:
                row[place + other] += value * factor
        return trimmed(row)
    if min(left) >= 0 and min(right) >= 0:
        return trimmed(convolve(left, right))
    return trimmed(_packed_product(left, right))


def _packed_product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The product by one multiplication of large integers, as `convolve` has it, for coefficients of either sign.

    With half of the room that each has added to them all, no packed coefficient is negative.
    """
    room = content_bits(left) + content_bits(right) + min(len(left), len(right)).bit_length() + 1
    width = (room + 7) // 8
    half, size = 1 << (8 * width - 1), len(left) + len(right) - 1

    def halves(number: int) -> int:
        return int.from_bytes((b"\0" * (width - 1) + b"\x80") * number, "little")

    def packed(row: Sequence[int]) -> int:
        return pack([value + half for value in row], width) - halves(len(row))

    product = packed(left) * packed(right) + halves(size)
    return [value - half for value in unpack(product.to_bytes(width * size, "little"), width)]


def content_bits(row: Sequence[int]) -> int:
    """The size of the greatest coefficient."""
    return max(*row, -min(row)).bit_length()


def _filled(row: Sequence[int]) -> list[tuple[int, int]]:
    return [(place, value) for place, value in enumerate(row) if value]


def shifted(row: Sequence[int], by: int) -> Polynomial:
    """The polynomial times x^by."""
    return (0,) * by + tuple(row)


def stretched(row: Sequence[int], by: int) -> Polynomial:
    """The polynomial with x^by in place of x."""
    if by == 1:
        return tuple(row)
    wide = [0] * ((len(row) - 1) * by + 1)
    wide[::by] = row
    return tuple(wide)


def stride(row: Sequence[int]) -> int:
    """The greatest g such that only powers of x^g occur; 0 for a constant."""
    return gcd(*(place for place, value in enumerate(row) if value)) if len(row) > 1 else 0


def content(row: Sequence[int]) -> int:
    """The greatest common divisor of all coefficients."""
    return gcd(*row)


@lru_cache(maxsize=512)
def raised(row: Polynomial, exponent: int) -> Polynomial:
    """A power of a polynomial."""
    if exponent > 3 and row[0] and len(row) <= 12:
        return tuple(power(row, exponent))
    result: Polynomial = (1,)
    square = row
    while exponent:
        if exponent & 1:
            result = multiply(result, square)
        exponent >>= 1
        if exponent:
            square = multiply(square, square)
    return result


def exact_quotient(dividend: Sequence[int], divisor: Sequence[int]) -> tuple[list[int], int]:
    """The quotient of two polynomials that divide without remainder, as coefficients over one number.

    Works from the lowest power up, so the divisor needs a constant coefficient. Raises `ArithmeticError` if
    something remains.
    """
    first, size = divisor[0], len(dividend) - len(divisor) + 1
    steps = [(j, value) for j, value in enumerate(divisor) if j and value]
    # Coefficient k is kept times first^(k+1): then every step stays whole.
    rest: list[int] = []
    powers = [1]
    for k in range(size):
        powers.append(powers[-1] * first)
        value = dividend[k] * powers[k]
        for j, factor in steps:
            if j > k:
                break
            value -= factor * rest[k - j] * powers[j - 1]
        rest.append(value)
    common = powers[size]
    quotient = [value * powers[size - 1 - k] for k, value in enumerate(rest)]
    if trimmed(multiply(quotient, divisor)) != trimmed(scaled(dividend, common)):
        raise ArithmeticError("the polynomials do not divide")
    divide = gcd(common, *quotient)
    return [value // divide for value in quotient], common // divide
