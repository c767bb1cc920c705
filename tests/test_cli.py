"""The command line as a stranger meets it: output, exit codes, sentences instead of tracebacks."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main

CONTENT = Path(__file__).parents[1] / "content"


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=text)


def test_odds_prints_the_exact_fraction_and_the_percentage() -> None:
    result = run("odds", "P(12d6 >= 50)")
    assert result.exit_code == 0
    assert result.output.split() == ["14098201/136048896", "10.36%", "1", "in", "9.7"]


def test_odds_as_json_and_from_standard_input() -> None:
    result = run("odds", "--json", "-", text="P(2d6 == 7)\nmean(3d6)\n\nlargest(t: P(12d6 >= t) >= 95%)\nP(2d6 > 12)\n")
    assert [json.loads(line) for line in result.output.splitlines()] == [
        {"expression": "P(2d6 == 7)", "exact": "1/6", "text": "16.67%"},
        {"expression": "mean(3d6)", "exact": "21/2", "text": "10.5"},
        {"expression": "largest(t: P(12d6 >= t) >= 95%)", "exact": "32", "text": "32"},
        {"expression": "P(2d6 > 12)", "exact": "0", "text": "—"},
    ]


def test_odds_goes_on_after_a_refusal_and_exits_with_1() -> None:
    result = run("odds", "--json", "P(2d6 >== 7)", "P(1000000d1000000 >= 5)", "2 + 2")
    first, second, third = (json.loads(line) for line in result.output.splitlines())
    assert first.keys() == second.keys() == {"expression", "error"}
    assert first["error"].startswith("column ")
    assert third["exact"] == "4"
    assert result.exit_code == 1


def test_odds_points_at_the_column() -> None:
    result = run("odds", "P(2d6 >= averag)")
    assert result.exit_code == 1
    line, pointer, message = result.output.splitlines()
    assert line[pointer.index("^")] == "a"
    assert message.startswith("column 10: ")


def test_check_is_content_with_our_content() -> None:
    result = run("check", "--no-cache", "--content", str(CONTENT))
    assert (result.exit_code, result.output) == (0, "no problems\n")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    return Path(shutil.copytree(CONTENT, tmp_path / "content"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("format: whole", "formt: whole", "unknown key 'formt'; did you mean 'format'? allowed: "),
        ("target(dice, average)", "targt(dice, average)", "'targt'"),
        ("target(dice, average)", "target(dice, average", "expected"),
    ],
    ids=["misspelt key", "unknown function", "syntax error"],
)
def test_a_bad_definition_is_a_place_and_a_sentence_and_nothing_is_published(
    sources: Path, tmp_path: Path, old: str, new: str, expected: str
) -> None:
    definition = sources / "sixes" / "tables" / "target-by-average.yml"
    lines = definition.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if old in line and not line.startswith("#"))
    lines[number] = lines[number].replace(old, new)
    definition.write_text("\n".join(lines) + "\n", encoding="utf-8")
    site = tmp_path / "site"
    site.mkdir()
    (site / "manifest.json").write_text("published before")

    result = run("build", "--content", str(sources), "--out", str(site))

    assert result.exit_code == 1
    assert f"{definition}:{number + 1}:" in result.output
    assert expected in result.output
    assert "Traceback" not in result.output
    assert [p.name for p in site.iterdir()] == ["manifest.json"]
    assert (site / "manifest.json").read_text() == "published before"


def test_every_problem_comes_in_one_run(sources: Path) -> None:
    tables = sources / "sixes" / "tables"
    (tables / "target-by-average.yml").write_text("kind: gird\ntitle: x\n")
    (tables / "target-by-chance.yml").write_text("kind: inverse\ntitel: x\n")
    result = run("check", "--content", str(sources))
    assert result.exit_code == 1
    assert "target-by-average.yml:1:7" in result.output
    assert "target-by-chance.yml:2:1" in result.output


@pytest.mark.parametrize("form", ["text", "md", "csv", "json", "html"])
def test_a_table_prints_in_every_format(form: str) -> None:
    result = run("table", "sixes/target-by-average", "--format", form, "--content", str(CONTENT))
    assert result.exit_code == 0
    assert "113" in result.output


def test_an_unknown_table_is_answered_with_the_known_ones() -> None:
    result = run("table", "target-by-averge", "--content", str(CONTENT))
    assert result.exit_code == 2
    assert "target-by-average" in result.output


def test_an_unknown_format_is_answered_with_the_known_ones() -> None:
    result = run("build", "--only", "htm", "--content", str(CONTENT))
    assert result.exit_code == 2
    assert "allowed: html, pdf, xlsx, data" in result.output


def test_a_missing_content_folder_is_a_sentence(tmp_path: Path) -> None:
    result = run("check", "--content", str(tmp_path / "nothing"))
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert "nothing" in result.output


def test_a_roll_prints_as_a_table_and_its_mean() -> None:
    result = run("odds", "2d4")
    assert result.exit_code == 0
    assert "12.50%" in result.output
    assert "Mean 5, standard deviation 1.5811." in result.output


def test_a_roll_without_end_says_what_it_leaves_out() -> None:
    result = run("odds", "d6!")
    assert "Higher values are possible too" in result.output


def test_a_roll_as_json_is_exact() -> None:
    answer = json.loads(run("odds", "--json", "2d4").output)
    assert (answer["mean"], answer["variance"]) == ("5", "5/2")
    assert answer["distribution"][3] == {"value": "5", "exact": "1/4", "text": "25.00%"}


def test_a_fault_of_our_own_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("no dice")

    monkeypatch.setattr("generator.tables.odds.ask", broken)
    result = run("odds", "3d6")
    assert result.exit_code == 70
    assert "a fault of dicepress itself, ZeroDivisionError at test_cli.py" in result.output
    assert "Traceback" not in result.output
