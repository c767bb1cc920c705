"""Sums of dice and arithmetic of finite rolls, against every combination of faces."""

import pytest

from generator.dice.sums import convolve, pack, power, uniform_power, unpack
from generator.exact import Fraction
from tests.dice.asking import ask, law_of, roll
from tests.dice.brute import D6, law


@pytest.mark.parametrize("number", range(1, 6))
def test_equal_dice(number: int) -> None:
    assert law_of(f"{number}d6") == law([D6] * number, lambda *faces: sum(faces))


@pytest.mark.parametrize(
    ("text", "dice", "value"),
    [
        ("d8 + 2d6 - 1", [range(1, 9), D6, D6], lambda a, b, c: a + b + c - 1),
        ("d6 - d4", [D6, range(1, 5)], lambda a, b: a - b),
        ("3 - d6", [D6], lambda a: 3 - a),
        ("-(2d4) * 3", [range(1, 5)] * 2, lambda a, b: -3 * (a + b)),
        ("d6 * d6", [D6, D6], lambda a, b: a * b),
        ("d6 / d4", [D6, range(1, 5)], Fraction),
        ("d6 / 4 + d4 / 6", [D6, range(1, 5)], lambda a, b: Fraction(a, 4) + Fraction(b, 6)),
        ("2 * d6 + 3 * d4", [D6, range(1, 5)], lambda a, b: 2 * a + 3 * b),
        ("2 * d6 + 2 * d4", [D6, range(1, 5)], lambda a, b: 2 * a + 2 * b),
        ("3d{0,0,1,5}", [(0, 0, 1, 5)] * 3, lambda *faces: sum(faces)),
        ("2d{-3,0,100}", [(-3, 0, 100)] * 2, lambda *faces: sum(faces)),
        ("2d{0.5, 1/3}", [(Fraction(1, 2), Fraction(1, 3))] * 2, lambda *faces: sum(faces)),
        ("4dF", [(-1, 0, 1)] * 4, lambda *faces: sum(faces)),
        ("2d% / 10", [range(1, 101)] * 2, lambda a, b: Fraction(a + b, 10)),
        ("floor(d6 * 1.5)", [D6], lambda a: a * 3 // 2),
        ("ceil(d6 / 4)", [D6], lambda a: -(-a // 4)),
        ("round(d6 / 4)", [D6], lambda a: (2 * a + 4) // 8),
        ("abs(d6 - 4)", [D6], lambda a: abs(a - 4)),
        ("max(d6, d4, 3)", [D6, range(1, 5)], lambda a, b: max(a, b, 3)),
        ("min(2d4, d6)", [range(1, 5), range(1, 5), D6], lambda a, b, c: min(a + b, c)),
        ("clamp(2d6 - 7, -2, 2)", [D6, D6], lambda a, b: max(-2, min(2, a + b - 7))),
        ("clamp(d6, d4, 5)", [D6, range(1, 5)], lambda a, b: min(5, max(a, b))),
        ("(d4)d6", [range(1, 5), D6, D6, D6, D6], lambda n, *faces: sum(faces[:n])),
        ("repeat(d4 - 1, d6)", [range(1, 5), D6, D6, D6], lambda n, *faces: sum(faces[: n - 1])),
        ("repeat(2, d6 - d4)", [D6, D6, range(1, 5), range(1, 5)], lambda a, b, c, d: a + b - c - d),
        ("if(d6 >= 5, d4, 10)", [D6, range(1, 5)], lambda a, b: b if a >= 5 else 10),
        ("(d6 >= 5) + (d4 == 1)", [D6, range(1, 5)], lambda a, b: (a >= 5) + (b == 1)),
        ("reroll(2d6, on=1)", [D6, D6, D6, D6], lambda a, b, c, d: (b if a == 1 else a) + (d if c == 1 else c)),
        ("reroll(d6, on={1,2}, limit=2)", [D6] * 3, lambda a, b, c: a if a > 2 else b if b > 2 else c),
        ("reroll(d6, on=..)".replace("..", "1..3") + " + 0", [D6, D6], lambda a, b: a if a > 3 else b),
        ("reroll(d6, on=<=2, limit=forever)", [range(3, 7)], lambda a: a),
    ],
)
def test_against_every_combination(text: str, dice: list[range], value: object) -> None:
    assert law_of(text) == law(dice, value)  # type: ignore[arg-type]


@pytest.mark.parametrize("sign", [">=", ">", "<=", "<", "==", "!="])
@pytest.mark.parametrize(("left", "right"), [("2d6", "d8 + 3"), ("d4", "3d6"), ("d6", "d6"), ("2 * d4", "d6")])
def test_comparisons_of_two_rolls(sign: str, left: str, right: str) -> None:
    expected = sum(
        (p * q for a, p in law_of(left).items() for b, q in law_of(right).items() if eval(f"a {sign} b")), Fraction(0)
    )
    assert ask(f"P({left} {sign} {right})") == expected
    assert ask(f"P(({left}) - ({right}) {sign} 0)") == expected


def test_powers_agree_with_repeated_products() -> None:
    weights = [3, 0, 2, 5]
    by_products = [1]
    for number in range(1, 8):
        by_products = convolve(by_products, weights)
        assert power(weights, number) == by_products
        assert power(weights, number, 4) == by_products[:4]
    assert list(uniform_power(6, 9)) == power([1] * 6, 9)


def test_packing_keeps_every_weight() -> None:
    weights = [0, 1, 255, 256, 70_000, 0, 3]
    assert unpack(pack(weights, 3).to_bytes(3 * len(weights), "little"), 3) == weights


def test_moments_quantiles_and_edges() -> None:
    three = roll("3d6")
    assert (three.mean(), three.variance(), three.minimum, three.maximum) == (Fraction(21, 2), Fraction(35, 4), 3, 18)
    for share in (Fraction(1, 216), Fraction(1, 2), Fraction(9, 10), Fraction(1)):
        smallest = min(x for x in range(3, 19) if three.at_most(x) >= share)
        assert three.quantile(share) == smallest == ask("quantile(3d6, share)", share=share)
    assert three.at_least(-5) == 1 and three.at_least(19) == 0 and three.probability(Fraction(21, 2)) == 0
    assert three.at_least(Fraction(19, 2)) == three.at_least(10) and three.more_than(18) == 0


def test_no_dice_and_constants() -> None:
    assert ask("(n)d6 + 0", n=0) == 0
    assert ask("mean(repeat(0, d6))") == 0
    assert ask("P(3 >= 2)") == 1
    assert ask("variance(5)") == 0
    assert ask("d1 * 0 + 4") == 4


def test_deviation_is_exact_where_it_can_be() -> None:
    assert ask("sd(d{0,2})") == 1
    cut = ask("sd(2d6)")
    assert cut * cut <= ask("variance(2d6)") < (cut + Fraction(1, 10**30)) ** 2
