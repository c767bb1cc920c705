"""One pool of dice that explode without limit, asked several things at once: a rational function of several variables.

The function is that of pools_whole.py where every question looks at all dice. Questions about the highest or lowest
need the dice in order: ranks_open.py knows it where one face explodes, ranks_capped.py does what it can elsewhere.
"""

from __future__ import annotations

from generator.dice.cost import Meter
from generator.dice.crossing import crossed
from generator.dice.dice import Pool
from generator.dice.multivariate import Powers, coefficients
from generator.dice.open_ended import settled
from generator.dice.polynomial import Polynomial
from generator.dice.pools import HINT, Combination, all_dice
from generator.dice.pools_whole import Whole
from generator.dice.ranks_capped import Capped
from generator.dice.ranks_open import Ranked
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
            self.form: Whole | Ranked | Capped = Whole(dice, questions, asked)
        elif len(dice.die.explodes_on) == 1 and 0 not in dice.die.explodes_on:
            self.form = Ranked(dice, questions, asked)
        else:
            self.form = Capped(dice, questions, asked, meter, column)
        if any(self.form.both_ways) and (len(asked) > 1 or isinstance(self.form, Whole)):
            raise Refused(
                "what is asked rises with some explosions and falls with others, which makes its chances roots of"
                " equations instead of fractions"
                if isinstance(self.form, Whole)
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
