"""Serves the preview to browsers of this machine, and tells them when to look again.

A page gets a script only here, on its way out: it waits for the next update and reloads. While the content has
problems, every page is the list of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cache
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jinja2

from generator.preview.pages import Pages
from generator.resources import TEMPLATES

WAIT = "/.dicepress/next"
"""The address that answers with the number of the next update, or of the last one after some seconds."""

_PATIENCE = 20.0


class Preview(ThreadingHTTPServer):
    """The server of one preview, on this machine's own address alone."""

    daemon_threads = True

    def __init__(self, pages: Pages, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Answers)
        self.pages = pages
        self.updated = threading.Condition()

    def keep(self, changes: Iterator[object], told: Callable[[Pages], None]) -> None:
        """Update the pages at every one of `changes`; `told` hears of each update."""
        for _ in changes:
            with self.updated:
                self.pages.update()
                self.updated.notify_all()
            told(self.pages)


class _Answers(SimpleHTTPRequestHandler):
    server: Preview

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        """A file of the preview, the number of an update, or the problems."""
        address = urlsplit(self.path)
        if address.path == WAIT:
            self._wait(address.query)
            return
        with self.server.updated:
            pages = self.server.pages
            asks_page = address.path.endswith(("/", ".html"))
            if pages.problems and asks_page:
                self._send(_page("problems.html.jinja", problems=pages.problems), pages.number)
                return
            file = Path(self.translate_path(self.path))
            if file.is_dir():
                file /= "index.html"
            if asks_page and file.is_file():
                self._send(file.read_text(encoding="utf-8"), pages.number)
                return
            super().do_GET()

    def translate_path(self, path: str) -> str:
        """Where an address lies; the library sees to it that none leads out of the folder."""
        self.directory = str(self.server.pages.site)
        return super().translate_path(path)

    def end_headers(self) -> None:
        """Nothing of a preview is worth keeping."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_args: Any) -> None:
        """Say nothing: what matters is told at each update."""

    def _wait(self, seen: str) -> None:
        with self.server.updated:
            self.server.updated.wait_for(lambda: str(self.server.pages.number) != seen, _PATIENCE)
            number = self.server.pages.number
        self._answer(str(number).encode(), "text/plain")

    def _send(self, html: str, number: int) -> None:
        script = _page("reload.html.jinja", address=WAIT, number=number)
        head, body, rest = html.rpartition("</body>")
        self._answer((head + script + body + rest).encode(), "text/html; charset=utf-8")

    def _answer(self, data: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES / "preview"), autoescape=True, undefined=jinja2.StrictUndefined
    )


def _page(template: str, **values: object) -> str:
    return _environment().get_template(template).render(**values)
