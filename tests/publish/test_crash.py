"""Whatever happens to a build, the published site stays whole and the next build succeeds and leaves no litter."""

from __future__ import annotations

import errno
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import resources
from generator.edition import Edition
from generator.order import Order, Step, silent
from generator.pipeline import build
from generator.publish import site_pages, standing
from generator.publish.manifest import check_manifest
from generator.render import pdf_press, print_fonts, xlsx
from generator.render.contract import RenderError
from generator.tables.book import Book
from tests.small import small_content

pytestmark = pytest.mark.slow

FORMATS = ("html", "xlsx", "data")


def order(folder: Path, formats: tuple[str, ...] = FORMATS) -> Order:
    return Order(folder / "content", folder / "site", Edition("test", "2026-01-02"), formats=formats)


def edit(folder: Path, words: str) -> None:
    table = folder / "content" / "tiny" / "tables" / "sum.yml"
    lines = ["caption: " + words if line.startswith("caption: ") else line for line in table.read_text().splitlines()]
    table.write_text("\n".join(lines) + "\n")


def manifest(folder: Path) -> bytes:
    return (folder / "site" / "manifest.json").read_bytes()


def no_litter(folder: Path) -> bool:
    names = sorted(place.name for place in folder.iterdir())
    return names == [".dicepress", "content", "site"] and not list((folder / ".dicepress").rglob("*.half"))


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A folder with content and its site; the content has changed since, so that a build has work to do."""
    small_content(tmp_path)
    assert build(order(tmp_path)).problems == ()
    edit(tmp_path, "Edited.")
    return tmp_path


def killed(folder: Path, when: Callable[[Step], None], after: float | None) -> None:
    context = multiprocessing.get_context("fork")
    process = context.Process(target=build, args=(order(folder), when))
    process.start()
    process.join(after)
    assert process.pid is not None
    if process.is_alive():
        os.kill(process.pid, signal.SIGKILL)
    process.join()


def test_killed_at_thirty_random_moments(published: Path) -> None:
    start = time.monotonic()
    assert build(order(published)).problems == ()
    length = time.monotonic() - start
    moments = random.Random(10)
    for number in range(30):
        before = manifest(published)
        edit(published, f"Edited {number} times.")
        killed(published, silent, moments.uniform(0, length))
        assert check_manifest(published / "site") == ()
        if manifest(published) == before:
            continue
        # It ended before it was killed, so it published the new site whole.
        assert f"Edited {number} times." in (published / "site/data/tiny/sum.json").read_text()
    assert build(order(published)).problems == ()
    assert no_litter(published)
    assert "Edited 29 times." in (published / "site/data/tiny/sum.json").read_text()


def test_killed_at_each_step(published: Path) -> None:
    steps: list[Step] = []
    before = manifest(published)
    assert build(order(published), steps.append).problems == ()
    after = manifest(published)
    assert {"reading content", "pages", "site", "checks"} <= {step.name for step in steps}
    for number in range(len(steps)):
        edit(published, f"Edited for step {number}.")
        left = number

        def stop(step: Step) -> None:
            nonlocal left
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1

        killed(published, stop, None)
        assert manifest(published) == after
        assert check_manifest(published / "site") == ()
    edit(published, "The chance of a sum.")
    assert build(order(published)).problems == ()
    assert manifest(published) == before
    assert no_litter(published)


def test_killed_between_the_swap_and_the_note_of_it(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*arguments: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with monkeypatch.context() as patch:
        patch.setattr(standing, "remember", die)
        killed(published, silent, None)
    assert check_manifest(published / "site") == ()
    assert standing.standing(order(published)) is None
    assert build(order(published)).made == ()
    assert standing.standing(order(published)) is not None
    assert no_litter(published)


@pytest.mark.parametrize("allowed", [0, 1, 3, 10])
def test_a_full_disk(published: Path, monkeypatch: pytest.MonkeyPatch, allowed: int) -> None:
    before, write, left = manifest(published), Path.write_bytes, allowed

    def full(path: Path, data: bytes) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            write(path, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        (problem,) = build(order(published)).problems
    assert "No space left on device; the published site is as it was" in problem.message
    assert problem.allowed == "free some space on the disk and build again"
    assert manifest(published) == before
    assert check_manifest(published / "site") == ()
    assert no_litter(published)
    assert build(order(published)).problems == ()


def test_a_full_disk_under_the_cache(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = manifest(published)

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "made")

    with monkeypatch.context() as patch:
        patch.setattr("generator.jobs.store.write_whole", full)
        (problem,) = build(order(published)).problems
    assert problem.allowed == "free some space on the disk and build again"
    assert manifest(published) == before
    assert no_litter(published)


def test_a_folder_that_may_not_be_written(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = manifest(published)

    def refused(*arguments: object, **options: object) -> str:
        # What the system says; a test that runs as root could not meet it otherwise.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(published))

    with monkeypatch.context() as patch:
        patch.setattr("generator.publish.staging.tempfile.mkdtemp", refused)
        (problem,) = build(order(published)).problems
    assert "Permission denied" in problem.message
    assert problem.allowed == "allow writing there, or name another folder with --out"
    assert manifest(published) == before


def test_a_broken_template_of_the_site(published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = manifest(published)
    config = tmp_path.parent / f"{tmp_path.name}-broken" / "mkdocs.yml"
    theme = config.parent / "templates" / "site"
    theme.mkdir(parents=True)
    config.write_text(resources.MKDOCS.read_text())
    (theme / "main.html").write_text("{% if %}")
    with monkeypatch.context() as patch:
        patch.setattr(site_pages, "MKDOCS", config)
        problems = build(order(published)).problems
    assert any("templates" in problem.message for problem in problems)
    assert manifest(published) == before
    assert no_litter(published)
    assert build(order(published)).problems == ()


def test_a_missing_font(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = manifest(published)

    def missing() -> None:
        raise RenderError("the font SourceSerifPro-Regular.ttf is missing; install the package font-source-serif-pro")

    everything = order(published, ("html", "pdf", "xlsx", "data"))
    with monkeypatch.context() as patch:
        patch.setattr(print_fonts, "faces", missing)
        patch.setattr(pdf_press, "faces", missing)
        patch.setattr(pdf_press, "_fonts", missing)
        problems = build(everything).problems
    assert problems
    assert all("SourceSerifPro-Regular.ttf is missing" in problem.message for problem in problems)
    assert manifest(published) == before
    assert no_litter(published)


def test_one_product_that_fails_is_named(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = manifest(published)

    def broken(book: Book) -> None:
        raise IndexError("no cell")

    with monkeypatch.context() as patch:
        patch.setattr(xlsx, "workbook", broken)
        (problem,) = build(order(published)).problems
    assert problem.message.startswith("workbook of Tiny: could not be made, IndexError at test_crash.py:")
    assert problem.allowed.startswith("the published site is as it was")
    assert manifest(published) == before
    assert no_litter(published)
    assert build(order(published)).problems == ()
