"""The difference of two open-ended rolls: an infinite sum, yet a rational function on either side of zero.

If A(x) and B(x) generate the two rolls, A(x) B(1/x) generates their difference. Its poles lie outside the unit
circle where they come from A, and inside where they come from B. Partial fractions part the two:
A(x) B(1/x) = U(x) / F_a(x) + V(1/x) / F_b(1/x), so the difference is one series upwards and one downwards.
One linear system of exact numbers finds U; V is what remains.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd, lcm

from generator.dice.polynomial import (
    Polynomial,
    add,
    exact_quotient,
    multiply,
    scaled,
    shifted,
    stride,
    trimmed,
)
from generator.dice.series import Body, Series


def crossed(up: Series, down: Series) -> tuple[Series, Series]:
    """The sum of an upward roll and the negative of another, as an upward and a downward series.

    `down` generates the second roll with its sign changed; so does the second result.
    """
    above, below, start = _crossed_bodies(up.body, down.body)
    shift = up.start - down.start
    return Series(start + shift, above), Series(1 - start - shift, below)


@lru_cache(maxsize=256)
def _crossed_bodies(a: Body, b: Body) -> tuple[Body, Body, int]:
    fa, fb = a.denominator, b.denominator
    mirrored = fb[::-1]
    numerator = multiply(a.numerator, b.numerator[::-1])
    start = len(fb) - len(b.numerator)
    up, up_scale = _upper_part(numerator, fa, mirrored)
    # numerator / (fa * mirrored) - up / fa = rest / mirrored
    rest = add(scaled(numerator, up_scale), scaled(multiply(up, mirrored), -1))
    quotient, quotient_scale = exact_quotient(rest + (0,) * max(0, len(fa) - len(rest)), fa)
    scale = a.scale * b.scale * up_scale
    # What remains is a fraction proper at infinity, plus a polynomial that belongs to the upper side.
    whole, proper, factor = _split(trimmed(quotient), mirrored)
    above = add(scaled(up, quotient_scale * factor), multiply(whole, fa))
    below = (tuple(proper) + (0,) * (len(fb) - 1 - len(proper)))[::-1] if len(fb) > 1 else (0,)
    total = scale * quotient_scale * factor
    return Body(above, total, a.factors), Body(trimmed(below), total, b.factors), start


def _upper_part(numerator: Polynomial, fa: Polynomial, mirrored: Polynomial) -> tuple[Polynomial, int]:
    """U and a whole number s with  U * mirrored = s * numerator  modulo fa.

    If all denominators are polynomials in x^g, so the residues modulo g part into g small systems.
    """
    if len(fa) == 1:
        return (0,), 1
    g = gcd(stride(fa), stride(mirrored))
    small, other = fa[::g], mirrored[::g]
    size = len(small) - 1
    remainders, common = [], 1
    for residue in range(g):
        row, factor = remainder(trimmed(numerator[residue::g] or (0,)), small)
        remainders.append((row, factor))
        common = lcm(common, factor)
    targets = [[row[k] * (common // factor) if k < len(row) else 0 for row, factor in remainders] for k in range(size)]
    columns, column_factor = _multiplication(other, small)
    # The columns hold column_factor times the products, so the solution is that much too small.
    solutions, determinant = solve([[columns[j][i] for j in range(size)] for i in range(size)], targets)
    result = [0] * (size * g)
    for residue in range(g):
        result[residue::g] = [solutions[k][residue] * column_factor for k in range(size)]
    scale = determinant * common
    shrink = gcd(scale, *result)
    if scale < 0:
        shrink = -shrink
    return trimmed([value // shrink for value in result]), scale // shrink


def _multiplication(row: Polynomial, modulus: Polynomial) -> tuple[list[list[int]], int]:
    """The columns x^k * row modulo `modulus`, all times one whole number."""
    size = len(modulus) - 1
    columns: list[tuple[Polynomial, int]] = []
    for k in range(size):
        columns.append(remainder(shifted(row, k), modulus))
    common = lcm(1, *(factor for _, factor in columns))
    return [
        [value * (common // factor) for value in column] + [0] * (size - len(column)) for column, factor in columns
    ], common


def remainder(row: Polynomial, modulus: Polynomial) -> tuple[Polynomial, int]:
    """The remainder of a division, times the whole number that is given with it."""
    _, rest, factor = _split(row, modulus)
    return rest, factor


def _split(row: Polynomial, modulus: Polynomial) -> tuple[Polynomial, Polynomial, int]:
    """Quotient and remainder of a division, both times the whole number that is given with them."""
    lead, size = modulus[-1], len(modulus) - 1
    rest, factor = list(row), 1
    quotient = [0] * max(1, len(row) - size)
    for top in range(len(row) - 1, size - 1, -1):
        value = rest[top]
        if not value:
            rest.pop()
            continue
        common = gcd(value, lead)
        raise_by, take = lead // common, value // common
        if raise_by < 0:
            raise_by, take = -raise_by, -take
        if raise_by != 1:
            rest = [entry * raise_by for entry in rest]
            quotient = [entry * raise_by for entry in quotient]
            factor *= raise_by
        quotient[top - size] = take
        for k in range(size):
            rest[top - size + k] -= take * modulus[k]
        rest.pop()
    return trimmed(quotient), trimmed(rest or [0]), factor


def solve(matrix: list[list[int]], targets: list[list[int]]) -> tuple[list[list[int]], int]:
    """Solutions of matrix * X = targets, as whole numbers over the determinant (Bareiss elimination)."""
    size = len(matrix)
    rows = [[*matrix[i], *targets[i]] for i in range(size)]
    previous = 1
    for k in range(size - 1):
        if not rows[k][k]:
            swap = next(i for i in range(k + 1, size) if rows[i][k])
            rows[k], rows[swap] = rows[swap], [-value for value in rows[k]]
        pivot, rest = rows[k][k], rows[k][k + 1 :]
        for i in range(k + 1, size):
            lead = rows[i][k]
            # The division leaves no remainder: each number is a minor of the matrix.
            rows[i][k + 1 :] = [(pivot * x - lead * y) // previous for x, y in zip(rows[i][k + 1 :], rest, strict=True)]
        previous = pivot
    determinant = rows[-1][size - 1]
    solutions: list[list[int]] = [[]] * size
    for k in range(size - 1, -1, -1):
        row = rows[k]
        known = [determinant * value for value in row[size:]]
        for j in range(k + 1, size):
            known = [value - row[j] * x for value, x in zip(known, solutions[j], strict=True)]
        solutions[k] = [value // row[k] for value in known]
    return solutions, determinant
