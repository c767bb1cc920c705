"""Runs MkDocs on finished Markdown, in this process, and brings back every warning as a problem.

MkDocs logs what it finds and its `--quiet` option swallows warnings even in strict mode; therefore the log is read
here instead, and nothing that it says at warning level or above goes anywhere but into the result.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jinja2 import TemplateError
from markdown.extensions.toc import slugify
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException

from generator.diagnostics import Location, Problem

_PAGE = re.compile(r"'([^']+\.md)'")
_ID = re.compile(r'\sid="([^"]+)"')


class _Listener(logging.Handler):
    """Keeps the messages of one run."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def build_site(
    docs_dir: Path, site_dir: Path, nav: list[Any], *, config: Path, title: str, url: str
) -> tuple[Problem, ...]:
    """The site built from `docs_dir` into `site_dir`, which MkDocs empties first; returns everything it warned of.

    `nav` is the order of the pages, `config` the project's mkdocs.yml, `url` the published address or empty. The
    site map needs an address, so without one it is left out. Its compressed twin is left out always: it would carry
    the time of the build.
    """
    with _listening() as listener:
        try:
            settings = load_config(
                config_file=str(config),
                docs_dir=str(docs_dir),
                site_dir=str(site_dir),
                nav=nav,
                site_name=title,
                site_url=url,
                strict=True,
            )
            settings.mdx_configs.setdefault("toc", {})["slugify"] = heading_ids(_ids_of_tables(docs_dir))
            build(settings)
        except TemplateError as error:
            listener.messages.append(f"the theme's templates: {error}")
        except MkDocsException as error:
            if not listener.messages:
                listener.messages.append(str(error))
    (site_dir / "sitemap.xml.gz").unlink(missing_ok=True)
    if not url:
        (site_dir / "sitemap.xml").unlink(missing_ok=True)
    return tuple(dict.fromkeys(_problem(message, config) for message in listener.messages))


def heading_ids(taken: frozenset[str]) -> Callable[[str, str], str]:
    """A maker of heading ids that steps aside where a table has the id: a table's permanent link is its promise."""

    def heading_id(text: str, separator: str) -> str:
        made = slugify(text, separator)
        return f"{made}{separator}section" if made in taken else made

    return heading_id


def _ids_of_tables(docs_dir: Path) -> frozenset[str]:
    pages = sorted(docs_dir.rglob("*.md"))
    return frozenset(found for page in pages for found in _ID.findall(page.read_text(encoding="utf-8")))


@contextmanager
def _listening() -> Iterator[_Listener]:
    log = logging.getLogger("mkdocs")
    listener = _Listener()
    propagate, level = log.propagate, log.level
    log.propagate = False
    log.setLevel(logging.WARNING)
    log.addHandler(listener)
    try:
        yield listener
    finally:
        log.removeHandler(listener)
        log.propagate = propagate
        log.setLevel(level)


def _problem(message: str, config: Path) -> Problem:
    page = _PAGE.search(message)
    return Problem(Location(page.group(1) if page else config.name), " ".join(message.split()))
