"""The press, read as one line: load, compute, tabulate, render, publish."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from generator.collecting import without_collecting
from generator.content.load import load
from generator.diagnostics import Problem
from generator.edition import Edition
from generator.jobs.store import Store
from generator.jobs.workers import InProcess
from generator.jobs.workshop import Workshop
from generator.order import Order, Progress, Step, silent
from generator.publish import standing
from generator.publish.publish import JOBS, fill_site, publish
from generator.publish.standing import Standing
from generator.render.render import render
from generator.tables.book import Library
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.check_model import Tally
from generator.tables.sources import check_sources

__all__ = ["Order", "Outcome", "build", "library"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The library, or the problems for which there is none; `tallies` say how the printed sources compare.

    `made` names the jobs that a build had to run, everything else being known from an earlier one.
    """

    library: Library | None
    problems: tuple[Problem, ...] = ()
    tallies: tuple[Tally, ...] = ()
    made: tuple[str, ...] = ()


def build(
    order: Order, progress: Progress = silent, executor: Executor | None = None, *, shares_files: bool = True
) -> Outcome:
    """Publish what is ordered, or leave the published site as it was and return every problem found.

    Documents are made on `executor`, in this process where there is none; `shares_files` says that its workers see
    the files of this machine. `progress` is told of each piece of work.
    """
    progress(Step("reading content"))
    made_from = _inputs(order)
    outcome = library(order.content, order.edition, order.systems)
    books = outcome.library
    if books is None:
        return outcome
    made: list[str] = []

    def fill(fresh: Path) -> tuple[Problem, ...]:
        with _store(order, fresh) as store:
            shop = Workshop(executor or InProcess(), store, shares_files, made)
            beside = JOBS if "html" in order.formats else ()
            rendered, problems = render(books, order.formats, order.papers, progress, shop.run, beside)
            return problems if rendered is None else fill_site(books, rendered, fresh, shop, progress)

    problems = publish(order.out, fill, whole=order.whole, progress=progress)
    if not problems and order.cached and made_from and made_from == _inputs(order):
        # Content that changed while it was read is another build's.
        standing.remember(order, made_from, Standing(len(books.books), sum(len(book.tables) for book in books.books)))
    return Outcome(None if problems else books, problems, outcome.tallies, tuple(made))


def library(content: Path, edition: Edition, systems: Collection[str] = ()) -> Outcome:
    """The first three stages: content to finished tables and chapters, nothing rendered, nothing written."""
    with without_collecting(sweep=False):
        return _library(content, edition, systems)


def _library(content: Path, edition: Edition, systems: Collection[str]) -> Outcome:
    loaded = load(content)
    if loaded.content is None:
        return Outcome(None, loaded.problems)
    computed, problems = compute_content(loaded.content, systems)
    if computed is None:
        return Outcome(None, tuple(sorted(problems)))
    books, problems = tabulate_content(computed, edition)
    if books is None:
        return Outcome(None, tuple(sorted(problems)))
    books, problems = check_sources(loaded.content, books)
    tallies = tuple(tally for book in books.books if book.check for tally in book.check.tallies)
    return Outcome(None if problems else books, tuple(sorted(problems)), tallies)


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
