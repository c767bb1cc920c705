"""The command line: arguments, progress and exit codes. All work is done by the rooms below."""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from generator import __version__
from generator.diagnostics import Problem, allowed_words
from generator.edition import edition_of

_ERRORS = Console(stderr=True, highlight=False, soft_wrap=True)
CONTENT = Path("content")
SITE = Path("site")


class _Sentences(click.Group):
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
            _ERRORS.print(
                escape(f"a fault of dicepress itself, {type(fault).__name__} at {place}: {fault}; nothing was published"),
                style="red",
            )
            _ERRORS.print("please report it with the output of the same command under DICEPRESS_DEBUG=1")
            sys.exit(70)


@click.group(cls=_Sentences, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="dicepress")
def main() -> None:
    """Turn Markdown rules and declared tables into a rulebook whose every number is computed exactly."""


@main.command()
@click.argument("systems", nargs=-1)
@click.option("--only", default="html,pdf,xlsx,data", show_default=True, help="Formats to make, comma between them.")
@click.option("--paper", default="a4,letter", show_default=True, help="Paper sizes of the PDFs.")
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
@click.option("--out", type=click.Path(path_type=Path), default=SITE, show_default=True, help="Where to publish.")
def build(systems: tuple[str, ...], only: str, paper: str, content: Path, out: Path) -> None:
    """Build and publish everything, or only the SYSTEMS named.

    Any problem publishes nothing and leaves the published site as it was.
    """
    from generator.pipeline import Order
    from generator.pipeline import build as run
    from generator.render.render import FORMATS, PAPERS

    order = Order(content, out, edition_of(content), systems, _choice(only, FORMATS), _choice(paper, PAPERS))
    with _ERRORS.status("reading content") as status:
        outcome = run(order, progress=status.update)
    _end_on(outcome.problems)
    assert outcome.library is not None
    tables = sum(len(book.tables) for book in outcome.library.books)
    click.echo(f"{len(outcome.library.books)} system(s), {tables} tables published in {out}/")


@main.command()
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def check(content: Path) -> None:
    """Report every problem in the content, as path:line:column, and write nothing."""
    from generator.pipeline import library

    outcome = library(content, edition_of(content))
    _end_on(outcome.problems)
    click.echo("no problems")


@main.command()
@click.argument("expressions", nargs=-1, required=True, metavar="EXPRESSION…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--digits", default=2, show_default=True, type=click.IntRange(0, 12), help="Decimals of the percentage.")
def odds(expressions: tuple[str, ...], as_json: bool, digits: int) -> None:
    """Print the exact value of each EXPRESSION, or the distribution of a roll.

    A single - reads expressions from standard input, one a line.
    """
    from generator.render.text import plain
    from generator.tables.odds import Distribution, Refusal, ask

    lines = sys.stdin.read().splitlines() if expressions == ("-",) else list(expressions)
    refused = False
    for line in (line for line in lines if line.strip()):
        answer = ask(line, digits)
        if isinstance(answer, Refusal):
            refused = True
            if as_json:
                click.echo(json.dumps({"expression": line, "error": str(answer)}, ensure_ascii=False))
            else:
                click.echo(f"{line}\n{' ' * (answer.column - 1)}^\n{answer}", err=True)
        elif as_json:
            click.echo(json.dumps(answer.as_json(), ensure_ascii=False))
        else:
            click.echo(plain(answer.table) if isinstance(answer, Distribution) else answer.as_text())
    sys.exit(1 if refused else 0)


@main.command()
@click.argument("table_id", metavar="TABLE")
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "md", "csv", "json", "html", "xlsx"]),
    help="How to print the table.",
)
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def table(table_id: str, form: str, content: Path) -> None:
    """Print one TABLE of the content, by its id or as system/id."""
    from generator.pipeline import library
    from generator.render.single import render_table

    outcome = library(content, edition_of(content))
    _end_on(outcome.problems)
    assert outcome.library is not None
    found = {f"{t.system}/{t.id}": (book, t) for book in outcome.library.books for t in book.tables}
    matches = [key for key in found if table_id in (key, key.split("/")[1])]
    if len(matches) != 1:
        what = f"{table_id!r} names {len(matches)} tables" if matches else f"there is no table {table_id!r}"
        raise click.UsageError(f"{what}; {allowed_words(table_id, matches or found)}")
    click.echo(render_table(*found[matches[0]], form), nl=False)


@main.command()
@click.argument("site", type=click.Path(path_type=Path), default=SITE)
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def verify(site: Path, content: Path) -> None:
    """Check a published SITE: every file by its manifest, every number read back, every printed source."""
    from generator.pipeline import library
    from generator.publish.manifest import check_manifest
    from generator.publish.readback import read_back

    outcome = library(content, edition_of(content))
    _end_on(outcome.problems)
    assert outcome.library is not None
    _end_on((*check_manifest(site), *(problem.below(site) for problem in read_back(outcome.library, site))))
    for tally in outcome.tallies:
        click.echo(tally.sentence())
    click.echo(f"{site}/ is as it was published, and every number in it reads back exactly")


def _choice(given: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(word.strip() for word in given.split(",") if word.strip())
    for word in chosen:
        if word not in allowed:
            raise click.BadParameter(f"{word!r} is not known; allowed: {', '.join(allowed)}")
    return chosen


def _end_on(problems: tuple[Problem, ...]) -> None:
    """Print every problem and end with status 1, if there is one."""
    for problem in problems:
        _ERRORS.print(f"[bold]{escape(str(problem.location))}:[/] {escape(_said(problem))}")
    if problems:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        _ERRORS.print(f"[red]{count}[/]")
        sys.exit(1)


def _said(problem: Problem) -> str:
    return problem.message + (f"; {problem.allowed}" if problem.allowed else "")
