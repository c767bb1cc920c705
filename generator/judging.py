"""Looks at parts of the content, in processes side by side where there is work for them: what is wrong with each.

`check.py` imports this only where something changed, since everything that reads and computes comes along.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from pathlib import Path

from generator import __version__
from generator.collecting import without_collecting
from generator.content.definitions import Content, Page
from generator.content.load import load
from generator.content.parts import SITE_PAGES, part_of
from generator.content.validation import build_models
from generator.diagnostics import Problem
from generator.dice.notation import make_ready
from generator.edition import Edition
from generator.jobs.keeper import stored_tables
from generator.jobs.press import press_version
from generator.jobs.workers import forked
from generator.library import finished, library
from generator.remembering import remembering
from generator.tables.kept import FORGETFUL

Basis = Mapping[str, str | None]
"""The files that a part depended on, with their checksums; None where there was no such file."""

WORTH_A_PROCESS = 60_000
"""Bytes of content that take longer to look at than another process takes to start."""

_EDITION = Edition(__version__, "")


@dataclass(frozen=True, slots=True)
class Case:
    """What every part is judged by: the content with the checksums of its files, and where tables are kept, if so."""

    content: Path
    files: Mapping[str, str]
    folder: Path | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The problems of some parts with the stage that they come from, or what the parts depended on."""

    problems: tuple[Problem, ...]
    stage: int
    bases: Mapping[str, Basis]


def unread(content: Path) -> tuple[Problem, ...]:
    """The problems of content whose files cannot be listed."""
    return library(content, _EDITION).problems


def verdicts(case: Case, parts: Collection[str], jobs: int) -> list[Verdict]:
    """The verdicts over all parts, those with most to read first; of kept tables, those not used longest go."""
    found = _side_by_side(case, parts, jobs)
    if case.folder:
        stored_tables(case.folder).prune()
    return found


def problems_of(found: Collection[Verdict]) -> tuple[Problem, ...]:
    """All problems of the first stage that has any, as if everything had gone through the stages together."""
    stage = min((verdict.stage for verdict in found if verdict.problems), default=0)
    problems = {problem for verdict in found if verdict.stage == stage for problem in verdict.problems}
    return tuple(sorted(problems))


def _side_by_side(case: Case, parts: Collection[str], jobs: int) -> list[Verdict]:
    sizes = dict.fromkeys(parts, 0)
    for path in case.files:
        part = part_of(path, case.files)
        if part in sizes:
            sizes[part] += (case.content / path).stat().st_size
    if jobs == 1 or len(parts) == 1 or sum(sizes.values()) < WORTH_A_PROCESS:
        return [_judged(case, frozenset(parts))]
    ordered = sorted(parts, key=lambda part: (-sizes[part], part))
    build_models()
    make_ready()
    if case.folder:
        # What keeps tables asks for it in every process.
        press_version()
    try:
        # A process that looks at several parts computes what one takes from another only once. Like this one, it
        # searches for no garbage: turning that on again after a part would search all that the part was made of.
        with without_collecting(sweep=False), remembering(), forked(min(jobs, len(parts))) as executor:
            return list(executor.map(_judged, [case] * len(ordered), [frozenset({part}) for part in ordered]))
    except BrokenExecutor:
        # One ended suddenly, perhaps for want of memory; alone, this one needs less.
        return [_judged(case, frozenset(parts))]


def _judged(case: Case, parts: frozenset[str]) -> Verdict:
    with without_collecting(sweep=False):
        loaded = load(case.content, parts)
        keeper = stored_tables(case.folder) if case.folder else FORGETFUL
        outcome = finished(loaded, _EDITION, keeper=keeper, packed=False)
    if outcome.problems or loaded.content is None:
        return Verdict(outcome.problems, outcome.stage, {})
    return Verdict((), outcome.stage, {part: _basis(part, loaded.content, case.files) for part in parts})


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
