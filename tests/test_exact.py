"""Our fraction is the standard library's in all that it says; only the way there is shorter."""

from __future__ import annotations

import fractions
import operator
import pickle
from collections.abc import Callable
from copy import deepcopy
from math import gcd
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.exact import Fraction

WHOLE = st.integers(-50, 50) | st.integers(-(10**40), 10**40)
PAIRS = st.tuples(WHOLE, WHOLE.filter(bool))
OTHERS = st.one_of(PAIRS.map(lambda pair: Fraction(*pair)), WHOLE, st.fractions(max_denominator=99))
FOUR = [operator.add, operator.sub, operator.mul, operator.truediv]
COMPARED = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


def standard(value: Fraction | int) -> fractions.Fraction:
    """The same number, made by the standard library."""
    return fractions.Fraction(value.numerator, value.denominator)


def told(ask: Callable[[], Any]) -> object:
    """The value, or which error there is."""
    try:
        return ask()
    except ArithmeticError as error:
        return type(error)


@pytest.mark.parametrize("operation", [*FOUR, *COMPARED, operator.floordiv, operator.mod])
@given(PAIRS.map(lambda pair: Fraction(*pair)), OTHERS)
def test_operations_come_to_the_same(
    operation: Callable[[Any, Any], Any], one: Fraction, other: Fraction | int
) -> None:
    for left, right in ((one, other), (other, one)):
        ours = told(lambda left=left, right=right: operation(left, right))
        assert ours == told(lambda left=left, right=right: operation(standard(left), standard(right)))
        if operation in FOUR and not isinstance(ours, type):
            assert type(ours) is Fraction
            assert ours.denominator > 0
            assert gcd(ours.numerator, ours.denominator) == 1


@given(PAIRS, st.integers(0, 6))
def test_a_fraction_says_the_same_of_itself(pair: tuple[int, int], power: int) -> None:
    ours, theirs = Fraction(*pair), fractions.Fraction(*pair)
    assert (ours.numerator, ours.denominator) == (theirs.numerator, theirs.denominator)
    assert (str(ours), repr(ours), hash(ours), bool(ours)) == (str(theirs), repr(theirs), hash(theirs), bool(theirs))
    assert [-ours, +ours, abs(ours), ours**power] == [-theirs, +theirs, abs(theirs), theirs**power]
    assert {type(one) for one in (-ours, +ours, abs(ours), ours**power)} == {Fraction}
    for copy in (
        pickle.loads(pickle.dumps(ours)),
        deepcopy(ours),
        Fraction(ours),
        Fraction(theirs),
        Fraction(str(ours)),
    ):
        assert (type(copy), copy.numerator, copy.denominator) == (Fraction, theirs.numerator, theirs.denominator)
    assert isinstance(ours, fractions.Fraction)


@pytest.mark.parametrize(
    "text", ["2", "0", "007", "1/3", "-7/14", "2.75", "0.50", "3.", ".5", "1_0.5_0", "٣.٤", " 1e-3 "]
)
def test_texts_are_read(text: str) -> None:
    read = Fraction(text)
    assert (read.numerator, read.denominator) == fractions.Fraction(text).as_integer_ratio()
    assert type(read) is Fraction
    # A compiled fraction that was tried wrote what it had read into bytes that all of Python shares.
    assert [bytes([0, value])[1:] for value in range(256)] == [value.to_bytes(1, "big") for value in range(256)]
    assert int.from_bytes(bytes(4)[1:2], "big") == 0


@given(st.text("0123456789./-+e _", max_size=6))
def test_what_is_no_number_is_refused_as_ever(text: str) -> None:
    try:
        theirs = fractions.Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        with pytest.raises(type(error)):
            Fraction(text)
    else:
        assert Fraction(text) == theirs


@pytest.mark.parametrize("made", [lambda: Fraction(1, 0), lambda: Fraction(1, 2) / 0, lambda: 1 / Fraction(0)])
def test_nothing_is_divided_by_zero(made: Callable[[], object]) -> None:
    with pytest.raises(ZeroDivisionError):
        made()


@pytest.mark.parametrize("made", [lambda: Fraction("x"), lambda: Fraction(1, "2"), lambda: Fraction("1/2", 3)])
def test_what_is_no_number_is_refused(made: Callable[[], object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        made()
