"""Reading, checking and substituting expressions; what is complained about, where, and with which hint."""

from __future__ import annotations

import subprocess
import sys

import pytest

from generator.dice.notation import BUILTINS, NotationError, check, parse, parse_function, substitute
from generator.exact import Fraction
from tests.dice.asking import ask


@pytest.mark.parametrize(
    ("text", "column", "message", "allowed"),
    [
        ("", 1, "empty", "2d6"),
        ("P(2d6 >= ", 9, "ends too early", "a number"),
        ("P(2d6 => 3)", 7, "'=' does not fit", "comparison"),
        ("2d6 wher a = 1", 5, "'wher' does not fit", "'where'"),
        ("3d6)", 4, "')' does not fit", "the end"),
        ("(1, 2)", 3, "',' does not fit", "')'"),
        ("2d6 $ 3", 5, "'$' does not fit", "operator"),
        ("2d", 2, "'d' does not fit", ""),
        ("sum(k = 3: k)", 9, "no range", "1..5"),
        ("a where a = 1, a = 2", 16, "given twice", ""),
        ("(" * 80 + "1" + ")" * 80 + " +" * 0, 1, "", ""),
        ("1" + " + 1" * 100, 1, "nested too deeply", "'where'"),
        ("1" * 5000, 1, "5000 characters", "at most"),
    ],
)
def test_what_cannot_be_read(text: str, column: int, message: str, allowed: str) -> None:
    if not message:
        assert parse(text)
        return
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.column == column
    assert message in caught.value.message
    assert allowed in caught.value.allowed
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("P((dize)d6 >= targt)", [(4, "'dize' is unknown", "'dice'"), (15, "'targt' is unknown", "'target'")]),
        ("maen(d6)", [(1, "function 'maen'", "'mean'")]),
        ("taget(dice, 2)", [(1, "function 'taget'", "'target'")]),
        ("target(dice)", [(1, "does not take 1 argument", "target(dice, average)")]),
        ("clamp(d6, 2)", [(1, "does not take 2 arguments", "clamp(x, low, high)")]),
        ("reroll(d20, onn=1)", [(13, "no option 'onn'", "'on'")]),
        ("reroll(d20, on=1, limit=forver)", [(25, "'forver' is unknown", "'forever'")]),
        ("code(3, wild=plane)", [(14, "'plane' is unknown", "'plain'")]),
        ("largst(t: t > 3)", [(1, "takes no index", "'largest'")]),
        ("sum(k: k)", [(1, "needs a range", "1..5")]),
        ("mean(>=3)", [(6, "takes no faces", "mean(roll)")]),
        ("largest(t: P(12d6 >= t) >= 95%)", []),
        ("sum(k = 0..dice: P(count((dice)d6, >=5) == k))", []),
        ("a + b where a = d6, b = a + dice", []),
        ("b where a = b, b = 1", [(13, "'b' is unknown", "")]),
        ("reroll(d20, on=<=2, limit=forever) + code(dice, wild=plain)", []),
        ("5 <= 2d6 <= 9", []),
        ("k + sum(k = 1..2: k)", [(1, "'k' is unknown", "")]),
    ],
)
def test_words_that_are_not_known(text: str, found: list[tuple[int, str, str]]) -> None:
    functions = {"target": parse_function("target(dice, average) = ceil(dice * average)")}
    problems = check(parse(text), {"dice", "target"}, functions)
    assert len(problems) == len(found)
    for problem, (column, message, allowed) in zip(problems, found, strict=True):
        assert problem.column == column
        assert message in problem.message
        assert allowed in problem.allowed


