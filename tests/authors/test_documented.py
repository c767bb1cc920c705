"""Whatever an author can write is on the authors' pages, and nothing that no longer exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import click
import pytest

from generator.cli import main
from generator.content import (
    calculator_definitions,
    chart_definitions,
    claim_definitions,
    file_definitions,
    finder_definitions,
    print_definitions,
    table_definitions,
    table_parts,
)
from generator.content import fields as field_types
from generator.content.definitions import Call
from generator.content.markdown_calls import FORMS
from generator.content.origins import Definition, Part
from generator.content.table_definitions import KINDS
from generator.dice import syntax
from generator.dice.notation import BUILTINS, Node, parse
from generator.dice.vocabulary import OPTION_WORDS
from tests.authors.pages import PAGES, content, fences, listed_keys, sections

# Where the keys of each part of a definition are listed.
EVERY = ("definitions", "Fields of every table")
PRODUCT = ("printing", "Products")
OUTPUT = ("calculators", "Outputs")
PLACES: dict[str, tuple[tuple[str, str], ...]] = {
    "GridDef": (EVERY, ("definitions", "Grid")),
    "InverseDef": (EVERY, ("definitions", "Inverse")),
    "OutcomesDef": (EVERY, ("definitions", "Outcomes")),
    "BandsDef": (EVERY, ("definitions", "Bands")),
    "ListDef": (EVERY, ("definitions", "List")),
    "ChainDef": (EVERY, ("definitions", "Chain")),
    "OutcomeDef": (("definitions", "An outcome"),),
    "RangeDef": (("definitions", "A range"),),
    "ListedColumn": (("definitions", "A listed column"),),
    "ComputedColumn": (("definitions", "A computed column"),),
    "EndDef": (("definitions", "An end"),),
    "RunningDef": (("definitions", "Running"),),
    "ShowDef": (("definitions", "Shown columns"),),
    "ExpectedDef": (("definitions", "Expected"),),
    "Axis": (("definitions", "Axes"),),
    "BoundItem": (("definitions", "Several names at once"),),
    "DerivedValue": (("definitions", "A derived value"),),
    "DerivedRange": (("definitions", "A derived range"),),
    "LabelDef": (("definitions", "Labels"),),
    "BandDef": (("definitions", "Marks"),),
    "SpannerDef": (("definitions", "Spanners"),),
    "ReadingDef": (("definitions", "Reading"),),
    "LayoutDef": (("definitions", "Layout"),),
    "GridLayoutDef": (("definitions", "Layout"),),
    "FormatDef": (("rounding", "Formats"),),
    "ChartDef": (("charts", "Fields"),),
    "RollSeries": (("charts", "A roll"),),
    "EachSeries": (("charts", "A roll for each of many values"),),
    "EachDef": (("charts", "Each"),),
    "RowSeries": (("charts", "A row of a table"),),
    "AcrossDef": (("charts", "Along and upward"),),
    "UpDef": (("charts", "Along and upward"),),
    "SiteDef": (("files", "site.yml"),),
    "SystemDef": (("files", "system.yml"),),
    "CreditDef": (("files", "Credit"),),
    "ExampleDef": (("files", "Worked examples"),),
    "StepDef": (("files", "A step"),),
    "PublishedDef": (("sources", "Printed tables"),),
    "MisprintDef": (("sources", "A misprint"),),
    "RowLabelDef": (("sources", "A wrong row label"),),
    "ClaimDef": (("sources", "Claims"),),
    "OtherReadingDef": (("sources", "Another reading"),),
    "PrintDef": (("printing", ""),),
    "TablePackDef": (PRODUCT, ("printing", "Table packs")),
    "ScreenDef": (PRODUCT, ("printing", "Screens")),
    "PanelDef": (("printing", "A panel"),),
    "BookletDef": (PRODUCT, ("printing", "Booklets")),
    "CardsDef": (PRODUCT, ("printing", "Cards")),
    "TableItem": (("printing", "A table"),),
    "WorkedItem": (("printing", "An example"),),
    "SectionItem": (("printing", "A section"),),
    "TextItem": (("printing", "A text"),),
    "FinderDef": (("finder", ""),),
    "QuestionDef": (("finder", "A question"),),
    "InputDef": (("finder", "An input"),),
    "AnswerDef": (("finder", "An answer"),),
    "SeeDef": (("finder", "Where it stands"),),
    "CalculatorsDef": (("calculators", ""),),
    "CalculatorDef": (("calculators", "A calculator"),),
    "EntryDef": (("calculators", "Inputs"),),
    "ChoiceDef": (("calculators", "A choice"),),
    "ReckonedDef": (OUTPUT, ("calculators", "A number that is computed")),
    "LookupDef": (OUTPUT, ("calculators", "A cell of a table")),
    "SearchDef": (OUTPUT, ("calculators", "A search down a column")),
}
MODULES = (
    table_parts,
    table_definitions,
    chart_definitions,
    file_definitions,
    claim_definitions,
    finder_definitions,
    print_definitions,
    calculator_definitions,
)
BASES = {"OutputBase", "ProductBase", "TableBase", "RowsBase", "AxesBase", "Part", "SharedPart", "Definition"}


def parts() -> dict[str, type[Part]]:
    modules = (
        table_parts,
        table_definitions,
        chart_definitions,
        file_definitions,
        claim_definitions,
        finder_definitions,
        print_definitions,
        calculator_definitions,
    )
    found = [value for module in modules for value in vars(module).values() if isinstance(value, type)]
    return {part.__name__: part for part in found if issubclass(part, Part) and part.__name__ not in BASES}


def keys_of(part: type[Part]) -> set[str]:
    # The names of a group of names are the author's own.
    return set(part.keys()) - ({"names"} if part is table_parts.BoundItem else set())


def test_every_part_of_a_definition_has_its_place_on_the_pages() -> None:
    assert parts().keys() == PLACES.keys()


@pytest.mark.parametrize("name", PLACES)
def test_every_field_is_documented(name: str) -> None:
    listed = set().union(*(listed_keys(sections(page)[heading]) for page, heading in PLACES[name]))
    assert keys_of(parts()[name]) <= listed


def test_no_field_is_documented_that_does_not_exist() -> None:
    allowed: dict[tuple[str, str], set[str]] = {}
    for name, places in PLACES.items():
        for place in places:
            allowed.setdefault(place, set()).update(keys_of(parts()[name]))
    for (page, heading), keys in allowed.items():
        assert listed_keys(sections(page)[heading]) <= keys, f"{page}.md, {heading}"


def words_of(annotation: object) -> Iterator[str]:
    """The words that a field takes, out of its JSON Schema."""
    for extra in get_args(annotation)[1:]:
        schema = getattr(extra, "json_schema", None) or {}
        yield from schema.get("enum", ())


@pytest.mark.parametrize(
    ("page", "heading", "annotation"),
    [
        ("rounding", "Formats", field_types.Style),
        ("definitions", "Marks", field_types.Tone),
        ("definitions", "Inverse", field_types.Search),
        ("definitions", "A listed column", table_definitions.CellType),
        ("definitions", "Shown columns", table_definitions.ShownAt),
        ("charts", "A roll", chart_definitions.ShownField),
        ("charts", "Fields", chart_definitions.StyleField),
        ("charts", "Fields", chart_definitions.ScaleField),
        ("calls", "value", field_types.Style),
        ("sources", "A misprint", file_definitions.VerdictWord),
        ("sources", "Claims", claim_definitions.Exactness),
        ("printing", "Products", print_definitions.ProductKind),
    ],
)
def test_every_word_that_a_field_takes_is_documented(page: str, heading: str, annotation: object) -> None:
    words = set(words_of(annotation))
    assert words
    assert words <= set(re.findall(r"`([^`]+)`", sections(page)[heading]))


def test_every_kind_has_a_row_a_section_and_a_sample() -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]\(#(\w+)\)", sections("definitions")["Kinds"], re.MULTILINE)
    assert {kind for kind, _ in rows} == KINDS.keys()
    for kind, anchor in rows:
        assert kind == anchor
        shown = re.search(r'source\("samples/([\w-]+)"\)', sections("definitions")[kind.capitalize()])
        assert shown is not None
        assert sample(shown[1]).kind == kind


def sample(name: str) -> table_definitions.TableDef:
    system = next(system for system in content().systems if system.id == "samples")
    return system.table(name)


def test_every_sample_is_shown_with_its_source_on_the_same_page() -> None:
    system = next(system for system in content().systems if system.id == "samples")
    due = {("table", table.id) for table in system.tables} | {("chart", chart.id) for chart in system.charts}
    due |= {("worked", example.id) for example in system.examples}
    shown: set[tuple[str, str]] = set()
    for page in content().pages:
        calls = [piece for piece in page.pieces if isinstance(piece, Call)]
        sources = {call.argument for call in calls if call.name == "source"}
        shows = {(call.name, call.argument) for call in calls if call.name in ("table", "chart", "worked")}
        assert sources == {argument for _, argument in shows if argument.startswith("samples/")}, page.key
        shown |= {(name, argument.removeprefix("samples/")) for name, argument in shows}
    assert due <= shown


def test_every_field_of_a_table_is_in_a_sample() -> None:
    """Each key that a definition can hold stands in at least one file of the samples, where a reader sees it work."""
    system = next(system for system in content().systems if system.id == "samples")
    used: dict[str, set[str]] = {}
    for definition in (*system.tables, *system.charts, *system.examples):
        note_keys(definition, used)
    used["LayoutDef"] = used.get("LayoutDef", set()) | used["GridLayoutDef"]
    shared = set().union(*(used[kind.__name__] for kind in KINDS.values())) & SHARED
    missing = {
        f"{name}.{key}"
        for name, part in parts().items()
        if PLACES[name][0][0] in ("definitions", "charts", "rounding") or name in ("ExampleDef", "StepDef")
        for key in keys_of(part) - used.get(name, set()) - (shared if part in KINDS.values() else set())
    }
    assert missing == set()


# What a field of several kinds does is shown once.
SHARED = {"unit", "notes", "reading", "layout", "labels", "bands", "spanners", "derived"}


def note_keys(part: object, used: dict[str, set[str]]) -> None:
    if isinstance(part, Part):
        aliases = {name: known.alias or name for name, known in type(part).model_fields.items()}
        used.setdefault(type(part).__name__, set()).update(aliases[name] for name in part.model_fields_set)
        for name in part.model_fields_set:
            note_keys(getattr(part, name), used)
    elif isinstance(part, tuple):
        for one in part:
            note_keys(one, used)


def formulas() -> list[Call]:
    page = next(page for page in content().pages if page.key == "authors/notation")
    return [piece for piece in page.pieces if isinstance(piece, Call) and piece.name == "formula"]


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for name in node.field_names:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield from nodes(part)


def used_nodes() -> list[Node]:
    return [node for call in formulas() for node in nodes(parse(call.argument))]


def test_every_form_of_the_notation_has_an_example() -> None:
    forms = {
        kind for kind in vars(syntax).values() if isinstance(kind, type) and issubclass(kind, Node) and kind is not Node
    }
    assert forms == {type(node) for node in used_nodes()}


def test_every_sign_of_the_notation_is_on_the_page() -> None:
    text = "\n".join(sections("notation").values())
    for sign in ("kh", "kl", "dh", "dl", "!", "!>=", "d%", "dF", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"):
        assert re.search(rf"`[^`]*{re.escape(sign)}[^`]*`", text), sign
    for word in ("and", "or", "not", "given", "where"):
        assert re.search(rf"`[^`]*\b{word}\b[^`]*`", text), word


def test_every_function_has_a_row_and_an_example() -> None:
    text = "\n".join(sections("notation").values())
    used = {getattr(node, "function", None) for node in used_nodes()}
    for name in BUILTINS:
        assert re.search(rf"^\| `{name}\(", text, re.MULTILINE), name
        assert name in used, name
    called = set(re.findall(r"^\| `(\w+)\(", text, re.MULTILINE)) - {"n"}
    assert called == BUILTINS.keys()


def test_every_option_of_a_function_is_documented_with_its_words() -> None:
    text = sections("notation")["Of a pool of dice"]
    options = {option for builtin in BUILTINS.values() for option in builtin.options}
    assert set(re.findall(r"^\| `(\w+)` \| `", text, re.MULTILINE)) == options
    used = {node.name for node in used_nodes() if isinstance(node, syntax.Option)}
    assert used == options
    for name, words in OPTION_WORDS.items():
        for word in words:
            assert f"{name}={word}" in text, (name, word)


def test_every_call_has_a_section_with_each_of_its_options() -> None:
    written = sections("calls")
    for name, form in FORMS.items():
        assert name in written
        for option in form.options:
            assert f"`{option}`" in written[name], (name, option)
    fields_text = written["In fields"]
    for name, form in FORMS.items():
        assert (f"`{name}`" in fields_text) == form.in_fields


def test_every_call_stands_in_a_block_of_code_of_the_pages() -> None:
    shown = "\n".join(fence.text for fence in fences() if fence.page == "calls")
    for name, form in FORMS.items():
        assert f"{{{{ {name}(" in shown
        for option in form.options:
            assert re.search(rf"\{{\{{ {name}\(.*\b{option}=", shown), (name, option)


def test_every_command_is_on_the_pages() -> None:
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    for name, command in main.commands.items():
        if name in ("verify", "serve"):
            # Those who publish need these; README.md tells of them.
            continue
        names = [f"{name} {sub}" for sub in command.commands] if isinstance(command, click.Group) else [name]
        for full in names:
            assert f"dicepress {full}" in text, full


def test_definitions_are_all_that_a_part_can_be() -> None:
    assert {name for name, part in parts().items() if issubclass(part, Definition)} == {
        *(kind.__name__ for kind in KINDS.values()),
        "CalculatorsDef",
        "ChartDef",
        "ClaimDef",
        "ExampleDef",
        "FinderDef",
        "PrintDef",
        "PublishedDef",
        "SiteDef",
        "SystemDef",
    }
