"""Every example on the authors' pages is run: files load and compute, formulas have values, messages are as said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator.content.calculator_definitions import CalculatorsDef
from generator.content.chart_definitions import ChartDef
from generator.content.claim_definitions import ClaimDef
from generator.content.file_definitions import ExampleDef, PublishedDef, SiteDef, SystemDef
from generator.content.finder_definitions import FinderDef
from generator.content.load import load
from generator.content.markdown_calls import FORMS
from generator.content.origins import Origin
from generator.content.print_definitions import PrintDef
from generator.content.source_file import SourceFile
from generator.content.tables import read_table
from generator.content.validation import items, validated
from generator.content.yaml_source import read_yaml
from generator.dice.notation import BUILTINS, parse_function
from generator.edition import Edition
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.compute import compute
from generator.tables.tabulate import tabulate
from tests.authors.pages import CONTENT, PAGES, Fence, content, fences

OWNERS = {
    "pages": SiteDef,
    "chapters": SystemDef,
    "steps": ExampleDef,
    "products": PrintDef,
    "questions": FinderDef,
    "calculators": CalculatorsDef,
}


def yaml_fences() -> list[Fence]:
    return [fence for fence in fences() if fence.language == "yaml"]


def night_watch(folder: Path) -> Path:
    """The content folder of the page about the first ten minutes, exactly as it is printed there."""
    written = 0
    for fence in fences():
        named = re.fullmatch(r"`(content/[^`]+)`", fence.before)
        if fence.page == "ten-minutes" and named:
            path = folder / named[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fence.text, encoding="utf-8")
            written += 1
    assert written == 8
    return folder / "content"


@pytest.mark.parametrize("fence", yaml_fences(), ids=lambda fence: f"{fence.page}: {fence.text.splitlines()[0]}")
def test_every_definition_on_a_page_is_one(fence: Fence) -> None:
    file = SourceFile(f"{fence.page}.md", fence.text)
    document, problems = read_yaml(file)
    assert document is not None and problems == ()
    if isinstance(document.data, list):
        for item in items(document):
            assert isinstance(item.data, dict)
            model = ClaimDef if "says" in item.data else PublishedDef
            assert validated(model, item, Origin())[1] == ()
        return
    assert isinstance(document.data, dict)
    owner = next((model for key, model in OWNERS.items() if key in document.data), None)
    if document.data.get("kind") == "chart":
        owner = ChartDef
    if owner is not None:
        assert validated(owner, document, Origin())[1] == ()
        return
    if document.data.keys() == {"format"}:
        text = "kind: grid\ntitle: T\ncaption: C\nrows: {name: a, title: A, values: 0..1 by 0.5}\n"
        file = SourceFile(file.path, f"{text}columns: {{name: b, title: B, values: 1}}\ncell: a\n{fence.text}")
    functions = {"sneak": parse_function("sneak(modifier) = 2d6 + modifier")}
    definition, problems = read_table(file, "sample", functions=functions)
    assert definition is not None, problems
    computed, problems = compute(definition, functions)
    assert computed is not None, problems
    table, problems = tabulate(computed, "samples")
    assert table is not None, problems


def test_the_first_ten_minutes_make_a_system(tmp_path: Path) -> None:
    loaded = load(night_watch(tmp_path))
    assert loaded.content is not None, loaded.problems
    computed, problems = compute_content(loaded.content)
    assert computed is not None, problems
    library, problems = tabulate_content(computed, Edition("1", ""))
    assert library is not None, problems
    table = library.books[0].table("stealth")
    # Of 36 throws of two dice, 15 total at most 6 and 6 total at least 10.
    assert [str(cell.exact) for cell in table.rows[1].cells] == ["5/12", "5/12", "1/6"]


def test_the_pages_call_nothing_that_is_not_computed() -> None:
    computed, problems = compute_content(content())
    assert computed is not None, problems
    library, problems = tabulate_content(computed, Edition("1", ""))
    assert library is not None, problems
    assert {page.key for page in library.pages} >= {f"authors/{page.stem}" for page in PAGES}
    assert "samples" not in {book.id for book in library.books}


def test_the_messages_on_the_pages_are_those_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = [line for fence in fences() if fence.page == "errors" for line in fence.text.splitlines() if ".yml:" in line]
    assert len(said) == 2
    edits = {"8:3": ("  format:", "  fromat:"), "9:7": ("roll: sneak(", "roll: sneek(")}
    monkeypatch.chdir(tmp_path)
    for line in said:
        folder = night_watch(tmp_path)
        path, number, column, _ = line.split(":", 3)
        old, new = edits[f"{number}:{column}"]
        file = Path(path)
        text = file.read_text("utf-8")
        assert text.count(old) >= 1
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert [str(problem) for problem in load(Path(folder.name)).problems] == [line]


def test_every_message_in_the_list_is_one_that_the_program_has() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (CONTENT.parent / "generator").rglob("*.py"))
    source = re.sub(r'"\s*\n\s*f?"', "", source)
    text = (CONTENT / "authors" / "errors.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)[1:]
    assert len(rows) >= 8
    for row in rows:
        for part in re.split("…", row):
            assert part.strip(" ;") in source, part


def test_the_settings_for_an_editor_are_json() -> None:
    (fence,) = [fence for fence in fences() if fence.language == "json"]
    assert json.loads(fence.text) == {"yaml.schemas": {"./dicepress.schema.json": "content/**/*.yml"}}


def test_no_call_on_a_page_is_unknown() -> None:
    """Blocks of code are not answered by the build, so that a wrong name in one would go unseen."""
    for fence in fences():
        for name in re.findall(r"\{\{ (\w+)\(", fence.text):
            assert name in FORMS, (fence.page, name)


def test_inline_formulas_name_functions_that_exist() -> None:
    own = {"target", "cell", "n"}
    for page in PAGES:
        for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", page.read_text("utf-8")):
            if "{{" in code or "dicepress" in code:
                continue
            for name in re.findall(r"\b([A-Za-z]\w*)\(", code):
                assert name in BUILTINS or name in own or re.fullmatch(r"\d*d", name), (page.stem, code)
