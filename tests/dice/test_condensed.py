"""Condensed rolls answer every comparison that they were condensed for as the whole roll does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.condensed import bounds, condensed
from generator.dice.evaluate import Scope, evaluate, number
from generator.dice.notation import parse
from generator.dice.roll import Roll
from generator.exact import Fraction

ROLLS = ["2d6", "d6!", "d6! - d6!", "d{1,2.5,9}", "d4 / 3"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]


@given(
    st.sampled_from(ROLLS),
    st.lists(st.tuples(st.sampled_from(COMPARISONS), st.integers(-3, 14), st.booleans()), min_size=1, max_size=4),
)
def test_every_comparison_keeps_its_chance(roll: str, parts: list[tuple[str, int, bool]]) -> None:
    texts = [f"({n}) {op} a" if turned else f"a {op} ({n})" for op, n, turned in parts]
    whole = evaluate(parse(roll))
    assert isinstance(whole, Roll)
    nodes = [parse(text) for text in texts]
    found = bounds(nodes, "a")
    assert found is not None
    cuts = [cut for bound in found for cut in bound.cuts(number(bound.node))]
    few = condensed(whole, cuts)
    assert len(list(few.items())) <= len(set(cuts)) + 1
    joint = parse(" or ".join(f"({text})" for text in texts))
    for node in (*nodes, joint):
        assert number(node, Scope({"a": few})) == number(node, Scope({"a": whole}))


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("a > 3", ["3"]),
        ("2 <= a <= skill + 1", ["2", "skill + 1"]),
        ("if(a > 3, x - 1, x) + (b == 2) and not a == 4", ["3", "4"]),
        ("b > 3", []),
        ("a", None),
        ("a + 1 > 3", None),
        ("a > a - 1", None),
        ("count(a, 1) > 2", None),
        ("if(b > 1, a, 2)", None),
        ("P(a > 3) > 1/2", None),
        ("largest(t: a > t)", None),
        ("(a) d6 > 3", None),
    ],
)
def test_what_a_roll_is_compared_with(text: str, compared: list[str] | None) -> None:
    found = bounds([parse(text)], "a")
    if compared is None:
        assert found is None
        return
    assert found is not None
    scope = Scope({"skill": Fraction(7)})
    assert [number(bound.node, scope) for bound in found] == [number(other, scope) for other in compared]
