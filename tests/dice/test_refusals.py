"""What costs too much or is out of reach is refused at once, with a reason; what is accepted stays within bounds."""

from __future__ import annotations

import time

import pytest

from generator.dice.cost import Budget
from generator.dice.evaluate import Scope, number
from generator.dice.notation import NotationError, Refused
from generator.exact import Fraction
from tests.dice.asking import ask


@pytest.mark.parametrize(
    "text",
    [
        "P(1000000d1000000 >= 5)",
        "P(d1000000000 >= 5)",
        "P(1000000d6 >= 5)",
        "mean(repeat(1000000, 2d6))",
        "largest(t: t >= 0)",
        "smallest(t: P(2d6 >= 13) > 0)",
        "sum(k = 1..1000000000: k)",
        "P(d6! >= 1000000000)",
        "P(d6! + 1 / 1000000007 / 1000000009 >= 3)",
        "mean(if(d6 > 3, d6!, 1 / 1000000007 / 1000000009))",
        "mean(max(d6!, d6! / 1000000007 / 1000000009))",
        "P(d6! + d{1/1000000007,2} >= 3)",
        "P(200d6!{5,6} > 200d6!{5,6})",
        "mean(1000d1000kh500)",
        "mean(50d6!{5,6}kh20)",
        "mean(explode(d6, on=6, limit=1000000))",
        "reroll(d6, on=1, limit=1000000000)",
        "P(a * b > a + b + c where a = 500d6, b = 500d6, c = 500d6)",
        "P(count(p, 1) > count(p, 2) and count(p, 3) > count(p, 4) and sum(p) > highest(p, 9) where p = 200d20)",
        "mean(if(m > 1000000000, m, 0) where m = d6!)",
        "mean(max(d6! + 100000000, 0))",
        "P(d6! * d6! >= (d6!))",
        "P((d6! - d6!) * d6! + d6! >= 3)",
        "P(d6! * d6! - d6! * d6! >= 5)",
        "P(a * b >= 5 and a * b <= 9 where a = d6!, b = d6!)",
        "mean(max(d6! * d6!, 3))",
        "mean(floor(d6! * d6! / 2))",
        "mean(abs(d6! * -d6!))",
        "mean(if(d6 == 1, d6! * d6!, 2))",
        "mean(repeat(2, d6! * d6!))",
        "P(x >= 5 or x == 2 where x = d6! * d6!)",
        "mean(d6! * d6! * d6!)",
        "P(d6! * d6! >= 100000)",
        "P(d6! * d6! + 1000d6 >= 100000)",
        "P(count(p, 6) >= 500 and sum(p) >= 15000 where p = 90d6!)",
        "P(highest(p) >= 8 and sum(p) >= 1000 where p = 100d6!)",
        "P(count(p, 6) >= 2 and sum(p) >= 1000000000 where p = 4d6!)",
    ],
)
def test_refused_at_once(text: str) -> None:
    began = time.process_time()
    with pytest.raises(Refused) as caught:
        ask(text)
    assert time.process_time() - began < 2
    assert caught.value.message and caught.value.allowed
    assert isinstance(caught.value, NotationError)


@pytest.mark.parametrize(
    "text",
    [
        "P(400d6 >= 1400)",
        "P(2000d6 >= 7000)",
        "mean(100d20kh50)",
        "P(8d6!{5,6} > 8d6!{5,6})",
        "P(a * b > a + b where a = 20d6, b = 20d6)",
        "P(count(p, 6) >= 3 and sum(p) >= 140 where p = 40d6)",
        "P(d6! >= 3000)",
        "largest(t: P(400d6 >= t) >= 50%)",
        "mean(8d6!kh4)",
        "mean(count(20d6!kh10, 6))",
        "P(count(p, 6) >= 8 and sum(p) >= 160 where p = 30d6!{5,6})",
        "P(highest(p, 2) >= 8 and sum(p) >= 60 where p = 10d6!)",
    ],
)
def test_accepted_within_its_budget(text: str) -> None:
    began = time.process_time()
    assert ask(text) > 0
    assert time.process_time() - began < 10


def test_budgets_are_the_scope_s_own_and_caches_do_not_change_them() -> None:
    small = Scope(budget=Budget(work=20_000))
    assert number("P(2d6 >= 7)", small) == Fraction(7, 12)
    assert ask("P(300d6 >= 1000)") > 0
    for _ in range(2):
        with pytest.raises(Refused, match="budget"):
            number("P(300d6 >= 1000)", small)


def test_a_search_adds_up_what_it_spends() -> None:
    with pytest.raises(Refused, match="budget"):
        number("largest(t: P((200 + t)d6 >= 700) < 1)", Scope(budget=Budget(work=2_000_000)))
