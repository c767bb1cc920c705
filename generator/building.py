"""Builds as the command line asks for them: on workers of its own or a cluster, once or at every save, with a report.

What a build needs is imported when it begins, after its workers have begun to import as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager

import click

from generator.diagnostics import Problem
from generator.order import Order
from generator.telling import counted, errors, tell


@contextmanager
def executor_of(jobs: int | None, dask: str | None) -> Iterator[Executor]:
    """What makes the documents: processes of this machine, or the cluster at an address."""
    from generator.jobs.cluster import ClusterError, cluster
    from generator.jobs.workers import cores, workers

    if dask is None:
        with workers(jobs or cores()) as executor:
            yield executor
        return
    try:
        with cluster(dask) as executor:
            yield executor
    except ClusterError as error:
        raise click.ClickException(str(error)) from error


def stands(order: Order) -> bool:
    """Whether all that is ordered stands published already, which is then told."""
    from generator.publish.standing import standing

    known = standing(order) if order.cached else None
    if known is not None:
        click.echo(f"{known.systems} system(s), {known.tables} tables in {order.out}/, unchanged")
    return known is not None


def build_once(order: Order, executor: Executor, *, shares_files: bool) -> Sequence[Problem]:
    """Publish what is ordered and tell of it, or give back the problems for which nothing was published."""
    from generator.terminal import steps_shown

    with steps_shown(errors()) as progress:
        # Only now, when the workers have begun to import as much.
        from generator.pipeline import build as run

        outcome = run(order, progress, executor, shares_files=shares_files)
    if outcome.library is not None and not outcome.problems:
        tell(outcome.lost)
        tables = sum(len(book.tables) for book in outcome.library.books)
        click.echo(f"{len(outcome.library.books)} system(s), {tables} tables published in {order.out}/")
    return outcome.problems


def build_at_saves(
    order: Order, workers: Callable[[], AbstractContextManager[Executor]], *, shares_files: bool
) -> None:
    """Build now and at every save, until interrupted."""
    from generator.preview.watch import watch

    def build(executor: Executor) -> None:
        if not stands(order):
            problems = build_once(order, executor, shares_files=shares_files)
            tell(problems)
            if problems:
                click.echo(f"{counted(problems)}; {order.out}/ is as it was")

    try:
        watch(order.content, workers, build)
    except KeyboardInterrupt:
        click.echo("")
