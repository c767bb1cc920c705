"""Each verdict on a claim: what is said, how exact it means to be, and what the exact value makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.content.printed_numbers import read_number
from generator.exact import Fraction
from generator.tables.check_model import Finding
from tests.tables.check_world import checked


def judged(folder: Path, **keys: str) -> Finding:
    claim = {"says": "It", "where": "Page 1"} | keys
    text = "- " + "\n  ".join(f"{key}: {value}" for key, value in claim.items()) + "\n"
    check, problems = checked(folder, claims=text)
    assert problems == ()
    assert check is not None
    (finding,) = check.findings
    return finding


EVERY_ROUNDING = "truncated or halves down or halves to even or rounded twice or rounded to the nearest half"


@pytest.mark.parametrize(
    ("keys", "verdict", "difference", "cause"),
    [
        (("mean(2d6)", "7", "exact"), "holds", 0, ""),
        (
            ("mean(d6!{5,6})", "5.2", "exact"),
            "does not hold",
            Fraction(-1, 20),
            "truncated or halves down or halves to even",
        ),
        (("mean(d6!{5,6})", "5.3", "rounded"), "holds", Fraction(1, 20), ""),
        (("P(2d6 >= 7)", "58.3%", "rounded"), "holds", Fraction(-1, 30), ""),
        (("P(2d6 >= 7)", "58%", "exact"), "does not hold", Fraction(-1, 3), EVERY_ROUNDING),
        (("P(2d6 >= 7)", "60%", "about"), "holds as an approximation", Fraction(5, 3), "read to the nearest 10%"),
        (("P(2d6 >= 7)", "50%", "about"), "does not hold", Fraction(-25, 3), "read to the nearest 10%"),
        (("P(2d6 >= 7)", "50%", "more than"), "holds", Fraction(-25, 3), "read as more than 50%"),
        (("P(2d6 >= 7)", "60%", "at least"), "does not hold", Fraction(5, 3), "read as at least 60%"),
        (("P(d6 == 6)", "1/6", "exact"), "holds", 0, ""),
        (("P(d6 == 6)", "1 in 6", "less than"), "does not hold", 0, "read as less than 1 in 6"),
        (("mean(2d6) + 1", "7-8", "exact"), "holds", 0, ""),
        (("mean(2d6) + 1.2", "7-8", "exact"), "does not hold", Fraction(-1, 5), ""),
        (("mean(2d6) + 1.2", "7-8", "about"), "holds as an approximation", Fraction(-1, 5), "read to the nearest 1"),
        (("1460", "1,000", "about"), "holds as an approximation", -460, "read to the nearest 1000"),
    ],
)
def test_a_claim_is_judged_by_how_exact_it_means_to_be(
    tmp_path: Path, keys: tuple[str, str, str], verdict: str, difference: Fraction, cause: str
) -> None:
    expression, printed, exactness = keys
    found = judged(tmp_path, expression=f'"{expression}"', printed=f'"{printed}"', exactness=exactness)
    assert (found.verdict, found.difference, found.cause) == (verdict, difference, cause)


def test_a_claim_may_give_its_own_digits_or_step(tmp_path: Path) -> None:
    keys = {"expression": "mean(d{1,2,4})", "printed": '"2.3"', "exactness": "rounded"}
    assert judged(tmp_path / "a", **keys).verdict == "holds"
    assert judged(tmp_path / "b", **keys, digits="2").verdict == "does not hold"
    keys = {"expression": "1.51", "printed": '"2"', "exactness": "about"}
    assert judged(tmp_path / "c", **keys).verdict == "holds as an approximation"
    found = judged(tmp_path / "d", **keys, step="1/2")
    assert (found.verdict, found.cause) == ("does not hold", "read to the nearest 0.5")


def test_words_are_decided_by_what_they_mean(tmp_path: Path) -> None:
    keys = {"expression": "P(2d6 >= 7)", "printed": "likely"}
    found = judged(tmp_path / "a", **keys, means="value > 50%")
    assert (found.verdict, found.ours, found.difference, found.cause) == (
        "holds",
        "58.33%",
        None,
        "read as value > 50%",
    )
    assert judged(tmp_path / "b", **keys, means="value > 60%").verdict == "does not hold"


def test_a_claim_over_several_values_must_hold_for_each_and_tells_the_farthest(tmp_path: Path) -> None:
    keys = {"expression": "mean((dice)d6) / dice", "printed": '"3.5"', "over": "{dice: 1..9}"}
    found = judged(tmp_path / "a", **keys)
    assert (found.verdict, found.cause) == ("holds", "for all 9 values")
    keys = {
        "expression": "dice + 1/4",
        "printed": '"2"',
        "exactness": "about",
        "over": "{dice: [1, 2, 4]}",
        "step": "1",
    }
    found = judged(tmp_path / "b", **keys)
    assert (found.verdict, found.exact) == ("does not hold", Fraction(17, 4))
    assert found.cause == "read to the nearest 1; the largest deviation of 3 values, at dice 4"
    keys = {"expression": "P((dice)d6 >= 7)", "printed": "50%", "exactness": "more than", "over": "{dice: 2..4}"}
    found = judged(tmp_path / "c", **keys)
    assert found.cause == "read as more than 50%; the closest of 3 values, at dice 2"


def test_another_reading_is_told_where_the_claim_fits_it(tmp_path: Path) -> None:
    reading = "[{name: an equal roll that succeeds, expression: P(d100 <= 56)}, {name: none, expression: P(d100 > 56)}]"
    found = judged(
        tmp_path, expression="P(d100 < 56)", printed="56%", readings=reading, note="Only lower rolls succeed."
    )
    assert (found.verdict, found.ours) == ("does not hold", "55.00%")
    assert found.cause == "fits an equal roll that succeeds"
    assert found.note == "Only lower rolls succeed."


@pytest.mark.parametrize("step", ["0", "-1"])
def test_a_step_must_be_more_than_nothing(tmp_path: Path, step: str) -> None:
    text = f"- says: It\n  where: P\n  expression: 3.4\n  printed: 3\n  exactness: about\n  step: {step}\n"
    check, (problem,) = checked(tmp_path, claims=text)
    assert check is None
    assert problem.message == "the step of a claim must be more than 0"
    assert problem.location.line == 6


def test_an_expression_without_a_number_is_a_problem_at_its_place(tmp_path: Path) -> None:
    _, (problem,) = checked(tmp_path, claims="- says: It\n  where: P\n  expression: 2d6\n  printed: 7\n")
    assert problem.message == "this is a roll, not a number"
    assert (problem.location.line, problem.location.column) == (3, 15)


@pytest.mark.parametrize(
    ("text", "value", "step"),
    [
        ("87.85%", Fraction(8785, 10000), Fraction(1, 10000)),
        ("1,000", Fraction(1000), Fraction(1000)),
        ("120", Fraction(120), Fraction(10)),
        ("0", Fraction(0), Fraction(1)),
        ("-3", Fraction(-3), Fraction(1)),
        ("−2.50", Fraction(-5, 2), Fraction(1, 100)),
        ("10 1/2", Fraction(21, 2), Fraction(1, 2)),
        ("1 in 1,000", Fraction(1, 1000), Fraction(1, 1000)),
        ("35-36", Fraction(35), Fraction(1)),
    ],
)
def test_what_a_printed_number_says(text: str, value: Fraction, step: Fraction) -> None:
    number = read_number(text)
    assert number is not None
    assert (number.value, number.step) == (value, step)


@pytest.mark.parametrize("text", ["a wound", "16 in both", "", "1/0", "7-5", "1e3", "5-"])
def test_what_is_no_printed_number(text: str) -> None:
    assert read_number(text) is None
