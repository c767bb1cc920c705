"""How many dice show certain faces: binomial weights, or a series where dice explode without limit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from generator.dice import arithmetic
from generator.dice.cost import Meter
from generator.dice.dice import Die, Pool
from generator.dice.explosion import Throw, charge_for_explosions, until_limit, until_plain
from generator.dice.far import plain
from generator.dice.pools import Combination, Question, answers
from generator.dice.pools_open import OpenAnswers
from generator.dice.roll import Exact, FiniteRoll, Roll, finite


def count(dice: Pool, faces: frozenset[Exact], meter: Meter, column: int) -> Exact | Roll:
    """How many of the kept dice show one of the faces; each extra die of an exploding die is a die too."""
    die = dice.die
    if not dice.keeps_all:
        return _among_kept(dice, faces, meter, column)
    charge_for_explosions(die, meter, column)
    if die.explodes:
        return plain(arithmetic.copies(_one_exploding(die, faces), dice.number, meter, column))
    hits = sum(weight for face, weight in die.faces if face in faces)
    misses = die.weight - hits
    if not hits or not misses:
        return dice.number if hits else 0
    return plain(arithmetic.copies(FiniteRoll(range(2), (misses, hits)), dice.number, meter, column))


def _among_kept(dice: Pool, faces: frozenset[Exact], meter: Meter, column: int) -> Exact | Roll:
    question = Question(dice.first, dice.last, faces)
    if dice.die.open_ended:
        return OpenAnswers(dice, (Combination(((question, 1),)),), meter, column).alone()
    found = answers(dice, (question,), meter, column)
    return finite((answer[0], weight) for answer, weight in found.items())


@lru_cache(maxsize=256)
def _one_exploding(die: Die, faces: frozenset[Exact]) -> Roll:
    """How many faces count among one die and all that it explodes into: each throw adds 0 or 1."""
    plain = _marked((int(face in faces), weight) for face, weight in die.faces if face not in die.explodes_on)
    exploding = _marked((int(face in faces), weight) for face, weight in die.faces if face in die.explodes_on)
    return until_plain(plain, exploding) if die.limit is None else until_limit(plain, exploding, die.limit)


def _marked(throws: Iterable[tuple[int, int]]) -> list[Throw]:
    """The throws put together by whether they count."""
    weights = [0, 0]
    for mark, weight in throws:
        weights[mark] += weight
    return [(mark, weight) for mark, weight in enumerate(weights) if weight]
