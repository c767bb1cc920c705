"""Every problem that content can have is found, at its place, with the whole sentence beside the case."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.content.load import load
from tests.content.trees import INVALID, cases, expected, tree_with


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.relative_to(INVALID).as_posix())
def test_the_loader_says_exactly_what_is_expected(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree_with(case, tmp_path)
    monkeypatch.chdir(tmp_path)
    loaded = load(Path("content"))
    assert loaded.content is None
    assert [str(problem) for problem in loaded.problems] == expected(case).read_text("utf-8").splitlines()


def test_no_case_and_no_expectation_stands_alone() -> None:
    assert {expected(case) for case in cases()} == set(INVALID.rglob("*.expected"))


def test_no_two_cases_share_an_expectation() -> None:
    assert len({expected(case) for case in cases()}) == len(cases())


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.relative_to(INVALID).as_posix())
def test_no_case_speaks_of_pydantic(case: Path) -> None:
    text = expected(case).read_text("utf-8").lower()
    assert text
    assert not [word for word in ("pydantic", "input should", "field required", "type=") if word in text]
