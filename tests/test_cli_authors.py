"""The commands that help an author: one table from anywhere, why a cell is what it is, a new system, a schema."""

import io
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from openpyxl import load_workbook

from generator.cli import main
from generator.content.json_schema import json_schema

ROOT = Path(__file__).parents[1]
CONTENT = ROOT / "content"
SAMPLES = CONTENT / "samples" / "tables"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """A definition that lies in no content folder."""
    return Path(shutil.copyfile(SAMPLES / "ladder.yml", tmp_path / "draft.yml"))


@pytest.mark.parametrize(
    ("form", "part"),
    [("text", "Die against die"), ("md", "| d6! "), ("csv", "d6!"), ("html", "<figure"), ("json", '"id": "draft"')],
)
def test_a_file_anywhere_prints_in_every_format(draft: Path, form: str, part: str) -> None:
    result = run("table", str(draft), "--format", form)
    assert result.exit_code == 0, result.output
    assert part in result.output


def test_a_file_anywhere_becomes_a_workbook(draft: Path) -> None:
    result = run("table", str(draft), "--format", "xlsx")
    assert result.exit_code == 0
    assert "Die against die" in load_workbook(io.BytesIO(result.stdout_bytes)).sheetnames


def test_a_file_and_its_id_give_the_same_numbers() -> None:
    by_file = run("table", str(SAMPLES / "strike.yml"), "--format", "csv").output
    assert by_file == run("table", "samples/strike", "--format", "csv", "--content", str(CONTENT)).output


def test_a_file_with_mistakes_names_its_line(draft: Path) -> None:
    draft.write_text(draft.read_text("utf-8").replace("caption:", "captoin:"), encoding="utf-8")
    result = run("table", str(draft))
    assert result.exit_code == 1
    assert f"{draft}:3:1: unknown key 'captoin'; did you mean 'caption'?" in result.output
    assert run("table", "nowhere.yml").exit_code == 1


def test_a_workbook_that_cannot_be_made_is_a_sentence(draft: Path) -> None:
    text = draft.read_text("utf-8").replace("cell: P(mine > yours)", "cell: 'prod(k = 1..400: 10)'")
    draft.write_text(text.replace("format: {style: percent, digits: 1}", ""), encoding="utf-8")
    result = run("table", str(draft), "--format", "xlsx")
    assert result.exit_code == 1
    assert result.output.startswith("Error: xlsx: a number is larger than a sheet can hold")


def test_explain_tells_how_a_cell_came_to_be() -> None:
    result = run("explain", "samples/success", "-2", "Superb", "--content", str(CONTENT))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        "table     Levels of success, row -2, column Superb",
        "row       bonus = (-2)",
        "roll      2d6 + bonus - 8",
        "range     4 to any value, both ends included",
        "computed  P(4 <= (2d6 + (-2) - 8))",
        "exact     0",
        "format    percent, 1 decimal: —, since it cannot happen",
        "shown     —",
    ]


def test_explain_reads_a_file_too(draft: Path) -> None:
    result = run("explain", str(draft), "d6!", "2d6")
    assert "computed  P(d6! > 2d6)" in result.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("samples/success", "9", "Superb"), "the table has no row '9'; allowed: +2, +4, 0, −2"),
        (("samples/success", "0", "Supreb"), "the table has no column 'Supreb'; did you mean 'Superb'?"),
        (("samples/sucess", "0", "Superb"), "there is no table 'samples/sucess'; did you mean 'samples/success'?"),
    ],
)
def test_explain_answers_what_is_unknown_with_what_is_known(arguments: tuple[str, ...], sentence: str) -> None:
    result = run("explain", *arguments, "--content", str(CONTENT))
    assert result.exit_code == 2
    assert sentence in result.output


def test_a_new_system_checks_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new", "system", "my-game")
    assert result.exit_code == 0, result.output
    assert "content/my-game/system.yml" in result.output.splitlines()
    assert run("check").output == "no problems\n"
    again = run("new", "system", "my-game")
    assert (again.exit_code, again.output) == (1, "Error: content/my-game exists already; choose another name\n")


@pytest.mark.slow
def test_a_new_system_builds_in_every_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "system", "my-game")
    result = run("build")
    assert result.exit_code == 0, result.output
    for path in (
        "my-game/rolling.html",
        "downloads/my-game.xlsx",
        "downloads/my-game-rulebook-a4.pdf",
        "manifest.json",
    ):
        assert (tmp_path / "site" / path).is_file(), path


def test_check_for_editors_gives_one_object_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "system", "my-game")
    assert (run("check", "--json").exit_code, run("check", "--json").output) == (0, "")
    file = Path("content/my-game/tables/checks.yml")
    file.write_text(file.read_text("utf-8").replace("cell: check(", "cell: chekc("), encoding="utf-8")
    site = Path("content/site.yml")
    site.write_text(site.read_text("utf-8") + "titel: x\n", encoding="utf-8")
    result = run("check", "--json")
    assert result.exit_code == 1
    first, second = (json.loads(line) for line in result.output.splitlines())
    line = next(n for n, text in enumerate(file.read_text("utf-8").splitlines(), 1) if text.startswith("cell:"))
    assert first["path"] == file.as_posix()
    assert (first["line"], first["column"]) == (line, 7)
    assert first["message"] == "the function 'chekc' is unknown"
    assert "'check'" in first["allowed"]
    assert (second["message"], second["column"]) == ("unknown key 'titel'", 1)
    assert second["allowed"].startswith("did you mean 'title'?")


def test_the_schema_is_printed_or_written(tmp_path: Path) -> None:
    assert json.loads(run("schema").output) == json.loads(json.dumps(json_schema()))
    out = tmp_path / "dicepress.schema.json"
    assert run("schema", "--out", str(out)).output == ""
    assert out.read_text("utf-8") == run("schema").output
    refused = run("schema", "--out", str(tmp_path / "nowhere" / "x.json"))
    assert refused.exit_code == 1
    assert "cannot be written" in refused.output
