"""Names: the same name is the same roll; pools asked several things; conditions."""

from itertools import product

import pytest

from generator.dice.evaluate import Scope, evaluate, number
from generator.dice.notation import NotationError, parse, parse_function
from generator.exact import Fraction
from tests.dice.asking import ask, law_of, roll, scope
from tests.dice.brute import D6, exploding_chains, law

D4, D8, D20 = range(1, 5), range(1, 9), range(1, 21)


@pytest.mark.parametrize(
    ("text", "dice", "value"),
    [
        ("a + a where a = d6", [D6], lambda a: 2 * a),
        ("a * a where a = 2d4", [D4, D4], lambda a, b: (a + b) ** 2),
        ("a - a where a = 3d6", [D6], lambda *_: 0),
        ("a + b - a where a = d6, b = d4", [D4], lambda b: b),
        ("max(a, b) - min(a, b) where a = d6, b = d8", [D6, D8], lambda a, b: abs(a - b)),
        ("if(a == b, a + b, 0) where a = d6, b = d6", [D6, D6], lambda a, b: a + b if a == b else 0),
        ("b + a where a = d4, b = a + d6", [D4, D6], lambda a, r: 2 * a + r),
        ("b * b where a = d4, b = a + d6", [D4, D6], lambda a, r: (a + r) ** 2),
        ("b - a + b where a = d4, b = a * 2", [D4], lambda a: 3 * a),
        ("c + c + a where a = d4, b = a + 1, c = b * b", [D4], lambda a: 2 * (a + 1) ** 2 + a),
        ("repeat(a, d4) + a where a = d4", [D4] * 5, lambda a, *rest: sum(rest[:a]) + a),
        ("(x + x where x = d4) + (x + x where x = d6)", [D4, D6], lambda a, b: 2 * a + 2 * b),
        ("(x + y where x = y + y) where y = d4", [D4], lambda y: 3 * y),
        ("1 <= a - b and a - b <= 2 where a = d6, b = d6", [D6, D6], lambda a, b: int(1 <= a - b <= 2)),
        ("2 <= 2d4 <= 4", [D4, D4], lambda a, b: int(a + b <= 4)),
        ("(d6)d4 + 0", [D6, *[D4] * 6], lambda n, *rest: sum(rest[:n])),
        ("twice(d6) + twice(d4)", [D6, D4], lambda a, b: 2 * a + 2 * b),
        ("p + highest(p) where p = 3d4", [D4] * 3, lambda *f: sum(f) + max(f)),
        ("sum(p) - lowest(p, 2) where p = 3d4", [D4] * 3, lambda *f: max(f)),
        (
            "count(p, 1) * 10 + count(p, >=3) where p = 4d4",
            [D4] * 4,
            lambda *f: 10 * f.count(1) + sum(x >= 3 for x in f),
        ),
        (
            "count(p, 4) - count(q, 4) + q where p = 2d4, q = 2d4",
            [D4] * 4,
            lambda a, b, c, d: [a, b].count(4) - [c, d].count(4) + c + d,
        ),
        ("count(p, t) + t where p = 3d4, t = 2", [D4] * 3, lambda *f: f.count(2) + 2),
        (
            "count(p, >=t) + t + count(p, 1) where t = d4, p = 2d4",
            [D4] * 3,
            lambda t, *f: sum(x >= t for x in f) + t + f.count(1),
        ),
        ("count(p, 4) + highest(p) where p = 4d4dl2", [D4] * 4, lambda *f: sorted(f)[2:].count(4) + max(f)),
        (
            "count(p, 2) + sum(p) where p = explode(2d4, on=4, limit=1)",
            [D4] * 4,
            lambda a, b, c, d: (
                ([a, c] + [b] * (a == 4) + [d] * (c == 4)).count(2) + a + c + b * (a == 4) + d * (c == 4)
            ),
        ),
        (
            "count(p, 2) * 20 + highest(p) where p = explode(2d4, on=4, limit=1)",
            [D4] * 4,
            lambda a, b, c, d: (
                20 * ([a, c] + [b] * (a == 4) + [d] * (c == 4)).count(2) + max(a + b * (a == 4), c + d * (c == 4))
            ),
        ),
        (
            "highest(p) * 2 + lowest(p) where p = 2d{0.5,1,1}",
            [(Fraction(1, 2), 1, 1)] * 2,
            lambda a, b: 2 * max(a, b) + min(a, b),
        ),
    ],
)
def test_against_every_combination(text: str, dice: list[range], value: object) -> None:
    functions = {"twice": parse_function("twice(x) = x + x")}
    found = evaluate(parse(text), Scope(functions=functions))
    expected = law(dice, value)  # type: ignore[arg-type]
    if isinstance(found, Fraction):
        assert expected == {found: 1}
    else:
        assert dict(found.items()) == expected


