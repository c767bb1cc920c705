"""Where a page holds calls and where it only shows how they are written."""

from __future__ import annotations

import pytest

from generator.content.definitions import Call
from generator.content.markdown_calls import Known
from generator.content.pages import read_page
from generator.content.source_file import SourceFile

CALL = '{{ value("2") }}'


def _calls(text: str) -> list[tuple[int, int]]:
    page, problems = read_page(SourceFile("p.md", "# T\n\n" + text), "p", "p.md", Known())
    assert problems == ()
    assert page is not None
    return [(p.location.line, p.location.column) for p in page.pieces if isinstance(p, Call)]


@pytest.mark.parametrize(
    "text",
    [
        f"`{CALL}`",
        f"``{CALL} ` {CALL}``",
        f"a `code\nspan {CALL}` b",
        f"```\n{CALL}\n```",
        f"````md\n```\n{CALL}\n```\n{CALL}\n````",
        f"~~~\n{CALL}\n```\n{CALL}\n~~~",
        f"- a list\n\n    ```\n    {CALL}\n    ```\n",
        f"- ```\n  {CALL}\n  ```\n",
        f"> ```\n> {CALL}\n> ```\n",
        rf"\{CALL}",
    ],
)
def test_what_is_shown_is_not_called(text: str) -> None:
    assert _calls(text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (CALL, [(3, 4)]),
        (f"{CALL}{CALL}", [(3, 4), (3, 20)]),
        (f"a ` b {CALL}", [(3, 10)]),
        (f"a ` b\n\n{CALL} ` c", [(5, 4)]),
        (f"a `` b ` {CALL} ``` c", [(3, 13)]),
        (f"\\`{CALL}\\`", [(3, 6)]),
        (f"```\ncode\n```\n{CALL}", [(6, 4)]),
        (f"```\ncode\n`````\n{CALL}", [(6, 4)]),
        (f"## Heading {CALL}", [(3, 15)]),
        (f"| a | {CALL} |", [(3, 10)]),
        ('{{value(\n  "2",\n  digits=1\n)}}', [(3, 3)]),
        ("{{ value('2') }} is \"quoted\" }}", [(3, 4)]),
    ],
)
def test_what_is_called_is_found_at_its_name(text: str, places: list[tuple[int, int]]) -> None:
    assert _calls(text) == places


def test_braces_and_quotes_may_stand_in_an_argument() -> None:
    page, problems = read_page(
        SourceFile("p.md", "# T\n\n{{ odds('2d6!{5,6} >= 9') }} {{ link(\"a\", text='say \"}}\"') }}\n"),
        "p",
        "p.md",
        Known(tables=("a",)),
    )
    assert problems == ()
    assert page is not None
    calls = [piece for piece in page.pieces if isinstance(piece, Call)]
    assert [(call.argument, dict(call.options)) for call in calls] == [
        ("2d6!{5,6} >= 9", {}),
        ("a", {"text": 'say "}}"'}),
    ]


@pytest.mark.parametrize(
    ("heading", "title"),
    [("# Rolling dice", "Rolling dice"), ("# Rolling #", "Rolling"), ("# C#", "C#"), ("  #\tRolling  ", "Rolling")],
)
def test_the_title_is_the_heading_without_its_signs(heading: str, title: str) -> None:
    page, problems = read_page(SourceFile("p.md", f"\n{heading}\n\n## More\n"), "p", "p.md", Known())
    assert problems == ()
    assert page is not None
    assert page.title == title
    assert page.pieces == (f"\n{heading}\n\n## More\n",)


@pytest.mark.parametrize("digits", [0, 30])
def test_digits_reach_from_none_to_thirty(digits: int) -> None:
    assert _calls(f'{{{{ value("2", digits={digits}) }}}}') == [(3, 4)]
