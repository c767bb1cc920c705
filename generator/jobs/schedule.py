"""The order in which jobs are done: parts before what is made from them, and what others wait for before the rest.

An executor is given only as many jobs at once as keep its workers busy. So a document is bound soon after its last
piece is laid out, and not behind all the jobs that were listed before it was ready.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field

from generator.diagnostics import Location, Problem
from generator.jobs.keys import Keys
from generator.jobs.known import Known, Results
from generator.jobs.press import press_version
from generator.jobs.store import Kept
from generator.order import Progress, Step
from generator.render.contract import Artifact, File, Job, every_job


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a job made nothing, in words; an exception would have to be known where it arrives."""

    message: str
    allowed: str = ""


Do = Callable[..., tuple[Artifact, ...] | Failed]
"""Does the job that is its first argument for the press that is its second, given the files of the job's parts."""


_NO_MORE = object()


@dataclass(slots=True)
class Schedule:
    """The jobs of one run on `executor`, of which `room` are handed out at once. `made` names those that had to be run.

    A job is known by its identity: it is done once, however many others it is a part of.
    """

    executor: Executor
    room: int
    results: Results
    keys: Keys
    do: Do
    progress: Progress
    made: list[str]
    problems: list[Problem] = field(default_factory=list)
    _known: Known = field(init=False)
    _total: int = 0
    _keys: dict[int, str] = field(default_factory=dict)
    _done: dict[int, tuple[Kept, ...] | None] = field(default_factory=dict)
    _wanted: set[int] = field(default_factory=set)
    _passed: set[int] = field(default_factory=set)
    _waiting: dict[int, Job] = field(default_factory=dict)
    _ready: deque[Job] = field(default_factory=deque)
    _out: dict[Future[tuple[Artifact, ...] | Failed], tuple[Job, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = Known(self.results)

    def run(self, jobs: Sequence[Job], meanwhile: Iterator[object] | None = None) -> Iterator[Kept]:
        """Do the jobs and all of their parts that are not known; the files of the jobs, in their order.

        While workers work, this process takes one step `meanwhile` after the other. Raises OSError where a result
        cannot be kept.
        """
        self._total = len(every_job(jobs))
        for job in jobs:
            self._want(job)
            self._hand_out()
            self._take_in(blocking=False)
        idle = meanwhile is None
        while self._ready or self._out:
            self._hand_out()
            self._take_in(blocking=idle)
            idle = idle or meanwhile is None or next(meanwhile, _NO_MORE) is _NO_MORE
        return (file for job in jobs for file in self._done[id(job)] or ())

    def _key(self, job: Job) -> str:
        if id(job) not in self._keys:
            self._keys[id(job)] = self.keys.of(job.make, job.takes, *map(self._key, job.parts))
        return self._keys[id(job)]

    def _came_to(self, job: Job) -> str:
        """The key of a job by what its parts made; empty where it has none."""
        files = [file for part in job.parts for file in job.given(self._done[id(part)] or ())]
        return self.keys.of(job.make, [(one.path, one.sha256, one.sources) for one in files]) if job.parts else ""

    def _want(self, job: Job) -> None:
        if id(job) in self._wanted:
            return
        self._wanted.add(id(job))
        kept = self._known.get(self._key(job))
        if kept is not None:
            # Its parts need not be made, yet serve the next build, which may have to make another of them.
            for part in every_job(job.parts):
                self._passed.add(id(part))
                self._known.hold(self._key(part), with_parts=bool(part.parts))
            self._end(job, kept)
            return
        self._waiting[id(job)] = job
        for part in job.parts:
            self._want(part)
        self._look_at(job, first=False)

    def _look_at(self, job: Job, *, first: bool) -> None:
        """Make the job ready where its parts are done; where one of them failed, nothing can be made of the others."""
        if id(job) not in self._waiting or any(id(part) not in self._done for part in job.parts):
            return
        del self._waiting[id(job)]
        if any(self._done[id(part)] is None for part in job.parts):
            self._end(job, None)
        elif first:
            self._ready.appendleft(job)
        else:
            self._ready.append(job)

    def _end(self, job: Job, files: tuple[Kept, ...] | None) -> None:
        self._done[id(job)] = files
        self.progress(Step(job.name, len(self._done.keys() | self._passed), self._total))
        for other in [other for other in self._waiting.values() if any(part is job for part in other.parts)]:
            self._look_at(other, first=True)

    def _hand_out(self) -> None:
        while self._ready and len(self._out) < self.room:
            job = self._ready.popleft()
            came_to = self._came_to(job)
            kept = self._known.same(self._key(job), came_to) if came_to else None
            if kept is not None:
                self._end(job, kept)
                continue
            given = [_sent(job.given(self._done[id(part)] or ())) for part in job.parts]
            alone = Job(job.name, job.source, job.make)
            try:
                future = self.executor.submit(self.do, alone, press_version(), *given)
            except BrokenExecutor as error:
                future = Future()
                future.set_exception(error)
            self._out[future] = job, came_to

    def _take_in(self, *, blocking: bool) -> None:
        if not self._out:
            return
        ended, _ = wait(self._out, None if blocking else 0, FIRST_COMPLETED)
        for future in ended:
            # A result can be large; nothing here holds it once it is kept.
            job, came_to = self._out.pop(future)
            made = _result(future)
            if isinstance(made, Failed):
                message = made.message or f"{job.name}: failed"
                self.problems.append(Problem(Location(job.source), message, made.allowed))
                self._end(job, None)
            else:
                kept = self._known.put(self._key(job), came_to, made)
                self.made.append(job.name)
                self._end(job, kept)


def _sent(files: Sequence[File]) -> tuple[Artifact, ...]:
    """Files with their bytes, for a worker that may not see the folder where they are kept."""
    return tuple(Artifact(file.path, file.data, file.sources) for file in files)


def _result(future: Future[tuple[Artifact, ...] | Failed]) -> tuple[Artifact, ...] | Failed:
    try:
        return future.result()
    except BrokenExecutor:
        advice = "the published site is as it was; build with --jobs 1"
        return Failed("a worker process ended suddenly, perhaps for want of memory", advice)
