"""Each verdict on a printed cell, on a small table whose every cell was counted by hand."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from generator.exact import Fraction
from generator.tables.check_keys import distinct, slug
from generator.tables.printed_cells import agrees, last_digit, slip_of_a_digit
from generator.tables.roundings import OTHER_ROUNDINGS, other_roundings
from tests.tables.check_world import checked, verdicts

RIGHT = {
    4: (91.7, 99.5, 100.0),
    5: (83.3, 98.1, 99.9),
    6: (72.2, 95.4, 99.6),
    7: (58.3, 90.7, 98.8),
    8: (41.7, 83.8, 97.3),
    9: (27.8, 74.1, 94.6),
    10: (16.7, 62.5, 90.3),
}


def printed(changes: dict[tuple[int, int], str] | None = None, labels: dict[int, str] | None = None) -> str:
    lines = ["total,2d6,3d6,4d6"]
    for row, cells in RIGHT.items():
        texts = [(changes or {}).get((row, dice), f"{cell:g}") for dice, cell in enumerate(cells, 2)]
        lines.append(",".join([(labels or {}).get(row, str(row)), *texts]))
    return "\n".join(lines) + "\n"


def test_the_table_of_this_test_is_what_a_plain_count_of_rolls_gives() -> None:
    for total, cells in RIGHT.items():
        for dice, shown in enumerate(cells, 2):
            ways = sum(sum(roll) >= total for roll in product(range(1, 7), repeat=dice))
            assert abs(Fraction(ways, 6**dice) * 100 - Fraction(str(shown))) <= Fraction(1, 20)


def test_a_right_table_has_nothing_to_tell(tmp_path: Path) -> None:
    check, problems = checked(tmp_path, printed=printed())
    assert (verdicts(check), problems) == ([], ())
    assert check is not None
    assert [table.id for table in check.tables] == ["check-tables"]
    assert check.tallies[0].sentence() == "made, Table: 21 of 21 printed cells stand"


@pytest.mark.parametrize(
    ("change", "text", "verdict", "cause"),
    [
        ((7, 3), "90.8", "wrong", "one too high in the last digit"),
        ((4, 2), "91.6", "right under another rounding", "truncated"),
        ((6, 2), "71.9", "wrong", ""),
        ((9, 3), "47.1", "misprint", "two digits exchanged, 47.1 for 74.1"),
        ((9, 3), "74.7", "misprint", "a wrong digit, 7 for 1"),
        ((8, 3), "74.1", "misprint", "the value of the next row, 9"),
        ((8, 3), "90.7", "misprint", "the value of the row before, 7"),
        ((8, 3), "97.3", "misprint", "the value of the next column, 4d6"),
        ((8, 3), "41.7", "misprint", "the value of the column before, 2d6"),
        ((8, 3), "58.3", "wrong", ""),
        ((7, 2), "59", "wrong", ""),
        ((10, 4), "", "wrong", "90.3 is due here"),
    ],
)
def test_one_changed_cell(tmp_path: Path, change: tuple[int, int], text: str, verdict: str, cause: str) -> None:
    check, problems = checked(tmp_path, printed=printed({change: text}))
    assert problems == ()
    assert verdicts(check) == [(str(change[0]), f"{change[1]}d6", text, verdict, cause)]


def test_a_slip_that_explains_two_cells_goes_before_a_rounding_of_one(tmp_path: Path) -> None:
    slipped = {(8, dice): f"{RIGHT[9][dice - 2]:g}" for dice in (2, 3)}
    check, _ = checked(tmp_path, printed=printed(slipped))
    words = "the value of the next row, 9, as in two cells of this row"
    assert [found[3:] for found in verdicts(check)] == [("misprint", words)] * 2


def test_a_slip_along_row_and_column_is_told_where_two_cells_show_it(tmp_path: Path) -> None:
    check, _ = checked(tmp_path, printed=printed({(8, 3): "27.8", (8, 4): "74.1"}))
    assert [found[4] for found in verdicts(check)] == [
        "the value of the next row and the column before, 9 at 2d6, as in two cells of this row",
        "the value of the next row and the column before, 9 at 3d6, as in two cells of this row",
    ]


def test_a_mended_row_label_is_proved_by_its_cells(tmp_path: Path) -> None:
    notes = '  row_labels:\n    - {line: 6, printed: "3", is: "8", cause: A digit misread.}\n'
    check, problems = checked(tmp_path, printed=printed(labels={8: "3"}), notes=notes)
    assert problems == ()
    assert verdicts(check) == [
        ("8", "total", "3", "misprint", "a wrong row label: 3 of its 3 cells are those of 8, 0 those of 3")
    ]


def test_a_row_label_mended_wrongly_is_a_problem(tmp_path: Path) -> None:
    notes = '  row_labels:\n    - {line: 6, printed: "3", is: "11", cause: A guess.}\n'
    _, problems = checked(tmp_path, printed=printed(labels={8: "3"}), notes=notes)
    assert [(p.message, p.allowed) for p in problems] == [
        ("the cells of the row on line 6 do not fit the row '11' best", "they fit 8")
    ]


NOTE = """\
  misprints:
    - {{row: "8", column: 3d6, printed: "{printed}", exact: "{exact}", cause: Why., verdict: {verdict}}}
