"""A search that leaves numbers out finds what one finds that tries them all."""

from __future__ import annotations

import pytest

from generator.dice import forms
from generator.dice.evaluate import NotationError, Scope, number
from generator.dice.monotone import FALLS, RISES, STAYS, direction
from generator.dice.notation import parse, parse_function
from generator.dice.syntax import Indexed
from generator.exact import Fraction

FUNCTIONS = {
    "reach": parse_function("reach(n, t) = P((n)d6 >= t)"),
    "miss": parse_function("miss(n, t) = 1 - reach(n, t)"),
    "odd": parse_function("odd(t) = P(d6 == t)"),
    "again": parse_function("again(t) = again(t)"),
    "wave": parse_function("wave(t) = abs(t - 3) + t"),
}


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("P(3d6 >= t) >= 50%", FALLS),
        ("P(3d6 > t + 2) >= 50%", FALLS),
        ("P(t <= 3d6) >= 50%", FALLS),
        ("P(3d6 + t >= 12) >= 50%", RISES),
        ("P(3d6 < t) >= 50%", RISES),
        ("1 - P(3d6 >= t) >= 50%", RISES),
        ("not P(3d6 >= t) >= 50%", RISES),
        ("reach(4, t) >= 1/3", FALLS),
        ("miss(4, 2 * t - 3) >= 1/3", RISES),
        ("miss(4, 20 - t / 2) >= 1/3", FALLS),
        ("reach(4, 3) >= 1/3", STAYS),
        ("mean(max(2d6, t)) >= 9 and floor(t / 2) >= 4", RISES),
        ("P(3d6 >= t) >= 50% or P(3d6 <= t) >= 50%", None),
        ("P(3d6 == t) >= 10%", None),
        ("P((t)d6 >= 9) >= 10%", None),
        ("reach(t, 9) >= 10%", None),
        ("odd(t) >= 1/6", None),
        ("again(t) >= 1/6", None),
        ("wave(t) >= 4", None),
        ("t * t >= 4", None),
        ("2 / t >= 4", None),
        ("P(a + t >= 9 given a >= 4 where a = 2d6) >= 50%", None),
        ("largest(t: t <= 4) >= t", None),
    ],
)
def test_the_way_is_told_from_the_form(text: str, way: int | None) -> None:
    node = parse(text)
    assert direction(node, "t", FUNCTIONS) == way
    if way is not None:
        answers = [number(node, Scope({"t": Fraction(t)}, FUNCTIONS)) for t in range(-3, 30)]
        assert answers == sorted(answers, reverse=way == FALLS)
        assert (len(set(answers)) == 1) == (way == STAYS)


CONDITIONS = [
    "P(12d6 >= t) >= 95%",
    "P(12d6 < t) <= 5%",
    "P(4d6 - 20 >= t) >= 1/100",
    "reach(3, t) >= 1",
    "miss(7, t) <= 1/2",
    "P(2d6!{5,6} >= t) >= 1/1000",
    "P(2d6 + t >= 11) >= 1/2",
    "P(2d6 >= t and d6 <= 5) >= 1/4",
    "t <= 9.5",
    "P(d6 == t) >= 1/6",
    "3d6 >= t",
    "t / 0 >= 1",
]
SEARCHES = [
    *(f"{which}({span}: {condition})"
      for condition in CONDITIONS
      for which in ("largest", "smallest")
      for span in ("t", "t = 5..40", "t = -3..2", "t = 6..6", "t = 9..2")),
]  # fmt: skip


def answer(text: str) -> str:
    try:
        return str(number(parse(text), Scope({}, FUNCTIONS)))
    except NotationError as error:
        return str(error)


@pytest.mark.parametrize("text", SEARCHES)
def test_leaving_numbers_out_changes_no_answer_and_no_complaint(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = answer(text)
    monkeypatch.setattr(forms, "_way", lambda *_: None)
    slow = answer(text)
    # Trying them all may come to the end of the budget before it comes to the end of the search.
    assert slow == quick or ("more than the budget" in slow and "found no end" in quick)


def test_what_the_name_of_the_index_hides_is_not_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    # The roll that `a` stands for mentions another `t` than the index.
    text = "largest(t: P(a >= t) >= 1/2) where t = d6, a = 10 + t"
    monkeypatch.setattr(forms.monotone, "direction", lambda *_: pytest.fail("it cannot be told"))
    assert isinstance(parse(text).children[0], Indexed)
    answer(text)


def test_few_numbers_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    find = forms.search.find

    def counting(node, holds, span, meter, way):  # type: ignore[no-untyped-def]
        return find(node, lambda t: tried.append(t) or holds(t), span, meter, way)

    monkeypatch.setattr(forms.search, "find", counting)
    assert answer("largest(t: P(100d6 >= t) >= 50%)") == "350"
    assert len(tried) < 20
