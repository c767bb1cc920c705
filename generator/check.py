"""What an author asks most often: every problem in the content, looking again only at parts that changed.

A part is a system, or everything that belongs to none. What was found good is kept in `.dicepress/` with the checksums
of all files that this depended on: the part's own, the list of systems, and the files behind what its pages take from
other systems. While those are the same, and the program is, the part is good still. A part with a problem is never
kept, and nothing is believed that is not whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from os import walk
from pathlib import Path

from generator import __version__
from generator.collecting import without_collecting
from generator.content.definitions import Content, Page
from generator.content.load import SITE_PAGES, load
from generator.diagnostics import Problem
from generator.edition import Edition
from generator.jobs.keeper import stored_tables
from generator.jobs.press import press_version
from generator.jobs.store import NAME, write_whole
from generator.jobs.workers import forked
from generator.library import finished, library
from generator.tables.kept import FORGETFUL

# The files that a part depended on, with their checksums; None where there was no such file.
Basis = Mapping[str, str | None]

_EDITION = Edition(__version__, "")

# Bytes of content that take longer to look at than another process takes to start.
WORTH_A_PROCESS = 60_000


def check(content: Path, *, cached: bool = True, jobs: int = 1) -> tuple[Problem, ...]:
    """Every problem in the content; without `cached`, found by looking at everything.

    Parts are looked at in `jobs` processes side by side, where there is work for them.
    """
    files = _files(content)
    if files is None:
        return library(content, _EDITION).problems
    parts = {part_of(path, files) for path in files} | {SITE_PAGES}
    if not cached:
        return _problems(_verdicts(_Job(content, files, None), parts, jobs))
    folder = content.absolute().parent / NAME
    place = folder / f"checked-{content.absolute().name}.json"
    good = {part: basis for part, basis in _read(place).items() if _holds(part, basis, files)}
    if not parts - good.keys():
        return ()
    verdicts = _verdicts(_Job(content, files, folder), parts - good.keys(), jobs)
    stored_tables(folder).prune()
    problems = _problems(verdicts)
    if not problems and _files(content) == files:
        # Content that changed while it was read is judged the next time.
        for verdict in verdicts:
            good |= verdict.bases
    _write(place, good)
    return problems


@dataclass(frozen=True, slots=True)
class _Job:
    """What every part is judged by: the content with the checksums of its files, and where tables are kept, if so."""

    content: Path
    files: Mapping[str, str]
    folder: Path | None


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The problems of some parts with the stage that they come from, or what the parts depended on."""

    problems: tuple[Problem, ...]
    stage: int
    bases: Mapping[str, Basis]


def _verdicts(job: _Job, parts: Collection[str], jobs: int) -> list[_Verdict]:
    """The verdicts over all parts, those with most to read first."""
    sizes = dict.fromkeys(parts, 0)
    for path in job.files:
        part = part_of(path, job.files)
        if part in sizes:
            sizes[part] += (job.content / path).stat().st_size
    if jobs == 1 or len(parts) == 1 or sum(sizes.values()) < WORTH_A_PROCESS:
        return [_judged(job, frozenset(parts))]
    ordered = sorted(parts, key=lambda part: (-sizes[part], part))
    try:
        with forked(min(jobs, len(parts))) as executor:
            return list(executor.map(_judged, [job] * len(ordered), [frozenset({part}) for part in ordered]))
    except BrokenExecutor:
        # One ended suddenly, perhaps for want of memory; alone, this one needs less.
        return [_judged(job, frozenset(parts))]


def _judged(job: _Job, parts: frozenset[str]) -> _Verdict:
    with without_collecting(sweep=False):
        loaded = load(job.content, parts)
        outcome = finished(loaded, _EDITION, keeper=stored_tables(job.folder) if job.folder else FORGETFUL)
    if outcome.problems or loaded.content is None:
        return _Verdict(outcome.problems, outcome.stage, {})
    return _Verdict((), outcome.stage, {part: _basis(part, loaded.content, job.files) for part in parts})


def _problems(verdicts: Collection[_Verdict]) -> tuple[Problem, ...]:
    """All problems of the first stage that has any, as if everything had gone through the stages together."""
    stage = min((verdict.stage for verdict in verdicts if verdict.problems), default=0)
    found = {problem for verdict in verdicts if verdict.stage == stage for problem in verdict.problems}
    return tuple(sorted(found))


def part_of(path: str, files: Collection[str]) -> str:
    """The part that a file belongs to."""
    top, _, below = path.partition("/")
    return top if below and f"{top}/system.yml" in files else SITE_PAGES


def _holds(part: str, basis: Basis, files: Mapping[str, str]) -> bool:
    same = all(files.get(path) == checksum for path, checksum in basis.items())
    return same and all(path in basis for path in files if part_of(path, files) == part)


def _basis(part: str, content: Content, files: Mapping[str, str]) -> Basis:
    paths = {path for path in files if part_of(path, files) == part} | {"site.yml"}
    for page in _pages(part, content):
        for name in page.names_elsewhere:
            system, _, item = name.partition("/")
            paths.add(f"{system}/system.yml")
            paths.update(f"{system}/{kind}/{item}.yml" for kind in ("tables", "charts", "examples"))
    return {path: files.get(path) for path in sorted(paths)}


def _pages(part: str, content: Content) -> tuple[Page, ...]:
    if part == SITE_PAGES:
        return content.pages
    return next((system.chapters for system in content.systems if system.id == part), ())


def _files(content: Path) -> dict[str, str] | None:
    """The checksum of every file below the content folder; None where one cannot be read."""
    found: dict[str, str] = {}
    with suppress(OSError):
        for folder, _, names in walk(content):
            for name in names:
                path = Path(folder) / name
                found[path.relative_to(content).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found or None
    return None


def _read(place: Path) -> dict[str, Basis]:
    """What this program found good; nothing where what is kept is damaged or another program's."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        seal, _, body = place.read_text(encoding="utf-8").partition("\n")
        if seal == _seal(body):
            return {str(part): dict(basis) for part, basis in json.loads(body).items()}
    return {}


def _write(place: Path, good: Mapping[str, Basis]) -> None:
    body = json.dumps(good, sort_keys=True)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, f"{_seal(body)}\n{body}".encode())


def _seal(body: str) -> str:
    return hashlib.sha256(f"{press_version()}\n{body}".encode()).hexdigest()
