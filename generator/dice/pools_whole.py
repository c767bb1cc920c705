"""Questions that look at all dice of a pool that explodes without limit, asked together.

One die has the function  plain / (all - exploding)  in as many variables as there are questions, and n dice have its
n-th power.
"""

from __future__ import annotations

from math import isqrt

from generator.dice.dice import Pool
from generator.dice.multivariate import Factor, Powers, Rational, power, projected
from generator.dice.pools import Combination, Question
from generator.dice.ranks_open import scale_of
from generator.dice.roll import Exact
from generator.exact import Fraction


class Whole:
    """The rational function of combinations of questions, in the variables of any of them; see pools_open.py."""

    def __init__(self, dice: Pool, questions: tuple[Question, ...], asked: tuple[Combination, ...]) -> None:
        die, self.number = dice.die, dice.number
        marks = {
            face: [one.of({q: face if q.faces is None else int(face in q.faces) for q in questions}) for one in asked]
            for face, _ in die.faces
        }
        self.weight = die.weight
        going = [marks[face] for face in die.explodes_on]
        self.scales = [
            scale_of([row[i] for row in marks.values()], [row[i] for row in going]) for i in range(len(asked))
        ]

        def powers(face: Exact) -> Powers:
            return tuple([int(mark / Fraction(scale)) for mark, scale in zip(marks[face], self.scales, strict=True)])

        self.exploding = [(powers(face), weight) for face, weight in die.faces if face in die.explodes_on]
        plain = [(powers(face), weight) for face, weight in die.faces if face not in die.explodes_on]
        columns = list(zip(*(row for row, _ in plain), strict=True))
        least = [min(column) for column in columns]
        self.plain = [(tuple([k - low for k, low in zip(row, least, strict=True)]), weight) for row, weight in plain]
        self.starts = [low * dice.number for low in least]
        self.most = [
            None if any(row[i] for row, _ in self.exploding) else (max(columns[i]) - least[i]) * dice.number
            for i in range(len(asked))
        ]
        self.both_ways = [min(row[i] for row, _ in self.exploding) < 0 for i in range(len(asked))]
        self.steps = 0

    def work(self, cells: int) -> int:
        """About what so many coefficients cost."""
        return 30 * cells * (self.number * len(self.plain) + isqrt(cells))

    def degree(self, i: int) -> int:
        """About how long numerators get in the variable of a combination."""
        longest: int = max(abs(row[i]) for row, _ in self.plain + self.exploding)
        return self.number * longest

    def function(self, known: Powers, free: int | None, bounds: Powers) -> Rational:
        """The rational function in the variables of the known combinations and then of the free one."""
        numerator = power(projected(self.plain, known, free), self.number, bounds, len(known) + 1)
        going = projected(self.exploding, known, free)
        return Rational(numerator, 1, (Factor(self.weight, going, self.number),))
