"""The press, read as one line: load, compute, tabulate, render, publish."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from generator.content.load import load
from generator.diagnostics import Problem
from generator.edition import Edition
from generator.publish.publish import publish
from generator.render.render import FORMATS, PAPERS, render
from generator.tables.book import Library
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.printed import Tally, check_sources


@dataclass(frozen=True, slots=True)
class Order:
    """What a build is asked for. `systems` empty means all; `edition` is what the colophon states."""

    content: Path
    out: Path
    edition: Edition
    systems: Collection[str] = ()
    formats: Collection[str] = FORMATS
    papers: Collection[str] = PAPERS

    @property
    def whole(self) -> bool:
        """Whether everything is ordered: every system, every format, every paper."""
        return not self.systems and set(self.formats) == set(FORMATS) and set(self.papers) == set(PAPERS)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The library, or the problems for which there is none; `tallies` say how the printed sources compare."""

    library: Library | None
    problems: tuple[Problem, ...] = ()
    tallies: tuple[Tally, ...] = ()


def build(order: Order, progress: Callable[[str], None] = lambda step: None) -> Outcome:
    """Publish what is ordered, or leave the published site as it was and return every problem found.

    `progress` is told the name of each piece of work as it begins.
    """
    outcome = library(order.content, order.edition, order.systems)
    if outcome.library is None:
        return outcome
    rendered, problems = render(outcome.library, order.formats, order.papers, progress)
    if rendered is None:
        return Outcome(None, problems)
    problems = publish(outcome.library, rendered, order.out, whole=order.whole, progress=progress)
    return Outcome(None if problems else outcome.library, problems)


def library(content: Path, edition: Edition, systems: Collection[str] = ()) -> Outcome:
    """The first three stages: content to finished tables and chapters, nothing rendered, nothing written."""
    loaded = load(content)
    if loaded.content is None:
        return Outcome(None, loaded.problems)
    computed, problems = compute_content(loaded.content, systems)
    if computed is None:
        return Outcome(None, tuple(sorted(problems)))
    books, problems = tabulate_content(computed, edition)
    if books is None:
        return Outcome(None, tuple(sorted(problems)))
    tallies, problems = check_sources(loaded.content, books)
    return Outcome(None if problems else books, tuple(sorted(problems)), tallies)
