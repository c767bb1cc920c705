"""The JSON Schema keeps step with the loader: it takes what the loader takes, and refuses the slips that it can see."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from generator.content.json_schema import json_schema
from generator.content.table_definitions import KINDS

HERE = Path(__file__).parent
ROOTS = (HERE.parents[1] / "content", HERE / "every_kind", HERE / "valid", HERE.parent / "sixth_system" / "content")
FILES = sorted(file for root in ROOTS for file in root.rglob("*.yml"))
SCHEMA = json_schema()
VALIDATOR = Draft7Validator(SCHEMA)


class PlainLoader(yaml.SafeLoader):
    """YAML as editors read it: numbers and truth values as such, and dates as text."""


PlainLoader.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read(file: Path) -> Any:
    return yaml.load(file.read_text("utf-8"), Loader=PlainLoader)


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)


def test_there_are_files_of_every_sort() -> None:
    assert len(FILES) > 40
    kinds = {read(file).get("kind") for file in FILES if isinstance(read(file), dict)}
    assert kinds == {*KINDS, "chart", None}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.parent.name}/{file.name}")
def test_it_takes_every_file_that_the_loader_takes(file: Path) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(read(file))] == []


# Groups whose keys are the author's own words.
OPEN = {"given", "words", "state", "roll", "next", "rolls", "entries", "values", "over", "inputs"}


def closed_groups(data: Any, owner: str = "") -> list[dict[str, Any]]:
    if isinstance(data, list):
        return [group for part in data for group in closed_groups(part, owner)]
    if not isinstance(data, dict):
        return []
    own = [] if owner in OPEN else [data]
    return own + [group for key, part in data.items() for group in closed_groups(part, key)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.parent.name}/{file.name}")
def test_an_unknown_key_is_refused_wherever_it_stands(file: Path) -> None:
    data = read(file)
    for place in range(len(closed_groups(data))):
        broken = copy.deepcopy(data)
        closed_groups(broken)[place]["unheard-of"] = "x"
        assert not VALIDATOR.is_valid(broken), closed_groups(data)[place]


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_key_and_a_wrong_word_are_refused(kind: str) -> None:
    file = next(file for file in FILES if "samples" in file.parts and f"kind: {kind}\n" in file.read_text("utf-8"))
    data = read(file)
    assert VALIDATOR.is_valid(data)
    for key in ("title", "caption"):
        assert not VALIDATOR.is_valid({name: value for name, value in data.items() if name != key})
    assert not VALIDATOR.is_valid({**data, "kind": "gird"})
    assert not VALIDATOR.is_valid({**data, "layout": {"collapse": "perhaps"}})
    assert not VALIDATOR.is_valid({**data, "notes": "one"})
    if "format" in data:
        assert not VALIDATOR.is_valid({**data, "format": {"style": "percnt"}})
        assert not VALIDATOR.is_valid({**data, "format": {"digits": 31}})
        assert VALIDATOR.is_valid({**data, "format": "whole"})


def test_every_group_says_what_it_is() -> None:
    """Editors show a description beside a key while it is completed."""
    for name in (*(kind.__name__ for kind in KINDS.values()), "ChartDef", "SystemDef", "SiteDef", "ExampleDef"):
        assert SCHEMA["$defs"][name]["description"]
