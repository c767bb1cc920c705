"""The publish stage: pages through the site builder, every file into a staging folder, checks, then the swap.

What builds pages is imported when they are built, so that a build begins, and gives workers their jobs, without it.
"""

from __future__ import annotations

import errno
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice, takewhile
from pathlib import Path

from generator import __version__
from generator.diagnostics import Location, Problem
from generator.jobs.workshop import Check, Workshop
from generator.order import Progress, Step, silent
from generator.publish import fonts, manifest, offline, readback, site_pages
from generator.publish.site_pages import Drawn
from generator.publish.staging import NotOursError, staged
from generator.render.contract import File, Job
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
    drawn: Drawn | None,
    fresh: Path,
    shop: Workshop,
    progress: Progress = silent,
) -> tuple[Problem, ...]:
    """Write the files and the pages that were drawn into `fresh` with a manifest; what is wrong comes back."""
    made_from = {file.path: file.sources for file in files}
    site_pages.write_files(files, fresh)
    if drawn is not None:
        site_pages.put_in_place(drawn, {file.path: file.size for file in files}, fresh)
        made_from |= drawn.sources
        offline.write_offline(fresh, library.title)
    progress(Step("checks"))
    sums = _sums(fresh)
    checks = [Check(reading.read, _below(reading, sums)) for reading in readback.readings(library)]
    if drawn is not None:
        checks.append(Check(partial(_links, library.url), sums))
    problems = shop.find(checks, fresh)
    if problems and drawn is not None and drawn.kept:
        # What MkDocs itself says of links to a page that changed comes first, as if none had been kept.
        problems = site_pages.build_anew(library, drawn) or problems
    if not problems:
        manifest.write_manifest(fresh, made_from, maker=f"dicepress {__version__}")
    return problems


def _sums(folder: Path) -> Sums:
    return tuple((path, manifest.checksum(folder / path)) for path in manifest.published_files(folder))


def _below(reading: readback.Reading, sums: Sums) -> Sums:
    """The files that a reading reads, of these, which are in the order of their paths."""
    first = bisect_left(sums, reading.below, key=lambda one: one[0])
    return tuple(takewhile(lambda one: one[0].startswith(reading.below), islice(sums, first, None)))


def _links(url: str, site: Path) -> tuple[Problem, ...]:
    from generator.publish import links

    return links.check_links(site, url=url)
