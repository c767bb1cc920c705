"""Charts hold exact points: brute force agrees, scales keep what they promise, and what cannot be drawn is refused."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.exact import Fraction
from generator.tables.chart_model import Chart
from generator.tables.chart_scaling import LIFT, across_ticks, placed, step, up_ticks
from generator.tables.model import Column, Row, Table
from tests.chart_samples import BARS, POOLS, REACH, SIXES_IDS, chart, read_chart, sixes_chart
from tests.samples import chance


def counted(dice: int) -> dict[int, Fraction]:
    """The chance of each total, by counting every roll."""
    rolls = Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))
    return {total: Fraction(count, 6**dice) for total, count in rolls.items()}


def points(made: Chart, index: int) -> dict[Fraction, Fraction]:
    return {point.x: point.y for point in made.series[index].points}


def test_every_point_is_the_exact_chance() -> None:
    made = chart(POOLS)
    assert [series.label for series in made.series] == ["2d6 <&>", "3d6 <&>"]
    assert points(made, 0) == counted(2)
    assert points(made, 1) == counted(3)


def test_chances_to_reach_and_not_to_pass_run_along_the_whole_chart() -> None:
    text = POOLS.replace("join_peaks: true\n", "").replace("roll: (dice)d6", "roll: (dice)d6\n    show: {}")
    reach, pass_ = (chart(text.replace("show: {}", f"show: {word}")) for word in ("at-least", "at-most"))
    for index, dice in enumerate((2, 3)):
        by_count = counted(dice)
        for total in range(2, 19):
            assert points(reach, index)[Fraction(total)] == sum(p for t, p in by_count.items() if t >= total)
            assert points(pass_, index)[Fraction(total)] == sum(p for t, p in by_count.items() if t <= total)


def test_an_open_ended_die_is_drawn_up_to_the_end_of_the_chart() -> None:
    made = chart(REACH)
    # A d4 that explodes passes each multiple of four with a chance of one in four.
    for target in (1, 4, 5, 8, 9, 23):
        blows, rest = divmod(target - 1, 4)
        assert points(made, 0)[Fraction(target)] == Fraction(1, 4**blows) * Fraction(4 - rest, 4)
    assert max(points(made, 1)) == 23
    assert not [x for x in points(made, 1) if x > 24]


def test_a_row_of_a_table_is_a_series() -> None:
    columns = (*(Column(str(n), str(n), Fraction(n)) for n in (3, 5, 8)), Column("more", "More", derived=True))
    row = Row("a", "a", (*(chance(Fraction(1, n)) for n in (3, 5, 8)), chance(Fraction(1, 2))))
    table = Table("t", "sample", "T", "C", "Row", "Target", columns, (row,))
    text = POOLS[: POOLS.index("series:")] + "series: [{table: t, row: a}]\nx: {title: Target}\ny: {title: Chance}\n"
    made = chart(text, tables={"t": table})
    assert made.series[0].label == "a"
    assert points(made, 0) == {Fraction(n): Fraction(1, n) for n in (3, 5, 8)}


@pytest.mark.parametrize("chart_id", SIXES_IDS)
def test_the_table_behind_a_chart_holds_its_points(chart_id: str) -> None:
    made = sixes_chart(chart_id)
    assert [column.label for column in made.table.columns] == [series.label for series in made.series]
    for index in range(len(made.series)):
        table = {row.exact: row.cells[index].exact for row in made.table.rows}
        drawn = points(made, index)
        assert {x: y for x, y in table.items() if x in drawn} == drawn
        assert all(y == 0 for x, y in table.items() if x not in drawn)
        assert sum(y for y in table.values() if y is not None) == 1
    assert {row.cells[0].text for row in made.table.rows if row.cells[0].exact == 0} <= {"—"}


def test_the_three_sets_of_curves() -> None:
    pools, scaled, many = map(sixes_chart, SIXES_IDS)
    labels = ["9d6", "15d6", "21d6", "27d6"]
    assert [series.label for series in pools.series] == labels
    assert [series.label for series in scaled.series] == labels
    assert [series.label for series in many.series] == ["25d6", "50d6", "100d6", "200d6", "400d6"]
    assert (pools.join_peaks, pools.scale) == (True, "none")
    assert (scaled.lift, scaled.scale) == (True, "ends")
    assert many.scale == "width"
    assert len(many.series[-1].points) == 2001
    assert many.series[-1].points[0].y == Fraction(1, 6**400)


def test_ends_brings_every_series_to_one_width_and_one_height() -> None:
    plot = placed(sixes_chart("pools-on-one-scale"))
    assert plot.x == (0, 1)
    for index, curve in enumerate(plot.curves):
        assert (curve.points[0].x, curve.points[-1].x) == (0, 1)
        assert curve.base == LIFT * index
        assert curve.peak.y - curve.base == 1
        assert curve.peak.x == Fraction(1, 2)
        shape = [(point.y - curve.base) * curve.series.peaks[0].y for point in curve.points]
        assert shape == [point.y for point in curve.series.points]


def test_width_keeps_the_area() -> None:
    for curve in placed(sixes_chart("ever-more-dice")).curves:
        steps = len(curve.points) - 1
        assert (curve.points[0].x, curve.points[-1].x) == (0, 1)
        assert {b.x - a.x for a, b in zip(curve.points, curve.points[1:], strict=False)} == {Fraction(1, steps)}
        assert sum(point.y for point in curve.points) * Fraction(1, steps) == 1


def test_peaks_of_an_odd_pool_are_joined_at_their_middle() -> None:
    peaks = [curve.peak for curve in placed(sixes_chart("totals-of-pools")).curves]
    assert [peak.x for peak in peaks] == [Fraction(7 * dice, 2) for dice in (9, 15, 21, 27)]
    assert [peak.y for peak in peaks] == sorted((peak.y for peak in peaks), reverse=True)


def test_the_description_says_where_each_series_runs_and_peaks() -> None:
    assert sixes_chart("totals-of-pools").description.startswith(
        "4 curves: Chance of exactly this total, by Total of the dice. 9d6 is shown from 9 to 54 and is highest at 31 "
        "and 32, with 7.61%; 15d6 is shown from 15 to 90 and is highest at 52 and 53, with 5.95%; "
    )
    assert chart(REACH).description == (
        "2 steps: Chance to reach it, by Target. d4! is shown from 1 to 23 and falls from 100% to 0.05%; "
        "d12! is shown from 1 to 23 and falls from 100% to 1.39%."
    )
    assert "stretched to the same width" in sixes_chart("ever-more-dice").description


@given(
    st.fractions(-(10**4), 10**4, max_denominator=999),
    st.fractions(Fraction(1, 10**9), 10**6),
    st.integers(2, 12),
)
def test_ticks_are_round_and_as_many_as_fit(low: Fraction, length: Fraction, most: int) -> None:
    high = low + length
    size = step(low, high, most)

    def count(by: Fraction) -> int:
        return floor(high / by) - ceil(low / by) + 1

    power = Fraction(1)
    while power > size:
        power /= 10
    while power * 10 <= size:
        power *= 10
    assert size / power in (1, 2, 5)
    finer = {1: Fraction(1, 2), 2: Fraction(1, 2), 5: Fraction(2, 5)}[int(size / power)]
    assert count(size) <= most < count(size * finer)


def test_ticks_read_as_numbers_or_say_what_all_series_share() -> None:
    pools, scaled, many = (placed(sixes_chart(chart_id)) for chart_id in SIXES_IDS)
    assert [tick.text for tick in across_ticks(pools, 5)] == ["0", "50", "100", "150"]
    assert [tick.text for tick in up_ticks(pools, 6)] == ["0%", "2%", "4%", "6%"]
    assert [tick.text for tick in across_ticks(scaled, 9)] == ["lowest", "middle", "highest"]
    assert up_ticks(scaled, 6) == ()
    assert [tick.text for tick in up_ticks(many, 6)] == ["0", "5", "10", "15", "20"]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (
            "roll: (dice)d6",
            "roll: dice",
            "c.yml:7:11: '2d6 <&>' is a number, not a roll; a roll such as 3d6",
        ),
        (
            "roll: (dice)d6",
            "roll: (dice)d6!",
            "c.yml:7:11: '2d6 <&>' has no highest total; say under 'x' where the chart ends: to",
        ),
        (
            "roll: (dice)d6",
            "roll: 0 - (dice)d6!",
            "c.yml:7:11: '2d6 <&>' has no lowest total; say under 'x' where the chart starts: from",
        ),
        (
            "{title: Total}",
            "{title: Total, from: 9, to: 3 * 3}",
            "c.yml:8:32: the chart would run from 9 to 9; an end above the start",
        ),
        (
            "{title: Total}",
            "{title: Total, from: 30}",
            "c.yml:7:11: '2d6 <&>' has no total between the chart's ends; a wider chart",
        ),
        ("values: [2, 3]", "values: 1..9", "c.yml:5:32: the chart would have 9 series; at most 8"),
        (
            "join_peaks: true",
            "style: bars\nseries_: 1",
            (
                "c.yml:11:1: unknown key 'series_'; did you mean 'series'? allowed: "
                "caption, join_peaks, kind, lift, notes, scale, series, style, title, x, y"
            ),
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_its_place(old: str, new: str, wanted: str) -> None:
    assert old in POOLS
    made, problems = read_chart(POOLS.replace(old, new))
    assert made is None
    assert [str(problem) for problem in problems] == [wanted]


@pytest.mark.parametrize(
    ("series", "more", "wanted"),
    [
        (
            "[{label: a b, roll: d6}, {label: a-b, roll: d4}]",
            "",
            "c.yml:4:34: 'a b' and 'a-b' would share one link; every label of a chart reads differently",
        ),
        (
            "[{label: a, roll: 40d6}]",
            "style: bars",
            (
                "c.yml:7:8: the chart would have 201 bars, too thin to be told apart; "
                "at most 120; use line or steps, or a narrower 'x'"
            ),
        ),
        (
            "[{label: a, roll: 'd{3}'}]",
            "scale: ends",
            "c.yml:7:8: 'a' has a single value, which cannot be stretched; a roll with two totals or more",
        ),
        ("[{label: a, roll: 2000d6}]", "", "c.yml:4:27: 'a' has too many totals; at most 5,000 a series"),
        (
            "[{table: t, row: b}]",
            "",
            "c.yml:4:26: table 't' has no row 'b'; allowed: a",
        ),
        (
            "[{table: t, row: a}]",
            "",
            (
                "c.yml:4:18: the columns of table 't' are not numbers that the chart could run along; "
                "a table with numbers as column heads"
            ),
        ),
    ],
)
def test_series_that_do_not_fit_are_refused(series: str, more: str, wanted: str) -> None:
    table = Table("t", "s", "T", "C", "R", "", (Column("w", "Words"),), (Row("a", "a", (chance(Fraction(1, 2)),)),))
    text = f"kind: chart\ntitle: T\ncaption: C\nseries: {series}\nx: {{title: X}}\ny: {{title: Y}}\n{more}\n"
    made, problems = read_chart(text, tables={"t": table})
    assert made is None
    assert [str(problem) for problem in problems] == [wanted]


def test_bars_keep_their_order_and_heads() -> None:
    made = chart(BARS)
    assert (made.x_head, made.y_head, made.style) == ("Total", "Chance of exactly this total", "bars")
    half = placed(made).half
    assert half == Fraction(1, 2)
    assert placed(made).x == (Fraction(3, 2), Fraction(25, 2))


def test_calls_in_its_words_are_answered() -> None:
    made = chart(
        BARS.replace("best two of three.", 'best two of {{ value("1 + 2") }}.')
        + "notes: ['{{ odds(\"2d6 >= 11\") }} of pairs.']\n"
    )
    assert made.caption == made.table.caption == "Two dice, and the best two of 3."
    assert made.notes == made.table.notes == ("8.3% of pairs.",)
    _, (problem,) = read_chart(BARS + "notes: ['{{ odd(`2d6 >= 11`) }} of pairs.']\n".replace("`", '"'))
    assert problem.location.line == 10
    assert "odd" in problem.message


def test_the_chances_against_a_target_are_counted_from_the_totals() -> None:
    made = sixes_chart("chance-against-target")
    assert [series.label for series in made.series] == ["9d6", "15d6", "21d6", "27d6"]
    for index, dice in enumerate((9, 15, 21, 27)):
        ways = [1]
        for _ in range(dice):
            ways = [sum(ways[max(0, total - 5) : total + 1]) for total in range(len(ways) + 5)]
        for target, chance_of_it in points(made, index).items():
            assert chance_of_it == Fraction(sum(ways[max(0, int(target) - dice) :]), 6**dice)
