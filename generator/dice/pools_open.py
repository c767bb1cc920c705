"""One pool of dice that explode without limit, asked several things at once: a rational function of several variables.

Where every question looks at all dice, one die has the function  plain / (all - exploding), and n dice its n-th power.
Questions about the highest or lowest dice need the dice in order, which ranks_open.py sees to.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from generator.dice.cost import Meter
from generator.dice.crossing import crossed
from generator.dice.dice import Pool
from generator.dice.multivariate import Factor, Powers, Rational, coefficients, power, projected
from generator.dice.open_ended import settled
from generator.dice.polynomial import Polynomial
from generator.dice.pools import HINT, Combination, Question, all_dice
from generator.dice.ranks_open import Ranked, scale_of
from generator.dice.roll import Exact, Roll, distance, whole
from generator.dice.series import Body, Series, polynomial_series
from generator.dice.syntax import Refused

LIMIT = "give the dice a limit: explode(4d6, limit=3)"
ASKING = "asking several things about exploding dice"


class OpenAnswers:
    """The joint distribution of combinations of questions about a pool that explodes without limit.

    Combination i comes to scales[i] * (k + starts[i]) for a whole k of at least 0, which is its power; most[i] is the
    greatest power, or None where it goes on without end. Raises `Refused` for what has no such form.
    """

    def __init__(self, dice: Pool, asked: tuple[Combination, ...], meter: Meter, column: int) -> None:
        questions = tuple(dict.fromkeys(question for one in asked for question, _ in one.parts))
        self.meter, self.column = meter, column
        self.tables: dict[tuple[Powers, int | None], tuple[Powers, dict[Powers, Series]]] = {}
        meter.charge(20 * dice.number**2 * len(dice.die.faces), 0, 0, column, ASKING, HINT)
        if all_dice(dice, questions):
            self.form: _Whole | Ranked = _Whole(dice, questions, asked)
        elif len(dice.die.explodes_on) == 1 and 0 not in dice.die.explodes_on:
            self.form = Ranked(dice, questions, asked)
        else:
            raise Refused(
                "the highest or lowest of dice that explode on several faces are asked together with something else,"
                " and no exact form of that is known",
                column,
                "ask about them alone, or " + LIMIT,
            )
        if any(self.form.both_ways) and (len(asked) > 1 or isinstance(self.form, _Whole)):
            raise Refused(
                "what is asked rises with some explosions and falls with others, which makes its chances roots of"
                " equations instead of fractions"
                if isinstance(self.form, _Whole)
                else "what is asked rises with some explosions, falls with others, and is not asked alone",
                column,
                "compare each part with a number, or " + LIMIT,
            )
        meter.charge(self.form.steps, 0, 0, column, ASKING, HINT)
        self.scales, self.starts, self.most = self.form.scales, self.form.starts, self.form.most

    def value(self, i: int, power_of_it: int) -> Exact:
        """What combination i comes to at a power."""
        return whole(self.scales[i] * (power_of_it + self.starts[i]))

    def given(self, known: tuple[tuple[int, int], ...], free: int | None, bounds: dict[int, int]) -> Series:
        """The chances of all powers of combination `free`, each together with the known powers of others.

        Without a free one, the whole chance stands at power 0. `bounds` are how far known powers will go.
        """
        which = tuple(i for i, _ in known)
        limits, table = self.tables.get((which, free), ((), {}))
        if len(limits) < len(which) or any(k > limit for (_, k), limit in zip(known, limits, strict=True)) or not table:
            limits = tuple(max(k, bounds.get(i, k)) for i, k in known)
            cells = 1 if free is None else self.form.degree(free) + 1
            for limit in limits:
                cells *= limit + 1
            self.meter.charge(self.form.work(cells), cells * 4, 256, self.column, ASKING, HINT)
            table = coefficients(self.form.function(which, free, limits), limits)
            self.tables[which, free] = limits, table
        return table.get(tuple(k for _, k in known), polynomial_series(0, (0,), 1))

    def greatest(self, known: tuple[tuple[int, int], ...], i: int, bounds: dict[int, int]) -> int | None:
        """The greatest power of combination i beside known powers of others, or None where it goes on without end."""
        body = self.given(known, i, bounds).body
        return None if body.factors else len(body.numerator) - 1

    def alone(self) -> Roll:
        """The distribution of the only combination."""
        step, start = distance(self.scales[0]), self.starts[0]
        if self.form.both_ways[0]:
            return self._alone_both_ways(step, start)
        series = self.given((), 0, {}).shifted(start)
        return settled(step, series, None) if self.scales[0] > 0 else settled(step, None, series)

    def _alone_both_ways(self, step: Exact, start: int) -> Roll:
        """The same where explosions move it both ways: one factor of the denominator is of one way, so they part."""
        degree = self.form.degree(0)
        self.meter.charge(degree**3 * 20, degree, 64 * degree, self.column, ASKING, "use fewer dice")
        function = self.form.function((), 0, ())
        low = min(place for (place,) in function.numerator)
        row = [0] * (max(place for (place,) in function.numerator) - low + 1)
        for (place,), weight in function.numerator.items():
            row[place - low] = weight
        scale = function.scale
        factors: dict[bool, dict[Polynomial, int]] = {True: {}, False: {}}
        for factor in function.factors:
            (((place,), weight),) = factor.terms.items()
            if place:
                divisor = (factor.constant, *[0] * (abs(place) - 1), -weight)
                side = factors[place > 0]
                side[divisor] = side.get(divisor, 0) + factor.exponent
            else:
                scale *= (factor.constant - weight) ** factor.exponent
        up = Series(low + start, Body(row, scale, factors[True]))
        return settled(step, *crossed(up, Series(0, Body((1,), 1, factors[False]))))


class _Whole:
    """The rational function of combinations of questions that look at all dice, in the variables of any of them."""

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