def test_a_large_pool_asked_two_things() -> None:
    # Count the sixes first, then add up the other dice, which show 1 to 5.
    from math import comb

    expected = sum(
        (Fraction(comb(12, k) * 5 ** (12 - k), 6**12) * ask(f"P({12 - k}d5 + {6 * k} >= 50)") for k in range(3, 13)),
        Fraction(0),
    )
    assert ask("P(sum(p) >= 50 and count(p, 6) >= 3 where p = 12d6)") == expected


def test_conditions() -> None:
    assert ask("mean(a given a >= 11 where a = d20)") == Fraction(31, 2)
    assert ask("P(a == 6 given b == 1 where a = d6, b = d6)") == Fraction(1, 6)
    assert law_of("2 * a given a + b == 4 where a = d4, b = d4") == {2 * k: Fraction(1, 3) for k in (1, 2, 3)}
    with pytest.raises(NotationError, match="never hold"):
        ask("mean(a given a > 6 where a = d6)")
    with pytest.raises(NotationError, match="two conditions"):
        ask("mean((a given a > 2) given a > 3 where a = d6)")


def test_branches_that_exclude_each_other_need_no_enumeration() -> None:
    text = "P(if(h > 16, b, if(h == 16, floor(b / 2), 0)) >= 5 where h = d20 + 4, b = 2d6! + 2)"
    whole, half = ask("P(2d6! + 2 >= 5)"), ask("P(floor((2d6! + 2) / 2) >= 5)")
    assert ask(text) == Fraction(8, 20) * whole + Fraction(1, 20) * half


def test_rolls_given_by_the_scope_are_named_rolls() -> None:
    assert ask("P(die >= 3 and die <= 4)", die=roll("d6")) == Fraction(1, 3)
    assert ask("mean(die + die)", die=roll("d6!")) == Fraction(42, 5)
    assert ask("variance(die + die)", die=roll("d6!")) == 4 * ask("variance(d6!)")
    assert ask("variance(repeat(2, die))", die=roll("d6!")) == 2 * ask("variance(d6!)")
    assert ask("P(die >= t) + P(die < t)", die=roll("2d6"), t=5) == 1


def test_questions_inside_a_case_are_about_the_whole_roll() -> None:
    assert ask("mean(if(a > mean(a), 1, 0) + 0 * a where a = d6)") == Fraction(1, 2)
    assert ask("P(a >= 4 and P(a >= 4) == 50% where a = d6)") == Fraction(1, 2)


def truncated(text: str, on: set[int], number: int, bound: int) -> dict[int, Fraction]:
    one: dict[int, Fraction] = {}
    for chain, chance in exploding_chains(6, on, bound):
        one[sum(chain)] = one.get(sum(chain), Fraction(0)) + chance
    result = {0: Fraction(1)}
    for _ in range(number):
        following: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(result.items(), one.items()):
            following[a + b] = following.get(a + b, Fraction(0)) + p * q
        result = following
    return result


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("P(a > 9 and a < 20 where a = 2d6!{5,6})", lambda a, _: 9 < a < 20),
        ("P(a - b > 3 and a - b < 9 where a = 2d6!{5,6}, b = 2d6!{5,6})", lambda a, b: 3 < a - b < 9),
        ("P(floor(m / 2) == 3 and m >= 7 where m = 2d6!{5,6} - 2d6!{5,6})", lambda a, b: a - b == 7),
        ("P(abs(m) >= 12 or m == 1 where m = 2d6!{5,6} - 2d6!{5,6})", lambda a, b: abs(a - b) >= 12 or a - b == 1),
        (
            "P(min(m, 5) + max(m, 8) == 13 where m = 2d6!{5,6} - 2d6!{5,6})",
            lambda a, b: min(a - b, 5) + max(a - b, 8) == 13,
        ),
    ],
)
def test_open_ended_names_lie_within_exact_bounds(text: str, value: object) -> None:
    exact = ask(text)
    assert 0 < exact < 1
    dice = truncated("2d6!{5,6}", {5, 6}, 2, 34)
    known = sum(dice.values()) ** 2
    inside = sum(p * q for (a, p), (b, q) in product(dice.items(), dice.items()) if value(a, b))  # type: ignore[operator]
    assert 0 <= exact - inside <= 1 - known < Fraction(1, 50)


