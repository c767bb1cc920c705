"""A column of an expression leads to the right place in the file, however YAML lets the expression be written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.content.source_file import SourceFile, Text
from generator.content.yaml_source import read_yaml


def _value(yaml: str) -> Text:
    document, problems = read_yaml(SourceFile("t.yml", yaml))
    assert document is not None
    assert problems == ()
    assert isinstance(document.data, dict)
    value = document.data["cell"]
    assert isinstance(value, Text)
    return value


def _character_at(yaml: str, value: Text, index: int) -> str:
    place = value.at(index + 1)
    return yaml.split("\n")[place.line - 1][place.column - 1]


WRITTEN = {
    "plain": "kind: x\ncell:   ceil(a * b)\n",
    "plain over lines": "cell: ceil(a\n    * b) +\n\n    c\nkind: x\n",
    "single quotes": "cell:  'ceil(a * b)'\n",
    "doubled quotes": "cell: 'it''s (a) ''b'''\n",
    "single quotes over lines": "cell: 'ceil(a\n   * b)'\n",
    "double quotes": 'cell: "ceil(a * b)"\n',
    "double quotes over lines": 'cell: "ceil(a\n   * b) \\\n   + c"\n',
    "literal": "cell: |\n  ceil(\n    a * b\n  )\n\n  + c\n",
    "literal with an indicator": "cell: |2-\n   ceil(a\n  * b)\n",
    "literal with a comment": "cell: | # the rule (a)\n  ceil(a\n  * b)\n",
    "folded": "cell: >\n  ceil(a\n  * b)\n\n  + c\n",
    "folded, kept": "cell: >+\n  ceil(a\n    * b\n  )\n\n\nkind: x\n",
    "in a flow": "{kind: x, cell: ceil(a * b)}\n",
    "wide characters": "cell: 'é ≥ 𝟞 * b'\n",
}


@pytest.mark.parametrize("name", WRITTEN)
def test_each_character_is_found_where_it_stands(name: str) -> None:
    value = _value(WRITTEN[name])
    assert value.strip()
    for index, character in enumerate(value):
        if not character.isspace():
            assert _character_at(WRITTEN[name], value, index) == character
    places = [value.at(index + 1) for index, character in enumerate(value) if not character.isspace()]
    assert places == sorted(set(places))


def test_escapes_count_as_the_character_they_stand_for() -> None:
    value = _value('cell: "a\\x62\\u0063\\U00000064\\n\\te"\n')
    assert value == "abcd\n\te"
    assert [value.at(column).column for column in (1, 2, 3, 4, 7)] == [8, 9, 13, 19, 33]


@pytest.mark.parametrize(
    ("yaml", "line", "column"),
    [
        ("cell: a +\n", 1, 10),
        ("cell: 'a + '\n", 1, 11),
        ('cell: "a +"\n', 1, 11),
        ("cell: |\n  a\n  +\n", 3, 4),
        ("cell: >-\n  a\n  +\n\nkind: x\n", 3, 4),
    ],
)
def test_the_end_is_the_place_after_the_last_sign(yaml: str, line: int, column: int) -> None:
    value = _value(yaml)
    for beyond in (len(value.rstrip()) + 1, len(value) + 1, len(value) + 9):
        place = value.at(beyond)
        assert (place.line, place.column) == (line, column)


def test_a_part_keeps_its_place() -> None:
    value = _value("cell: '  6 ..  25 by 3'\n")
    part = value.part(4, 10)
    assert part == "..  25"[:6]
    assert part.at(1).column == 12
    assert part.part(2, 6) == "25"
    assert part.part(2, 6).at(2).column == 17


def test_text_from_nowhere_counts_its_own_columns() -> None:
    assert str(Text("a + b").at(3)) == ":1:3"


WORDS = st.lists(st.sampled_from(["a", "(b", "c)", "*", "''", "+1", "≥"]), min_size=1, max_size=8)


@given(WORDS, st.integers(0, 7), st.sampled_from(["|", ">", "'", '"', ""]))
def test_any_split_over_lines_keeps_every_place(words: list[str], split: int, style: str) -> None:
    if style == "" and words[0][0] in "*'":
        words = ["x", *words]
    text = " ".join(words[:split]) + "\n    " + " ".join(words[split:])
    if not text.split("\n")[0].strip() or not text.split("\n")[1].strip():
        text = " ".join(words)
    yaml = f"cell: {style}\n    {text}\n" if style in ("|", ">") else f"cell: {style}{text}{style}\n"
    value = _value(yaml)
    for index, character in enumerate(value):
        if not character.isspace():
            assert _character_at(yaml, value, index) == character
