"""Products of two dice without end, against all pairs of values that can reach the target."""

from __future__ import annotations

import pytest

from generator.exact import Fraction
from tests.dice.asking import ask, roll

PAIRS = [
    ("d6!", "d6!"),
    ("d4!", "2d6!{5,6}"),
    ("d4! - 6", "d6!"),
    ("d4! - 6", "d4!{3} - 3"),
    ("-d6!", "d4! - 1"),
    ("d4! - d6!", "d4! - 3"),
    ("d4! / 2", "3 * d6!"),
    ("-d4!", "-d6!"),
]
SIGNS = {
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
# Beyond so many steps from zero no value of a roll leaves the other one a choice, for targets up to 12.
FAR = 40


def near(text: str, far: int = FAR) -> tuple[dict[Fraction, Fraction], Fraction, Fraction]:
    """The chances near zero of a roll, and those of all below and all above."""
    law = roll(text)
    step = Fraction(getattr(law, "step", 1))
    chances = {step * k: law.probability(step * k) for k in range(-far, far + 1)}
    return chances, 1 - law.at_least(-far * step), law.more_than(far * step)


def brute(one: str, other: str, sign: str, target: int) -> Fraction:
    """Every pair of values near zero, and one value for all that are far: whatever it is, it decides the same."""
    laws = []
    for text in (one, other):
        chances, below, above = near(text)
        far = max(chances) * 1000
        laws.append({**chances, -far: below, far: above})
    return sum(
        (p * q for a, p in laws[0].items() for b, q in laws[1].items() if SIGNS[sign](a * b, target)), Fraction(0)
    )


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("sign", SIGNS)
def test_chances(pair: tuple[str, str], sign: str) -> None:
    one, other = pair
    for target in (-12, -7, -1, 0, 1, 5, 6, 12):
        expected = brute(one, other, sign, target)
        assert ask(f"P(({one}) * ({other}) {sign} {target})") == expected
        assert ask(f"P({target} {sign} ({other}) * ({one}))") == brute(
            one, other, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign, sign), target
        )


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_moments_and_quantiles(one: str, other: str) -> None:
    product = f"({one}) * ({other})"
    assert ask(f"mean({product})") == ask(f"mean({one}) * mean({other})")
    squares = [ask(f"variance({part}) + mean({part}) * mean({part})") for part in (one, other)]
    assert ask(f"variance({product})") == squares[0] * squares[1] - ask(f"mean({product})") ** 2
    median = ask(f"median({product})")
    assert ask(f"P({product} <= m)", m=median) >= Fraction(1, 2) > ask(f"P({product} < m)", m=median)
    assert ask(f"mean(-2 * {product})") == -2 * ask(f"mean({product})")
    assert ask(f"P({product} / 3 >= 2)") == ask(f"P({product} >= 6)")


@pytest.mark.parametrize(
    ("text", "least", "greatest"),
    [
        ("d6! * d6!", 1, None),
        ("(d6! - 1) * d4!", 0, None),
        ("-d6! * d4!", None, -1),
        ("-d6! * (d4! - 1)", None, 0),
        ("-d6! * -d4!", 1, None),
        ("(d6! - 2) * d4!", None, None),
        ("(d6! - d6!) * d4!", None, None),
    ],
)
def test_ends(text: str, least: int | None, greatest: int | None) -> None:
    law = roll(text)
    assert (law.minimum, law.maximum) == (least, greatest)


def test_the_distribution_is_told_as_far_as_it_matters() -> None:
    law = roll("d6! * d6!")
    listed = law.head(Fraction(1, 100))
    assert listed == [(value, law.probability(value)) for value, _ in listed]
    assert sum(chance for _, chance in listed) >= Fraction(99, 100)
    assert listed[:3] == [(1, Fraction(1, 36)), (2, Fraction(2, 36)), (3, Fraction(2, 36))]
    first = law.items()
    assert [next(first) for _ in range(3)] == listed[:3]


def test_a_product_may_have_a_name_that_is_used_once() -> None:
    assert ask("P(x >= 20 where x = d6! * d6!)") == ask("P(d6! * d6! >= 20)") == brute("d6!", "d6!", ">=", 20)


ADDED = [
    ("d6!", "d6!", "3"),
    ("d4! - d6!", "d4! - 3", "-2"),
    ("d4! - 6", "d4!{3} - 3", "2d6 - d4"),
    ("d4! / 2", "3 * d6!", "d6 - 5"),
    ("d6!", "d4! - 1", "2 * d6!{5,6} - 8"),
    ("-d6!", "d4! - 1", "7 - d4! - d4"),
    ("-d6!", "-(d6!{2})", "d4!"),
]
# What is added is near zero up to here; beyond, it decides alone for targets up to 6.
NEAR = 13


def brute_with_added(one: str, other: str, added: str, sign: str, target: int) -> Fraction:
    """The same as `brute` with a third roll, which no product that goes on without end can outweigh."""
    chances, below, above = near(added, NEAR)
    found = Fraction(0)
    for value, chance in chances.items():
        if chance:
            # The target of the product alone; whole steps of a half leave it a comparison of whole numbers.
            found += chance * ask(f"P(({one}) * ({other}) {sign} t)", t=target - value)
    # Beyond, the added roll wins against every product.
    return found + (above if SIGNS[sign](1, 0) else 0) + (below if SIGNS[sign](0, 1) else 0)


@pytest.mark.parametrize(("one", "other", "added"), ADDED)
@pytest.mark.parametrize("sign", SIGNS)
def test_something_added(one: str, other: str, added: str, sign: str) -> None:
    for target in (-6, -1, 0, 1, 4, 6):
        expected = brute_with_added(one, other, added, sign, target)
        assert ask(f"P(({one}) * ({other}) + ({added}) {sign} {target})") == expected
        assert ask(f"P(({one}) * ({other}) {sign} {target} - ({added}))") == expected


@pytest.mark.parametrize(("one", "other", "added"), ADDED)
def test_moments_with_something_added(one: str, other: str, added: str) -> None:
    whole, product = f"({one}) * ({other}) + ({added})", f"({one}) * ({other})"
    assert ask(f"mean({whole})") == ask(f"mean({product})") + ask(f"mean({added})")
    assert ask(f"variance({whole})") == ask(f"variance({product})") + ask(f"variance({added})")
    assert ask(f"P(3 * ({whole}) >= 9)") == ask(f"P({whole} >= 3)") == ask(f"P(-({whole}) <= -3)")
    median = ask(f"median({whole})")
    assert ask(f"P({whole} <= m)", m=median) >= Fraction(1, 2) > ask(f"P({whole} < m)", m=median)
    law = roll(whole)
    listed = law.head(Fraction(1, 20))
    assert sum(chance for _, chance in listed) >= Fraction(9, 10)
    assert all(chance == law.probability(value) > 0 for value, chance in listed)
