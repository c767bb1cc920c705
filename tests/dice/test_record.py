"""Records are what `dataclasses` would have made of them, as far as the engine relies on it."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from generator.dice.dice import Die, Pool, sided
from generator.dice.notation import parse
from generator.dice.syntax import Arithmetic, Number


def test_values_are_given_by_place_by_name_or_by_default() -> None:
    die = Die(((1, 1), (2, 1)))
    assert (die.faces, die.explodes_on, die.limit) == (((1, 1), (2, 1)), frozenset(), 0)
    assert die == Die(faces=((1, 1), (2, 1)), limit=0)
    assert die.but(limit=None) == Die(die.faces, frozenset(), None) != die
    assert repr(die) == "Die(faces=((1, 1), (2, 1)), explodes_on=frozenset(), limit=0)"


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, 2, 3), {}), ((1, 2, 3, 4, 5), {}), ((1,), {"sides": 4}), ((1, 2, 3, 4), {"last": 5})],
)
def test_values_that_do_not_fit_are_refused(values: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="Pool takes number, die, first, last"):
        Pool(*values, **named)  # type: ignore[arg-type]


def test_nothing_can_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        sided(6).limit = 1  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot be removed"):
        del sided(6).limit


def test_equal_values_are_equal_records_and_found_by_each_other() -> None:
    one, other = Pool(2, Die(((1, 1),)), 0, 2), Pool(2, Die(((1, 1),)), 0, 2)
    assert one == other and hash(one) == hash(other) and {one: 1}[other] == 1
    assert one != Pool(3, one.die, 0, 2)
    # What was worked out about one of them is no value of it.
    assert one.die.once.total == 1
    assert one == other and hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one


def test_two_dice_of_one_text_are_two_records() -> None:
    both = parse("d6 + d6")
    assert isinstance(both, Arithmetic)
    assert both.left != both.right
    assert both.left == both.left


def test_records_match_by_place() -> None:
    match parse("7/2"):
        case Arithmetic(1, "/", Number(_, seven), Number(3, _)):
            assert seven == 7
        case other:
            pytest.fail(repr(other))


def test_the_engine_is_there_without_what_takes_long_to_import() -> None:
    heavy = {"dataclasses", "inspect", "typing", "pathlib", "lark", "numpy"}
    code = "import sys, generator.dice.evaluate; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert heavy.isdisjoint(found.stdout.split())