"""


def test_a_note_adds_words_and_may_not_contradict(tmp_path: Path) -> None:
    right = {"printed": "74.1", "exact": "181/216", "verdict": "misprint"}
    check, problems = checked(tmp_path / "a", printed=printed({(8, 3): "74.1"}), notes=NOTE.format(**right))
    assert problems == ()
    assert check is not None
    assert [f.note for f in check.findings if f.note] == ["Why."]
    for name, change, said in (
        ("b", {"verdict": "wrong"}, "the verdict 'wrong' is not what we compute"),
        ("c", {"exact": "1/2"}, "the exact value 1/2 is not what we compute"),
    ):
        notes = NOTE.format(**(right | change))
        _, problems = checked(tmp_path / name, printed=printed({(8, 3): "74.1"}), notes=notes)
        assert [problem.message for problem in problems] == [said]
    notes = NOTE.format(**(right | {"printed": "83.8"}))
    _, problems = checked(tmp_path / "d", printed=printed(), notes=notes)
    assert [problem.message for problem in problems] == ["'83.8' is listed as a misprint, but it is what we compute"]


def test_a_row_or_column_that_the_table_lacks_is_a_problem(tmp_path: Path) -> None:
    _, problems = checked(tmp_path, printed="total,2d6,9d6\n4,91.7,100\n99,0,0\n")
    assert [p.message for p in problems] == ["our table has no row '99'", "our table has no column '9d6'"]


LABELED = """\
    kind: grid
    title: Chances
    caption: How often so many dice reach a total.
    rows: {name: total, title: Total, values: 4..12}
    columns: {name: dice, title: Dice, values: 2..4, label: "{}d6"}
    cell: P((dice)d6 >= total)
    format: {style: percent, digits: 0, mark: false}
    labels:
      - {show: ">99", when: value > 99%, meaning: more than 99%}
"""
KEY = """\
  legend: more than 99%
  key:
    - {show: ">99", when: value > 98.5%, meaning: more than 98.5%}
"""


def test_the_key_of_a_source_is_heard_before_the_labels_of_our_table(tmp_path: Path) -> None:
    # 98.8 is above the source's cut-off and below ours; 98.1 is below both, 99.5 above both.
    text = "total,2d6,3d6,4d6\n4,92,>99,100\n5,83,>99,>99\n7,58,91,{}\n"
    check, problems = checked(tmp_path / "a", printed=text.format(">99"), notes=KEY, table=LABELED)
    assert problems == ()
    assert verdicts(check) == [
        ("4", "4d6", "100", "right under another legend", "the number rounded plainly, where the table has a label"),
        ("5", "3d6", ">99", "misprint", "the value of the row before, 4"),
    ]
    check, _ = checked(tmp_path / "b", printed=text.format("99"), notes=KEY, table=LABELED)
    assert ("7", "4d6", "99", "right under another legend", "legend more than 99%") in verdicts(check)


def test_a_row_for_several_targets_must_hold_for_each(tmp_path: Path) -> None:
    check, _ = checked(tmp_path, printed="total,2d6,3d6,4d6\n4-5,92,>99,>99\n", table=LABELED)
    assert verdicts(check) == [
        ("4-5", "2d6", "92", "wrong", "right for 4, which the row takes together with 5"),
        ("4-5", "3d6", ">99", "wrong", "right for 4, which the row takes together with 5"),
    ]


RULED = """\
    kind: grid
    title: Chances
    caption: How often dice reach an average.
    rows: {name: dice, title: Dice, values: 6..24}
    columns: {name: average, title: Average, values: [19/6, 11/3]}
    cell: target(dice, average)
    format: whole
