"""A distribution as rows to print."""

from generator.dice.summary import summarize
from generator.exact import Fraction
from tests.dice.asking import roll


def test_rows_of_a_finite_roll() -> None:
    summary = summarize(roll("2d6"))
    assert len(summary.rows) == 11
    row = summary.rows[5]
    assert (row.value, row.chance, row.at_least, row.at_most, row.share) == (
        7,
        Fraction(1, 6),
        Fraction(7, 12),
        Fraction(7, 12),
        1,
    )
    assert (summary.mean, summary.variance, summary.below, summary.above) == (7, Fraction(35, 6), 0, 0)
    assert row.bar(10) == "█" * 10 and summary.rows[0].bar(12) == "██"


def test_rows_of_an_open_ended_roll() -> None:
    rolled = roll("2d6!{5,6} - 2d6!{5,6}")
    summary = summarize(rolled, Fraction(1, 1000))
    assert 0 < summary.above <= Fraction(1, 1000) and summary.below == summary.above
    for row in summary.rows:
        assert row.at_least == rolled.at_least(row.value) and row.at_most == rolled.at_most(row.value)
        assert row.bar(20)
    assert sum(row.chance for row in summary.rows) + summary.above + summary.below == 1
