"""The publish stage: pages through the site builder, every file into a staging folder, checks, then the swap."""

from __future__ import annotations

import errno
import gc
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from generator import __version__
from generator.diagnostics import Location, Problem
from generator.jobs.workshop import Check, Workshop
from generator.order import Progress, Step, silent
from generator.publish import fonts, links, manifest, mkdocs, offline, readback
from generator.publish.staging import NotOursError, staged
from generator.render.contract import File, Job
from generator.render.render import Rendered
from generator.resources import MKDOCS
from generator.tables.book import Library

JOBS = (Job("fonts of the site", "fonts", fonts.web_fonts),)
"""What a site needs beside its pages."""

_ADVICE = {
    errno.ENOSPC: "free some space on the disk and build again",
    errno.EDQUOT: "free some of your space on the disk and build again",
    errno.EACCES: "allow writing there, or name another folder with --out",
    errno.EPERM: "allow writing there, or name another folder with --out",
    errno.EROFS: "name a folder that can be written with --out",
}


class _RefusedError(Exception):
    """Problems found before the swap; raised inside the staging block so that nothing is swapped."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("not published")
        self.problems = problems


def publish(
    out: Path,
    fill: Callable[[Path], tuple[Problem, ...]],
    *,
    whole: bool = True,
    progress: Progress = silent,
) -> tuple[Problem, ...]:
    """Let `fill` fill a new folder and put it in the place of the published site, or return why not and leave that.

    `whole` says that everything was made. A build of a part never takes the place of a site that holds more.
    """
    try:
        with staged(out, waiting=lambda: progress(Step("waiting for another build to end"))) as fresh:
            problems = fill(fresh) or (() if whole else _losses(fresh, out))
            if problems:
                raise _RefusedError(problems)
    except _RefusedError as refused:
        return refused.problems
    except NotOursError as error:
        return (Problem(Location(str(out)), str(error), "name an empty or a new folder with --out"),)
    except OSError as error:
        text = f"the site could not be written: {error.strerror or error}; the published site is as it was"
        advice = _ADVICE.get(error.errno or 0, "build again")
        return (Problem(Location(str(error.filename or out)), text, advice),)
    return ()


def _losses(fresh: Path, out: Path) -> tuple[Problem, ...]:
    lost = set(manifest.listed_files(out)) - set(manifest.published_files(fresh))
    if not lost:
        return ()
    count = "1 published file" if len(lost) == 1 else f"{len(lost)} published files"
    text = f"this build makes a part only and would remove {count}, such as {min(lost)}"
    return (Problem(Location(str(out)), text, "build everything, or name another folder with --out"),)


def fill_site(
    library: Library, rendered: Rendered, fresh: Path, shop: Workshop, progress: Progress = silent
) -> tuple[Problem, ...]:
    """Write everything that was rendered into `fresh` with its manifest, and check it; what is wrong comes back."""
    made_from = {file.path: file.sources for file in rendered.files}
    if rendered.pages:
        progress(Step("site"))
        problems = _build_pages(library, rendered, fresh)
        if problems:
            return problems
        made_from |= {_page_path(page.path): page.sources for page in rendered.pages}
    _write(rendered.files, fresh)
    if rendered.pages:
        offline.write_offline(fresh, library.title)
    progress(Step("checks"))
    problems = shop.find(_checks(library, rendered, fresh), fresh)
    if not problems:
        manifest.write_manifest(fresh, made_from, maker=f"dicepress {__version__}")
    return problems


def _checks(library: Library, rendered: Rendered, fresh: Path) -> tuple[Check, ...]:
    sums = tuple((path, manifest.checksum(fresh / path)) for path in manifest.published_files(fresh))
    found = [
        Check(reading.read, tuple(one for one in sums if one[0].startswith(reading.below)))
        for reading in readback.readings(library)
    ]
    if rendered.pages:
        found.append(Check(partial(_links, library.url), sums))
    return tuple(found)


def _links(url: str, site: Path) -> tuple[Problem, ...]:
    return links.check_links(site, url=url)


def _build_pages(library: Library, rendered: Rendered, fresh: Path) -> tuple[Problem, ...]:
    docs = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-pages-", dir=fresh.parent))
    try:
        _write(rendered.pages, docs)
        return mkdocs.build_site(
            docs, fresh, rendered.nav, config=MKDOCS, title=library.title, url=library.url, offline=True
        )
    finally:
        shutil.rmtree(docs, ignore_errors=True)
        # MkDocs leaves pages, files and navigation that hold each other.
        gc.collect()


def _page_path(markdown: str) -> str:
    return markdown.removesuffix(".md") + ".html" if markdown.endswith(".md") else markdown


def _write(files: Iterable[File], folder: Path) -> None:
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