def test_conditional_means_of_open_ended_rolls() -> None:
    rolls = "where a = 2d6!{5,6}, b = 2d6!{5,6}"
    win = ask(f"P(a > b {rolls})")
    up, down = ask(f"mean(a - b given a > b {rolls})"), ask(f"mean(b - a given a > b {rolls})")
    assert up == -down
    # By symmetry the mean of |a - b| is twice the mean gain.
    assert 2 * win * up == ask("mean(abs(2d6!{5,6} - 2d6!{5,6}))")
    assert win * up == ask("mean(max(2d6!{5,6} - 2d6!{5,6}, 0))")
    # What exceeds 6 after a first six is a fresh die.
    assert ask("mean(a given a > 6 where a = d6!)") == 6 + Fraction(21, 5)
    assert ask("mean(a given a > 12 where a = d6!)") == 12 + Fraction(21, 5)
    assert ask(
        "mean(m + n given m > 2 where m = a - b, n = d4, a = d6!, b = d6!)".replace(
            "m = a - b, n = d4, a = d6!, b = d6!", "a = d6!, b = d6!, m = a - b, n = d4"
        )
    ) == ask("mean(a - b given a - b > 2 where a = d6!, b = d6!)") + Fraction(5, 2)


def test_thresholds_on_the_rest_of_an_open_ended_roll() -> None:
    # floor in steps that do not divide the period of the die
    expected = sum(ask(f"P(2d6! >= {5 * k})") for k in range(1, 60))
    exact = ask("mean(floor(2d6! / 5))")
    assert 0 < exact - expected < Fraction(1, 10**20)
    assert ask("mean(floor(m / 5) + floor(m / 4) where m = 2d6!)") == exact + ask("mean(floor(2d6! / 4))")
    assert ask("mean(ceil(2d6! / 5))") == -ask("mean(floor(-(2d6!) / 5))")


def test_functions_of_a_system() -> None:
    functions = {
        "target": parse_function("target(dice, average) = ceil(dice * average)"),
        "own": lambda share: Fraction(share) * 200,
        "spread": parse_function("spread(r) = max(r, 7) - min(r, 7)"),
        "attack": parse_function("attack(n) = (n)d6!"),
        "endless": parse_function("endless(x) = endless(x)"),
    }
    known = Scope({"dice": Fraction(11)}, functions)
    assert number("target(dice, 3.75)", known) == 42
    assert number("own(5%) + target(2, 1.2)", known) == 13
    assert number("mean(spread(2d6))", known) == ask("mean(abs(2d6 - 7))")
    assert number("mean(spread(a) + a where a = 2d6)", known) == ask("mean(abs(2d6 - 7))") + 7
    assert number("mean(attack(3))", known) == Fraction(63, 5)
    assert number("variance(attack(1) + attack(1))", known) == 2 * ask("variance(d6!)")
    with pytest.raises(NotationError, match="without end"):
        number("endless(1)", known)
    with pytest.raises(NotationError, match="must be a number"):
        number("own(d6)", known)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("a + 1 where a = d6, a = d8", 21, "given twice"),
        ("(a where a = d4) + a where a = d6", 10, "already names a roll"),
        ("repeat(3, a + 1) where a = d6", 11, "makes new each time"),
        ("count(a, 6) where a = d6 + 1", 7, "takes dice"),
    ],
)
def test_names_that_would_be_misread(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        evaluate(parse(text))
    assert caught.value.column == column


def test_scope_is_never_changed() -> None:
    first = scope(a=1)
    assert first.with_values(b=Fraction(2)).values == {"a": 1, "b": 2}
    assert dict(first.values) == {"a": 1}
