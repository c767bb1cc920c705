"""What `new system` writes: files that load at once, a line in site.yml, and nothing at all where it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.content.load import load
from generator.content.starter import NotStartedError, new_system, with_system
from generator.edition import Edition
from generator.tables.catalogue import compute_content, tabulate_content


def test_it_makes_a_whole_content_folder_that_computes(tmp_path: Path) -> None:
    content = tmp_path / "content"
    written = new_system(content, "my-game")
    assert set(written) == {path for path in content.rglob("*") if path.is_file()}
    loaded = load(content)
    assert loaded.content is not None, loaded.problems
    computed, problems = compute_content(loaded.content)
    assert computed is not None, problems
    library, problems = tabulate_content(computed, Edition("1", ""))
    assert library is not None, problems
    (book,) = library.books
    assert (book.id, book.title) == ("my-game", "My game")
    assert {type(table).__name__ for table in loaded.content.systems[0].tables} == {"GridDef", "BandsDef", "ListDef"}
    # A skill of 2 needs a 6 of two dice, which 26 of 36 throws show.
    row = next(row for row in book.table("checks").rows if row.label == "8")
    assert str(row.cells[2].exact) == "13/18"
    assert "$" not in "".join(path.read_text("utf-8") for path in written)


def test_a_second_system_joins_the_first(tmp_path: Path) -> None:
    content = tmp_path / "content"
    new_system(content, "one")
    before = (content / "site.yml").read_text("utf-8")
    new_system(content, "two")
    loaded = load(content)
    assert loaded.content is not None, loaded.problems
    assert [system.id for system in loaded.content.systems] == ["one", "two"]
    assert (content / "site.yml").read_text("utf-8") == before.replace("[one]", "[one, two]")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "title: T\nsystems: [a, b]  # two\npages: [index]\n",
            "title: T\nsystems: [a, b, new]  # two\npages: [index]\n",
        ),
        ("systems: []\n", "systems: [new]\n"),
        ("systems:\n  - a\n  - b  # the second\nurl: ''\n", "systems:\n  - a\n  - b  # the second\n  - new\nurl: ''\n"),
        ("systems:\n- 'a'", "systems:\n- 'a'\n- new"),
        ("systems: [a,\n  b]\n", "systems: [a,\n  b, new]\n"),
        ("# comment\ntitle: T\n", "# comment\ntitle: T\nsystems: [new]\n"),
    ],
)
def test_the_list_grows_and_nothing_else_changes(before: str, after: str) -> None:
    assert with_system(before, "new") == after


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("one", "content/one exists already; choose another name"),
        ("two", "site.yml lists two already"),
        ("Two", "the name of a system must be lowercase letters, digits and single hyphens, not 'Two'"),
        ("../two", "the name of a system must be lowercase letters, digits and single hyphens, not '../two'"),
        ("", "the name of a system must be lowercase letters, digits and single hyphens, not ''"),
        ("data", "a system cannot be called 'data', which has a place of its own in what is published"),
    ],
)
def test_it_refuses_with_a_sentence_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    new_system(Path("content"), "one")
    site = Path("content/site.yml")
    site.write_text(site.read_text("utf-8").replace("[one]", "[one, two]"), encoding="utf-8")
    before = files(tmp_path)
    with pytest.raises(NotStartedError) as refused:
        new_system(Path("content"), name)
    assert str(refused.value) == sentence
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("systems: one\n", "'systems' in site.yml is not a list; mend it first"),
        ("- a\n", "site.yml cannot be read; mend what `dicepress check` reports first"),
        ("systems: [\n", "site.yml cannot be read; mend what `dicepress check` reports first"),
    ],
)
def test_a_site_that_cannot_be_added_to_is_left_alone(tmp_path: Path, source: str, sentence: str) -> None:
    (tmp_path / "site.yml").write_text(source, encoding="utf-8")
    with pytest.raises(NotStartedError) as refused:
        new_system(tmp_path, "one")
    assert str(refused.value) == sentence
    assert files(tmp_path) == {tmp_path / "site.yml": source.encode()}


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear", encoding="utf-8")
    with pytest.raises(NotStartedError, match=r"has files but no site\.yml"):
        new_system(tmp_path, "one")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
