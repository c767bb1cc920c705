"""The pages of a site: MkDocs makes those that no earlier build made from the same text and the same order of pages.

MkDocs takes a page for made whose file is younger than its text, so what was kept is laid out before it begins. It does
not look at the links of such a page again; `links.py` looks at the links of all.
"""

from __future__ import annotations

import gc
import hashlib
import os
import tempfile
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.diagnostics import Location, Problem
from generator.jobs.workshop import Workshop
from generator.order import Progress, Step, silent
from generator.render.contract import Artifact, File, RenderError
from generator.render.render import order_of_pages, pages, with_sizes
from generator.resources import MKDOCS
from generator.tables.book import Library

MANY = 200
"""Pages that take so much memory that it is worth a search for what MkDocs left."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Pages with their texts in the folder `docs`, `built` but for the sizes of files, or why they could not be.

    `sources` are what each page is made from, by its path in the site; `kept` says whether any is an earlier build's.
    """

    docs: Path
    built: Path
    sources: Mapping[str, tuple[str, ...]]
    kept: bool
    problems: tuple[Problem, ...]


class Drawing(Iterator[None]):
    """The drawing of pages step by step, to go along with the work of others; `drawn` takes all steps that are left."""

    def __init__(self, steps: Generator[None, None, Drawn]) -> None:
        self._steps = steps
        self._drawn: Drawn | None = None

    def __next__(self) -> None:
        try:
            next(self._steps)
        except StopIteration as end:
            # Asked once more, it ends with nothing.
            self._drawn = self._drawn or end.value
            raise

    def drawn(self) -> Drawn:
        """The pages."""
        for _ in self:
            pass
        assert self._drawn is not None, "the steps end with it"
        return self._drawn


def draw(
    library: Library, offered: Collection[str], fresh: Path, shop: Workshop, progress: Progress = silent
) -> Generator[None, None, Drawn]:
    """Draw the pages, which offer these files, in folders beside `fresh`: a page a step, and one to build them all."""
    docs = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-pages-", dir=fresh.parent))
    # MkDocs empties the folder that it builds into.
    built = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-built-", dir=fresh.parent))
    sources: dict[str, tuple[str, ...]] = {}
    texts: dict[str, str] = {}
    progress(Step("pages"))
    try:
        for page in pages(library, offered):
            write_files([page], docs)
            sources[page_path(page.path)] = page.sources
            texts[page.path] = hashlib.sha256(page.data).hexdigest()
            yield
    except RenderError as error:
        return Drawn(docs, built, sources, kept=False, problems=(Problem(Location("pages"), str(error)),))
    progress(Step("site"))
    nav = order_of_pages(library)
    keys = _keys((library.title, library.url, nav), texts, shop)
    kept = {path: files[0] for path, key in keys.items() if (files := shop.store.get(key))}
    for path, made in kept.items():
        os.utime(docs / path, (0, 0))
        write_files([Artifact(page_path(path), made.data)], built)
    problems = _build(library, nav, docs, built, only_younger=bool(kept))
    if problems and kept:
        # MkDocs has to tell of the links of pages that were kept, too.
        problems = _build(library, nav, docs, built, only_younger=False) or problems
    if not problems:
        for path in keys.keys() - kept.keys():
            shop.store.put(keys[path], [Artifact("page.html", (built / page_path(path)).read_bytes())])
    return Drawn(docs, built, sources, bool(kept), problems)


def build_anew(library: Library, drawn: Drawn) -> tuple[Problem, ...]:
    """What MkDocs says when it makes all pages again."""
    return _build(library, order_of_pages(library), drawn.docs, drawn.built, only_younger=False)


def put_in_place(drawn: Drawn, sizes: Mapping[str, int], fresh: Path) -> None:
    """Put the pages into `fresh`, with the sizes of the files that they offer. Raises OSError."""
    for place in [place for place in drawn.built.rglob("*") if place.is_file()]:
        target = fresh / place.relative_to(drawn.built)
        target.parent.mkdir(parents=True, exist_ok=True)
        if place.suffix == ".html":
            target.write_bytes(with_sizes(place.read_bytes().decode(), sizes).encode())
        else:
            place.replace(target)


def _build(library: Library, nav: list[Any], docs: Path, built: Path, *, only_younger: bool) -> tuple[Problem, ...]:
    from generator.publish import mkdocs

    problems = mkdocs.build_site(
        docs, built, nav, config=MKDOCS, title=library.title, url=library.url, only_younger=only_younger, offline=True
    )
    if sum(len(book.tables) for book in library.books) > MANY:
        # MkDocs leaves pages, files and navigation that hold each other.
        gc.collect()
    return problems


def page_path(markdown: str) -> str:
    """Where a page lies in the site; what is no page lies where it was."""
    return markdown.removesuffix(".md") + ".html" if markdown.endswith(".md") else markdown


def write_files(files: Iterable[File], folder: Path) -> None:
    """Write files below a folder. Raises OSError."""
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)


def _keys(around: tuple[object, ...], texts: Mapping[str, str], shop: Workshop) -> dict[str, str]:
    """The keys of the pages by the paths of their texts; each page shows the order and the titles of all."""
    frame = shop.keys.of("page", *around, sorted(texts))
    return {path: shop.keys.of(frame, path, text) for path, text in texts.items() if path.endswith(".md")}
