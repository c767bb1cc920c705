"""The stages before anything is rendered, read as one line: load, compute, tabulate, check against the sources."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from generator.collecting import without_collecting
from generator.content.load import Loaded, load
from generator.diagnostics import Problem
from generator.edition import Edition
from generator.tables.book import Library
from generator.tables.catalogue import compute_content, tabulate_content
from generator.tables.check_model import Tally
from generator.tables.kept import FORGETFUL, Keeper
from generator.tables.sources import check_sources


@dataclass(frozen=True, slots=True)
class Outcome:
    """The library, or the problems for which there is none; `tallies` say how the printed sources compare.

    `stage` is the one that problems come from: 0 for loading, 1 for computing, 2 for tabulating, 3 for the sources.
    `made` names the jobs that a build had to run, everything else being known from an earlier one.
    `lost` are permanent links of the site that stood there before, which the new one does not have.
    """

    library: Library | None
    problems: tuple[Problem, ...] = ()
    tallies: tuple[Tally, ...] = ()
    made: tuple[str, ...] = ()
    lost: tuple[Problem, ...] = ()
    stage: int = 3


def library(content: Path, edition: Edition, systems: Collection[str] = (), keeper: Keeper = FORGETFUL) -> Outcome:
    """Content to finished tables and chapters, nothing rendered, nothing written; `keeper` may know tables already."""
    with without_collecting():
        return finished(load(content), edition, systems, keeper)


def finished(
    loaded: Loaded,
    edition: Edition,
    systems: Collection[str] = (),
    keeper: Keeper = FORGETFUL,
    *,
    packed: bool = True,
) -> Outcome:
    """The same from content that was loaded; its tables are `packed` for whoever holds them long."""
    if loaded.content is None:
        return Outcome(None, loaded.problems, stage=0)
    computed, problems = compute_content(loaded.content, systems, keeper, packed=packed)
    if computed is None:
        return Outcome(None, tuple(sorted(problems)), stage=1)
    books, problems = tabulate_content(computed, edition)
    if books is None:
        return Outcome(None, tuple(sorted(problems)), stage=2)
    books, problems = check_sources(loaded.content, books)
    if packed:
        for table in (table for book in books.books for table in book.published_tables):
            table.pack()
    tallies = tuple(tally for book in books.books if book.check for tally in book.check.tallies)
    return Outcome(None if problems else books, tuple(sorted(problems)), tallies)
