"""The valid tree, which uses every form once: what comes out of it is what its files say."""

from __future__ import annotations

import pickle

import pytest

from generator.content.definitions import (
    AxisRange,
    Call,
    Content,
    DerivedRange,
    DerivedValue,
    Expression,
    FormatDef,
    GridDef,
    InverseDef,
    System,
)
from generator.content.load import load
from generator.content.source_file import SourceFile
from generator.content.tables import read_table
from generator.diagnostics import Location
from tests.content.trees import VALID


@pytest.fixture(scope="module")
def content() -> Content:
    loaded = load(VALID)
    assert loaded.problems == ()
    assert loaded.content is not None
    return loaded.content


@pytest.fixture
def system(content: Content) -> System:
    return content.systems[0]


def test_the_site_and_its_order(content: Content) -> None:
    assert (content.site.title, content.site.url) == ("Sample press", "https://example.org/press/")
    assert [(page.key, page.title, page.source) for page in content.pages] == [
        ("index", "Front page", "index.md"),
        ("authors/forms", "Forms", "authors/forms.md"),
    ]
    assert [system.id for system in content.systems] == ["sample"]


def test_the_system(system: System) -> None:
    assert system.definition.credit is not None
    assert system.definition.credit.year == "2020"
    assert [table.id for table in system.tables] == ["target", "chance", "inverse"]
    assert [page.key for page in system.chapters] == ["index", "rolling"]
    assert {name: function.parameters for name, function in system.functions.items()} == {
        "target": ("dice", "average"),
        "reach": ("dice", "average"),
    }
    assert system.table("chance") is system.tables[1]
    assert system.example("lift") is system.examples[0]
    with pytest.raises(KeyError):
        system.table("lift")
    with pytest.raises(KeyError):
        system.example("target")


def test_a_grid(system: System) -> None:
    table = system.table("chance")
    assert isinstance(table, GridDef)
    assert table.source == "sample/tables/chance.yml"
    assert table.unit == "chance in percent"
    assert table.format == FormatDef(style="percent", digits=2, mark=False)
    assert table.rows.format == FormatDef(style="decimal", digits=4, trim=True)
    assert table.columns.label == "{}"
    assert table.cell.text == "P((dice)d6 >= target(dice, average))"
    assert [label.show for label in table.labels] == ["~100"]
    assert [(band.key, band.sign, band.tone) for band in table.bands] == [("easy", "▲", "easy"), ("hard", "▼", "hard")]
    assert table.spanners[0].columns == "2.5..3"
    assert table.reading is not None
    assert (table.reading.row, table.reading.column) == ("6", "3")
    assert (table.layout.parts, table.layout.collapse, table.layout.open_ends) == ((2, 1), True, True)


def test_axis_items(system: System) -> None:
    items = system.table("target").columns.values
    first, second, third = items
    assert isinstance(first, Expression)
    assert isinstance(second, Expression)
    assert (first.text, second.text) == ("2.5", "17/6")
    assert isinstance(third, AxisRange)
    assert third.step is not None
    assert (third.first.text, third.last.text, third.step.text) == ("3", "4", "1/2")
    assert [part.location.column for part in (third.first, third.last, third.step)] == [23, 26, 31]
    rows = system.table("target").rows.values
    assert isinstance(rows[0], AxisRange)
    assert rows[0].step is None


def test_an_inverse_table_and_its_derived_columns(system: System) -> None:
    table = system.table("inverse")
    assert isinstance(table, InverseDef)
    assert (table.target, table.find, table.chance.text) == ("goal", "largest", "P((dice)d6 >= goal)")
    spread, half, group = table.derived
    assert isinstance(spread, DerivedValue)
    assert isinstance(half, DerivedValue)
    assert isinstance(group, DerivedRange)
    assert (spread.value.text, spread.note) == ("cell(25%) - cell(75%)", "From likely to unlikely.")
    assert half.format == FormatDef(style="decimal", digits=1, trim=True)
    assert (group.range_of, len(group.groups)) == ("wide-spread", 2)


def test_places_of_fields(system: System) -> None:
    table = system.table("chance")
    path = (VALID / "sample/tables/chance.yml").as_posix()
    assert table.where("title") == Location(path, 2, 8)
    assert table.where("bands", 1, "when") == Location(path, 15, 72)
    assert table.where("bands", 1, "nothing", 4) == Location(path, 15, 5)
    assert table.where("nothing") == Location(path, 1, 1)
    assert table.cell.location == Location(path, 8, 3)
    assert table.cell.at(table.cell.text.index("target") + 1) == Location(path, 9, 6)


