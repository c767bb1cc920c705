"""The rounding promises: halves up once, never 0 for what can happen, never 100 for what can fail."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.exact import Fraction
from generator.tables.numbers import IMPOSSIBLE, NumberFormat, exact_text, round_half_up, show

PERCENT = NumberFormat("percent", 2)


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (Fraction(14098201, 136048896), PERCENT, "10.36%"),
        (Fraction(1, 3), NumberFormat("percent", 0, mark=False), "33"),
        (Fraction(1, 200), NumberFormat("percent", 0), "1%"),
        (Fraction(49, 10_000), NumberFormat("percent", 0), "<1%"),
        (Fraction(1, 20_000), PERCENT, "0.01%"),
        (Fraction(1, 20_001), PERCENT, "<0.01%"),
        (Fraction(99_994, 100_000), PERCENT, "99.99%"),
        (Fraction(99_995, 100_000), PERCENT, ">99.99%"),
        (Fraction(0), PERCENT, IMPOSSIBLE),
        (Fraction(1), PERCENT, "100%"),
        (Fraction(1, 2), NumberFormat("percent", 1, trim=True), "50%"),
        (Fraction(5, 2), NumberFormat("decimal", 0), "3"),
        (Fraction(-5, 2), NumberFormat("decimal", 0), "−2"),
        (Fraction(-1, 8), NumberFormat("decimal", 2), "−0.12"),
        (Fraction(-1, 1000), NumberFormat("decimal", 2), "0.00"),
        (Fraction(17, 6), NumberFormat("decimal", 4, trim=True), "2.8333"),
        (Fraction(3), NumberFormat("decimal", 4, trim=True), "3"),
        (Fraction(100), NumberFormat("decimal", 0, trim=True), "100"),
        (Fraction(17, 6), NumberFormat("mixed"), "2 5/6"),
        (Fraction(-1, 6), NumberFormat("mixed"), "−1/6"),
        (Fraction(7, 2), NumberFormat("fraction"), "7/2"),
        (Fraction(4), NumberFormat("whole", signed=True), "+4"),
        (Fraction(0), NumberFormat("whole", signed=True), "0"),
        (Fraction(1, 6), NumberFormat("odds"), "1 in 6"),
        (Fraction(1, 12345), NumberFormat("odds"), "1 in 12,345"),
        (Fraction(9, 10), NumberFormat("odds"), "nearly always"),
        (Fraction(1), NumberFormat("odds"), "always"),
    ],
)
def test_shown(value: Fraction, form: NumberFormat, text: str) -> None:
    assert show(value, form).text == text


def test_what_stands_for_a_number_is_told_apart() -> None:
    assert show(Fraction(1, 10**6), PERCENT).bounded
    assert show(Fraction(0), PERCENT).bounded
    assert not show(Fraction(1), PERCENT).bounded
    assert not show(Fraction(1, 2), PERCENT).bounded


def test_a_chance_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        show(Fraction(3, 2), PERCENT)


def test_a_part_is_not_cut_off_silently() -> None:
    with pytest.raises(ValueError, match="not whole"):
        show(Fraction(3, 2), NumberFormat("whole"))


def test_exact_text_has_both_parts() -> None:
    assert (exact_text(Fraction(42)), exact_text(Fraction(-21, 2))) == ("42/1", "-21/2")


@given(st.fractions(min_value=0, max_value=10_000, max_denominator=10**6), st.integers(0, 6))
def test_halves_go_up_as_decimal_does(value: Fraction, digits: int) -> None:
    # Sixty digits hold the decimal expansion far beyond the place where it is cut; exact halves stay exact.
    from decimal import localcontext

    with localcontext() as context:
        context.prec = 60
        decimal = Decimal(value.numerator) / Decimal(value.denominator)
        expected = decimal.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    assert round_half_up(value, digits) == Fraction(expected)


@given(st.fractions(min_value=-1000, max_value=1000), st.integers(0, 5))
def test_rounding_is_within_half_a_step_and_up_on_ties(value: Fraction, digits: int) -> None:
    error = round_half_up(value, digits) - value
    step = Fraction(1, 10**digits)
    assert -step / 2 < error <= step / 2


@given(st.fractions(min_value=0, max_value=1, max_denominator=10**9), st.integers(0, 4))
def test_only_the_impossible_and_the_certain_look_so(value: Fraction, digits: int) -> None:
    text = show(value, NumberFormat("percent", digits, mark=False)).text
    assert (text == IMPOSSIBLE) == (value == 0)
    assert (text == "100") == (value == 1)
    assert text.strip("0.") != ""
