"""The Markdown of the site: its pages, their order, and that every link between them is relative."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import yaml

from generator.render.site import docs, nav
from generator.tables.book import Prose, Reference
from tests.samples import sample_library


def pages() -> dict[str, str]:
    return {artifact.path: artifact.data.decode() for artifact in docs(sample_library())}


def listed(order: list[Any]) -> list[str]:
    found: list[str] = []
    for item in order:
        for value in item.values():
            found += listed(value) if isinstance(value, list) else [value]
    return found


def front_matter(text: str) -> dict[str, str]:
    _, head, _ = text.split("---\n", 2)
    loaded = yaml.safe_load(head)
    assert isinstance(loaded, dict)
    return loaded


def test_the_pages_are_where_the_layout_puts_them() -> None:
    assert set(pages()) == {
        "index.md",
        "about.md",
        "downloads.md",
        "sample/index.md",
        "sample/rolling.md",
        "sample/tables/index.md",
        "sample/tables/banded.md",
        "sample/tables/split.md",
        "sample/tables/whole.md",
    }


def test_the_order_names_every_page_once() -> None:
    order = listed(nav(sample_library()))
    assert sorted(order) == sorted(pages())
    assert order[:5] == ["index.md", "about.md", "downloads.md", "sample/index.md", "sample/rolling.md"]


def test_a_book_without_tables_has_no_list_of_them() -> None:
    library = sample_library()
    book = replace(library.books[0], tables=(), chapters=(replace(library.books[0].chapters[0], pieces=()),))
    bare = replace(library, books=(book,))
    assert {artifact.path for artifact in docs(bare)} == {"index.md", "about.md", "downloads.md", "sample/index.md"}
    assert sorted(listed(nav(bare))) == ["about.md", "downloads.md", "index.md", "sample/index.md"]


def test_every_page_says_its_title_kind_and_description() -> None:
    heads = {path: front_matter(text) for path, text in pages().items()}
    assert heads["index.md"]["template"] == "front.html"
    assert heads["sample/tables/banded.md"] == {
        "title": "Chance by average",
        "description": "The chance of reaching the target, by dice and required average.",
        "kind": "table",
        "template": "table.html",
    }
    assert heads["sample/index.md"]["description"] == "A system for tests."
    assert all(head["title"] and head["description"] for head in heads.values())


def test_titles_cannot_break_out_of_the_front_matter() -> None:
    library = sample_library()
    title = 'Dice: "n"\n---\n# {{ config }} <b>'
    nasty = replace(library.pages[1], title=title)
    text = next(
        a for a in docs(replace(library, pages=(library.pages[0], nasty))) if a.path == "about.md"
    ).data.decode()
    assert front_matter(text)["title"] == title


def test_no_link_starts_at_the_root_or_names_a_host() -> None:
    for path, text in pages().items():
        for target in re.findall(r'(?:href|src)="([^"]*)"|\]\(([^)]*)\)', text):
            address = target[0] or target[1]
            assert not address.startswith(("/", "http")), f"{path}: {address}"


def test_the_front_page_lists_the_systems_and_a_book_what_it_holds() -> None:
    text = pages()
    assert 'href="sample/index.html"' in text["index.md"]
    assert "A system for tests." in text["index.md"]
    assert "3 tables" in text["index.md"]
    for href in ("rolling.html", "tables/banded.html", "tables/split.html", "tables/whole.html"):
        assert f'href="{href}"' in text["sample/index.md"]
    assert "Nobody in particular" in text["sample/index.md"]


def test_a_reference_leads_to_the_table_on_its_own_page_unless_it_is_here() -> None:
    library = sample_library()
    assert "[the chances](tables/split.md)" in pages()["sample/index.md"]
    book = library.books[0]
    front = replace(book.chapters[0], pieces=(*book.chapters[0].pieces, book.chapters[1].pieces[3]))
    reference = Reference("banded", "the chances")
    front = replace(front, pieces=(front.pieces[0], reference, *front.pieces[2:]))
    changed = replace(library, books=(replace(book, chapters=(front, *book.chapters[1:])),))
    text = next(a for a in docs(changed) if a.path == "sample/index.md").data.decode()
    assert "[the chances](#banded)" in text


def test_a_table_page_offers_its_data_and_names_the_chapter_that_explains_it() -> None:
    text = pages()["sample/tables/banded.md"]
    for href in (
        "../../data/sample/banded.csv",
        "../../data/sample/banded.json",
        "../../downloads/sample.xlsx",
        "../../downloads/sample-rulebook-a4.pdf",
        "../../downloads/sample-rulebook-letter.pdf",
        "../rolling.html#banded",
    ):
        assert f'href="{href}"' in text
    assert "Explained in" not in pages()["sample/tables/whole.md"]


def test_only_files_that_are_made_are_offered_with_their_size() -> None:
    files = {"data/sample/banded.csv": 0, "downloads/sample.xlsx": 1_234_567, "data/sample/split.json": 1001}
    text = {a.path: a.data.decode() for a in docs(sample_library(), files=files)}
    assert "banded.csv" in text["sample/tables/banded.md"]
    assert "banded.json" not in text["sample/tables/banded.md"]
    assert "rulebook" not in text["sample/tables/banded.md"]
    assert "1.3 MB" in text["sample/index.md"]
    assert "2 kB" in text["sample/tables/split.md"]


@pytest.mark.parametrize("path", ["sample/rolling.md", "sample/tables/banded.md"])
def test_a_page_knows_the_files_it_is_made_from(path: str) -> None:
    artifact = next(a for a in docs(sample_library()) if a.path == path)
    assert "sample/tables/banded.yml" in artifact.sources
    assert all(artifact.sources)


def test_the_systems_stand_after_the_opening_of_the_front_page_and_before_its_sections() -> None:
    library = sample_library()
    front = replace(library.pages[0], pieces=(Prose("# Dice\n\nOpening.\n\n## One\n\nA.\n\n## Two\n\nB.\n"),))
    made = docs(replace(library, pages=(front, library.pages[1])))
    text = next(a for a in made if a.path == "index.md").data.decode()
    marks = ["Opening.", '<section class="systems"', "\n\n## One\n", "A.", "\n\n## Two\n", "B."]
    assert sorted(marks, key=text.index) == marks


def test_the_front_page_of_a_book_bears_its_title() -> None:
    library = sample_library()
    book = library.books[0]
    front = replace(book.chapters[0], pieces=(Prose("# Overview\n\nWords.\n\n# Not this\n"),))
    changed = replace(library, books=(replace(book, title="A_B_ & C", chapters=(front, *book.chapters[1:])),))
    text = next(a for a in docs(changed) if a.path == "sample/index.md").data.decode()
    assert "\n# A&#95;B&#95; &amp; C\n\nWords.\n\n# Not this\n" in text
    assert "# Overview" not in text
    assert text.count("# Rolling dice") == 0


def test_site_wide_pages_of_one_folder_form_a_section() -> None:
    library = sample_library()
    page = library.pages[1]
    more = (replace(page, key="authors/index", title="For authors"), replace(page, key="authors/calls", title="Calls"))
    order = nav(replace(library, pages=(*library.pages, *more)))
    assert order[:3] == [
        {"Front page": "index.md"},
        {"About the numbers": "about.md"},
        {"For authors": [{"For authors": "authors/index.md"}, {"Calls": "authors/calls.md"}]},
    ]
