"""Questions about the highest, the lowest or all of dice that explode on one face without limit, asked together.

Beyond some level, all dice are again like all dice beyond it, one explosion later. So the function of j dice beyond
the level is a sum of those of fewer dice, over 1 less what j explosions at once come to. Up to one explosion beyond the
level, and below it, the dice can be gone through one value after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, isqrt

from generator.dice.dice import Pool
from generator.dice.multivariate import Factor, Powers, Rational, Terms, product, projected, summed
from generator.dice.open_ended import common_step
from generator.dice.pools import Answers, Combination, Question, Throw, from_the_top
from generator.dice.roll import Exact, distance
from generator.exact import Fraction


class Ranked:
    """The rational function of combinations of questions, in the variables of any of them; see pools_open.py."""

    def __init__(self, dice: Pool, questions: tuple[Question, ...], asked: tuple[Combination, ...]) -> None:
        die, self.number, self.asked = dice.die, dice.number, asked
        (face,) = die.explodes_on
        self.all, self.going = die.weight, dict(die.faces)[face]
        # Ranks count from the end without limit, which is the lowest die where the dice explode downwards.
        self.ranks = questions if face > 0 else tuple(_from_below(question, dice.number) for question in questions)
        self.questions = questions
        step = common_step(*[value for value, _ in die.faces])
        stride = int(distance(face) / Fraction(step))
        level_of = {
            value: int(value / Fraction(step)) * (1 if face > 0 else -1) for value, _ in die.faces if value != face
        }
        # What lies one explosion beyond this level or a higher one is the same again, less often.
        self.level = max(min(level_of.values()), max(level_of.values()) + 1 - stride)
        longest = (self.level + stride - 1 - min(level_of.values())) // stride
        self.unit = self.all ** (longest + 1)
        throws: list[Throw] = []
        for value, level in level_of.items():
            for times in range((self.level + stride - 1 - level) // stride + 1):
                weight = dict(die.faces)[value] * self.going**times * self.all ** (longest - times)
                seen = tuple([times * _mark(q, face) + _mark(q, value) for q in questions])
                throws.append((level + times * stride, seen, weight))
        self.throws = sorted(throws, reverse=True)
        explosion = [_mark(question, face) for question in questions]
        gains = [self._combined(explosion, range(alive)) for alive in range(self.number + 1)]
        each = [[self._combined(marks, (rank,)) for _, marks, _ in throws] for rank in range(self.number)]
        values = [*gains, *(row for rows in each for row in rows)]
        self.scales: list[Exact] = [
            scale_of([row[i] for row in values], [row[i] for row in gains]) for i in range(len(asked))
        ]
        self.gains = [self._powers(row) for row in gains]
        self.both_ways = [min(gain[i] for gain in self.gains) < 0 for i in range(len(asked))]
        ends = [list(zip(*map(self._powers, rows), strict=True)) for rows in each]
        self.lows: list[list[int]] = [[min(column) for column in columns] for columns in ends]
        self.starts = [sum(low[i] for low in self.lows) for i in range(len(asked))]
        self.most = [
            None if any(gain[i] for gain in self.gains) else sum(max(columns[i]) for columns in ends) - self.starts[i]
            for i in range(len(asked))
        ]
        # How many answers a handful of dice may give within one explosion.
        self.answers = 1
        for of, marks in zip(self.ranks, zip(*(marks for _, marks, _ in throws), strict=True), strict=True):
            self.answers *= (of.last - of.first) * int((max(marks) - min(marks)) / Fraction(step)) + 1
        self.steps = self.number**4 * len(throws) * self.answers
        self.ways: dict[tuple[int, int, bool], list[tuple[Powers, int]]] = {}

    def _combined(self, marks: Sequence[Exact], at: Iterable[int]) -> list[Exact]:
        """What each combination gains from dice at some ranks that all answer the questions so."""
        ranks = list(at)
        found = {
            question: mark * sum(of.first <= rank < of.last for rank in ranks)
            for question, of, mark in zip(self.questions, self.ranks, marks, strict=True)
        }
        return [combination.of(found) for combination in self.asked]

    def _powers(self, values: Sequence[Exact]) -> Powers:
        return tuple([int(value / Fraction(scale)) for value, scale in zip(values, self.scales, strict=True)])

    def _ways(self, dice: int, above: int, *, near: bool) -> list[tuple[Powers, int]]:
        """The answers of the lower ones of so many dice; they lie up to one explosion beyond the level, or below it."""
        key = dice, above, near
        if key not in self.ways:
            throws = [throw for throw in self.throws if (throw[0] < self.level) == near]
            base = [sum(low[i] for low in self.lows[above:dice]) for i in range(len(self.asked))]
            self.ways[key] = [
                (self._counted_from(base, answers), weight * comb(dice, above))
                for answers, weight in from_the_top(dice, self.ranks, throws, above).items()
            ]
        return self.ways[key]

    def _counted_from(self, base: list[int], answers: Answers) -> Powers:
        by_question = dict(zip(self.questions, answers, strict=True))
        powers = self._powers([combination.of(by_question) for combination in self.asked])
        return tuple([power - low for power, low in zip(powers, base, strict=True)])

    def work(self, cells: int) -> int:
        """About what so many coefficients cost."""
        return 4 * cells * self.number**2 * (self.number + isqrt(min(cells, self.answers)))

    def degree(self, i: int) -> int:
        """About how long numerators get in the variable of a combination."""
        return sum(abs(gain[i]) for gain in self.gains) + 1

    def function(self, known: Powers, free: int | None, bounds: Powers) -> Rational:
        """The rational function in the variables of the known combinations and then of the free one."""
        number, nothing = self.number, (0,) * (len(known) + 1)
        gains = [next(iter(projected([(gain, 1)], known, free))) for gain in self.gains]
        divisors: list[Terms] = [
            summed([(nothing, self.all**alive), (gain, -(self.going**alive))]) for alive, gain in enumerate(gains)
        ]

        def over_all(terms: Terms, first: int, last: int) -> Terms:
            for alive in range(first, last):
                terms = product(terms, divisors[alive], bounds)
            return terms

        # What i dice beyond the level come to, times unit^i and all divisors up to i.
        beyond: list[Terms] = [{nothing: 1}]
        for j in range(1, number + 1):
            parts: list[tuple[Powers, int]] = []
            for i in range(j):
                step = projected(self._ways(j, i, near=False), known, free)
                step = product(step, {gains[i]: self.all ** (j - i) * self.going**i}, bounds)
                parts += over_all(product(step, beyond[i], bounds), i + 1, j).items()
            beyond.append(summed(parts))
        parts = []
        for i in range(number + 1):
            below = projected(self._ways(number, i, near=True), known, free)
            parts += over_all(product(below, beyond[i], bounds), i + 1, number + 1).items()
        factors = [Factor(self.all**i, {gain: self.going**i}, 1) for i, gain in enumerate(gains) if i]
        return Rational(summed(parts), self.unit**number, tuple(factors))


def _mark(question: Question, face: Exact) -> Exact:
    return face if question.faces is None else int(face in question.faces)


def _from_below(question: Question, number: int) -> Question:
    return question.but(first=number - question.last, last=number - question.first)


def scale_of(values: Sequence[Exact], gains: Sequence[Exact]) -> Exact:
    """The step in which a combination counts, negative where explosions only ever take away."""
    step = common_step(*values)
    return -step if min(gains) < 0 >= max(gains) else step