"""


def test_a_slip_inside_the_rule_is_named(tmp_path: Path) -> None:
    # 18 at 19/6 is exactly 57, yet 57.0006 at 3.1667; 22 at 11/3 is 80 2/3.
    check, _ = checked(tmp_path, printed="dice,3.1667,3.6667\n18,58,66\n22,70,80\n", table=RULED)
    assert verdicts(check) == [
        ("18", "3.1667", "58", "wrong", "computed with the heading as printed, 3.1667, in place of 19/6"),
        ("22", "3.6667", "80", "wrong", "the rule's number rounded down instead of up"),
    ]


INVERSE = """\
    kind: inverse
    title: Targets
    caption: The target for a chance.
    rows: {name: dice, title: Dice, values: 2..6}
    columns: {name: chance, title: Chance, values: [75%, 50%], format: {style: percent, digits: 0, mark: false}}
    target: t
    chance: P((dice)d6 >= t)
    format: whole
    derived:
      - {key: room, title: Room, value: cell(50%) - cell(75%), format: whole}
"""


def test_a_derived_column_is_held_against_the_cells_printed_beside_it(tmp_path: Path) -> None:
    check, _ = checked(tmp_path, printed="dice,75,50,room\n3,8,11,3\n4,12,15,2\n", table=INVERSE)
    assert verdicts(check) == [
        ("4", "50", "15", "wrong", "one too high in the last digit"),
        ("4", "room", "2", "right", "the printed cells of this row give 3"),
    ]


def test_the_other_roundings() -> None:
    value = Fraction(5, 4)
    rounded = {name: rounding(value, 1) for name, rounding in OTHER_ROUNDINGS}
    assert rounded == {
        "truncated": Fraction(12, 10),
        "halves down": Fraction(12, 10),
        "halves to even": Fraction(12, 10),
        "rounded twice": Fraction(13, 10),
        "rounded to the nearest half": Fraction(3, 2),
    }
    assert other_roundings(Fraction(2046, 100), 0, Fraction(21)) == ("rounded twice",)
    assert other_roundings(Fraction(-136, 100), 1, Fraction(-13, 10)) == ("truncated",)
    # Up to the next whole number is no rounding of its own: with truncation beside it, nothing would be wrong.
    assert other_roundings(Fraction(2937, 100), 0, Fraction(30)) == ()


def test_slips_of_the_hand() -> None:
    assert slip_of_a_digit("87", "97") == "a wrong digit, 8 for 9"
    assert slip_of_a_digit("3.-4", "3–4") == "a stray sign, '.'"
    assert slip_of_a_digit("42", "24") == "two digits exchanged, 42 for 24"
    assert slip_of_a_digit("7", "9") == slip_of_a_digit("12", "11") == slip_of_a_digit("~100", "100") == ""
    assert last_digit("12", "11") == "one too high in the last digit"
    assert last_digit("5.24", "5.25") == "one too low in the last digit"
    assert last_digit("5.2", "5.25") == ""


def test_zeros_at_the_end_and_dashes_make_no_difference() -> None:
    assert agrees("81.4", "81.40") and agrees("-3", "−3") and agrees("2-3", "2–3") and agrees(">99", ">99")
    assert not agrees("81.4", "81.41") and not agrees(">99", "~100") and not agrees("", "0")


def test_links_of_findings_are_distinct() -> None:
    assert slug("Table 6, part 1") == "table-6-part-1"
    assert slug("-3") == "minus-3" != slug("3")
    assert distinct(["a", "b", "a"]) == ["a", "b", "a--2"]
