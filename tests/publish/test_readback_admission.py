"""Which numbers a printed text admits: against the rounding module on many values, and against altered texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.exact import Fraction
from generator.publish.readback.admission import admits, exact_number, fault, plain_admits
from generator.tables.model import Cell, LegendEntry
from generator.tables.numbers import NumberFormat, show

CHANCES = st.fractions(min_value=0, max_value=1, max_denominator=10**7)
NUMBERS = st.fractions(min_value=-3000, max_value=3000, max_denominator=10**4)


@st.composite
def forms(draw: st.DrawFn, *styles: str) -> NumberFormat:
    style = draw(st.sampled_from(styles))
    return NumberFormat(
        style,  # type: ignore[arg-type]
        draw(st.integers(0, 4)),
        draw(st.booleans()),
        draw(st.booleans()) if style in ("decimal", "fraction", "mixed") else False,
        draw(st.booleans()),
    )


@given(CHANCES, forms("percent", "odds"))
def test_a_chance_is_admitted_by_its_own_print(value: Fraction, form: NumberFormat) -> None:
    assert admits(show(value, form).text, value, form)


@given(NUMBERS, forms("decimal", "fraction", "mixed"))
def test_a_number_is_admitted_by_its_own_print(value: Fraction, form: NumberFormat) -> None:
    assert admits(show(value, form).text, value, form)


@given(st.integers(-(10**30), 10**30), st.booleans())
def test_a_whole_number_is_admitted_by_its_own_print_alone(value: int, signed: bool) -> None:
    form = NumberFormat("whole", signed=signed)
    text = show(Fraction(value), form).text
    assert admits(text, Fraction(value), form)
    assert not admits(text, Fraction(value + 1), form)


@given(CHANCES, CHANCES, forms("percent", "odds"))
def test_no_print_admits_a_chance_that_prints_otherwise(one: Fraction, other: Fraction, form: NumberFormat) -> None:
    assert admits(show(one, form).text, other, form) == (show(one, form).text == show(other, form).text)


@given(NUMBERS, NUMBERS, forms("decimal", "fraction", "mixed"))
def test_no_print_admits_a_number_that_prints_otherwise(one: Fraction, other: Fraction, form: NumberFormat) -> None:
    assert admits(show(one, form).text, other, form) == (show(one, form).text == show(other, form).text)


@pytest.mark.parametrize(
    ("text", "value", "form", "admitted"),
    [
        ("10.36", Fraction(14098201, 136048896), NumberFormat("percent", 2, mark=False), True),
        ("10.37", Fraction(14098201, 136048896), NumberFormat("percent", 2, mark=False), False),
        ("10.4", Fraction(14098201, 136048896), NumberFormat("percent", 2, mark=False), False),
        ("10.36%", Fraction(14098201, 136048896), NumberFormat("percent", 2, mark=False), False),
        ("0.13", Fraction(1, 800), NumberFormat("percent", 2, mark=False), True),
        ("0.12", Fraction(1, 800), NumberFormat("percent", 2, mark=False), False),
        ("<0.01", Fraction(1, 10**6), NumberFormat("percent", 2, mark=False), True),
        ("<0.01", Fraction(0), NumberFormat("percent", 2, mark=False), False),
        ("<0.01", Fraction(1, 20000), NumberFormat("percent", 2, mark=False), False),
        ("0.00", Fraction(1, 10**6), NumberFormat("percent", 2, mark=False), False),
        ("100.00", Fraction(1), NumberFormat("percent", 2, mark=False), False),
        ("100%", Fraction(1), NumberFormat("percent", 2), True),
        ("100%", Fraction(99999, 100000), NumberFormat("percent", 2), False),
        (">99%", Fraction(199, 200), NumberFormat("percent", 0), True),
        (">99%", Fraction(1), NumberFormat("percent", 0), False),
        ("—", Fraction(0), NumberFormat("percent", 0), True),
        ("—", Fraction(1, 6**30), NumberFormat("percent", 0), False),
        ("−2", Fraction(-5, 2), NumberFormat("decimal", 0), True),
        ("−3", Fraction(-5, 2), NumberFormat("decimal", 0), False),
        ("0.0", Fraction(-1, 100), NumberFormat("decimal", 1), True),
        ("−0.0", Fraction(-1, 100), NumberFormat("decimal", 1), False),
        ("3", Fraction(3), NumberFormat("whole", signed=True), False),
        ("1 in 1", Fraction(9, 10), NumberFormat("odds"), False),
        ("1 in 1,297", Fraction(1, 1296), NumberFormat("odds"), False),
        ("2/4", Fraction(1, 2), NumberFormat("fraction"), False),
        ("2 5/6", Fraction(17, 6), NumberFormat("mixed"), True),
        ("2 5/6", Fraction(-17, 6), NumberFormat("mixed"), False),
    ],
)
def test_each_form_states_its_values(text: str, value: Fraction, form: NumberFormat, admitted: bool) -> None:
    assert admits(text, value, form) is admitted


@pytest.mark.parametrize(
    ("text", "value", "admitted"),
    [
        ("10.4%", Fraction(14098201, 136048896), True),
        ("10.5%", Fraction(14098201, 136048896), False),
        ("0.0%", Fraction(1, 10**6), False),
        ("100%", Fraction(999999, 10**6), False),
        ("1 in 9.60", Fraction(5, 48), True),
        ("1 in 10", Fraction(1, 9), False),
        ("2 5/6", Fraction(17, 6), True),
        ("17/6", Fraction(17, 6), True),
        ("<0.1%", Fraction(1, 2000), True),
        ("<0.1%", Fraction(0), False),
        (">99.9%", Fraction(1), False),
        ("~0%", Fraction(1, 10**9), True),
        ("—", Fraction(1, 2), False),
    ],
)
def test_a_text_of_unknown_form_is_taken_at_its_word(text: str, value: Fraction, admitted: bool) -> None:
    assert plain_admits(text, value) is admitted


def test_a_declared_label_admits_what_its_definition_said_but_no_false_certainty() -> None:
    form = NumberFormat("percent", 0, mark=False)
    legend = (LegendEntry("<1", "at least 0.015%"), LegendEntry("0", "next to nothing"), LegendEntry("100", "sure"))
    assert fault(Cell("<1", Fraction(9, 1000), form, replaced=True), legend) == ""
    assert "admit" in fault(Cell("<1", Fraction(9, 1000), form, replaced=True))
    assert "as 0" in fault(Cell("0", Fraction(1, 10**9), form, replaced=True), legend)
    assert "as 100" in fault(Cell("100", Fraction(999, 1000), form, replaced=True), legend)
    assert fault(Cell("100", Fraction(1), form, replaced=True), legend) == ""


def test_an_automatic_sign_keeps_its_meaning_although_the_legend_lists_it() -> None:
    legend = (LegendEntry("<1", "possible, but below 0.5%"), LegendEntry("—", "impossible"))
    form = NumberFormat("percent", 0, mark=False)
    assert fault(Cell("<1", Fraction(9, 1000), form, replaced=True), legend)
    assert fault(Cell("—", Fraction(9, 1000), form, replaced=True), legend)


def test_an_exact_number_is_read_to_the_last_digit_and_words_are_none() -> None:
    texts = {"42": 42, "-2.5": Fraction(-5, 2), "12.5%": Fraction(1, 8), "2 5/6": Fraction(17, 6)}
    assert {text: exact_number(text) for text in texts} == texts
    assert exact_number("2–3") is None
    assert exact_number("") is None
