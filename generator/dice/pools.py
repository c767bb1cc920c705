"""One pool asked several things at once: the joint distribution of all the answers.

Questions about a pool are how many of its dice show certain faces, and what so many of its highest dice add up
to. If every question looks at all dice, the answers of a single die are written as the digits of one number, so
that adding up dice adds up every answer at once (sums.power does the work). Otherwise the dice are gone through
from the highest face down; how many lie higher tells which of them a question still looks at.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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


Answers = tuple[Exact, ...]


def answers(dice: Pool, questions: tuple[Question, ...], meter: Meter, column: int) -> dict[Answers, int]:
    """The weight of every combination of answers."""
    die = dice.die
    if die.open_ended:
        raise Refused(
            "dice that explode without limit cannot be asked several things at once",
            column,
            "ask about the sum or one count, or set a limit: explode(4d6, limit=3)",
        )
    if die.explodes and any(question.faces is not None for question in questions) and not all_dice(dice, questions):
        raise Refused("faces cannot be counted beside the highest or lowest of dice that explode", column, HINT)
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


def from_the_top(number: int, questions: tuple[Question, ...], throws: list[Throw]) -> dict[Answers, int]:
    """Goes through throws from the highest down; a state is how many dice are done, and the answers so far."""
    states: dict[tuple[int, Answers], int] = {(0, (0,) * len(questions)): 1}
    for place, (_, marks, weight) in enumerate(throws):
        following: dict[tuple[int, Answers], int] = {}
        last = place == len(throws) - 1
        for (done, so_far), ways in states.items():
            for count in range(number - done if last else 0, number - done + 1):
                seen = tuple(
                    have + mark * overlap(done, done + count, question.first, question.last)
                    for have, mark, question in zip(so_far, marks, questions, strict=True)
                )
                key = done + count, seen
                share = ways * comb(number - done, count) * weight**count
                following[key] = following.get(key, 0) + share
        states = following
    result: dict[Answers, int] = {}
    for (_, seen), ways in states.items():
        result[seen] = result.get(seen, 0) + ways
    return result


def overlap(low: int, high: int, first: int, last: int) -> int:
    """How many ranks from low to before high lie from first to before last."""
    return max(0, min(high, last) - max(low, first))
