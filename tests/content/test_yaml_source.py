"""Values stay what was written, and every key and value knows its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.content import yaml_source
from generator.content.source_file import SourceFile, read_source
from generator.content.yaml_source import Document, Value, read_yaml
from generator.diagnostics import Problem


@pytest.mark.parametrize(
    "written", ["2.75", "no", "on", "yes", "~", "null", "1:30", "0x1F", "010", "1e3", "2020-01-02", ".inf"]
)
def test_no_word_is_taken_for_anything_else(written: str) -> None:
    document, problems = read_yaml(SourceFile("t.yml", f"- {written}\n- {{{written}: {written}}}\n"))
    assert problems == ()
    assert document is not None
    assert document.data == [written, {written: written}]


def test_places_of_keys_and_values() -> None:
    text = "a: 1\nb:\n  - c:  2\n    d: [3,\n  4]\n"
    document, _ = read_yaml(SourceFile("t.yml", text))
    assert document is not None
    places = {path: (place.line, place.column) for path, place in document.places.items()}
    keys = {path: (place.line, place.column) for path, place in document.keys.items()}
    assert places == {
        (): (1, 1),
        ("a",): (1, 4),
        ("b",): (3, 3),
        ("b", 0): (3, 5),
        ("b", 0, "c"): (3, 9),
        ("b", 0, "d"): (4, 8),
        ("b", 0, "d", 0): (4, 9),
        ("b", 0, "d", 1): (5, 3),
    }
    assert keys == {("a",): (1, 1), ("b",): (2, 1), ("b", 0, "c"): (3, 5), ("b", 0, "d"): (4, 5)}


def test_the_first_of_two_equal_keys_stays_and_keeps_its_place() -> None:
    document, problems = read_yaml(SourceFile("t.yml", "a: {b: 1}\na: {b: 2}\n"))
    assert document is not None
    assert document.data == {"a": {"b": "1"}}
    assert document.places[("a", "b")].line == 1
    assert [str(problem) for problem in problems] == ["t.yml:2:1: key 'a' is given twice"]


@pytest.mark.skipif(yaml_source._QUICK_LOADER is None, reason="PyYAML was built without libyaml")
def test_both_parsers_read_the_content_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = sorted(Path("content").rglob("*.yml")) + sorted(Path("tests/content").rglob("*.yml"))
    files = [read_source(Path(), path.as_posix()) for path in paths]
    sources = [file for file in files if isinstance(file, SourceFile)]
    assert len(sources) > 100
    quick = [_told(read_yaml(file)) for file in sources]
    monkeypatch.setattr(yaml_source, "_QUICK_LOADER", None)
    assert quick == [_told(read_yaml(file)) for file in sources]


@pytest.mark.parametrize(
    "text",
    [
        "a:\tb",
        "a: \tb",
        "a: [b?c, d]",
        "a: {b: c?}",
        "a: why?\nb: [c, d]",
        "a: [b, c]\nd: e? [f?]",
        "a: [b,\n  c?d]",
        "a: {b: [c], d: e?}",
        "a: {? b: c}",
        "? a\n: [b]",
        "a: [\ufeffb]",
        "a: {b: , c: d}",
        "a:\nb: [x, , y]",
        "a: |\n  b\n\n  c\n",
        "a: >-\n  b\n  c\nd: 'e''f'\ng: \"\\u00e9\\n\"",
        "a: é – 😀\nb: c",
        "a: b\nc",
        "a: 'b",
        "a: [b",
    ],
)
def test_both_parsers_place_everything_alike(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = _told(read_yaml(SourceFile("a.yml", text)))
    monkeypatch.setattr(yaml_source, "_QUICK_LOADER", None)
    assert quick == _told(read_yaml(SourceFile("a.yml", text)))


def _told(found: tuple[Document | None, tuple[Problem, ...]]) -> object:
    """Everything that reading a file tells, to compare."""
    document, problems = found
    return (document and (_marked(document.data), document.places, document.keys)), problems


def _marked(value: Value) -> object:
    if isinstance(value, dict):
        return [(key, _marked(part)) for key, part in value.items()]
    if isinstance(value, list):
        return [_marked(part) for part in value]
    return str(value), value.scalar and (value.scalar.start, value.scalar.stop, value.scalar.style)
