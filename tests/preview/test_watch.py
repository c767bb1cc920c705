"""`build --watch` publishes every save, tells of problems and goes on, and renews workers that ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pathlib import Path

import pytest

from generator.jobs.workers import InProcess, workers
from generator.preview.watch import watch
from tests.small import small_content


def test_it_builds_at_once_and_at_every_save(tmp_path: Path) -> None:
    content, seen = small_content(tmp_path), list[str]()

    def build(_: Executor) -> None:
        seen.append((content / "index.md").read_text(encoding="utf-8")[:9])
        if len(seen) == 3:
            raise KeyboardInterrupt
        # A save while it builds is not lost.
        (content / "index.md").write_text(f"# Shelf {len(seen)}\n", encoding="utf-8")

    with pytest.raises(KeyboardInterrupt):
        watch(content, InProcess, build)
    assert seen == ["# A shelf", "# Shelf 1", "# Shelf 2"]


def test_workers_that_end_suddenly_are_renewed(tmp_path: Path) -> None:
    content, given, saved = small_content(tmp_path), list[Executor](), iter(range(2))

    @contextmanager
    def lent() -> Iterator[Executor]:
        with workers(2) as executor:
            given.append(executor)
            yield executor

    def build(executor: Executor) -> None:
        if len(given) == 2:
            assert executor.submit(os.getpid).result() != os.getpid()
            raise KeyboardInterrupt
        assert isinstance(executor.submit(os._exit, 1).exception(), BrokenExecutor)
        (content / "index.md").write_text(f"# Shelf {next(saved)}\n", encoding="utf-8")

    with pytest.raises(KeyboardInterrupt):
        watch(content, lent, build)
    assert given[0] is not given[1]


@pytest.mark.slow
def test_from_the_command_line_it_publishes_tells_and_ends(tmp_path: Path) -> None:
    content, out = small_content(tmp_path), tmp_path / "site"
    table, page = content / "tiny/tables/sum.yml", out / "tiny/tables/sum.html"
    good = table.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "generator", "build", "--watch", "--only", "html,data"]
    command += ["--content", str(content), "--out", str(out)]
    building = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert building.stdout is not None

    def told(*words: str) -> None:
        assert building.stdout is not None
        assert any(all(word in line for word in words) for line in building.stdout), words

    try:
        told("1 system(s), 2 tables published")
        table.write_text(good.replace("The chance of a sum.", "Sums of dice."), encoding="utf-8")
        told("1 system(s), 2 tables published")
        assert "Sums of dice." in page.read_text(encoding="utf-8")
        table.write_text(good.replace("target)", "tarket)"), encoding="utf-8")
        told("sum.yml:", "tarket")
        told("1 problem; ", "is as it was")
        assert "Sums of dice." in page.read_text(encoding="utf-8")
        table.write_text(good, encoding="utf-8")
        told("1 system(s), 2 tables published")
        assert "The chance of a sum." in page.read_text(encoding="utf-8")
    finally:
        building.send_signal(signal.SIGINT)
        assert building.wait(10) == 0
