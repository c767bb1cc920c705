"""One die and a handful of equal dice: faces, explosion, re-rolling, and what is kept.

A `Die` says how one die behaves; a `Pool` is a number of equal dice, not yet added up, so that it can
still be counted (count.py), kept from (keep.py) or asked several things at once (pools.py).
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from generator.dice.record import ByValue
from generator.dice.roll import Exact, FiniteRoll, finite
from generator.dice.syntax import NotationError


class Die(ByValue):
    """Faces with weights, in ascending order; the faces on which it explodes; how often it may.

    `limit` is None for a die that explodes without limit. An exploding die adds a further die.
    """

    faces: tuple[tuple[Exact, int], ...]
    explodes_on: frozenset[Exact] = frozenset()
    limit: int | None = 0

    @cached_property
    def once(self) -> FiniteRoll:
        """A single throw, without explosion."""
        return finite(self.faces)

    @property
    def explodes(self) -> bool:
        """Whether any throw of it may lead to another."""
        return bool(self.explodes_on) and self.limit != 0

    @property
    def open_ended(self) -> bool:
        """Whether it may explode without limit."""
        return bool(self.explodes_on) and self.limit is None

    @property
    def weight(self) -> int:
        """The sum of the weights of all faces."""
        return sum(weight for _, weight in self.faces)


class Pool(ByValue):
    """So many equal dice, of which those from rank `first` to before rank `last` are kept.

    Ranks count from the highest die, 0. A plain pool keeps all.
    """

    number: int
    die: Die
    first: int
    last: int

    @property
    def keeps_all(self) -> bool:
        """Whether no die is dropped."""
        return self.first == 0 and self.last == self.number


@lru_cache(maxsize=256)
def sided(sides: int) -> Die:
    """The die with the faces 1 to `sides`."""
    return Die(tuple((face, 1) for face in range(1, sides + 1)))


@lru_cache(maxsize=256)
def with_faces(faces: tuple[Exact, ...]) -> Die:
    """The die with these faces, equally likely; a face listed twice is twice as likely."""
    return Die(tuple((face, faces.count(face)) for face in sorted(set(faces))))


def pool(number: int, die: Die) -> Pool:
    """So many equal dice, all kept."""
    return Pool(number, die, 0, number)


def exploding(dice: Pool, on: frozenset[Exact], limit: int | None, column: int) -> Pool:
    """The dice, exploding on some faces; raises `NotationError` if they could never stop."""
    faces = {face for face, _ in dice.die.faces}
    if limit is None and faces <= on:
        raise NotationError("a die that explodes on all its faces never stops", column, "leave it a face to stop on")
    if limit is None and min(on, default=0) < 0 < max(on, default=0):
        raise NotationError(
            "a die cannot explode without limit on both positive and negative faces", column, "give it a limit"
        )
    return dice.but(die=dice.die.but(explodes_on=on & faces, limit=limit))


def keeping(dice: Pool, how: str, number: int) -> Pool:
    """The pool with only some of its kept dice still kept: `how` is kh, kl, dh or dl, as in 4d6kh3."""
    count = min(number, dice.last - dice.first)
    first, last = {
        "kh": (dice.first, dice.first + count),
        "kl": (dice.last - count, dice.last),
        "dh": (dice.first + count, dice.last),
        "dl": (dice.first, dice.last - count),
    }[how]
    return dice.but(first=first, last=last)


def rerolled(die: Die, on: frozenset[Exact], limit: int | None) -> Die:
    """The die that is rolled again on some faces, at most `limit` times; None means until it shows another."""
    kept = sum(weight for face, weight in die.faces if face not in on)
    if limit is None:
        return die.but(faces=tuple(pair for pair in die.faces if pair[0] not in on))
    again, total = die.weight - kept, die.weight
    # After r re-rolls a face has weight w * (total^r + again total^(r-1) + … + again^r), over total^(r+1);
    # the faces that are rolled again survive only as the last re-roll.
    last = again**limit
    every = sum(total ** (limit - turn) * again**turn for turn in range(limit + 1))
    return die.but(faces=tuple((face, weight * (last if face in on else every)) for face, weight in die.faces))
