"""All content through both stages: every kind of table, fields with calls, and what one system takes from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.content.load import load
from generator.edition import Edition
from generator.exact import Fraction
from generator.tables.book import Book, Figure, Library, Prose, Reference, TablePlace, WorkedExample
from generator.tables.catalogue import compute_content, tabulate_content

EVERY_KIND = Path(__file__).parent.parent / "content" / "every_kind"


def _library(*systems: str) -> Library:
    loaded = load(EVERY_KIND)
    assert loaded.problems == ()
    assert loaded.content is not None
    computed, problems = compute_content(loaded.content, systems)
    assert problems == ()
    assert computed is not None
    library, problems = tabulate_content(computed, Edition("1", "2026-01-02"))
    assert problems == ()
    assert library is not None
    return library


@pytest.fixture(scope="module")
def library() -> Library:
    return _library()


@pytest.fixture
def duel(library: Library) -> Book:
    return library.books[0]


def test_every_table_is_made(library: Library, duel: Book) -> None:
    assert [book.id for book in library.books] == ["duel", "other"]
    assert [table.id for table in duel.tables] == duel_tables()
    assert all(len(row.cells) == len(table.columns) for table in duel.tables for row in table.rows)
    assert len({(table.id, row.key) for table in duel.tables for row in table.rows}) == sum(
        len(table.rows) for table in duel.tables
    )


def duel_tables() -> list[str]:
    """The ids as `system.yml` lists them."""
    return ["strike", "margin", "levels", "arms", "wake", "ladder", "stances", "turned"]


def test_the_vocabulary_of_a_system(duel: Book) -> None:
    assert [term for term, _ in duel.words] == ["margin", "stance"]
    assert duel.words[1][1] == "What a fighter makes more of."


def test_calls_in_fields_are_answered_as_text(duel: Book) -> None:
    strike = duel.table("strike")
    assert strike.caption == "The chance of each result by skill, 5.0% of all rolls apart."
    assert strike.notes == ("A skill of 50 hits in 49% of rolls.",)
    assert strike.reading == "At 50: 39.0%, exactly 39/100, beside 50%."


def test_site_wide_pages_take_from_any_system(library: Library) -> None:
    pieces = library.pages[0].pieces
    assert [type(piece) for piece in pieces if not isinstance(piece, Prose)] == [
        Figure,
        Reference,
        TablePlace,
        WorkedExample,
    ]
    figure, reference, place, worked = (piece for piece in pieces if not isinstance(piece, Prose))
    assert figure == Figure("39.0%", Fraction(39, 100), "strike[50, Hit]")
    assert reference == Reference("steps", "Steps", "other")
    assert isinstance(place, TablePlace)
    assert (place.table.system, place.table.id) == ("duel", "arms")
    assert isinstance(worked, WorkedExample)
    assert worked.intro == "A roll of 49%."
    assert worked.outcome == "Specials up to 10, which is 10.0%."


def test_systems_take_from_each_other(duel: Book) -> None:
    pieces = [piece for piece in duel.chapters[0].pieces if not isinstance(piece, Prose)]
    assert pieces[2] == Figure("88.8%", duel.table("wake").rows[0].cells[1].exact, "wake[1, Awake: 2]")
    assert pieces[3] == Reference("steps", "the steps", "other")
    assert pieces[4] == Figure("37.5%", Fraction(3, 8), "steps[d8!, 6]")


def test_a_system_on_its_own_still_shows_what_it_takes_and_links_to_no_page_that_is_missing() -> None:
    library = _library("other")
    assert [book.id for book in library.books] == ["other"]
    pieces = library.books[0].chapters[0].pieces
    assert Prose("Waking up") in pieces
    places = [piece.table.id for piece in pieces if isinstance(piece, TablePlace)]
    assert places == ["turned"]
    figures = [piece for piece in library.pages[0].pieces if isinstance(piece, Figure)]
    assert [figure.text for figure in figures] == ["39.0%"]


def test_a_cell_that_a_call_names_must_be_there(tmp_path: Path) -> None:
    import shutil

    content = tmp_path / "content"
    shutil.copytree(EVERY_KIND, content)
    page = content / "duel" / "index.md"
    page.write_text(page.read_text("utf-8").replace("Awake: 2", "2").replace('row="d8!"', 'row="d9!"'), "utf-8")
    loaded = load(content)
    assert loaded.content is not None
    computed, _ = compute_content(loaded.content)
    assert computed is not None
    library, problems = tabulate_content(computed, Edition("1", "2026-01-02"))
    assert library is None
    assert [problem.message for problem in problems] == [
        "table 'wake' has no column '2'",
        "table 'steps' has no row 'd9!'",
    ]
    assert "Awake: 2" in problems[0].allowed
