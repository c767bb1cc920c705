"""The publish stage: pages through the site builder, every file into a staging folder, checks, then the swap."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from generator import __version__
from generator.diagnostics import Location, Problem
from generator.publish import fonts, links, manifest, mkdocs, readback
from generator.publish.staging import NotOurs, staged
from generator.render.contract import Artifact
from generator.render.render import Rendered
from generator.resources import MKDOCS
from generator.tables.book import Library


class _Refused(Exception):
    """Problems found in the staging folder; raised inside the staging block so that nothing is swapped."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("not published")
        self.problems = problems


def publish(
    library: Library,
    rendered: Rendered,
    out: Path,
    *,
    whole: bool = True,
    progress: Callable[[str], None] = lambda step: None,
) -> tuple[Problem, ...]:
    """Put the rendered library in the place of the published site, or return why not and leave it as it was.

    `whole` says that everything was made. A build of a part never takes the place of a site that holds more.
    """
    try:
        with staged(out, waiting=lambda: progress("waiting for another build to end")) as fresh:
            problems = _fill(library, rendered, fresh, progress) or (() if whole else _losses(fresh, out))
            if problems:
                raise _Refused(problems)
    except _Refused as refused:
        return refused.problems
    except NotOurs as error:
        return (Problem(Location(str(out)), str(error), "name an empty or a new folder with --out"),)
    except OSError as error:
        text = f"the site could not be written: {error.strerror or error}"
        return (Problem(Location(str(error.filename or out)), text, "the published site is as it was"),)
    return ()


def _losses(fresh: Path, out: Path) -> tuple[Problem, ...]:
    lost = set(manifest.listed_files(out)) - set(manifest.published_files(fresh))
    if not lost:
        return ()
    count = "1 published file" if len(lost) == 1 else f"{len(lost)} published files"
    text = f"this build makes a part only and would remove {count}, such as {min(lost)}"
    return (Problem(Location(str(out)), text, "build everything, or name another folder with --out"),)


def _fill(
    library: Library, rendered: Rendered, fresh: Path, progress: Callable[[str], None]
) -> tuple[Problem, ...]:
    files = list(rendered.files)
    made_from = {artifact.path: artifact.sources for artifact in files}
    if rendered.pages:
        progress("site")
        files += fonts.web_fonts()
        problems = _build_pages(library, rendered, fresh)
        if problems:
            return problems
        made_from |= {_page_path(page.path): page.sources for page in rendered.pages}
    _write(files, fresh)
    progress("checks")
    problems = links.check_links(fresh, url=library.url) if rendered.pages else ()
    problems += readback.read_back(library, fresh)
    if not problems:
        manifest.write_manifest(fresh, made_from, maker=f"dicepress {__version__}")
    return problems


def _build_pages(library: Library, rendered: Rendered, fresh: Path) -> tuple[Problem, ...]:
    docs = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-pages-", dir=fresh.parent))
    try:
        _write(rendered.pages, docs)
        return mkdocs.build_site(
            docs, fresh, rendered.nav, config=MKDOCS, title=library.title, url=library.url
        )
    finally:
        shutil.rmtree(docs, ignore_errors=True)


def _page_path(markdown: str) -> str:
    return markdown.removesuffix(".md") + ".html" if markdown.endswith(".md") else markdown


def _write(artifacts: Iterable[Artifact], folder: Path) -> None:
    for artifact in artifacts:
        path = folder / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)
