"""A heading and a table of the same name have addresses of their own."""

import re

import pytest
from markdown import Markdown

from generator.render.headings import distinct_headings
from generator.render.parts import markdown_of
from generator.tables.book import Chapter, Prose, TablePlace
from tests.samples import banded_table

TAKEN = {"weapons", "chance-by-dice"}


def ids(markdown: str) -> list[str]:
    html = Markdown(extensions=["toc", "attr_list", "fenced_code"]).convert(markdown)
    return re.findall(r'<h\d id="([^"]+)">', html)


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("# Weapons", "weapons-section"),
        ("## Chance by dice", "chance-by-dice-section"),
        ("## Chance by dice! ##", "chance-by-dice-section"),
        ("### *Weapons*", "weapons-section"),
        ("## Armor", "armor"),
        ("## Weapons and armor", "weapons-and-armor"),
    ],
)
def test_only_a_name_that_is_taken_gets_an_ending(heading: str, expected: str) -> None:
    assert ids(distinct_headings(f"{heading}\n\ntext\n", TAKEN)) == [expected]


def test_blocks_of_code_are_left_alone() -> None:
    text = "```yaml\n# Weapons\n```\n\n# Weapons\n\n~~~\n# Weapons\n~~~\n"
    assert distinct_headings(text, TAKEN) == text.replace("\n\n# Weapons\n\n", "\n\n# Weapons {#weapons-section}\n\n")


def test_a_heading_that_goes_on_after_a_call_is_left_alone() -> None:
    assert distinct_headings("# Title\n\n## Weapons", TAKEN) == "# Title\n\n## Weapons"


def test_no_id_stands_twice_on_a_page() -> None:
    table = banded_table()
    chapter = Chapter("banded", "Banded", "s/banded.md", (Prose("# Banded\n\nWords.\n\n"), TablePlace(table)))
    markdown = markdown_of(chapter, None, medium="page", href=lambda _: "")
    html = Markdown(extensions=["toc", "attr_list", "md_in_html"]).convert(markdown)
    found = re.findall(r'\bid="([^"]+)"', html)
    assert "banded" in found and "banded-section" in found
    assert len(found) == len(set(found))
