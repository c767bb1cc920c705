"""The command line: arguments, progress and exit codes. All work is done by the rooms below."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator import __version__
from generator.collecting import end_unsearched, keep_no_large_blocks
from generator.edition import edition_of
from generator.telling import Sentences, counted, end_on, tell

if TYPE_CHECKING:
    from generator.tables.single import Single

CONTENT = Path("content")
SITE = Path("site")


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="dicepress")
def main() -> None:
    """Turn Markdown rules and declared tables into a rulebook whose every number is computed exactly."""


@main.command()
@click.argument("systems", nargs=-1)
@click.option("--only", default="html,pdf,xlsx,data", show_default=True, help="Formats to make, comma between them.")
@click.option("--paper", default="a4,letter", show_default=True, help="Paper sizes of the PDFs.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Documents made side by side.  [default: one a core]",
)
@click.option("--no-cache", is_flag=True, help="Make everything anew; the bytes are the same.")
@click.option("--dask", metavar="ADDRESS", help="Make documents on the Dask cluster at this address.")
@click.option("--watch", is_flag=True, help="Build again at every save, until Ctrl-C.")
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
@click.option("--out", type=click.Path(path_type=Path), default=SITE, show_default=True, help="Where to publish.")
def build(
    systems: tuple[str, ...],
    only: str,
    paper: str,
    jobs: int | None,
    no_cache: bool,
    dask: str | None,
    watch: bool,
    content: Path,
    out: Path,
) -> None:
    """Build and publish everything, or only the SYSTEMS named.

    Any problem publishes nothing and leaves the published site as it was. Where nothing changed, nothing is done.
    """
    from generator.building import build_at_saves, build_once, executor_of, stands
    from generator.order import FORMATS, PAPERS, Order

    order = Order(
        content, out, edition_of(content), systems, _choice(only, FORMATS), _choice(paper, PAPERS), not no_cache
    )
    keep_no_large_blocks()
    if watch:
        build_at_saves(order, partial(executor_of, jobs, dask), shares_files=dask is None)
        return
    if stands(order):
        return
    with executor_of(jobs, dask) as executor:
        problems = build_once(order, executor, shares_files=dask is None)
    end_on(problems)
    end_unsearched()


@main.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a problem, for editors.")
@click.option("--no-cache", is_flag=True, help="Look at everything, also at what was found good and is unchanged.")
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def check(as_json: bool, no_cache: bool, content: Path) -> None:
    """Report every problem in the content, as path:line:column, and publish nothing."""
    from generator.check import check as problems_of
    from generator.jobs.workers import cores

    problems = problems_of(content, cached=not no_cache, jobs=cores())
    end_unsearched()
    if as_json:
        for problem in problems:
            click.echo(json.dumps(problem.as_json(), ensure_ascii=False))
        sys.exit(1 if problems else 0)
    end_on(problems)
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
@click.argument("name", metavar="TABLE")
@click.option(
    "--format",
    "form",
    default="text",
    show_default=True,
    type=click.Choice(["text", "md", "csv", "json", "html", "xlsx"]),
    help="How to print the table.",
)
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def table(name: str, form: str, content: Path) -> None:
    """Print one TABLE: of the content, by its id or as system/id, or of a definition file anywhere (.yml)."""
    from generator.render.contract import RenderError
    from generator.render.single import render_table

    made = _single(name, content)
    try:
        click.echo(render_table(made.table, form), nl=False)
    except RenderError as error:
        raise click.ClickException(str(error)) from error


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("name", metavar="TABLE")
@click.argument("row")
@click.argument("column")
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def explain(name: str, row: str, column: str, content: Path) -> None:
    """Tell how one cell of TABLE came to be: its expression, its exact value, its rounding.

    TABLE is an id, system/id or a definition file (.yml); ROW and COLUMN are the labels that the table shows.
    """
    from generator.tables.explain import explain as steps_of
    from generator.tables.unfit import Unfit

    made = _single(name, content)
    try:
        steps = steps_of(made, row, column)
    except Unfit as error:
        end_on((error.problem,))
    except LookupError as error:
        raise click.UsageError(str(error.args[0])) from error
    width = max(len(step.about) for step in steps)
    for step in steps:
        click.echo(f"{step.about:{width}}  {step.text}")


@main.group()
def new() -> None:
    """Start something new in the content folder."""


@new.command()
@click.argument("name")
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def system(name: str, content: Path) -> None:
    """Write a small system NAME that builds at once, and list it in site.yml.

    Where there is no content folder, one is made.
    """
    from generator.content.starter import NotStartedError, new_system

    try:
        written = new_system(content, name)
    except (NotStartedError, OSError) as error:
        raise click.ClickException(str(error)) from error
    for path in written:
        click.echo(path)


@main.command()
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; standard output if none is given.")
def schema(out: Path | None) -> None:
    """Print the JSON Schema of the definition files, by which an editor completes and checks them."""
    from generator.content.json_schema import json_schema

    text = json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror}") from error


@main.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def serve(port: int, content: Path) -> None:
    """Show the pages in a browser and make them again at every save, problems and all. Ctrl-C ends it."""
    from generator.preview.pages import Pages
    from generator.preview.serve import serve as run

    def told(pages: Pages, address: str) -> None:
        tell(pages.problems)
        click.echo(f"{address}  {counted(pages.problems) if pages.problems else 'ready'}")

    try:
        run(content, port, told)
    except OSError as error:
        raise click.ClickException(f"port {port} cannot be used: {error.strerror}; name another with --port") from error
    except KeyboardInterrupt:
        click.echo("")


@main.command()
@click.argument("site", type=click.Path(path_type=Path), default=SITE)
@click.option("--content", type=click.Path(path_type=Path), default=CONTENT, show_default=True, help="The sources.")
def verify(site: Path, content: Path) -> None:
    """Check a published SITE: every file by its manifest, every number read back, every printed source."""
    from generator.pipeline import library
    from generator.publish.manifest import check_manifest
    from generator.publish.readback import read_back
    from generator.tables.check_model import summary_sentence

    outcome = library(content, edition_of(content))
    end_on(outcome.problems)
    assert outcome.library is not None
    end_on((*check_manifest(site), *(problem.below(site) for problem in read_back(outcome.library, site))))
    for tally in outcome.tallies:
        click.echo(tally.sentence())
    click.echo(summary_sentence(outcome.tallies))
    click.echo(f"{site}/ is as it was published, and every number in it reads back exactly")


@main.command()
@click.argument("old_site", type=click.Path(path_type=Path))
@click.argument("new_site", type=click.Path(path_type=Path))
@click.option("--page", type=click.Path(path_type=Path), help="Also write the list as an HTML page to this file.")
@click.option("--csv", "sheet", type=click.Path(path_type=Path), help="Also write it as CSV to this file.")
def diff(old_site: Path, new_site: Path, page: Path | None, sheet: Path | None) -> None:
    """List the cells whose values changed from OLD_SITE to NEW_SITE, and the links that NEW_SITE breaks."""
    from generator.publish.diff_files import diff_csv, diff_page, diff_text
    from generator.publish.permanence import lost_links
    from generator.publish.site_diff import compare_sites

    difference, problems = compare_sites(old_site, new_site)
    end_on(problems)
    assert difference is not None
    texts = {page: diff_page(difference, str(old_site), str(new_site)), sheet: diff_csv(difference)}
    for path, text in texts.items():
        if path is not None:
            try:
                path.write_text(text, encoding="utf-8", newline="\n")
            except OSError as error:
                raise click.UsageError(f"{path} could not be written: {error.strerror or error}") from error
    click.echo(diff_text(difference))
    tell(lost_links(old_site, new_site))


def _single(name: str, content: Path) -> Single:
    """The table of this name or file; ends with its problems, or with a sentence, where there is none."""
    from generator.content.load import load
    from generator.tables.single import named_table, table_of_file

    if Path(name).suffix in (".yml", ".yaml"):
        made, problems = table_of_file(Path(name))
    else:
        loaded = load(content)
        end_on(loaded.problems)
        assert loaded.content is not None
        try:
            made, problems = named_table(loaded.content, name)
        except LookupError as error:
            raise click.UsageError(str(error.args[0])) from error
    end_on(problems)
    assert made is not None
    return made


def _choice(given: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(word.strip() for word in given.split(",") if word.strip())
    for word in chosen:
        if word not in allowed:
            raise click.BadParameter(f"{word!r} is not known; allowed: {', '.join(allowed)}")
    return chosen