def test_whatever_check_complains_about_cannot_be_evaluated() -> None:
    for text in (
        "dize + 1",
        "maen(d6)",
        "clamp(d6, 2)",
        "reroll(d20, onn=1)",
        "largst(t: t > 3)",
        "sum(k: k)",
        "code(3, wild=plane)",
        "reroll(d20, on=1, limit=forver)",
        "mean(>=3)",
    ):
        assert check(parse(text), (), {})
        with pytest.raises(NotationError):
            ask(text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("P(2d6)", 3, "a roll, not an event"),
        ("P(d6!>=5)", 3, "a roll, not an event"),
        ("P(3)", 3, "not an event"),
        ("2d6", 1, "a roll, not a number"),
        ("(d6)d(d6)", 7, "must be a number"),
        ("(-1)d6", 2, "at least 0"),
        ("(1/2)d6", 2, "at least 0"),
        ("d(0)", 3, "at least one side"),
        ("d6!{1,2,3,4,5,6}", 1, "never stops"),
        ("reroll(d6, on=1..6, limit=forever)", 1, "never stops"),
        ("d{-1,0,1}!{-1,1}", 1, "both positive and negative"),
        ("1 / 0", 1, "division by zero"),
        ("6 / (d6 - 3)", 1, "may be zero"),
        ("1 / d6!", 1, "cannot be a divisor"),
        ("count(d6 + 1, 6)", 7, "takes dice"),
        ("quantile(d6, 0)", 14, "above 0"),
        ("quantile(d6!, 100%)", 1, "no greatest value"),
        ("largest(t: P(2d6 >= t))", 12, "not an event"),
        ("largest(t = 20..30: P(2d6 >= t) > 0)", 21, "holds nowhere"),
        ("repeat(d6!, d6)", 8, "open-ended"),
        ("repeat(-1, d6)", 8, "at least 0"),
        ("clamp(d6, 5, 2)", 11, "leaves nothing"),
        ("sum(k = 1..3.5: k)", 9, "whole number"),
    ],
)
def test_what_makes_no_sense(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        ask(text)
    assert (caught.value.column, message in caught.value.message) == (column, True), str(caught.value)


def test_substituting_values_for_names() -> None:
    values = {"dice": "12", "target": "50", "k": "9", "mean": "7"}
    assert substitute("P((dice)d6 >= target)", values) == "P((12)d6 >= 50)"
    assert substitute("mean(3d6) + dice", values) == "mean(3d6) + 12"
    assert substitute("sum(k = 1..dice: k)", values) == "sum(k = 1..12: k)"
    assert substitute("x + target where x = dice", values) == "x + 50 where x = 12"
    assert substitute("3d6", {}) == "3d6"


def test_signs_and_spellings() -> None:
    assert ask("3 × 4 − 2") == 10 and ask("9 ÷ 3") == 3
    assert ask("mean(3D6)") == ask("mean(3d6)") and ask("mean(D6)") == Fraction(7, 2)
    assert ask("12.5%") == Fraction(1, 8)
    assert ask("quantile(x where x = 2d6, 90%)") == ask("quantile(2d6, 90%)")
    assert ask("largest(t = 1..20: P(2d6 >= t) >= 50%)") == 7
    assert ask("smallest(t = -5..20: P(2d6 <= t) >= 50%)") == 7
    assert ask("largest(t: P(d6 - d6 >= t) >= 90%)") == -3
    assert ask("smallest(n: P((n)d6 >= 0) == 1)") == 0


def test_trees_are_frozen_and_texts_are_read_once() -> None:
    node = parse("2d6 + 1")
    assert parse("2d6 + 1") is node
    with pytest.raises(AttributeError):
        node.column = 3  # type: ignore[misc]
    function = parse_function("f(a, b) = a + b")
    assert (function.name, function.parameters) == ("f", ("a", "b"))
    with pytest.raises(NotationError, match="named twice"):
        parse_function("f(a, a) = a")


def test_every_function_is_described_in_one_sentence() -> None:
    from generator.dice.functions import _CALLS

    indexed = {name for name, builtin in BUILTINS.items() if builtin.indexed}
    assert set(BUILTINS) == set(_CALLS) | indexed
    for name, builtin in BUILTINS.items():
        assert builtin.signature.startswith(f"{name}(")
        assert builtin.doc[0].isupper() or builtin.doc.startswith(("a ", "x,"))
        assert builtin.doc.endswith(".")


def test_importing_loads_neither_parser_nor_arrays() -> None:
    code = (
        "import sys, generator.dice, generator.dice.evaluate, generator.dice.chains;"
        "print([m for m in ('lark', 'numpy', 'asyncio') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
