"""Calculators: what their expressions come to, what they answer, and what is refused where."""

from __future__ import annotations

import pytest

from generator.content.expressions import read_expression
from generator.dice.evaluate import Scope, number
from generator.dice.notation import parse_function
from generator.exact import Fraction
from generator.tables.calculator_answers import answers, refusal
from generator.tables.calculator_model import Entry
from generator.tables.calculator_terms import names_in, term_of, value_of
from tests.calculator_samples import CALCULATORS, attempt, pool, tables

EXPRESSIONS = (
    "a + b * 3 - a / 4",
    "-(a - b) * -2",
    "ceil(a / 3) + floor(-a / 3) + round(b / 2)",
    "if(a >= b and not (a == 5), a, if(a < b or b != 2, b, 7))",
    "max(a, b, 3) - min(a, -b) + abs(a - b)",
    "clamp(a * b, -3, 12.5)",
    "twice(a) + twice(twice(b))",
    "12% * a + 2.75",
)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_a_term_comes_to_what_the_dice_engine_says(text: str) -> None:
    functions = {"twice": parse_function("twice(x) = 2 * x")}
    term = term_of(read_expression(text), functions)
    for a in (Fraction(-7), Fraction(0), Fraction(5), Fraction(9, 2)):
        for b in (Fraction(-1), Fraction(2), Fraction(5)):
            values = {"a": a, "b": b}
            assert value_of(term, values) == number(text, Scope(values, functions))
    assert set(names_in(term)) == {name for name in ("a", "b") if name in text.replace("abs", "").replace("clamp", "")}


def asked(*entries: Entry) -> list[Fraction | str]:
    given: list[Entry] = [one.default for one in pool().inputs]
    given[: len(entries)] = entries
    return list(answers(pool(), {table.id: table for table in tables()}, given).outputs)


def test_the_first_answers_are_right_by_hand() -> None:
    # Of 216 throws of three dice, 108 total 11 or more; the chance of 13 or more is 56/216, of 15 or more 20/216.
    assert asked() == [0, "+1 for all", 11, Fraction(1, 2), 11, 15, round12(Fraction(1, 6)), Fraction(4), Fraction(1)]


def round12(value: Fraction) -> Fraction:
    return Fraction(round(value * 10**12), 10**12)


def test_weather_and_table_change_the_answer() -> None:
    answer = asked("2D6", Fraction(8), "FOUL", "-1", Fraction(-1, 2))
    assert answer[:4] == [2, "", 12, Fraction(1, 36)]
    assert answer[-1] == Fraction(1, 2)


def test_outside_the_table_words_stand_and_are_handed_on() -> None:
    answer = asked("3d6", Fraction(18), "foul")
    assert answer[2:4] == [22, "outside 2 to 18"]
    assert answer[6] == "outside 2 to 18", "what is computed from words is those words"
    assert answer[4] == 11, "what does not need them goes on"


def test_entries_that_do_not_fit_are_told_in_words() -> None:
    one = pool()
    found = answers(one, {table.id: table for table in tables()}, ["4d6", Fraction(1), None, "up", Fraction(1, 4)])
    assert found.unfit == 4
    assert found.remarks[0] == "▲ Choose one of the list, 1d6 to 3d6."
    assert found.remarks[1] == "▲ Enter a whole number from 2 to 18."
    assert found.remarks[3] == "Which table."
    assert found.remarks[4] == refusal(one.inputs[4]) == "▲ Enter a number from -1 to 3, in steps of 0.5."
    assert set(found.outputs) == {"see the inputs"}


REFUSED = {
    "a roll": ("worse(target, cost)", "lucky(target)", "function 'lucky' cannot be used in a sheet"),
    "dice": ("worse(target, cost)", "2d6", "a sheet cannot reckon with this; allowed: numbers, names"),
    "division": ("chance / 3", "chance / target", "a sheet can only divide by a plain number"),
    "zero": ("chance / 3", "chance / 0", "a sheet can only divide by a plain number"),
    "words": ("worse(target, cost)", "said", "'said' is words, which cannot be reckoned with"),
    "odds": ("value: chance / 3, format: {style: percent", "value: chance / 3, format: {style: odds", "as 'odds'"),
    "default": ("default: 11", "default: 19", "the input does not take its own default '19'"),
    "range": ("values: 2..18", "values: 2..18 by 3", "the range does not run from its first to its last number"),
    "no range": ("values: 2..18", "values: 7", "an input takes a range of numbers, as in 2..30"),
    "twice": ('label: "-1"', "label: Up", "'Up' can be chosen twice"),
    "wildcard": ('label: "-1"', 'label: "a*"', "'a*' holds a wildcard of spreadsheets"),
    "row": ("row: needed", 'row_named: "19"', "table 'chance' has no row '19'"),
    "column": ("column_named: Said", "column_named: Sad", "table 'weather' has no column 'Sad'"),
    "unlike": ("[chance, exactly]", "[chance, weather]", "these tables do not have the same rows and columns"),
    "no choice": ("table_at: way", "table_at: dice", "several tables need 'table_at'"),
    "whole": ("value: ceil(half) - floor(-half)", "value: half / 3", "is not whole"),
    "mixed": ("column_named: Cost", "column_at: sky", "these cells are partly numbers and partly words"),
    "search": (
        "search: largest, table: chance",
        "search: largest, table: weather",
        "rows headed by numbers",
    ),
    "no number": ("row_at: sky, column_named: Cost", "row: sky, column_named: Cost", "not all headed by numbers"),
    "long": ("help: What to reach.", f"help: {'x' * 256}", "at most 255 characters"),
}

# Where a fault is that of several keys together, the item or one of the keys is its place.
AT_ITS_ITEM = {"twice": "name: way", "wildcard": "name: way", "no choice": "table: [chance, exactly]"}


@pytest.mark.parametrize("case", REFUSED)
def test_what_a_sheet_cannot_do_is_refused_at_its_place(case: str) -> None:
    old, new, sentence = REFUSED[case]
    assert CALCULATORS.count(old) >= 1
    made, problems = attempt(CALCULATORS.replace(old, new, 1))
    assert made == ()
    (problem,) = problems
    assert sentence in problem
    line = CALCULATORS.replace(old, new, 1).splitlines()[int(problem.split(":")[0]) - 1]
    assert AT_ITS_ITEM.get(case, new) in line
