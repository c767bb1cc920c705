"""The worker processes of a usual build: started cheaply, ended for certain.

One process imports the renderers and every worker is forked from it, so that WeasyPrint is imported once and not once
a worker. A worker ignores Ctrl-C, which its builder answers by ending it, and ends when its builder is gone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver
from typing import Any

_PRELOADED = [
    "generator.jobs.workshop",
    "generator.render.pdf",
    "generator.render.pdf_bound",
    "generator.render.pdf_panels",
    "generator.render.pdf_tables",
    "generator.render.pdf_volume",
    "generator.publish.readback.print",
    "generator.publish.readback.pages",
    "generator.publish.links",
]
"""What lays pages out and reads them back, which most jobs need; planning imports none of it.

No worker can begin before all of this is there, so what makes and reads workbooks, and cuts fonts, is imported by the
worker that is given such a job.
"""


class InProcess(Executor):
    """Does each job at once, here; for one job at a time, for tests, and for whoever looks for a fault."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The finished future; an exception of the job is the future's."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes(ProcessPoolExecutor):
    """Worker processes whose number is known."""

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(_PRELOADED)
        # It imports the renderers while this process imports what it needs, and reads the content.
        forkserver.ensure_running()
        super().__init__(count, mp_context=context, initializer=_begin)
        self.count = count


def room(executor: Executor) -> int:
    """How many jobs an executor is given at once: two a worker, or no end of them where nobody counts the workers."""
    match executor:
        case InProcess():
            return 1
        case Processes():
            return 2 * executor.count
        case _:
            return sys.maxsize


def cores() -> int:
    """How many processes this one may keep busy."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers(count: int) -> Iterator[Executor]:
    """An executor of `count` processes, or of this one where it is 1; an error in the block ends them at once."""
    with _ended_at_once((lambda: Processes(count)) if count > 1 else InProcess) as executor:
        yield executor


@contextmanager
def forked(count: int) -> Iterator[Executor]:
    """The same of processes that begin with all that this one has imported; of this one where it cannot fork."""
    can_fork = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if can_fork else None)

    def pool() -> Executor:
        return ProcessPoolExecutor(count, mp_context=context, initializer=_begin)

    with _ended_at_once(pool if can_fork and count > 1 else InProcess) as executor:
        yield executor


@contextmanager
def _ended_at_once(start: Callable[[], Executor]) -> Iterator[Executor]:
    before = set(multiprocessing.active_children())
    executor = start()
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.kill()
        raise
    executor.shutdown()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_builder, daemon=True).start()


def _end_with_builder() -> None:
    builder = multiprocessing.parent_process()
    if builder is not None:
        builder.join()
        os._exit(1)
