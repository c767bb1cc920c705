"""Keeps a site of pages in a folder of its own in step with the content; what a save did not touch is not made again.

The read-back and the check of links belong to a build. What MkDocs itself complains of is shown.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from generator.diagnostics import Location, Problem
from generator.edition import Edition
from generator.pipeline import library
from generator.publish import fonts, mkdocs
from generator.render import search_index, site
from generator.render.contract import Artifact, RenderError
from generator.resources import MKDOCS
from generator.tables.book import Library


@dataclass(slots=True)
class Pages:
    """The pages of `content` below `folder`. `number` counts the updates, `problems` are those of the last."""

    content: Path
    folder: Path
    edition: Edition
    number: int = 0
    problems: tuple[Problem, ...] = ()
    _shown: dict[str, bytes] = field(default_factory=dict)
    _order: site.Nav | None = None
    _complaints: tuple[Problem, ...] = ()

    @property
    def site(self) -> Path:
        """Where the pages are: those of the last update without a problem of the content."""
        return self.folder / "site"

    def update(self) -> None:
        """Read the content again and make the pages that differ; the fonts and other static files come once."""
        outcome = library(self.content, self.edition)
        self.problems = outcome.problems
        if outcome.library is not None:
            try:
                pages = (*site.docs(outcome.library, files={}), search_index.search_index(outcome.library))
            except RenderError as error:
                self.problems = (Problem(Location(str(self.content)), str(error)),)
            else:
                self.problems = self._make(outcome.library, pages)
        self.number += 1

    def _make(self, books: Library, pages: tuple[Artifact, ...]) -> tuple[Problem, ...]:
        docs = self.folder / "docs"
        wanted = {page.path: page.data for page in pages}
        order = site.nav(books)
        # Every page shows the order of all pages, so another order makes every page another.
        anew = order != self._order
        for path in self._shown.keys() - wanted.keys():
            (docs / path).unlink()
            (self.site / path).with_suffix(".html").unlink(missing_ok=True)
        changed = [path for path, data in wanted.items() if anew or self._shown.get(path) != data]
        # What MkDocs complains of on a page that is not made again still holds.
        held = [problem for problem in self._complaints if problem.location.path in wanted.keys() - set(changed)]
        self._shown, self._order, self._complaints = {}, None, ()
        for path in changed:
            place = docs / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(wanted[path])
            made = (self.site / path).with_suffix(".html")
            if made.exists():
                # MkDocs makes a page again whose source is the younger.
                os.utime(made, (0, 0))
        problems = mkdocs.build_site(
            docs, self.site, order, config=MKDOCS, title=books.title, url="", only_younger=not anew
        )
        if anew:
            _write(fonts.web_fonts(), self.site)
        if all(problem.location.path in wanted for problem in problems):
            self._shown, self._order = wanted, order
        self._complaints = tuple(sorted({*problems, *held}))
        return self._complaints


def _write(artifacts: tuple[Artifact, ...], folder: Path) -> None:
    for artifact in artifacts:
        place = folder / artifact.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(artifact.data)
