"""What is remembered from one evaluation to the next changes neither an answer nor a refusal."""

from __future__ import annotations

from itertools import product

import pytest

from generator.dice.evaluate import Budget, Memory, Refused, Scope, evaluate, number
from generator.dice.notation import Node, parse, parse_function
from generator.dice.roll import FiniteRoll
from generator.exact import Fraction

FUNCTIONS = {
    "reach": parse_function("reach(dice, target) = P((dice)d6 + bonus(dice) >= target)"),
    "bonus": parse_function("bonus(dice) = floor(dice / 2)"),
}
TEXTS = [
    "reach(n, t)",
    "P((n)d6 >= t) * mean((n)d6!) + reach(n, 3)",
    "largest(k = 0..20: reach(n, k) >= 1 / t)",
    "P(a >= t and a + d6 > n where a = (n)d6)",
    "mean(a given a > 1 where a = (n)d6) + P((n)d6 >= t)",
    "sum(k = 1..3: P((k)d6 >= t) * k) + sum(t = 1..2: P((n)d6 >= t))",
]


@pytest.mark.parametrize("text", TEXTS)
def test_remembering_changes_no_answer(text: str) -> None:
    node = parse(text)
    memory: Memory = Memory()
    for n, t in [*product(range(1, 5), range(1, 8))] * 2:
        values = {"n": Fraction(n), "t": Fraction(t)}
        assert number(node, Scope(values, FUNCTIONS, memory=memory)) == number(node, Scope(values, FUNCTIONS))
    assert memory.size


def test_two_dice_of_one_text_stay_two_rolls() -> None:
    memory: Memory = Memory()
    for _ in range(2):
        difference = evaluate(parse("d6 - d6"), Scope(memory=memory))
        assert isinstance(difference, FiniteRoll)
        assert difference.probability(0) == Fraction(1, 6)


def test_a_roll_is_told_from_another_of_the_same_name() -> None:
    node = parse("P(max(r, 3) >= t)")
    memory: Memory = Memory()
    for text in ("d6", "2d6", "d6", "d8!"):
        values = {"r": evaluate(parse(text)), "t": Fraction(4)}
        assert number(node, Scope(values, memory=memory)) == number(node, Scope(values))


def test_what_is_asked_anew_of_a_roll_that_has_fallen_is_told_from_its_value() -> None:
    # In the cases of a roll, `mean(r)` is that of its law; where r is a number, it is the number.
    node = parse("sum(k = 0..1: if(mean(r) >= r + k, 1, 0))")
    for texts in (("d9", "5"), ("d9", "d5", "3"), ("5", "d9")):
        memory: Memory = Memory()
        for text in [*texts] * 3:
            values = {"r": evaluate(parse(text))}
            assert evaluated(node, Scope(values, memory=memory)) == evaluated(node, Scope(values))


def evaluated(node: Node, scope: Scope) -> object:
    """The number, or all values of the roll."""
    value = evaluate(node, scope)
    return value if isinstance(value, Fraction) else list(value.items())


def test_what_is_remembered_is_charged_again() -> None:
    # Each half fits the budget, both together do not; that the first is known does not make room for the second.
    half, both = parse("mean((n)d6kh9)"), parse("mean((n)d6kh9) + mean((n + 1)d6kh9)")
    values = {"n": Fraction(30)}
    budget = Budget(work=_least_that_does(values, "mean((n)d6kh9)") + 100)
    with pytest.raises(Refused) as fresh:
        number(both, Scope(values, budget=budget))
    memory: Memory = Memory()
    for _ in range(2):
        assert number(half, Scope(values, budget=budget, memory=memory)) == number(half, Scope(values))
        with pytest.raises(Refused) as again:
            number(both, Scope(values, budget=budget, memory=memory))
        assert str(again.value) == str(fresh.value)


def _least_that_does(values: dict[str, Fraction], text: str) -> int:
    """The smallest budget of work, found by halving, with which an expression is not refused."""
    low, high = 0, 200_000_000
    while high - low > 1:
        middle = (low + high) // 2
        try:
            number(text, Scope(dict(values), budget=Budget(work=middle)))
            high = middle
        except Refused:
            low = middle
    return high
