"""Runs MkDocs on finished Markdown, in this process, and brings back every warning as a problem.

MkDocs logs what it finds and its `--quiet` option swallows warnings even in strict mode; therefore the log is read
here instead, and nothing that it says at warning level or above goes anywhere but into the result.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateError
from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.toc import slugify
from markdown.preprocessors import Preprocessor
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.utils.meta import get_data

from generator.diagnostics import Location, Problem
from generator.publish.held import ID, HeldFigures

_PAGE = re.compile(r"'([^']+\.md)'")


class _Listener(logging.Handler):
    """Keeps the messages of one run."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def build_site(
    docs_dir: Path,
    site_dir: Path,
    nav: list[Any],
    *,
    config: Path,
    title: str,
    url: str,
    only_younger: bool = False,
    offline: bool = False,
) -> tuple[Problem, ...]:
    """The site built from `docs_dir` into `site_dir`, which MkDocs empties first; returns everything it warned of.

    `nav` is the order of the pages, `config` the project's mkdocs.yml, `url` the published address or empty. The
    site map needs an address, so without one it is left out. Its compressed twin is left out always: it would carry
    the time of the build. With `only_younger` the folder is not emptied, and only pages are made whose source is
    younger than they are, which is for a preview: links to headings of other pages go unchecked. `offline` says that
    the site gets what `offline.py` writes.
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
                extra={"offline": offline},
            )
            held, taken = HeldFigures(), set[str]()
            settings.plugins["held-figures"] = held
            settings.plugins["heads-of-all-pages"] = _HeadsOfAllPages()
            settings.mdx_configs.setdefault("toc", {})["slugify"] = heading_ids(taken)
            extensions: list[Any] = settings.markdown_extensions
            extensions.append(_IdsOfPage(taken, held.taken))
            build(settings, dirty=only_younger)
        except TemplateError as error:
            listener.messages.append(f"the theme's templates: {error}")
        except MkDocsException as error:
            if not listener.messages:
                listener.messages.append(str(error))
    if only_younger:
        # MkDocs warns of the mode itself.
        listener.messages = [message for message in listener.messages if "'dirty' build" not in message]
    (site_dir / "sitemap.xml.gz").unlink(missing_ok=True)
    if not url:
        (site_dir / "sitemap.xml").unlink(missing_ok=True)
    return tuple(dict.fromkeys(_problem(message, config) for message in listener.messages))


def heading_ids(taken: Collection[str]) -> Callable[[str, str], str]:
    """A maker of heading ids that steps aside where a table has the id: a table's permanent link is its promise."""

    def heading_id(text: str, separator: str) -> str:
        made = slugify(text, separator)
        return f"{made}{separator}section" if made in taken else made

    return heading_id


class _HeadsOfAllPages(BasePlugin):  # type: ignore[no-untyped-call, type-arg]
    """Reads the heads of pages that are not made again: the templates of others ask which kind they are."""

    def on_env(self, env: Environment, *, files: Files, **_: Any) -> Environment:
        for file in files.documentation_pages():
            if file.page is not None and file.page.markdown is None:
                file.page.meta = get_data(file.content_string)[1]
        return env


class _IdsOfPage(Extension):
    """Keeps in `taken` the ids that the HTML of the page being read brings along, and those of no other page.

    `held` are those of its figures, which are not in the text that Markdown reads.
    """

    def __init__(self, taken: set[str], held: Collection[str]) -> None:
        super().__init__()
        self.taken = taken
        self.held = held

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name is Python-Markdown's
        md.preprocessors.register(_Ids(md, self.taken, self.held), "ids-of-page", 1000)


class _Ids(Preprocessor):
    def __init__(self, md: Markdown, taken: set[str], held: Collection[str]) -> None:
        super().__init__(md)
        self.taken = taken
        self.held = held

    def run(self, lines: list[str]) -> list[str]:
        self.taken.clear()
        self.taken.update(self.held, (found for line in lines for found in ID.findall(line)))
        return lines


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
