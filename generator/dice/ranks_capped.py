"""Questions about the highest, the lowest or all of dice that explode on several faces without limit, asked together.

No function of several variables is known for these. But where the sum or the highest die is near, every die is, and all
that they may come to can be gone through; and each question alone has a function of its own. What lies far out is what
the one has beyond the other, so that most can be told from these two; the rest is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.dice.cost import Meter
from generator.dice.dice import Pool
from generator.dice.keep import pool_total
from generator.dice.multivariate import Factor, Powers, Rational, Terms
from generator.dice.open_ended import OpenRoll, common_step
from generator.dice.pools import Answers, Combination, Question, Throw, all_dice, from_the_top
from generator.dice.pools_whole import Whole
from generator.dice.roll import Exact
from generator.dice.series import Series
from generator.dice.syntax import Refused
from generator.exact import Fraction


class Capped:
    """The rational function of questions where it is known, in the variables of any of them; see pools_open.py.

    Raises `Refused` for combinations of questions, and for what is not known.
    """

    def __init__(
        self, dice: Pool, questions: tuple[Question, ...], asked: tuple[Combination, ...], meter: Meter, column: int
    ) -> None:
        die, self.dice, self.number = dice.die, dice, dice.number
        self.meter, self.column = meter, column
        if min(die.explodes_on) <= 0 or any(len(one.parts) > 1 or one.parts[0][1] != 1 for one in asked):
            raise self._unknown()
        self.questions = [one.parts[0][0] for one in asked]
        self.step = common_step(*[face for face, _ in die.faces])
        self.least = min(face for face, _ in die.faces if face not in die.explodes_on)
        self.scales: list[Exact] = [self.step if question.faces is None else 1 for question in self.questions]
        self.starts = [
            int((question.last - question.first) * self.least / Fraction(self.step)) if question.faces is None else 0
            for question in self.questions
        ]
        self.most = [
            None if question.faces is None or question.faces & die.explodes_on else question.last - question.first
            for question in self.questions
        ]
        # Questions about all dice are known together, and counted as they are counted there.
        of_all = [i for i, question in enumerate(self.questions) if all_dice(dice, (question,))]
        self.of_all = {i: place for place, i in enumerate(of_all)}
        self.whole = Whole(dice, questions, tuple(asked[i] for i in self.of_all))
        for i, place in self.of_all.items():
            self.scales[i], self.starts[i], self.most[i] = (
                self.whole.scales[place],
                self.whole.starts[place],
                self.whole.most[place],
            )
        self.both_ways = [False] * len(asked)
        self.steps = 0

    def _unknown(self) -> Refused:
        return Refused(
            "the highest or lowest of dice that explode on several faces, or on 0, are asked together with something"
            " else in a way for which no exact form is known",
            self.column,
            "ask about them alone, let the dice explode on one face, or give them a limit: explode(4d6, limit=3)",
        )

    def work(self, cells: int) -> int:
        """About what so many coefficients cost."""
        return 20 * cells * self.number**2 * len(self.dice.die.faces) * len(self.questions)

    def degree(self, i: int) -> int:
        """About how long numerators get in the variable of a question."""
        return self.number * int(self.dice.die.faces[-1][0] / Fraction(self.scales[i]))

    def function(self, known: Powers, free: int | None, bounds: Powers) -> Rational:
        """The rational function in the variables of the known questions and then of the free one."""
        which = known if free is None else (*known, free)
        if not which:
            return Rational({(0,): 1}, 1, ())
        if all(i in self.of_all for i in which):
            asked = tuple(self.of_all[i] for i in known)
            return self.whole.function(asked, None if free is None else self.of_all[free], bounds)
        caps = [
            bounds[place] + self.starts[i] - (self.questions[i].last - 1) * self.least / Fraction(self.step)
            for place, i in enumerate(known)
            if self.questions[i].faces is None and not self.questions[i].first
        ]
        if len(which) > 1:
            if not caps:
                raise self._unknown()
            return self._gone_through(which, min(caps), padded=free is None)
        series = self._alone(which[0])
        body, low = series.body, series.start - self.starts[which[0]]

        def terms(row: Sequence[int], start: int, sign: int) -> Terms:
            return {((k, 0) if known else (k,)): sign * value for k, value in enumerate(row, start) if value}

        factors = tuple(Factor(row[0], terms(row[1:], 1, -1), exponent) for row, exponent in body.factors.items())
        return Rational(terms(body.numerator, low, 1), body.scale, factors)

    def _alone(self, i: int) -> Series:
        """The series of one question alone, which must be a sum."""
        question = self.questions[i]
        law = None
        if question.faces is None:
            law = pool_total(self.dice.but(first=question.first, last=question.last), self.meter, self.column)
        if not isinstance(law, OpenRoll):
            raise self._unknown()
        up = law.on_step(self.step).up
        assert up is not None
        return up

    def _gone_through(self, which: Powers, cap: Exact, *, padded: bool) -> Rational:
        """The function of dice of which none exceeds a cap, counted in steps."""
        die = self.dice.die
        questions = tuple(self.questions[i] for i in which)

        def marks(face: Exact) -> Answers:
            return tuple([face if q.faces is None else int(face in q.faces) for q in questions])

        highest = cap * Fraction(self.step)
        # By how often the die explodes: what it may come to, and in how many ways.
        going: dict[tuple[Exact, Answers], int] = {(0, (0,) * len(which)): 1}
        done: list[dict[tuple[Exact, Answers], int]] = []
        while going:
            stopped: dict[tuple[Exact, Answers], int] = {}
            onward: dict[tuple[Exact, Answers], int] = {}
            for (total, seen), ways in going.items():
                for face, weight in die.faces:
                    explodes = face in die.explodes_on
                    if total + face + (self.least if explodes else 0) <= highest:
                        key = total + face, tuple([a + b for a, b in zip(seen, marks(face), strict=True)])
                        target = onward if explodes else stopped
                        target[key] = target.get(key, 0) + ways * weight
            done.append(stopped)
            going = onward
        throws: list[Throw] = []
        for times, stopped in enumerate(done):
            share = die.weight ** (len(done) - 1 - times)
            throws += [(total, seen, ways * share) for (total, seen), ways in stopped.items()]
        numerator = {}
        for answers, weight in from_the_top(self.number, questions, sorted(throws, reverse=True)).items():
            powers = [
                int(value / Fraction(self.scales[i])) - self.starts[i] for i, value in zip(which, answers, strict=True)
            ]
            numerator[(*powers, 0) if padded else tuple(powers)] = weight
        return Rational(numerator, die.weight ** (len(done) * self.number), ())
