"""The manifest names every file, and no change goes unnoticed."""

import json
from pathlib import Path

import pytest

from generator.publish.manifest import check_manifest, write_manifest


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "index.html").write_text("front")
    (tmp_path / "data" / "a.csv").write_text("1,2\n")
    (tmp_path / ".gitkeep").touch()
    write_manifest(tmp_path, {"data/a.csv": ("content/a.yml",)}, maker="test")
    return tmp_path


def test_it_lists_paths_sizes_checksums_and_sources(site: Path) -> None:
    manifest = json.loads((site / "manifest.json").read_text())
    assert manifest["files"][0] == {
        "path": "data/a.csv",
        "size": 4,
        "sha256": "52186c933993da4082b3cdc7c40bb4bf735b391ff54a2ef78c037dda6c38a680",
        "from": ["content/a.yml"],
    }
    assert [entry["path"] for entry in manifest["files"]] == ["data/a.csv", "index.html"]
    assert check_manifest(site) == ()


def test_every_kind_of_change_is_named(site: Path) -> None:
    (site / "data" / "a.csv").write_text("1,3\n")
    (site / "index.html").unlink()
    (site / "new.html").write_text("extra")
    assert [str(problem).removeprefix(f"{site}/") for problem in check_manifest(site)] == [
        "data/a.csv:0:0: the file was altered after it was published",
        "index.html:0:0: the file is missing",
        "new.html:0:0: the file is not in the manifest",
    ]


@pytest.mark.parametrize("text", ["", "{}", '{"files": [1]}', "[]"])
def test_a_damaged_manifest_is_a_sentence(site: Path, text: str) -> None:
    (site / "manifest.json").write_text(text)
    (problem,) = check_manifest(site)
    assert problem.message == "the manifest cannot be read"


def test_a_missing_manifest_is_a_sentence(tmp_path: Path) -> None:
    (problem,) = check_manifest(tmp_path)
    assert problem.message == "there is no manifest"