def test_a_worked_example(system: System) -> None:
    example = system.example("lift")
    assert {name: given.text for name, given in example.given.items()} == {"strength": "10", "purpose": "4"}
    assert [(step.name, step.rule.text) for step in example.steps] == [
        ("pool", "strength / 2 + purpose"),
        ("chance", "P((pool)d6 >= 30)"),
    ]
    assert example.steps[0].format is None
    assert example.steps[1].format == FormatDef(style="percent", digits=1)
    assert example.where("steps", 1, "rule").line == 6


def test_a_printed_table(system: System) -> None:
    printed = system.published[0]
    assert (printed.file, printed.table, printed.title) == ("targets.csv", "target", "Table 1")
    assert (printed.stub_head, printed.columns) == ("dice", ("2.5", "3"))
    assert [(row.line, row.label, row.printed, row.cells) for row in printed.rows] == [
        (2, "6", "6", ("15", "18")),
        (3, "7", "7", ("18", "21")),
        (4, "8", "88", ("20", "42")),
        (5, "9", "9", ("23", "27")),
    ]
    assert printed.cell("8", "3") == "42"
    with pytest.raises(KeyError):
        printed.cell("88", "3")
    assert [(misprint.row, misprint.exact) for misprint in printed.misprints] == [("8", "24")]
    assert [(label.line, label.correct) for label in printed.row_labels] == [(4, "8")]
    assert printed.definition.id == "targets"
    assert printed.definition.where("misprints", 0, "exact").line == 5


def test_calls_and_the_text_between_them(system: System) -> None:
    page = system.chapters[1]
    assert page.title == "Rolling"
    calls = [piece for piece in page.pieces if isinstance(piece, Call)]
    assert [(call.name, call.argument, dict(call.options)) for call in calls] == [
        ("odds", "12d6 >= 50", {"digits": 2}),
        ("value", "reach(6, 2.75)", {"as": "percent", "digits": 1}),
        ("link", "chance", {"text": "the chances"}),
        ("cell", "chance", {"row": "6", "column": "3"}),
        ("link", "target", {}),
        ("table", "target", {}),
        ("worked", "lift", {}),
    ]
    assert [call.expression is not None for call in calls] == [True, True, False, False, False, False, False]
    assert calls[1].expression is not None
    assert calls[1].expression.at(1) == Location((VALID / "sample/rolling.md").as_posix(), 3, 80)
    text = (VALID / "sample/rolling.md").read_text("utf-8")
    for piece in page.pieces:
        if isinstance(piece, str):
            assert piece in text
            text = text.partition(piece)[2]
    assert page.pieces[-1] == "\n\nThe end.\n"


def test_code_and_escaped_braces_are_left_alone(content: Content) -> None:
    assert content.pages[1].pieces == ((VALID / "authors/forms.md").read_text("utf-8"),)


def test_a_definition_is_frozen_and_can_be_sent_to_another_process(content: Content) -> None:
    table = content.systems[0].tables[0]
    with pytest.raises(ValueError, match="frozen"):
        table.title = "Another"  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(content))
    assert again.systems[0].table("chance").where("bands", 1, "when").column == 72
    assert again.systems[0].table("chance").cell.at(20).line == 9


def test_one_table_from_a_file_of_its_own() -> None:
    text = (VALID / "sample/tables/target.yml").read_text("utf-8")
    table, problems = read_table(SourceFile("own.yml", text), "own")
    assert problems == ()
    assert table is not None
    assert table.id == "own"
    table, problems = read_table(SourceFile("own.yml", text), "own", functions={})
    assert table is None
    assert [(problem.location.line, problem.location.column) for problem in problems] == [(9, 7)]
    assert "'target' is unknown" in problems[0].message
    table, problems = read_table(SourceFile("own.yml", "kind: [\n"), "own")
    assert table is None
    assert len(problems) == 1


def test_the_schema_can_be_written_down_for_editors() -> None:
    schema = GridDef.model_json_schema()
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"kind", "title", "caption", "rows", "columns", "cell"}
    assert schema["$defs"]["FormatDef"]["properties"]["digits"]["maximum"] == 30


def test_what_is_left_out_has_its_stated_default() -> None:
    text = (
        "kind: grid\ntitle: T\ncaption: C.\nrows: {name: a, title: A, values: '1'}\n"
        "columns: {name: b, title: B, values: '1'}\ncell: a + b\nformat: {digits: 30}\n"
    )
    table, problems = read_table(SourceFile("own.yml", text), "own", functions={})
    assert problems == ()
    assert table is not None
    form = table.format
    assert (form.style, form.digits, form.mark, form.signed, form.trim) == ("whole", 30, True, False, False)
    assert (table.rows.label, table.unit, table.reading) == ("{}", "", None)
    assert (table.rows.format.style, table.rows.format.digits, table.rows.format.trim) == ("decimal", 4, True)
    assert (table.derived, table.labels, table.bands, table.spanners, table.notes) == ((), (), (), (), ())
    assert (table.layout.parts, table.layout.collapse, table.layout.open_ends) == ((), False, False)
