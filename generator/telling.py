"""What the command line says of problems, and of faults of our own: a sentence each, and a status to end with.

What colors it is imported when there is something to say.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.diagnostics import Problem

if TYPE_CHECKING:
    from rich.console import Console


@cache
def errors() -> Console:
    """Where problems are told: standard error, in color where a person reads it."""
    from rich.console import Console

    # What is told quotes authors: nothing in it is markup, nor a name of an emoji.
    return Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)


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
            kind = type(fault).__name__
            said = f"a fault of dicepress itself, {kind} at {place}: {fault}; nothing was published"
            errors().print(said, style="red")
            errors().print("please report it with the output of the same command under DICEPRESS_DEBUG=1")
            sys.exit(70)


def tell(problems: Sequence[Problem]) -> None:
    """Print every problem with its place."""
    for problem in problems:
        allowed = f"; {problem.allowed}" if problem.allowed else ""
        errors().print(f"{problem.location}:", style="bold", end=" ")
        errors().print(problem.message + allowed)


def end_on(problems: Sequence[Problem]) -> None:
    """Print every problem and end with status 1, if there is one."""
    tell(problems)
    if problems:
        errors().print(counted(problems), style="red")
        sys.exit(1)


def counted(problems: Sequence[Problem]) -> str:
    """How many problems there are, in words."""
    return "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
