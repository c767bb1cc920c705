"""An explanation can be checked: what it says was computed gives the exact value of the cell, in table after table."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.content.definitions import Content
from generator.content.load import load
from generator.dice.evaluate import Scope, number
from generator.dice.notation import parse
from generator.tables.explain import explain
from generator.tables.explain_kinds import Step
from generator.tables.heads import column_labels
from generator.tables.single import Single, named_table, table_of_file

HERE = Path(__file__).parents[1]
ROOTS = {"every kind": HERE / "content" / "every_kind", "ours": HERE.parent / "content"}
CONTENTS = {name: load(root).content for name, root in ROOTS.items()}


def content(name: str) -> Content:
    found = CONTENTS[name]
    assert found is not None
    return found


def single(source: str, name: str) -> Single:
    made, problems = named_table(content(source), name)
    assert made is not None, problems
    return made


def told(made: Single, row: str, column: str) -> dict[str, str]:
    return {step.about: step.text for step in explain(made, row, column)}


NAMES = [
    (source, f"{system.id}/{table.id}")
    for source, found in CONTENTS.items()
    if found is not None
    for system in found.systems
    for table in system.tables
    if source == "every kind" or system.id == "samples"
]


@pytest.mark.parametrize(("source", "name"), NAMES)
def test_what_was_computed_gives_the_exact_value(source: str, name: str) -> None:
    made = single(source, name)
    functions = next(s.functions for s in content(source).systems if s.id == name.split("/", maxsplit=1)[0])
    checked = 0
    for row in made.table.rows:
        for label, cell in zip(column_labels(made.table), row.cells, strict=True):
            steps = told(made, row.label, label)
            if cell.exact is None:
                assert steps["shown"].startswith(cell.text)
                continue
            assert steps["exact"] == str(cell.exact)
            assert steps["shown"].split(" ")[0] == cell.text.split(" ")[0]
            computed = steps.get("computed", "")
            if computed and not computed.startswith(("the chance that", "the expected", "the least")):
                assert number(parse(computed), Scope(functions=functions)) == cell.exact, (row.label, label)
                checked += 1
    assert checked or name.endswith(("wake", "bleeding"))


def test_a_cell_of_a_grid_in_full() -> None:
    assert explain(single("ours", "samples/chance-by-dice"), "12", "4d6") == (
        Step("table", "Chance by dice, row 12, column 4d6"),
        Step("row", "total = 12"),
        Step("column", "dice = 4"),
        Step("cell", "P((dice)d6 >= total)"),
        Step("computed", "P(4d6 >= 12)"),
        Step("exact", "493/648"),
        Step("decimal", "about 0.760802469136"),
        Step("format", "percent, 1 decimal, without %: 76.1, rounded once, halves up"),
        Step("label", "none of the table's labels holds here"),
        Step("band", "Easier than advised, since value > 75%"),
        Step("shown", "76.1 ▲"),
    )


def test_an_inverse_cell_shows_the_chance_at_the_target_and_beside_it() -> None:
    steps = told(single("ours", "samples/target-by-chance"), "3", "50")
    assert steps["computed"] == "largest(t: (P(3d6 >= t)) >= (1/2))"
    assert steps["at 11"] == "a chance of 1/2, 50.0000%: enough"
    assert steps["at 12"] == "a chance of 3/8, 37.5000%: too little"
    assert steps["shown"] == "11"


def test_a_roll_that_is_used_twice_stays_one_roll() -> None:
    steps = told(single("every kind", "stances"), "Wild", "No defense")
    assert steps["computed"] == "P(count(dice, 6) >= 1 and sum(dice) + 2 - 0 >= 7) where dice = 3d6"


def test_shared_functions_are_spelled_out() -> None:
    steps = told(single("ours", "samples/strike"), "50", "Special")
    assert steps["function"] == "special(skill) = floor(skill / 5)"


def test_a_bound_says_why_it_stands() -> None:
    steps = told(single("ours", "samples/formats"), "1/5000", "percent, no mark")
    assert (
        steps["format"]
        == "percent, 0 decimals, without %: <1, since it would round to what is impossible, and it is not"
    )
    steps = told(single("ours", "samples/formats"), "4999/5000", "percent, no mark")
    assert steps["format"].endswith(">99, since it would round to what is certain, and it is not")
    steps = told(single("ours", "samples/chance-by-dice"), "18", "1d6")
    assert steps["format"].endswith("—, since it cannot happen")


def test_a_label_says_by_which_condition() -> None:
    steps = told(single("ours", "samples/chance-by-dice"), "5", "4d6")
    assert steps["label"] == "~100, since value >= 99.5% and value < 1 (at least 99.5%, yet not certain)"


def test_the_process_behind_a_cell_is_told() -> None:
    steps = told(single("ours", "samples/bleeding"), "2", "Saved: round 2")
    assert steps["start left"] == "2"
    assert steps["end Saved"] == "sixes == 2 and left > 0"
    assert steps["computed"] == "the chance that the end 'Saved' has been reached after 2 rounds"


def test_labels_may_be_typed_as_keyboards_have_them() -> None:
    made = single("every kind", "margin")
    assert told(made, "-5", "Win")["row"] == "bonus = (-5)"
    assert told(made, "5", "Win")["row"] == "bonus = 5"


@pytest.mark.parametrize(
    ("row", "column", "sentence"),
    [
        ("13", "4d6", "the table has no row '13'; did you mean '3'? allowed: 10, 11, 12, 15, 18, 3, 4, 5, 6, 7, 8, 9"),
        ("12", "5d6", "the table has no column '5d6'; did you mean '4d6'? allowed: 1d6, 2d6, 3d6, 4d6, Fourth die"),
    ],
)
def test_an_unknown_label_is_answered_with_the_known_ones(row: str, column: str, sentence: str) -> None:
    with pytest.raises(LookupError) as refused:
        explain(single("ours", "samples/chance-by-dice"), row, column)
    assert str(refused.value) == sentence


def test_a_file_in_a_system_knows_its_functions_and_a_file_elsewhere_does_not(tmp_path: Path) -> None:
    strike = ROOTS["ours"] / "samples" / "tables" / "strike.yml"
    made, problems = table_of_file(strike)
    assert made is not None, problems
    copy = tmp_path / "strike.yml"
    copy.write_bytes(strike.read_bytes())
    made, problems = table_of_file(copy)
    assert made is None
    assert {problem.message for problem in problems} == {"the function 'special' is unknown"}
    assert {problem.location.path for problem in problems} == {copy.as_posix()}


def test_a_file_that_declares_a_chart_gives_the_numbers_behind_it(tmp_path: Path) -> None:
    made, problems = table_of_file(ROOTS["ours"] / "samples" / "charts" / "two-dice.yml")
    assert made is not None, problems
    assert [row.label for row in made.table.rows] == [str(total) for total in range(2, 13)]
    made, problems = table_of_file(ROOTS["ours"] / "samples" / "charts" / "by-target.yml")
    assert made is None
    assert problems[0].message == "unknown table 'target-by-chance'"
