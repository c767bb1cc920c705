"""A distribution as rows to print: each value with its chance, at least and at most, and a bar."""

from __future__ import annotations

from dataclasses import dataclass

from generator.dice.functions import deviation
from generator.dice.roll import Roll
from generator.exact import Fraction

EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class Row:
    """One value of a roll: P(X = value), P(X >= value), P(X <= value), and its share of the greatest chance."""

    value: Fraction
    chance: Fraction
    at_least: Fraction
    at_most: Fraction
    share: Fraction

    def bar(self, width: int) -> str:
        """A bar of block signs, as long as its share of `width` signs; what is possible is never empty."""
        eighths = max(1, int(self.share * width * 8 + Fraction(1, 2)))
        return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


@dataclass(frozen=True)
class Summary:
    """The rows of a roll, its mean, variance and standard deviation, and the chance of what no row shows.

    The deviation is exact where it is rational, else cut after 30 decimals.
    """

    rows: tuple[Row, ...]
    mean: Fraction
    variance: Fraction
    deviation: Fraction
    below: Fraction
    above: Fraction


def summarize(roll: Roll, tail: Fraction = Fraction(1, 10_000)) -> Summary:
    """The summary of a roll; of one without end, at most `tail` is left out at each open side."""
    listed = roll.head(tail)
    peak = max(chance for _, chance in listed)
    rows: list[Row] = []
    at_least = roll.at_least(listed[0][0])
    below = 1 - at_least
    for value, chance in listed:
        rows.append(Row(value, chance, at_least, 1 - at_least + chance, chance / peak))
        at_least -= chance
    return Summary(tuple(rows), roll.mean(), roll.variance(), deviation(roll), below, at_least)
