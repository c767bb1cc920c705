"""The pages of a site: MkDocs makes those that no earlier build made from the same text and the same order of pages.

MkDocs takes a page for made whose file is younger than its text, so what was kept is laid out before it begins. It does
not look at the links of such a page again; `links.py` looks at the links of all.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.diagnostics import Problem
from generator.jobs.workshop import Workshop
from generator.render.contract import Artifact, File
from generator.render.render import Pages
from generator.resources import MKDOCS
from generator.tables.book import Library

MANY = 200
"""Pages that take so much memory that it is worth a search for what MkDocs left."""


def build_pages(
    library: Library, pages: Pages, fresh: Path, shop: Workshop, *, anew: bool = False
) -> tuple[tuple[Problem, ...], bool]:
    """Make the pages into `fresh`, or say what is wrong; and say whether any was kept from an earlier build.

    With `anew` none is.
    """
    from generator.publish import mkdocs

    docs = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-pages-", dir=fresh.parent))
    # MkDocs empties the folder that it builds into.
    built = Path(tempfile.mkdtemp(prefix=f"{fresh.name}-built-", dir=fresh.parent))
    try:
        write_files(pages.files, docs)
        keys = _keys(library, pages, shop)
        kept = {} if anew else _kept(keys, shop)
        for path, page in kept.items():
            os.utime(docs / path, (0, 0))
            write_files([Artifact(page_path(path), page.data)], built)
        problems = mkdocs.build_site(
            docs,
            built,
            pages.nav,
            config=MKDOCS,
            title=library.title,
            url=library.url,
            only_younger=bool(kept),
            offline=True,
        )
        if problems and kept:
            # Also what it has to say of the links of pages that were kept.
            return build_pages(library, pages, fresh, shop, anew=True)
        if not problems:
            for path in keys.keys() - kept.keys():
                shop.store.put(keys[path], [Artifact("page.html", (built / page_path(path)).read_bytes())])
            _move(built, fresh)
        return problems, bool(kept)
    finally:
        shutil.rmtree(docs, ignore_errors=True)
        shutil.rmtree(built, ignore_errors=True)
        if len(pages.files) > MANY:
            # MkDocs leaves pages, files and navigation that hold each other.
            gc.collect()


def page_path(markdown: str) -> str:
    """Where a page lies in the site; what is no page lies where it was."""
    return markdown.removesuffix(".md") + ".html" if markdown.endswith(".md") else markdown


def write_files(files: Iterable[File], folder: Path) -> None:
    """Write files below a folder. Raises OSError."""
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)


def _keys(library: Library, pages: Pages, shop: Workshop) -> dict[str, str]:
    """The keys of the pages by the paths of their texts; each page shows the order and the titles of all."""
    paths = sorted(file.path for file in pages.files)
    frame = shop.keys.of("page", library.title, library.url, pages.nav, paths)
    return {
        file.path: shop.keys.of(frame, file.path, hashlib.sha256(file.data).hexdigest())
        for file in pages.files
        if file.path.endswith(".md")
    }


def _kept(keys: Mapping[str, str], shop: Workshop) -> dict[str, File]:
    found = {path: shop.store.get(key) for path, key in keys.items()}
    return {path: files[0] for path, files in found.items() if files}


def _move(built: Path, fresh: Path) -> None:
    for place in [place for place in built.rglob("*") if place.is_file()]:
        target = fresh / place.relative_to(built)
        target.parent.mkdir(parents=True, exist_ok=True)
        place.replace(target)
