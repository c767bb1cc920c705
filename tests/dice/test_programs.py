"""Programs answer what the evaluation answers: the same numbers, the same complaints, the same refusals."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.dice.evaluate import Budget, Memory, Scope, evaluate, number
from generator.dice.notation import NotationError, parse, parse_function
from generator.dice.staged import Staged
from generator.exact import Fraction

FUNCTIONS = {
    "reach": parse_function("reach(dice, target) = P((dice)d6 + bonus(dice) >= target)"),
    "bonus": parse_function("bonus(dice) = floor(dice / 2)"),
    "twice": parse_function("twice(x) = x + x"),
    "again": parse_function("again(x) = if(x <= 0, 0, 1 + again(x - 1))"),
    "nested": parse_function("nested(x) = sum(k = 1..3: reach(k, x)) + mean(a given a > x - 9 where a = 2d6)"),
}
ROW = {"n": Fraction(3), "share": Fraction(1, 3), "r": evaluate(parse("2d6")), "o": evaluate(parse("d6!"))}
COLUMNS = [{"t": Fraction(t), "c": evaluate(parse(c))} for t, c in product((0, 2, 7), ("d8", "d4! - 1", "5"))]

# What a table is likely to ask, and does not leave to the evaluation as a whole.
ASKED = [
    "P((n)d6 >= t)",
    "P(r >= t) + t * share",
    "P(r + c >= t and t > 1)",
    "reach(n, t) * reach(2, t) + bonus(t)",
    "if(t > 2, P(o >= t), 1 - P(c > n))",
    "largest(k = 0..20: reach(n, k) >= 1 / (t + 1))",
    "smallest(k: P((k)d6 >= t) >= share) + sum(k = 1..n: P((k)d6 >= t) * k)",
    "sum(k = 1..n: prod(m = 1..k: P(r >= m + t)))",
    "max(t, n) - min(ceil(t * share), round(share)) + floor(-t / 2)",
    "P(not (r >= t or c <= n))",
    "again(t) + twice(t)",
    "sum(k = 0..2: bonus(t * k))",
    "largest(k = 0..20: bonus(t + k) <= 5)",
    "sum(k = 0..2: sum(m = 0..k: reach(t + k, m + t)))",
    "sum(k = 0..2: bonus(sum(k = 0..2: t * k)) * k)",
    "nested(t)",
    "1 / (t - 2)",
    "largest(k = 0..3: P(r >= t + k) >= 50%)",
    "P(t)",
    "unknown(t) + 1",
    "(r >= t) + 1",
    "P(twice(r) >= t)",
    "mean(r given r >= t)",
]
# What is asked as a whole, for a roll in it is used twice.
TIED = ["P(r >= t and r <= n + t)", "P(r > n or r == t)"]


def told(ask: Any) -> str:
    """The answer, or the complaint with its column and advice."""
    try:
        return str(ask())
    except NotationError as error:
        return f"{type(error).__name__} at {error.column}: {error.message}; {error.allowed}"


def fresh(text: str, row: Mapping[str, Any], column: Mapping[str, Any], budget: Budget) -> str:
    """What an evaluation without memory and programs says."""
    return told(lambda: number(parse(text), Scope({**row, **column}, FUNCTIONS, budget)))


def by_program(text: str, budget: Budget) -> tuple[list[str], int]:
    """What a prepared expression says in two rows, column by column, and how often it had to be asked as a whole."""
    node, memory = parse(text), Memory()
    staged = Staged(node, ("t", "c"), Scope({}, FUNCTIONS, budget, memory))
    said, left = [], 0
    for row in (ROW, {**ROW, "n": Fraction(2)}):
        scope = Scope(row, FUNCTIONS, budget, memory)

        def otherwise(names: Mapping[str, Any], scope: Scope = scope) -> Fraction:
            nonlocal left
            left += 1
            return number(node, scope, names)

        asked = staged.row(scope, otherwise)
        said += [told(partial(asked, column)) for column in COLUMNS]
    return said, left


def evaluated(text: str, budget: Budget) -> list[str]:
    """The same from one evaluation after the other."""
    rows = (ROW, {**ROW, "n": Fraction(2)})
    return [fresh(text, row, column, budget) for row, column in product(rows, COLUMNS)]


@pytest.mark.parametrize("text", [*ASKED, *TIED])
def test_a_table_is_answered_as_cell_by_cell(text: str) -> None:
    said, left = by_program(text, Budget())
    wanted = evaluated(text, Budget())
    assert said == wanted
    complaints = sum(" at " in one for one in wanted)
    assert left == (len(wanted) if text in TIED else complaints)


@pytest.mark.parametrize("work", [0, 40, 400, 4_000, 12_000])
@pytest.mark.parametrize("text", ASKED)
def test_a_budget_refuses_the_same(text: str, work: int) -> None:
    assert by_program(text, Budget(work=work))[0] == evaluated(text, Budget(work=work))


LEAVES = st.sampled_from(["n", "t", "share", "r", "o", "c", "2", "0", "3d6", "(t)d6", "d6!", "50%", "bad"])
SHAPES = [
    "({} + {})",
    "({} - {})",
    "({} * {})",
    "({} / {})",
    "P({} >= {})",
    "({} < {} and {} != {})",
    "not ({} == {})",
    "if({} > {}, {}, {})",
    "max({}, {})",
    "floor({})",
    "mean({})",
    "bonus({})",
    "twice({})",
    "reach({}, {})",
    "sum(k = 0..2: {} * k)",
    "sum(k = 0..2: bonus({} + k) * {})",
    "sum(m = 0..2: reach({} * m, {} + m))",
    "largest(k = 0..6: reach(k, {} + k) >= {})",
    "largest(k = 0..6: {} >= {} + k)",
    "mean({} given a > {} where a = {})",
    "mean(bonus(a + {}) * 2 + sum(k = 0..2: bonus(a + k + {})) given a > 1 where a = {})",
    "P(sum(m = 0..2: reach(m + 1, a + {})) > {} and a != 3 where a = {})",
]


def shaped(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A form of the notation around some parts."""
    return st.sampled_from(SHAPES).flatmap(
        lambda shape: st.tuples(*[parts] * shape.count("{}")).map(lambda filled: shape.format(*filled))
    )


