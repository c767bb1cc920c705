"""Number formats: what a spreadsheet would show by each is the text that the book shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.exact import Fraction
from generator.render.xlsx_formats import (
    LITERAL_LIMIT,
    RESERVED_FOR_LABELS,
    FormatLedger,
    cell_format,
    displayed,
    label_number,
    literal,
    native_text,
    natural,
    needs_quote_prefix,
    sheet_text,
)
from generator.tables.model import Cell
from generator.tables.numbers import NumberFormat, Style, show


def number(value: Fraction, style: Style, digits: int = 0, *, mark: bool = True, signed: bool = False) -> Cell:
    form = NumberFormat(style, digits, mark=mark, signed=signed)
    shown = show(value, form)
    return Cell(shown.text, value, form, shown.bounded)


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        (number(Fraction(21, 2), "decimal", 2), "0.00"),
        (number(Fraction(7), "whole"), "0"),
        (number(Fraction(1, 6), "percent", 2), "0.00%"),
        (number(Fraction(1, 6), "percent", 2, mark=False), "0.00%"),
        (number(Fraction(1), "percent", 2), "0%"),
        (number(Fraction(-3), "whole"), '0;"−"0;0'),
        (number(Fraction(3), "whole", signed=True), '+0;"−"0;0'),
        # Halves: a sheet rounds away from zero, the book toward plus infinity.
        (number(Fraction(-5, 2), "decimal", 0), '"−2";"−2"'),
        (number(Fraction(5, 2), "decimal", 0), "0"),
        (number(Fraction(0), "percent", 2), '"—"'),
        (number(Fraction(1, 10**9), "percent", 2), '"<0.01%"'),
        (number(Fraction(1, 10**9), "percent", 2, mark=False), '"<0.01%"'),
        (number(Fraction(1, 12), "odds"), '"1 in 12"'),
        (number(Fraction(21, 2), "mixed"), '"10 1/2"'),
        (number(Fraction(-1, 1000), "decimal", 1), '"0.0";"0.0"'),
        (number(Fraction(10**20 + 1), "whole"), '"100000000000000000001"'),
        (Cell("~100", Fraction(999, 1000), NumberFormat("percent", mark=False), replaced=True), '"~100%"'),
        (Cell("~100", Fraction(999, 1000), NumberFormat("percent"), replaced=True), '"~100"'),
    ],
)
def test_format_of_cell(cell: Cell, code: str) -> None:
    assert cell_format(cell, "", FormatLedger()) == (code, True)


def test_sign_of_a_band_stands_before_the_number_and_leaves_it_native() -> None:
    ledger = FormatLedger()
    assert cell_format(number(Fraction(1, 6), "percent", 2), "▲", ledger) == ('"▲ "0.00%', True)
    assert cell_format(number(Fraction(-3), "whole"), "▼", ledger) == ('"▼ "0;"▼ −"0;"▼ "0', True)
    assert cell_format(number(Fraction(0), "percent"), "▼", ledger) == ('"▼ —"', True)


@pytest.mark.parametrize(
    ("text", "negative", "code"),
    [
        ("~100", False, '"~100"'),
        ('a "b" c', False, '"a "\\""b"\\"" c"'),
        ("−x", True, '"−x";"−x"'),
    ],
)
def test_literal(text: str, negative: bool, code: str) -> None:
    assert literal(text, negative=negative) == code


@given(
    st.fractions(min_value=-1000, max_value=1000, max_denominator=4096),
    st.integers(0, 5),
    st.booleans(),
)
def test_an_ordinary_format_only_where_the_sheet_rounds_to_the_same_text(
    value: Fraction, digits: int, signed: bool
) -> None:
    text = show(value, NumberFormat("decimal", digits, signed=signed)).text
    code = natural(text, value)
    agrees = displayed(value, digits) == text.lstrip("+−") and (text[0] == "−") == (value < 0)
    assert (code is not None) == agrees
    if code is not None:
        assert code.split(";")[0].lstrip("+") == ("0." + "0" * digits if digits else "0")


def test_displayed_rounds_as_a_spreadsheet_does() -> None:
    assert displayed(Fraction(10125, 100000), 2, percent=True) == "10.13%"
    assert displayed(Fraction(5, 2), 0) == "3"
    assert displayed(Fraction(1005, 1000), 2) == "1.01"  # the double lies below; its 15 digits do not
    assert displayed(Fraction(1234567), 0, grouped=True) == "1,234,567"


@pytest.mark.parametrize(
    ("label", "exact", "expected"),
    [
        ("6", Fraction(6), (Fraction(6), "0")),
        ("6", None, (Fraction(6), "0")),
        ("2.5", Fraction(5, 2), (Fraction(5, 2), "0.0")),
        ("2.8333", Fraction(17, 6), (Fraction(17, 6), "0.0000")),
        ("95%", Fraction(19, 20), (Fraction(19, 20), "0%")),
        ("95", Fraction(19, 20), (Fraction(19, 20), "0%")),
        ("33", Fraction(1, 3), (Fraction(1, 3), "0%")),
        ("12", Fraction(7), (Fraction(7), '"12"')),
        ("17/6", Fraction(17, 6), (Fraction(17, 6), '"17/6"')),
        ("2 1/6", Fraction(13, 6), (Fraction(13, 6), '"2 1/6"')),
        ("+1", Fraction(1), (Fraction(1), '+0;"−"0;0')),
        ("−1", Fraction(-1), (Fraction(-1), '0;"−"0;0')),
        ("+1", None, None),
        ("-1", None, None),
        ("1-2", None, None),
        ("3/4", None, None),
        ("2D+2", None, None),
        ("=", None, None),
        ("1d6", Fraction(1), None),
        ("007", None, None),
        ("1234567890123456", None, None),
    ],
)
def test_label_number(label: str, exact: Fraction | None, expected: tuple[Fraction, str] | None) -> None:
    assert label_number(label, exact, FormatLedger()) == expected


@given(st.fractions(min_value=0, max_value=1))
def test_native_text_keeps_every_bit(value: Fraction) -> None:
    assert float(native_text(value)) == value.numerator / value.denominator


def test_a_number_beyond_all_doubles_is_an_overflow() -> None:
    with pytest.raises(OverflowError):
        native_text(Fraction(10**400))


def test_full_workbook_shows_odds_as_plain_percent_and_still_spells_labels() -> None:
    ledger = FormatLedger()
    shown = [cell_format(number(Fraction(1, n), "odds"), "", ledger) for n in range(2, 2 + LITERAL_LIMIT)]
    spelled = LITERAL_LIMIT - RESERVED_FOR_LABELS
    assert [as_printed for _, as_printed in shown] == [True] * spelled + [False] * RESERVED_FOR_LABELS
    assert shown[-1][0] == "0.0000%"
    assert cell_format(number(Fraction(0), "percent"), "", ledger) == ('"—"', True)
    assert cell_format(number(Fraction(1, 2), "odds"), "", ledger) == ('"1 in 2"', True), "used before"


def test_only_percentages_without_their_sign_get_one() -> None:
    assert sheet_text(number(Fraction(1, 8), "percent", 1, mark=False)) == "12.5%"
    assert sheet_text(number(Fraction(1, 8), "decimal", 1)) == "0.1"
    assert sheet_text(Cell("—", Fraction(0), NumberFormat("percent", mark=False), replaced=True)) == "—"


@pytest.mark.parametrize("text", ["=", "=1+1", "+1", "-1", "@home", "1-2", "3/4", "2D+2", "'x", "−1"])
def test_text_that_a_sheet_might_misread_is_quoted(text: str) -> None:
    assert needs_quote_prefix(text)


@pytest.mark.parametrize("text", ["Long sword", "—", "~100", "<b>"])
def test_plain_words_are_not_quoted(text: str) -> None:
    assert not needs_quote_prefix(text)
