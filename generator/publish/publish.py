"""The publish stage: pages through the site builder, every file into a staging folder, checks, then the swap.

What builds pages is imported when they are built, so that a build begins, and gives workers their jobs, without it.
"""

from __future__ import annotations

import errno
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from itertools import islice, takewhile
from pathlib import Path

from generator import __version__
from generator.diagnostics import Location, Problem
from generator.jobs.workshop import Check, Workshop
from generator.order import Progress, Step, silent
from generator.publish import fonts, manifest, offline, readback, site_pages
from generator.publish.staging import NotOursError, staged
from generator.render.contract import File, Job
from generator.render.render import Pages
from generator.tables.book import Library

JOBS = (Job("fonts of the site", "fonts", fonts.web_fonts),)
"""What a site needs beside its pages."""

Sums = tuple[tuple[str, str], ...]
"""The paths of files, in their order, with their checksums."""

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
    site_pages.write_files(files, fresh)
    own = _sums(fresh)
    of_files: list[readback.Reading] = []
    of_pages: list[readback.Reading] = []
    for reading in readback.readings(library):
        (of_files if reading.below and _below(reading, own) else of_pages).append(reading)
    end = shop.begin(_checks(of_files, own), fresh)
    pages, kept = None, False
    if draw is not None:
        progress(Step("pages"))
        pages, problems = draw()
        if pages is None:
            return problems
        progress(Step("site"))
        problems, kept = site_pages.build_pages(library, pages, fresh, shop)
        if problems:
            return problems
        made_from |= {site_pages.page_path(page.path): page.sources for page in pages.files}
        offline.write_offline(fresh, library.title)
    progress(Step("checks"))
    sums = _sums(fresh)
    others = _checks(of_pages, sums)
    if draw is not None:
        others.append(Check(partial(_links, library.url), sums))
    problems = (*end(), *shop.begin(others, fresh)())
    if problems and kept and pages is not None:
        # What MkDocs itself says of links to a page that changed comes first, as if none had been kept.
        problems = site_pages.build_pages(library, pages, fresh, shop, anew=True)[0] or problems
    if not problems:
        manifest.write_manifest(fresh, made_from, maker=f"dicepress {__version__}")
    return problems


def _sums(folder: Path) -> Sums:
    return tuple((path, manifest.checksum(folder / path)) for path in manifest.published_files(folder))


def _below(reading: readback.Reading, sums: Sums) -> Sums:
    """The files that a reading reads, of these, which are in the order of their paths."""
    first = bisect_left(sums, reading.below, key=lambda one: one[0])
    return tuple(takewhile(lambda one: one[0].startswith(reading.below), islice(sums, first, None)))


def _checks(readings: Iterable[readback.Reading], sums: Sums) -> list[Check]:
    return [Check(reading.read, _below(reading, sums)) for reading in readings]


def _links(url: str, site: Path) -> tuple[Problem, ...]:
    from generator.publish import links

    return links.check_links(site, url=url)
