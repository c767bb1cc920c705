"""Die codes of the D6 family: nD is n six-sided dice, the last of which is the Wild Die.

Three readings of the Wild Die are in use. `plain`: it is a die like the others. `explodes`: each 6 adds another
throw. `removes`: it explodes too, and if its first throw is 1, both it and the highest of the other dice are
taken away.
"""

from __future__ import annotations

from generator.dice import arithmetic, mixture
from generator.dice.cost import Meter
from generator.dice.dice import Die, keeping, pool, sided
from generator.dice.explosion import die_total
from generator.dice.far import Value, plain
from generator.dice.keep import pool_total
from generator.dice.roll import Exact, FiniteRoll, Roll

_WILD = Die(sided(6).faces, frozenset({6}), None)


def die_code(number: int, reading: str, meter: Meter, column: int) -> Exact | Roll:
    """The roll of a die code of so many dice, without pips."""
    if not number:
        return 0
    six = sided(6)
    if reading == "plain":
        return plain(arithmetic.copies(six.once, number, meter, column))
    others = arithmetic.copies(six.once, number - 1, meter, column)
    if reading == "explodes":
        return plain(arithmetic.plus(others, die_total(_WILD), meter, column))
    wild_six = arithmetic.shift(die_total(_WILD), 6)
    kept = pool_total(keeping(pool(number - 1, six), "dh", 1), meter, column)
    cases: list[tuple[Exact, Value]] = [
        (1, kept),
        (4, arithmetic.plus(others, FiniteRoll(range(2, 6), (1, 1, 1, 1)), meter, column)),
        (1, arithmetic.plus(others, wild_six, meter, column)),
    ]
    return plain(mixture.mix(cases, meter, column))
