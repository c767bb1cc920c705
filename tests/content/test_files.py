"""What is wrong with files as such, and what a repository cannot hold: links, odd bytes, large files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.content.load import load
from tests.content.trees import VALID, tree_with

TABLE = "sample/tables/target.yml"
OUTSIDE = "this file lies outside the content folder; links may not lead out of it"


def _write(path: str, data: bytes) -> Callable[[Path], None]:
    return lambda content: (content / path).write_bytes(data) and None


def _link(path: str, target: str) -> Callable[[Path], None]:
    def make(content: Path) -> None:
        (content / path).unlink()
        (content / path).symlink_to(target)

    return make


def _folder(path: str) -> Callable[[Path], None]:
    def make(content: Path) -> None:
        (content / path).unlink()
        (content / path).mkdir()

    return make


def _linked_system(content: Path) -> None:
    (content / "sample").rename(content.parent / "elsewhere")
    (content / "sample").symlink_to("../elsewhere")


# What is done to the valid tree, and the problems that must be among those found.
SPOILED: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "link out of the folder": (
        _link("sample/rolling.md", "../../secret.md"),
        [f"content/sample/rolling.md:0:0: {OUTSIDE}"],
    ),
    "linked folder": (_linked_system, [f"content/sample/system.yml:0:0: {OUTSIDE}"]),
    "link in a circle": (
        _link(TABLE, "target.yml"),
        [f"content/{TABLE}:0:0: this file cannot be read: its links go in a circle"],
    ),
    "link to nothing": (
        _link(TABLE, "nothing.yml"),
        [f"content/{TABLE}:0:0: this file cannot be read: No such file or directory"],
    ),
    "folder in place of a file": (_folder(TABLE), [f"content/{TABLE}:0:0: this is not a file"]),
    "large": (
        _write(TABLE, b"a: b\n" * 200_001),
        [f"content/{TABLE}:0:0: this file is larger than 1 MB"],
    ),
    "latin": (
        _write(TABLE, "kind: grid\r\ntitle: Würfel é".encode()[:-1] + b"\xe9"),
        [f"content/{TABLE}:2:15: byte 0xC3 is not UTF-8 text; save the file as UTF-8"],
    ),
    "sixteen bits": (
        _write(TABLE, "kind: grid".encode("utf-16")),
        [f"content/{TABLE}:1:1: byte 0xFF is not UTF-8 text; save the file as UTF-8"],
    ),
    "empty": (_write("sample/rolling.md", b" \n\n"), ["content/sample/rolling.md:0:0: this file is empty"]),
    "bell": (
        _write("sample/rolling.md", b"# Rolling\n\nA\x07\n"),
        ["content/sample/rolling.md:3:2: the character U+0007 cannot stand in a source file"],
    ),
    "next line": (
        _write(TABLE, "kind: grid\ntitle: \x9f\n".encode()),
        [f"content/{TABLE}:2:8: the character U+009F cannot stand in a source file"],
    ),
    "no site file": (
        lambda content: (content / "site.yml").unlink(),
        ["content/site.yml:0:0: the content folder has no site.yml"],
    ),
    "no content folder": (
        lambda content: content.rename(content.parent / "elsewhere"),
        ["content:0:0: there is no content folder here"],
    ),
}


@pytest.mark.parametrize("name", SPOILED)
def test_files_that_cannot_be_used(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil, wanted = SPOILED[name]
    (tmp_path / "secret.md").write_text("# Secret\n")
    content = tree_with(VALID, tmp_path)
    spoil(content)
    monkeypatch.chdir(tmp_path)
    loaded = load(Path("content"))
    assert loaded.content is None
    assert set(wanted) <= {str(problem) for problem in loaded.problems}


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path) -> None:
    content = tree_with(VALID, tmp_path)
    for path in content.rglob("*.*"):
        if path.is_file():
            path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    plain, windows = load(VALID).content, load(content).content
    assert plain is not None
    assert windows is not None
    assert windows.systems[0].table("chance").where("cell").line == plain.systems[0].table("chance").where("cell").line
    assert [page.pieces[0] for page in windows.pages] == [page.pieces[0] for page in plain.pages]
    assert windows.systems[0].published[0].rows == plain.systems[0].published[0].rows


def test_links_within_the_folder_are_followed(tmp_path: Path) -> None:
    content = tree_with(VALID, tmp_path)
    (content / "sample/rolling.md").rename(content / "sample/.rolling.md")
    (content / "sample/rolling.md").symlink_to(".rolling.md")
    assert load(content).problems == ()


def test_depth_is_refused_before_it_costs_anything(tmp_path: Path) -> None:
    content = tree_with(VALID, tmp_path)
    (content / TABLE).write_text("kind: " + "[" * 900_000)
    assert [problem.message for problem in load(content).problems] == ["lists and keys are nested more than 20 deep"]


def test_a_file_of_exactly_one_megabyte_is_read(tmp_path: Path) -> None:
    content = tree_with(VALID, tmp_path)
    page = b"# Rolling\n\n"
    (content / "sample/rolling.md").write_bytes(page + b"x" * (1_000_000 - len(page)))
    assert load(content).problems == ()
    (content / "sample/rolling.md").write_bytes(page + b"x" * (1_000_001 - len(page)))
    assert [problem.message for problem in load(content).problems] == ["this file is larger than 1 MB"]


def test_a_printed_table_may_have_a_single_column(tmp_path: Path) -> None:
    content = tree_with(VALID, tmp_path)
    (content / "sample/published/targets.csv").write_text("dice,3\n6,18\n\n88,42\n")
    loaded = load(content)
    assert loaded.problems == ()
    assert loaded.content is not None
    assert [(row.line, row.label) for row in loaded.content.systems[0].published[0].rows] == [(2, "6"), (4, "8")]
