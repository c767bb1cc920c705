"""A check that remembers says what a check says that does not, and looks only at what has changed."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from pathlib import Path

import pytest

from generator import check as checking
from generator import judging
from generator.check import check
from generator.content.parts import SITE_PAGES
from generator.diagnostics import Problem
from generator.jobs.store import NAME
from generator.tables import catalogue
from tests.small import small_content

# A second system, whose page takes a table and an example from the first.
_OTHER = {
    "site.yml": "title: A shelf\ntagline: Rules for tests\npages: [index]\nsystems: [tiny, other]\n",
    "other/system.yml": (
        "title: Other\nsummary: A system for tests.\n"
        "credit: {game: Other, author: Somebody, year: '2026', license: CC0}\n"
        "chapters: [index]\ntables: [own]\n"
    ),
    "other/index.md": '# Other\n\nAs there.\n\n{{ table("tiny/sum") }}\n\n{{ worked("tiny/throw") }}\n',
    "other/tables/own.yml": (
        "kind: grid\ntitle: Chance of a six\ncaption: The chance of a six.\n"
        "rows: {name: dice, title: Dice, values: 1..3}\ncolumns: {name: target, title: Target, values: 6}\n"
        "cell: P((dice)d6kh1 >= target)\nformat: {style: percent, digits: 2}\n"
    ),
    "tiny/examples/throw.yml": (
        "title: A throw\nintro: Two dice.\n"
        "steps: [{name: average, label: Mean, rule: mean(2d6)}]\noutcome: '{average}'\n"
    ),
}


@pytest.fixture
def content(tmp_path: Path) -> Path:
    folder = small_content(tmp_path)
    for path, text in _OTHER.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    assert check(folder, cached=False) == ()
    assert not (tmp_path / NAME).exists()
    return folder


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The parts that each check loads."""
    asked: list[set[str]] = []
    load = judging.load

    def noting(root: Path, parts: set[str]) -> object:
        asked.append(set(parts))
        return load(root, parts)

    monkeypatch.setattr(judging, "load", noting)
    return asked


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that are computed."""
    asked: list[str] = []
    compute = catalogue.compute

    def noting(definition: object, *others: object) -> object:
        asked.append(definition.id)  # type: ignore[attr-defined]
        return compute(definition, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(catalogue, "compute", noting)
    return asked


def edit(content: Path, path: str, old: str, new: str) -> None:
    place = content / path
    text = place.read_text(encoding="utf-8")
    assert old in text
    place.write_text(text.replace(old, new), encoding="utf-8")


def agreed(content: Path) -> tuple[Problem, ...]:
    """What a check finds that remembers, which is what others find: one that does not, and one part by part."""
    found = check(content)
    assert found == check(content, cached=False)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(judging, "WORTH_A_PROCESS", 0)
        assert found == check(content, cached=False, jobs=2)
    assert check(content) == found
    return found


def test_what_did_not_change_is_not_looked_at(content: Path, looked_at: list[set[str]]) -> None:
    assert check(content) == ()
    assert check(content) == ()
    assert looked_at == [{"tiny", "other", SITE_PAGES}]


def test_only_the_part_that_changed_is_looked_at(content: Path, looked_at: list[set[str]], computed: list[str]) -> None:
    check(content)
    edit(content, "other/tables/own.yml", "1..3", "1..4")
    computed.clear()
    assert check(content) == ()
    assert looked_at[1:] == [{"other"}]
    assert computed == ["own"]


def test_a_page_is_looked_at_again_when_what_it_takes_from_elsewhere_changed(
    content: Path, looked_at: list[set[str]], computed: list[str]
) -> None:
    check(content)
    computed.clear()
    edit(content, "tiny/tables/sum.yml", "4..6", "4..7")
    assert check(content) == ()
    assert looked_at[1:] == [{"tiny", "other"}]
    assert computed == ["sum"]


def test_of_a_table_that_is_only_linked_to_nothing_is_computed(content: Path, computed: list[str]) -> None:
    shown = '{{ table("tiny/sum") }}'
    edit(content, "other/index.md", shown, '{{ link("tiny/sum") }}\n\n{{ source("tiny/best") }}')
    files = checking._files(content)
    assert files is not None
    computed.clear()
    (verdict,) = judging.verdicts(judging.Case(content, files, None), {"other"}, 1)
    assert (verdict.problems, computed) == ((), ["own"])
    # It depends on the table all the same: there may be no such table next time.
    assert verdict.bases["other"]["tiny/tables/sum.yml"] == files["tiny/tables/sum.yml"]
    check(content)
    edit(content, "tiny/tables/sum.yml", "(dice)d6", "(dice)d6 / 0")
    (problem,) = agreed(content)
    assert problem.location.path.endswith("tiny/tables/sum.yml")


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("tiny/tables/sum.yml", "(dice)d6", "(dice)d"),
        ("tiny/tables/sum.yml", "digits: 2}", "digits: 2}\nkinds: 1"),
        ("tiny/tables/best.yml", "d6kh1 >= target", "d6kh1"),
        ("tiny/rolling.md", '"2d6 == 7"', '"2d6 == "'),
        ("tiny/rolling.md", 'table("sum")', 'table("some")'),
        ("other/index.md", "tiny/sum", "tiny/some"),
        ("tiny/examples/throw.yml", "{average}", "{averages}"),
        ("tiny/system.yml", "tables: [sum, best]", "tables: [best]"),
        ("other/system.yml", "tables: [own]", "tables: [own, more]"),
        ("site.yml", "[tiny, other]", "[other]"),
        ("index.md", "One system.", '{{ table("tiny/some") }}'),
    ],
)
def test_a_new_problem_is_found_and_a_mended_one_is_gone(content: Path, path: str, old: str, new: str) -> None:
    check(content)
    edit(content, path, old, new)
    assert agreed(content)
    edit(content, path, new, old)
    assert agreed(content) == ()


@pytest.mark.parametrize("path", ["stray.md", "tiny/stray.md", "other/tables/stray.yml", "third/system.yml"])
def test_a_file_that_nothing_uses_is_found(content: Path, path: str) -> None:
    check(content)
    (content / path).parent.mkdir(exist_ok=True)
    (content / path).write_text("title: Stray\n", encoding="utf-8")
    assert agreed(content)
    (content / path).unlink()
    assert agreed(content) == ()


@pytest.mark.parametrize("path", ["tiny/examples/throw.yml", "tiny/tables/sum.yml", "index.md", "other/system.yml"])
def test_a_file_that_went_away_is_missed(content: Path, path: str) -> None:
    check(content)
    text = (content / path).read_text(encoding="utf-8")
    (content / path).unlink()
    assert agreed(content)
    (content / path).write_text(text, encoding="utf-8")
    assert agreed(content) == ()


def test_what_is_kept_is_not_believed_when_it_is_damaged(
    content: Path, looked_at: list[set[str]], computed: list[str]
) -> None:
    check(content)
    kept = content.parent / NAME / "checked-content.json"
    for data in (kept.read_bytes().replace(b'"other"', b'"rehto"'), kept.read_bytes()[:-2], b"", b"\xff{}"):
        kept.write_bytes(data)
        looked_at.clear()
        assert check(content) == ()
        assert looked_at == [{"tiny", "other", SITE_PAGES}]
    for entry in (content.parent / NAME / "tables").iterdir():
        entry.write_bytes(entry.read_bytes().replace(b'"rows"', b'"sowr"'))
    kept.unlink()
    computed.clear()
    assert check(content) == ()
    assert sorted(computed) == ["best", "own", "sum"]


def test_another_program_does_not_believe_it(
    content: Path, looked_at: list[set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(content)
    monkeypatch.setattr(checking, "press_version", lambda: "another")
    assert check(content) == ()
    assert looked_at[1:] == [{"tiny", "other", SITE_PAGES}]


def test_problems_of_the_first_stage_come_first_wherever_they_are(content: Path) -> None:
    edit(content, "tiny/tables/best.yml", "d6kh1 >= target", "d6kh1")
    assert len(agreed(content)) == 1
    edit(content, "other/tables/own.yml", "kind: grid", "kind: gird")
    (problem,) = agreed(content)
    assert "other/tables/own.yml" in str(problem)
    edit(content, "tiny/tables/sum.yml", "(dice)d6", "(dice)d")
    assert len(agreed(content)) == 2


def test_processes_side_by_side_find_the_same(content: Path) -> None:
    edit(content, "tiny/tables/best.yml", "d6kh1 >= target", "d6kh1")
    edit(content, "other/tables/own.yml", "d6kh1 >= target", "d6kh1")
    found = check(content, cached=False)
    assert len(found) == 2
    program = (
        "import sys; from pathlib import Path; from generator import check, judging; judging.WORTH_A_PROCESS = 0;"
        "print(*check.check(Path(sys.argv[1]), jobs=2), sep='\\n')"
    )
    for _ in range(2):
        told = subprocess.run(
            [sys.executable, "-c", program, content], check=True, capture_output=True, text=True, cwd=content.parent
        )
        assert told.stdout.splitlines() == [str(problem) for problem in found]
        assert not told.stderr


def test_a_process_that_ends_suddenly_only_costs_time(content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "WORTH_A_PROCESS", 0)
    monkeypatch.setattr(judging, "forked", lambda _: nullcontext(_Ended()))
    assert check(content, jobs=2) == ()
    edit(content, "tiny/tables/best.yml", "d6kh1 >= target", "d6kh1")
    edit(content, "other/tables/own.yml", "d6kh1 >= target", "d6kh1")
    assert len(check(content, jobs=2)) == 2


class _Ended(Executor):
    """An executor whose processes are gone."""

    def submit(self, fn: object, /, *args: object, **kwargs: object) -> Future[object]:
        del fn, args, kwargs
        raise BrokenExecutor


def test_a_folder_that_cannot_be_written_only_costs_time(content: Path) -> None:
    (content.parent / NAME).write_text("in the way", encoding="utf-8")
    assert check(content) == ()
    assert check(content) == ()
