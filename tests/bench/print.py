"""How long print takes beside bare WeasyPrint: every product of the systems named, or of all, on two papers.

    python -m tests.bench.print [SYSTEM …]

Ours is the time of all products made by as many worker processes as there are cores, the volume of several systems
included. The time on the clock means something only where nothing else runs. Bare is the time of WeasyPrint alone, as
it comes, on the same pages once for each paper: reading the same HTML, laying it out by the same style sheets and
writing a tagged PDF. The title pages, contents and leaves around long documents, and tries at sizes that did not fit,
count as ours only. A worker that holds more memory than is promised fails the bench.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weasyprint import HTML

from generator.edition import Edition
from generator.jobs.store import Store
from generator.jobs.workers import Processes, cores
from generator.jobs.workshop import Workshop
from generator.pipeline import library
from generator.render import pdf_panels, pdf_press
from generator.render.contract import Artifact, Job, every_job
from generator.render.print_measures import PAPERS
from generator.render.render import plan

MOST_MEMORY = 1000
"""Megabytes that a worker may hold."""

LEAF = 'class="leaf'


@dataclass(frozen=True, slots=True)
class Measured:
    """What a job makes, the seconds of processor time that it takes, and the most megabytes its process has held."""

    made: Any
    seconds: float
    memory: float


def measured(do: Callable[..., Any], *arguments: Any) -> Measured:
    """The job done with the measures taken, in the process that does it."""
    start = time.process_time()
    made = do(*arguments)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(made, time.process_time() - start, memory)


class Measuring(Processes):
    """Worker processes that tell, with a line for each job, what it took, and add it up."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.seconds = self.most = 0.0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As the processes do it; the future is the job's own."""
        own: Future[Any] = Future()

        def ended(future: Future[Measured]) -> None:
            error = future.exception()
            if error is not None:
                own.set_exception(error)
                return
            one = future.result()
            self.seconds += one.seconds
            self.most = max(self.most, one.memory)
            print(f"{one.seconds:8.1f} s  {one.memory:6.0f} MB  {args[0].name}", flush=True)
            own.set_result(one.made)

        super().submit(measured, fn, *args, **kwargs).add_done_callback(ended)
        return own


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


def all_bare(jobs: Sequence[Job]) -> float:
    """The seconds of processor time of WeasyPrint alone for the documents of all jobs, for one paper."""
    laid_out = [job.make for job in every_job(jobs) if not job.parts]
    with Processes(cores()) as plain:
        return sum(plain.map(bare, laid_out))


def main(systems: list[str]) -> int:
    """Prints each product's time, then ours and bare WeasyPrint's of all; 1 for problems and for too much memory."""
    outcome = library(Path("content"), Edition("bench", "2026-01-02"), tuple(systems))
    if outcome.library is None:
        print(*outcome.problems, sep="\n", file=sys.stderr)
        return 1
    jobs = plan(outcome.library, ("pdf",), PAPERS)
    count = cores()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Measuring(count) as executor:
        store = Store(Path(folder))
        _, problems = Workshop(executor, store).run(jobs)
        ours, seconds, most = time.perf_counter() - start, executor.seconds, executor.most
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
        return 1
    once = all_bare(jobs)
    both = once * len(PAPERS)
    print(f"bare WeasyPrint: {both:.1f} s for both papers, {once:.1f} s for one")
    print(f"ours: {seconds:.1f} s of processor time, {seconds / both:.2f} times bare")
    print(f"on the clock {ours:.1f} s with {count} processes, {ours * count / both:.2f} times bare / cores")
    print(f"{most:.0f} MB at most in a worker; {MOST_MEMORY} are allowed")
    return 1 if most > MOST_MEMORY else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
