"""Twenty tables to a site and a PDF, beside mkdocs-to-pdf on MkDocs: cold, and again after one edit.

    python -m tests.bench.mkdocs_to_pdf

The peer is installed into a folder of its own for the occasion. It is given the very pages that ours are made from,
with the tables computed already, as Markdown with the same HTML of tables in it, and MkDocs' own theme. Ours reads the
definitions, computes, makes pages and PDFs (a rulebook, and a pack of the tables besides), and reads every number
back. A build is a process of its own; then both are left running, as `dicepress build --watch` and `mkdocs serve`, and
timed from a save to the word that it is built. The best of some runs counts, since a machine is never quite alone.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import yaml

from generator.edition import Edition
from generator.pipeline import library
from generator.render.site import docs
from tests.bench.growth import CREDIT, definition, write

_ROOT = Path(__file__).parents[2]
_PEER = "mkdocs-to-pdf==0.12.1"
CHAPTERS, EACH = 4, 5
RUNS = 3
PAUSE = 1.0
"""Seconds between a build and the next save, in which a program comes to rest."""


def write_content(content: Path) -> None:
    """One system of four chapters that show five tables each, 20 rows by 8 columns."""
    tables = [f"table-{number}" for number in range(CHAPTERS * EACH)]
    chapters = [f"chapter-{number}" for number in range(CHAPTERS)]
    write(content / "site.yml", "title: Made\ntagline: Twenty tables\npages: [index]\nsystems: [made]\n")
    write(content / "index.md", "# Made\n\nTwenty tables.\n\n## More\n\nNothing.\n")
    listed = f"chapters: [index, {', '.join(chapters)}]\ntables: [{', '.join(tables)}]\n"
    write(content / "made" / "system.yml", f"title: Twenty\nsummary: Twenty tables.\n{CREDIT}{listed}")
    write(content / "made" / "index.md", "# Twenty\n\nTables.\n")
    for number, chapter in enumerate(chapters):
        shown = "\n\n".join(f'{{{{ table("{table}") }}}}' for table in tables[number * EACH : (number + 1) * EACH])
        write(content / "made" / f"{chapter}.md", f"# Chapter {number}\n\nFive tables.\n\n{shown}\n")
    for number, table in enumerate(tables):
        write(content / "made" / "tables" / f"{table}.yml", definition(number, "on top"))


def write_docs(content: Path, folder: Path) -> None:
    """The same pages as Markdown for MkDocs alone, with its own theme and the peer's plugin."""
    outcome = library(content, Edition("bench", "2026-01-02"))
    assert outcome.library is not None, outcome.problems
    for page in docs(outcome.library):
        (folder / "docs" / page.path).parent.mkdir(parents=True, exist_ok=True)
        # What stands before the text names our theme's templates, which the peer's has not.
        _, _, text = page.data.decode().split("---\n", 2)
        (folder / "docs" / page.path).write_text(text, encoding="utf-8")
    settings = {
        "site_name": "Made",
        "use_directory_urls": False,
        "theme": {"name": "mkdocs"},
        "plugins": [{"to-pdf": {"cover": True}}],
        "markdown_extensions": ["tables", "attr_list", "md_in_html", "admonition", "def_list", "footnotes"],
    }
    write(folder / "mkdocs.yml", yaml.safe_dump(settings))


def _seconds(command: Sequence[str], where: Path, **environment: str) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, cwd=where, env=environment or None, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr or done.stdout)
    return time.perf_counter() - start


class Running:
    """A program that builds at every save and says so in a line that has these words."""

    def __init__(self, command: Sequence[str], where: Path, words: str) -> None:
        self.words = words
        # Python holds lines back where nobody reads them at a terminal.
        self.program = subprocess.Popen(
            command, cwd=where, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=_unbuffered()
        )
        self.wait()

    def wait(self) -> None:
        """Until it has built."""
        assert self.program.stdout is not None
        if not any(self.words in line for line in self.program.stdout):
            raise SystemExit(f"{self.program.args!r} ended")

    def seconds(self, save: Callable[[], None]) -> float:
        """From a save until it has built."""
        time.sleep(PAUSE)
        start = time.perf_counter()
        save()
        self.wait()
        return time.perf_counter() - start

    def end(self) -> None:
        """As a person would end it."""
        self.program.send_signal(signal.SIGINT)
        self.program.wait(30)


def _unbuffered() -> dict[str, str]:
    return {**os.environ, "PYTHONUNBUFFERED": "1"}


def _best(build: Callable[[int], float]) -> float:
    return min(build(run) for run in range(RUNS))


def main() -> int:
    """Prints both times of both, and the ratios."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_content(folder / "content")
        write_docs(folder / "content", folder)
        installed = folder / "peer"
        pip = [sys.executable, "-m", "venv", str(installed)]
        subprocess.run(pip, check=True)
        subprocess.run([installed / "bin" / "pip", "install", "-q", _PEER, "mkdocs>=1.6,<2"], check=True)
        theirs = [str(installed / "bin" / "mkdocs"), "build", "-q"]
        ours = [sys.executable, "-m", "generator", "build", "--only", "html,pdf", "--paper", "a4"]
        ours += ["--content", str(folder / "content")]

        def ours_cold(run: int) -> float:
            return _seconds([*ours, "--out", str(folder / f"cold-{run}" / "site")], _ROOT)

        def ours_again(run: int) -> float:
            write(folder / "content" / "made" / "tables" / "table-7.yml", definition(7, f"on top, edited {run}"))
            return _seconds([*ours, "--out", str(folder / "cold-0" / "site")], _ROOT)

        def theirs_cold(run: int) -> float:
            return _seconds([*theirs, "-d", str(folder / f"theirs-{run}")], folder)

        def theirs_again(run: int) -> float:
            page = folder / "docs" / "made" / "chapter-1.md"
            page.write_text(page.read_text("utf-8").replace("on top", f"on top, edited {run}", 1), encoding="utf-8")
            return _seconds([*theirs, "-d", str(folder / "theirs-0")], folder)

        def save(run: int) -> None:
            write(folder / "content" / "made" / "tables" / "table-7.yml", definition(7, f"on top, saved {run}"))

        def their_save(run: int) -> None:
            page = folder / "docs" / "made" / "chapter-1.md"
            page.write_text(page.read_text("utf-8").replace("on top", f"on top, saved {run}", 1), encoding="utf-8")

        cold, other_cold = _best(ours_cold), _best(theirs_cold)
        again, other_again = _best(ours_again), _best(theirs_again)
        watching = Running([*ours, "--out", str(folder / "cold-0" / "site"), "--watch"], _ROOT, "20 tables")
        saved = _best(lambda run: watching.seconds(lambda: save(run)))
        watching.end()
        serving = Running([theirs[0], "serve", "-a", "127.0.0.1:0"], folder, "Documentation built in")
        other_saved = _best(lambda run: serving.seconds(lambda: their_save(run)))
        serving.end()
    print(f"{'':16} {'ours s':>8} {'theirs s':>9} {'ratio':>7}")
    print(f"{'cold':16} {cold:8.2f} {other_cold:9.2f} {other_cold / cold:6.1f}x")
    print(f"{'after one edit':16} {again:8.2f} {other_again:9.2f} {other_again / again:6.1f}x")
    print(f"{'left running':16} {saved:8.2f} {other_saved:9.2f} {other_saved / saved:6.1f}x")
    return 0


if __name__ == "__main__":
    sys.exit(main())