@settings(max_examples=150, deadline=None)
@given(st.recursive(LEAVES, shaped, max_leaves=8))
def test_any_expression_is_answered_the_same(text: str) -> None:
    assert by_program(text, Budget(work=400_000))[0] == evaluated(text, Budget(work=400_000))


CASES = [
    "P(a >= t and a + d6 > n where a = (n)d6)",
    "mean(max(a, t) - b given a > b where a = (n)d6, b = d4)",
    "mean(if(a >= t, floor(a / 2), bonus(n)) where a = d6! + n)",
    "P(a > t and a < n + 9 and P(a > 3) > 0 where a = 2d6)",
    "mean(a * P(d6 >= b) given a + b > t where a = d6, b = d6!)",
    "if(a > t, a, 0) + if(a < n, 1, 0) where a = 2d6! - d6!",
    "mean(twice(a) + reach(n, a) given a >= t where a = d4)",
    "mean(a given a > 99 where a = d6)",
    "P(a / (a - t) > 1 where a = d6)",
    "mean(a + b given a + b > t and b < 3 where a = d4, b = d6)",
]


@pytest.mark.parametrize("work", [60, 2_000, 20_000, 200_000_000])
@pytest.mark.parametrize("text", CASES)
def test_cases_of_a_roll_come_to_the_same(text: str, work: int) -> None:
    node, memory, budget = parse(text), Memory(), Budget(work=work)
    for n, t in [*product(range(1, 4), range(1, 6))]:
        values = {"n": Fraction(n), "t": Fraction(t)}
        asked = told(lambda values=values: evaluate_as_text(node, Scope(values, FUNCTIONS, budget, memory)))
        assert asked == told(lambda values=values: evaluate_as_text(node, Scope(values, FUNCTIONS, budget)))
    assert work < 1_000_000 or any(program is not None for program in memory.programs.values())


def evaluate_as_text(node: Any, scope: Scope) -> str:
    """A number, or the values of a roll with their chances as far as they matter."""
    value = evaluate(node, scope)
    return str(value) if isinstance(value, Fraction) else str(value.head(Fraction(1, 10**6)))


def test_calls_go_as_deep_whatever_was_asked_before() -> None:
    functions = {"f": parse_function("f(n) = if(n <= 0, 0, 1 + mean(f(a - 1) + 0 * a where a = (n)d1))")}
    node, memory = parse("f(n)"), Memory()
    start = time.process_time()
    for n in (3, 3, 8, 8, 12, 12, 18, 25, 30, 12):
        values = {"n": Fraction(n)}
        said = told(partial(number, node, Scope(values, functions, memory=memory)))
        assert said == told(partial(number, node, Scope(values, functions)))
    # Trying a program anew at every depth before the complaint doubled the work twenty times.
    assert time.process_time() - start < 10


def test_a_program_met_within_itself_answers_the_same() -> None:
    functions = {
        "deep": parse_function("deep(x) = if(x <= 0, 1, mean(a * deep(x - 1) + a given a > 1 where a = d4))"),
    }
    node, memory = parse("deep(x)"), Memory()
    for x in (1, 2, 3, 4):
        scope = Scope({"x": Fraction(x)}, functions, memory=memory)
        assert number(node, scope) == number(node, Scope({"x": Fraction(x)}, functions))
