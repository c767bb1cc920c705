"""How long print takes beside bare WeasyPrint: every product of the systems named, or of all, on two papers.

    python -m tests.bench.print [SYSTEM …]

Ours is the time of all products made by as many worker processes as there are cores, the volume of several systems
included. The time on the clock means something only where nothing else runs. Bare is the time of WeasyPrint alone, as
it comes, on the same pages once for each paper: reading the same HTML, laying it out by the same style sheets and
writing a tagged PDF. The title pages, contents and leaves around long documents, and tries at sizes that did not fit,
count as ours only.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from weasyprint import HTML

from generator.edition import Edition
from generator.jobs.workers import cores, workers
from generator.pipeline import library
from generator.render import pdf_panels, pdf_press
from generator.render.contract import Artifact, Job
from generator.render.pdf_papers import PAPERS
from generator.render.render import plan, volume_job

LEAF = 'class="leaf'


def made(make: Callable[[], tuple[Artifact, ...]]) -> tuple[tuple[Artifact, ...], float, float]:
    """What a job makes, the seconds of processor time that it takes, and the most megabytes its process has held."""
    start = time.process_time()
    artifacts = make()
    return artifacts, time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def bare(make: Callable[[], tuple[Artifact, ...]]) -> float:
    """The seconds of processor time that WeasyPrint alone takes for the pages that a job keeps, for one paper."""
    with _recorded() as kept:
        make()
    seconds = 0.0
    for values, options in kept:
        start = time.process_time()
        HTML(**values).render(**options).write_pdf(pdf_variant="pdf/ua-1")
        seconds += time.process_time() - start
    return seconds


@contextmanager
def _recorded() -> Iterator[list[tuple[Mapping[str, Any], Mapping[str, Any]]]]:
    """Notes what the press gives to WeasyPrint, for every document that is written in the end."""
    laid: dict[int, tuple[Mapping[str, Any], Mapping[str, Any]]] = {}
    kept: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = []

    class Recorded(HTML):  # type: ignore[misc]  # WeasyPrint ships no types
        def __init__(self, **values: Any) -> None:
            super().__init__(**values)
            self.values = values

        def render(self, **options: Any) -> Any:
            document = super().render(**options)
            laid[id(document.pages[0])] = (self.values, options)
            return document

    write = pdf_press.written

    def written(product: str, document: Any) -> bytes:
        # A screen is written from the pages of several documents, one a panel.
        own = [laid[id(page)] for page in document.pages if id(page) in laid]
        kept.extend(one for one in own if LEAF not in one[0]["string"])
        return write(product, document)

    own_places = [(pdf_press, "HTML", HTML, Recorded)]
    own_places += [(place, "written", write, written) for place in (pdf_press, pdf_panels)]
    for place, name, _, new in own_places:
        setattr(place, name, new)
    try:
        yield kept
    finally:
        for place, name, old, _ in own_places:
            setattr(place, name, old)


def printed(jobs: tuple[Job, ...], executor: Executor) -> tuple[list[Artifact], float, float]:
    """Everything that the jobs make, with a line for each; their processor time, and the most memory of a worker."""
    artifacts: list[Artifact] = []
    whole = most = 0.0
    for job, future in [(job, executor.submit(made, job.make)) for job in jobs]:
        own, seconds, memory = future.result()
        artifacts += own
        whole += seconds
        most = max(most, memory)
        print(f"{seconds:8.1f} s  {memory:6.0f} MB  {job.name}", flush=True)
    return artifacts, whole, most


def main(systems: list[str]) -> int:
    """Prints each product's time, then ours and bare WeasyPrint's of all; 1 where the content has problems."""
    outcome = library(Path("content"), Edition("bench", "2026-01-02"), tuple(systems))
    if outcome.library is None:
        print(*outcome.problems, sep="\n", file=sys.stderr)
        return 1
    jobs = plan(outcome.library, ("pdf",), PAPERS)
    count = cores()
    start = time.perf_counter()
    with workers(count) as executor:
        artifacts, seconds, most = printed(jobs, executor)
        if len(outcome.library.books) > 1:
            _, of_volume, held = printed((volume_job(outcome.library, PAPERS, artifacts),), executor)
            seconds, most = seconds + of_volume, max(most, held)
    ours = time.perf_counter() - start
    with workers(count) as executor:
        once = sum(executor.map(bare, [job.make for job in jobs]))
    both = once * len(PAPERS)
    print(f"bare WeasyPrint: {both:.1f} s for both papers, {once:.1f} s for one")
    print(
        f"ours: {seconds:.1f} s of processor time, {seconds / both:.2f} times bare; {most:.0f} MB at most in a worker"
    )
    print(f"on the clock {ours:.1f} s with {count} processes, {ours * count / both:.2f} times bare / cores")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
