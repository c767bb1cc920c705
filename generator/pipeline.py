"""The press, read as one line: load, compute, tabulate, render, publish."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.diagnostics import Problem
from generator.jobs.keeper import StoredTables, stored_tables
from generator.jobs.store import Store
from generator.jobs.workers import InProcess
from generator.jobs.workshop import Workshop
from generator.library import Outcome, library
from generator.order import Order, Progress, Step, silent
from generator.publish import permanence, standing
from generator.publish.publish import JOBS, fill_site, publish
from generator.publish.site_pages import Drawing, draw
from generator.publish.standing import Standing
from generator.render.render import plan
from generator.tables.kept import FORGETFUL

__all__ = ["Order", "Outcome", "build", "library"]


def build(
    order: Order, progress: Progress = silent, executor: Executor | None = None, *, shares_files: bool = True
) -> Outcome:
    """Publish what is ordered, or leave the published site as it was and return every problem found.

    Documents are made on `executor`, in this process where there is none; `shares_files` says that its workers see
    the files of this machine. `progress` is told of each piece of work.
    """
    progress(Step("reading content"))
    made_from = _inputs(order)
    tables = _tables(order)
    outcome = library(order.content, order.edition, order.systems, tables or FORGETFUL)
    if tables is not None:
        tables.prune()
    books = outcome.library
    if books is None:
        return outcome
    made: list[str] = []
    lost: list[Problem] = []

    def fill(fresh: Path) -> tuple[Problem, ...]:
        with _store(order, fresh) as store:
            shop = Workshop(executor or InProcess(), store, shares_files, made)
            jobs = plan(books, order.formats, order.papers)
            if "html" not in order.formats:
                files, problems = shop.run(jobs, progress)
                return problems or fill_site(books, files, None, fresh, shop, progress)
            offered = [path for job in jobs for path in job.makes]
            drawing = Drawing(draw(books, offered, fresh, shop, progress))
            files, problems = shop.run((*jobs, *JOBS), progress, drawing)
            drawn = drawing.drawn()
            problems = (*problems, *drawn.problems) or fill_site(books, files, drawn, fresh, shop, progress)
            if not order.systems and not problems:
                lost.extend(permanence.lost_links(order.out, fresh))
            return problems

    problems = publish(order.out, fill, whole=order.whole, progress=progress)
    if not problems and order.cached and made_from and made_from == _inputs(order):
        # Content that changed while it was read is another build's.
        standing.remember(order, made_from, Standing(len(books.books), sum(len(book.tables) for book in books.books)))
    return Outcome(None if problems else books, problems, outcome.tallies, tuple(made), tuple(lost))


def _tables(order: Order) -> StoredTables | None:
    return stored_tables(standing.cache_folder(order.out)) if order.cached else None


def _inputs(order: Order) -> str:
    with suppress(OSError):
        return standing.inputs(order)
    return ""


@contextmanager
def _store(order: Order, fresh: Path) -> Iterator[Store]:
    """The store beside the output; one that ends with the build where nothing may be kept there, or nothing can be."""
    store = Store(standing.cache_folder(order.out) / "made")
    try:
        if not order.cached:
            raise PermissionError
        store.open()
    except OSError:
        store = Store(fresh.with_name(f"{fresh.name}-made"))
        store.open()
    yield store
    store.prune()
