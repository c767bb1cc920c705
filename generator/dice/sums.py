"""Sums of independent rolls: many equal dice at once, and any two finite rolls.

Coefficients of powers come from recurrences over Python integers, found by differentiating
P = A^n, which gives A P' = n A' P. Equal dice with the faces 1 to s have A = (1 - x^s) / (1 - x), so each
coefficient needs three earlier ones however many faces there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain, product, repeat
from operator import sub

from generator.dice.roll import Exact, FiniteRoll, constant, finite

# Up to so many dice, rows of weights are built one from the other.
FEW = 48


@lru_cache(maxsize=256)
def uniform_power(sides: int, number: int) -> tuple[int, ...]:
    """The coefficients of (1 + x + … + x^(sides-1))^number."""
    last = number * (sides - 1)
    half = last // 2
    if 1 < number <= FEW:
        # Whoever asks for a few dice soon asks for one more: each row is a running sum of the one before.
        one_less = uniform_power(sides, number - 1)[: half + 1]
        leaving = chain(repeat(0, sides), one_less)
        rising = list(accumulate(map(sub, chain(one_less, repeat(0, half + 1 - len(one_less))), leaving)))
        return tuple(rising + (rising[::-1] if last % 2 else rising[-2::-1]))
    # Leading zeros stand for the coefficients before the first, so that no index needs a test.
    row = [0] * (sides + 1) + [1]
    for k in range(1, half + 1):
        i = sides + 1 + k
        shrink = k - sides - number * sides
        row.append(
            ((k - 1 + number) * row[i - 1] + shrink * row[i - sides] - (shrink + number - 1) * row[i - sides - 1]) // k
        )
    rising = row[sides + 1 :]
    return tuple(rising + (rising[::-1] if last % 2 else rising[-2::-1]))


def power(weights: Sequence[int], number: int, terms: int | None = None) -> list[int]:
    """The first `terms` coefficients (default: all) of (w0 + w1 x + w2 x^2 + …)^number, for w0 > 0."""
    first = weights[0]
    steps = [(j, weight) for j, weight in enumerate(weights) if j and weight]
    if terms is None:
        terms = number * (len(weights) - 1) + 1
    row = [first**number]
    for k in range(1, terms):
        total = 0
        for j, weight in steps:
            if j > k:
                break
            total += (number * j - (k - j)) * weight * row[k - j]
        row.append(total // (k * first))
    return row


def convolve(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The coefficients of the product of two polynomials with non-negative coefficients.

    Both are packed into one large integer each, wide enough that no sum spills over into its
    neighbor (Kronecker substitution); one multiplication then does all the work.
    """
    if len(left) > len(right):
        left, right = right, left
    if len(left) <= 2:
        return _convolve_short(left, right)
    room = max(left).bit_length() + max(right).bit_length() + len(left).bit_length()
    width = (room + 7) // 8
    size = len(left) + len(right) - 1
    packed = (pack(left, width) * pack(right, width)).to_bytes(width * size, "little")
    return unpack(packed, width)


def pack(weights: Sequence[int], width: int) -> int:
    """One integer that holds each weight in `width` bytes."""
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def unpack(packed: bytes, width: int) -> list[int]:
    """The weights that were packed in `width` bytes each."""
    read = int.from_bytes
    return [read(packed[i : i + width], "little") for i in range(0, len(packed), width)]


def _convolve_short(left: Sequence[int], right: Sequence[int]) -> list[int]:
    row = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            row[i + j] += a * b
    return row


def add(left: FiniteRoll, right: FiniteRoll) -> FiniteRoll:
    """The sum of two independent rolls."""
    if len(right.outcomes) == 1:
        return shifted(left, right.outcomes[0])
    if len(left.outcomes) == 1:
        return shifted(right, left.outcomes[0])
    a, b = left.outcomes, right.outcomes
    if isinstance(a, range) and isinstance(b, range) and a.step == b.step:
        outcomes = range(a[0] + b[0], a[-1] + b[-1] + a.step, a.step)
        return FiniteRoll(outcomes, tuple(convolve(left.weights, right.weights)))
    pairs = product(zip(a, left.weights, strict=True), zip(b, right.weights, strict=True))
    return finite((x + y, u * v) for (x, u), (y, v) in pairs)


def shifted(roll: FiniteRoll, by: Exact) -> FiniteRoll:
    """The roll plus a constant."""
    outcomes = roll.outcomes
    if isinstance(outcomes, range) and isinstance(by, int):
        return roll.relabelled(range(outcomes.start + by, outcomes.stop + by, outcomes.step))
    return roll.relabelled(tuple(value + by for value in outcomes))


def scaled(roll: FiniteRoll, by: Exact) -> FiniteRoll:
    """The roll times a constant other than zero."""
    outcomes = roll.outcomes
    if by > 0:
        if isinstance(outcomes, range) and isinstance(by, int):
            return roll.relabelled(range(outcomes.start * by, outcomes.stop * by, outcomes.step * by))
        return roll.relabelled(tuple(value * by for value in outcomes))
    step = outcomes.step if isinstance(outcomes, range) else 1
    mirrored: Sequence[Exact] = tuple(value * by for value in reversed(outcomes))
    if isinstance(outcomes, range) and isinstance(by, int):
        mirrored = range(outcomes[-1] * by, outcomes[0] * by - step * by, -step * by)
    return FiniteRoll(mirrored, roll.weights[::-1])


@lru_cache(maxsize=512)
def times(roll: FiniteRoll, number: int) -> FiniteRoll:
    """The sum of `number` independent copies of a roll."""
    if not number:
        return constant(0)
    if number == 1:
        return roll
    if len(roll.outcomes) == 1:
        return constant(roll.outcomes[0] * number)
    outcomes = roll.outcomes
    if isinstance(outcomes, range):
        if min(roll.weights) == max(roll.weights):
            weights: Sequence[int] = uniform_power(len(outcomes), number)
            factor = roll.weights[0] ** number
            if factor > 1:
                weights = [weight * factor for weight in weights]
        else:
            weights = power(roll.weights, number)
        steps = range(outcomes[0] * number, outcomes[-1] * number + outcomes.step, outcomes.step)
        return FiniteRoll(steps, tuple(weights))
    half = times(roll, number // 2)
    double = add(half, half)
    return add(double, roll) if number % 2 else double
