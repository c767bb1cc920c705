"""The site under test, served as a web server would, and Debian's Chromium to read it.

`site_dir` and `site_url` are the site that every page of is tested: the sample's, or the built one that the variable
`DICEPRESS_SITE` names. `sample_url` is always the sample's, for the tests that look at one table.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from generator.exact import Fraction
from generator.publish.fonts import web_fonts
from generator.publish.mkdocs import build_site
from generator.render.search_index import search_index
from generator.render.site import docs, nav
from generator.tables.book import Library
from generator.tables.model import Column, Row, Table
from tests.finder_sample import sample_finder
from tests.samples import banded_table, chance, sample_library

CONFIG = Path(__file__).resolve().parents[2] / "mkdocs.yml"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
AVERAGES = ("2.5", "2.75", "3", "3.25", "3.5", "3.75", "4", "4.25", "4.5")


def tall_table() -> Table:
    """180 rows and nine columns: taller than any window and wider than a phone."""

    def value(dice: int, place: int) -> Fraction:
        return Fraction(1000 - 100 * place - dice, 1010)

    rows = tuple(
        Row(
            str(dice),
            str(dice),
            tuple(chance(value(dice, i), "easy" if i < 2 else "hard" if i > 7 else None) for i in range(9)),
            Fraction(dice),
        )
        for dice in range(1, 181)
    )
    return replace(
        banded_table(),
        id="tall",
        title="A tall table",
        columns=tuple(Column(label, label, Fraction(label)) for label in AVERAGES),
        rows=rows,
        spanners=(),
    )


def library() -> Library:
    """The sample library with the tall table beside the others, and a finder."""
    sample = sample_library()
    book = sample.books[0]
    return replace(sample, books=(replace(book, tables=(*book.tables, tall_table()), finder=sample_finder()),))


@pytest.fixture(scope="session")
def sample_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sample's site."""
    folder = tmp_path_factory.mktemp("site")
    for artifact in (*docs(library(), files={}), search_index(library()), *web_fonts()):
        path = folder / "docs" / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)
    order: list[Any] = nav(library())
    problems = build_site(folder / "docs", folder / "site", order, config=CONFIG, title="Dicepress", url="")
    assert problems == ()
    return folder / "site"


@pytest.fixture(scope="session")
def site_dir(sample_dir: Path) -> Path:
    """The folder of the site whose every page is tested."""
    return Path(os.environ.get("DICEPRESS_SITE") or sample_dir)


class _Quiet(SimpleHTTPRequestHandler):
    for_days = False
    asked: list[str] | None = None

    def do_GET(self) -> None:
        if self.asked is not None:
            self.asked.append(self.path.lstrip("/"))
        super().do_GET()

    def end_headers(self) -> None:
        if self.for_days and not self.path.endswith("/sw.js"):
            self.send_header("Cache-Control", "max-age=259200")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that the base class gives it
        """Requests are the tests' own; what fails shows in the browser."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves a page lets go of what it was loading; anything else is told."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path, *, for_days: bool = False, asked: list[str] | None = None) -> Iterator[str]:
    """A folder as a web server would send it: its address, ending in a slash.

    `for_days` is a server that lets browsers keep pages for three days without asking again; `asked` is told the path
    of every request, the service worker's too, which a page's own events do not show.
    """
    handler = type("Handler", (_Quiet,), {"for_days": for_days, "asked": asked})
    server = _Server(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site_url(site_dir: Path) -> Iterator[str]:
    """The address of the served site, ending in a slash."""
    with served(site_dir) as address:
        yield address


@pytest.fixture(scope="session")
def sample_url(sample_dir: Path) -> Iterator[str]:
    """The address of the served sample, ending in a slash."""
    with served(sample_dir) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all browser tests."""
    path = shutil.which("chromium")
    if path is None:
        pytest.fail("The browser tests need Chromium: install it with `sudo apt-get install chromium`.")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield started
        started.close()
