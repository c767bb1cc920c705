"""One pool asked several things at once: the joint distribution of all the answers.

Questions about a pool are how many of its dice show certain faces, and what so many of its highest dice add up
to. If every question looks at all dice, the answers of a single die are written as the digits of one number, so
that adding up dice adds up every answer at once (sums.power does the work). Otherwise the dice are gone through
from the highest face down; how many lie higher tells which of them a question still looks at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import comb

from generator.dice.cost import Meter, words
from generator.dice.dice import Die, Pool
from generator.dice.explosion import charge_for_explosions
from generator.dice.record import ByValue
from generator.dice.roll import Exact
from generator.dice.sums import power
from generator.dice.syntax import Refused

HINT = "use fewer dice, or ask fewer things about them"


class Question(ByValue):
    """About the dice from rank `first` to before `last`: their sum, or how many show one of `faces`."""

    first: int
    last: int
    faces: frozenset[Exact] | None = None


class Combination(ByValue):
    """Questions about a pool with a coefficient each: what is asked for in one number, as the sum less the highest."""

    parts: tuple[tuple[Question, Exact], ...]

    def of(self, answers: Mapping[Question, Exact]) -> Exact:
        """What it comes to if the questions are answered so."""
        return sum([coefficient * answers[question] for question, coefficient in self.parts])


Answers = tuple[Exact, ...]


def answers(dice: Pool, questions: tuple[Question, ...], meter: Meter, column: int) -> dict[Answers, int]:
    """The weight of every combination of answers."""
    die = dice.die
    if die.open_ended and dice.number:
        raise Refused(
            "dice that explode without limit cannot be asked several things at once",
            column,
            "ask about the sum or one count, or set a limit: explode(4d6, limit=3)",
        )
    charge_for_explosions(die, meter, column)
    throws = chains(die, questions)
    cells = 1
    for place, question in enumerate(questions):
        spread = {marks[place] for _, marks, _ in throws}
        cells *= (question.last - question.first) * max(1, int(max(spread) - min(spread)) if len(spread) > 1 else 1) + 1
    bits = dice.number * die.weight.bit_length()
    simple = all_dice(dice, questions)
    steps = len(throws) if simple else len(throws) * dice.number**2
    meter.charge(cells * steps * words(bits), cells, bits, column, f"asking {len(questions)} things at once", HINT)
    return _answers(dice, questions)


@lru_cache(maxsize=128)
def _answers(dice: Pool, questions: tuple[Question, ...]) -> dict[Answers, int]:
    if not dice.number:
        return {(0,) * len(questions): 1}
    throws = chains(dice.die, questions)
    countable = all(isinstance(face, int) for face, _ in dice.die.faces)
    if countable and all_dice(dice, questions):
        return _by_digits(dice, questions, throws)
    return from_the_top(dice.number, questions, throws)


def all_dice(dice: Pool, questions: tuple[Question, ...]) -> bool:
    """Whether every question looks at all dice."""
    return all(question.first == 0 and question.last == dice.number for question in questions)


# What one die may do: its total, its contribution to each question, the weight.
Throw = tuple[Exact, Answers, int]


def chains(die: Die, questions: Sequence[Question]) -> list[Throw]:
    """All that one die may come to, with the dice that it explodes into, highest total first."""

    def marks(face: Exact) -> Answers:
        return tuple(face if q.faces is None else int(face in q.faces) for q in questions)

    limit = die.limit or 0
    done: dict[tuple[Exact, Answers], int] = {}
    going: dict[tuple[Exact, Answers], int] = {(0, (0,) * len(questions)): 1}
    for turn in range(limit + 1):
        following: dict[tuple[Exact, Answers], int] = {}
        for (total, seen), weight in going.items():
            for face, share in die.faces:
                key = total + face, tuple(a + b for a, b in zip(seen, marks(face), strict=True))
                explodes = turn < limit and face in die.explodes_on
                target, full = (following, 1) if explodes else (done, die.weight ** (limit - turn))
                target[key] = target.get(key, 0) + weight * share * full
        going = following
    return sorted(((total, seen, weight) for (total, seen), weight in done.items()), reverse=True)


def _by_digits(dice: Pool, questions: tuple[Question, ...], throws: list[Throw]) -> dict[Answers, int]:
    number, places = dice.number, range(len(questions))
    lows = [min(seen[i] for _, seen, _ in throws) for i in places]
    # Each answer of one die, counted from its least; n dice need n times the room and no carrying.
    rooms = [int(max(seen[i] for _, seen, _ in throws) - lows[i]) * number + 1 for i in places]
    digits: dict[int, int] = {}
    for _, seen, weight in throws:
        code = 0
        for i in places:
            code = code * rooms[i] + int(seen[i] - lows[i])
        digits[code] = digits.get(code, 0) + weight
    base = min(digits)
    row = power([digits.get(code, 0) for code in range(base, max(digits) + 1)], number)
    result: dict[Answers, int] = {}
    for code, weight in enumerate(row, base * number):
        if weight:
            seen_by_all: list[Exact] = []
            rest = code
            for i in reversed(places):
                rest, digit = divmod(rest, rooms[i])
                seen_by_all.append(digit + lows[i] * number)
            result[tuple(reversed(seen_by_all))] = weight
    return result


def from_the_top(
    number: int, questions: tuple[Question, ...], throws: list[Throw], above: int = 0
) -> dict[Answers, int]:
    """Goes through throws from the highest down; a state is how many dice are done, and the answers so far.

    Of dice with equal totals, chance decides which ranks highest. The dice that lie `above` all these throws have been
    seen to, and only the others are counted.
    """
    states: dict[tuple[int, Answers], int] = {(above, (0,) * len(questions)): 1}
    levels = [list(level) for _, level in groupby(throws, key=lambda throw: throw[0])]
    for place, level in enumerate(levels):
        following: dict[tuple[int, Answers], int] = {}
        last = place == len(levels) - 1
        for (done, so_far), ways in states.items():
            # What the dice at this level answer, with one more of them each time.
            spread = {so_far: ways}
            for rank in range(done, number + 1):
                if not last or rank == number:
                    choices = comb(number - done, rank - done)
                    for seen, share in spread.items():
                        key = rank, seen
                        following[key] = following.get(key, 0) + share * choices
                if rank < number:
                    spread = _with_one_more(spread, rank, questions, level)
        states = following
    result: dict[Answers, int] = {}
    for (done, seen), ways in states.items():
        if done == number:
            result[seen] = result.get(seen, 0) + ways
    return result


def _with_one_more(
    spread: dict[Answers, int], rank: int, questions: tuple[Question, ...], level: list[Throw]
) -> dict[Answers, int]:
    """The answers with those of one more die, which may have come to its total in several ways."""
    asked = [question.first <= rank < question.last for question in questions]
    following: dict[Answers, int] = {}
    for _, marks, weight in level:
        for so_far, ways in spread.items():
            seen = tuple([have + mark if on else have for have, mark, on in zip(so_far, marks, asked, strict=True)])
            following[seen] = following.get(seen, 0) + ways * weight
    return following
