"""Runs jobs on an executor and keeps what they make; a job whose result is kept already is not run.

Results come back in the order of the jobs whatever the order of their ends. A job that fails is a problem that names
it; the others still run, so that one build tells everything that is wrong.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from pathlib import Path

from generator.collecting import give_back
from generator.diagnostics import Problem
from generator.jobs.keys import Keys
from generator.jobs.press import press_version
from generator.jobs.schedule import Failed, Schedule
from generator.jobs.store import Kept, Store
from generator.jobs.workers import InProcess, room
from generator.order import Progress, silent
from generator.render.contract import Artifact, File, Job, RenderError

_AGAIN = "the published site is as it was"


@dataclass(frozen=True, slots=True)
class Check:
    """What looks for problems in a folder of files, and the paths and checksums of all the files that it reads."""

    find: Callable[[Path], Sequence[Problem]]
    files: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Workshop:
    """An executor and the store of what was made. `made` names the jobs that had to be run."""

    executor: Executor
    store: Store
    shares_files: bool = True
    made: list[str] = field(default_factory=list)
    keys: Keys = field(default_factory=Keys)

    def run(
        self, jobs: Sequence[Job], progress: Progress = silent, meanwhile: Iterator[object] | None = None
    ) -> tuple[tuple[Kept, ...], tuple[Problem, ...]]:
        """Every artifact of the jobs, in their order, and a problem for each job, or part of one, that failed.

        While workers work, this process takes one step `meanwhile` after the other, as far as it comes. Raises OSError
        where the store cannot be written.
        """
        schedule = Schedule(self.executor, room(self.executor), self.store, self.keys, do, progress, self.made)
        files = tuple(schedule.run(jobs, meanwhile))
        return files, tuple(sorted(schedule.problems))

    def find(self, checks: Sequence[Check], site: Path) -> tuple[Problem, ...]:
        """What the checks find in the files below `site`; those that found nothing in the same files are not run.

        They read files of this machine, so they are done on the executor only where that is here.
        """
        executor = self.executor if self.shares_files else InProcess()
        waiting: list[tuple[Future[Sequence[Problem]], str]] = []
        for check in checks:
            key = self.keys.of(check.find, check.files)
            if self.store.get(key) is None:
                waiting.append((executor.submit(check.find, site), key))
        problems: list[Problem] = []
        for future, key in waiting:
            found = future.result()
            problems += found
            if not found:
                self.store.put(key, ())
        return tuple(problems)


def do(job: Job, press: str, *parts: Sequence[File]) -> tuple[Artifact, ...] | Failed:
    """The job's artifacts, made of the files of its parts, or why there are none.

    Runs in the worker, which must be the builder's press.
    """
    if press_version() != press:
        return Failed(
            f"{job.name}: the worker runs another dicepress, or other versions of its libraries",
            "install on the workers exactly what is installed here",
        )
    try:
        return job.make(*parts)
    except RenderError as error:
        return Failed(str(error))
    except MemoryError:
        return Failed(f"{job.name}: not enough memory", "build with fewer --jobs")
    except Exception as error:
        if os.environ.get("DICEPRESS_DEBUG"):
            traceback.print_exc()
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        what = f"{job.name}: could not be made, {type(error).__name__} at {place}: {' '.join(str(error).split())}"
        return Failed(what, f"{_AGAIN}; the same command under DICEPRESS_DEBUG=1 tells more")
    finally:
        give_back()
