"""The publish stage: pages through the site builder, every file into a staging folder, checks, then the swap.

What builds pages is imported when they are built, so that a build begins, and gives workers their jobs, without it.
"""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from generator import __version__
from generator.diagnostics import Location, Problem
from generator.jobs.workshop import Check, Workshop
from generator.order import Progress, Step, silent
from generator.publish import fonts, manifest, readback
from generator.publish.staging import NotOursError, staged
from generator.render.contract import File, Job
from generator.render.render import Pages
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


def import_makers_of_pages() -> None:
    """Have ready what is imported only where pages are made."""
    for name in ("generator.render.site", "generator.render.search_index", "generator.publish.mkdocs"):
        import_module(name)


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
    library: Library,
    files: Sequence[File],
    draw: Callable[[], tuple[Pages | None, tuple[Problem, ...]]] | None,
    fresh: Path,
    shop: Workshop,
    progress: Progress = silent,
) -> tuple[Problem, ...]:
    """Write the files into `fresh`, and the pages that `draw` gives, with a manifest; what is wrong comes back.

    The files are looked at while pages are made.
    """
    made_from = {file.path: file.sources for file in files}
    _write(files, fresh)
    of_files: list[readback.Reading] = []
    of_pages: list[readback.Reading] = []
    for reading in readback.readings(library):
        of_file = reading.below and any(path.startswith(reading.below) for path in made_from)
        (of_files if of_file else of_pages).append(reading)
    end = shop.begin(_checks(of_files, _sums(fresh)), fresh)
    if draw is not None:
        progress(Step("pages"))
        pages, problems = draw()
        if pages is None:
            return problems
        progress(Step("site"))
        problems = _build_pages(library, pages, fresh)
        if problems:
            return problems
        made_from |= {_page_path(page.path): page.sources for page in pages.files}
    progress(Step("checks"))
    sums = _sums(fresh)
    others = _checks(of_pages, sums)
    if draw is not None:
        others.append(Check(partial(_links, library.url), sums))
    problems = (*end(), *shop.begin(others, fresh)())
    if not problems:
        manifest.write_manifest(fresh, made_from, maker=f"dicepress {__version__}")
    return problems


def _sums(folder: Path) -> tuple[tuple[str, str], ...]:
    return tuple((path, manifest.checksum(folder / path)) for path in manifest.published_files(folder))


def _checks(readings: Sequence[readback.Reading], sums: Sequence[tuple[str, str]]) -> list[Check]:
    return [Check(reading.read, tuple(one for one in sums if one[0].startswith(reading.below))) for reading in readings]


def _links(url: str, site: Path) -> tuple[Problem, ...]:
    from generator.publish import links

    return links.check_links(site, url=url)


def _build_pages(library: Library, pages: Pages, fresh: Path) -> tuple[Problem, ...]:
    from generator.publish import mkdocs, offline

    docs = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-pages-", dir=fresh.parent))
    # MkDocs empties the folder that it builds into.
    built = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-built-", dir=fresh.parent))
    try:
        _write(pages.files, docs)
        problems = mkdocs.build_site(
            docs, built, pages.nav, config=MKDOCS, title=library.title, url=library.url, offline=True
        )
        if not problems:
            for place in [place for place in built.rglob("*") if place.is_file()]:
                target = fresh / place.relative_to(built)
                target.parent.mkdir(parents=True, exist_ok=True)
                place.replace(target)
            offline.write_offline(fresh, library.title)
        return problems
    finally:
        shutil.rmtree(docs, ignore_errors=True)
        shutil.rmtree(built, ignore_errors=True)


def _page_path(markdown: str) -> str:
    return markdown.removesuffix(".md") + ".html" if markdown.endswith(".md") else markdown


def _write(files: Iterable[File], folder: Path) -> None:
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
