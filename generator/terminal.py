"""How a build's progress looks: a bar where a person watches, a line an artifact where a log is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from generator import order


@contextmanager
def steps_shown(console: Console) -> Iterator[order.Progress]:
    """What a build may tell its steps to while the block lasts."""
    if not console.is_terminal:
        yield lambda step: console.print(_line(step))
        return
    columns = (
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda step: bar.update(
            task, description=escape(step.name), completed=step.done, total=step.total or None
        )


def _line(step: order.Step) -> str:
    return f"{step.done}/{step.total} {step.name}" if step.total else step.name
