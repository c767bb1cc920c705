"""The cold build of everything beside its parts done bare: MkDocs on the same pages, WeasyPrint on the same documents.

    python -m tests.bench.whole [SYSTEM …]

Ours is a build in a process of its own that finds nothing made before, with as many workers as there are cores; it also
computes, makes workbooks and data, and reads every number back. Bare is MkDocs making the finished Markdown into pages
with our theme, and WeasyPrint as in `print.py`, once for each paper; their sum is divided by the cores. It takes about
as long as two builds, and the time on the clock means something only where nothing else runs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generator.edition import Edition
from generator.jobs.workers import cores
from generator.pipeline import library
from generator.publish.mkdocs import build_site
from generator.render.print_measures import PAPERS
from generator.render.render import plan
from generator.render.site import docs, nav
from generator.resources import MKDOCS
from generator.tables.book import Library
from tests.bench.print import all_bare

_ROOT = Path(__file__).parents[2]
ALLOWED = 1.1


def ours(systems: list[str]) -> float:
    """Seconds on the clock of a cold build."""
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "generator", "build", *systems, "--out", str(Path(place) / "site")]
        start = time.perf_counter()
        subprocess.run(command, cwd=_ROOT, check=True, capture_output=True)
        return time.perf_counter() - start


def pages_alone(books: Library) -> float:
    """Seconds on the clock of MkDocs for all pages, the Markdown of which is there."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "docs"
        for page in docs(books):
            (folder / page.path).parent.mkdir(parents=True, exist_ok=True)
            (folder / page.path).write_bytes(page.data)
        start = time.perf_counter()
        out = Path(place) / "site"
        problems = build_site(folder, out, list(nav(books)), config=MKDOCS, title=books.title, url=books.url)
        seconds = time.perf_counter() - start
    if problems:
        raise SystemExit("\n".join(map(str, problems)))
    return seconds


def main(systems: list[str]) -> int:
    """Prints both and their ratio; 1 for problems, and where ours takes longer than is allowed."""
    outcome = library(Path("content"), Edition("bench", "2026-01-02"), tuple(systems))
    if outcome.library is None:
        print(*outcome.problems, sep="\n", file=sys.stderr)
        return 1
    pages = pages_alone(outcome.library)
    documents = all_bare(plan(outcome.library, ("pdf",), PAPERS)) * len(PAPERS)
    print(f"bare: {pages:.1f} s for the pages, {documents:.1f} s for the documents", flush=True)
    seconds, count = ours(systems), cores()
    ratio = seconds * count / (pages + documents)
    print(f"ours: {seconds:.1f} s with {count} processes, {ratio:.2f} times bare / cores; {ALLOWED} are allowed")
    return 1 if ratio > ALLOWED else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
