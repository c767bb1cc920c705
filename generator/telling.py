"""What the command line says of problems, and of faults of our own: a sentence each, and a status to end with."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from generator.diagnostics import Problem

ERRORS = Console(stderr=True, highlight=False, soft_wrap=True)


class Sentences(click.Group):
    """Ends in a sentence whatever happens: a fault of our own says where it is, and a broken pipe says nothing."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; DICEPRESS_DEBUG=1 in the environment shows a fault's whole trace instead."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as fault:
            if os.environ.get("DICEPRESS_DEBUG"):
                raise
            frame = traceback.extract_tb(fault.__traceback__)[-1]
            place = f"{Path(frame.filename).name}:{frame.lineno}"
            ERRORS.print(
                escape(
                    f"a fault of dicepress itself, {type(fault).__name__} at {place}: {fault}; nothing was published"
                ),
                style="red",
            )
            ERRORS.print("please report it with the output of the same command under DICEPRESS_DEBUG=1")
            sys.exit(70)


def tell(problems: Sequence[Problem]) -> None:
    """Print every problem with its place."""
    for problem in problems:
        allowed = f"; {problem.allowed}" if problem.allowed else ""
        ERRORS.print(f"[bold]{escape(str(problem.location))}:[/] {escape(problem.message + allowed)}")


def end_on(problems: Sequence[Problem]) -> None:
    """Print every problem and end with status 1, if there is one."""
    tell(problems)
    if problems:
        ERRORS.print(f"[red]{counted(problems)}[/]")
        sys.exit(1)


def counted(problems: Sequence[Problem]) -> str:
    """How many problems there are, in words."""
    return "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
