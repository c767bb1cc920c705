"""The site without a network: the worker that keeps its pages, the app that it installs as, and all of it in one file.

The worker is the text in the theme behind the list of all files and their checksums, so that a browser sees a new
worker exactly where something has changed, and the worker keeps no file of another edition. The zip opens from a disk;
what is too large for it is not offered in it.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from pathlib import Path, PurePosixPath
from posixpath import dirname, normpath

from generator.publish.manifest import checksum, published_files
from generator.render.downloads import OFFLINE as ZIP
from generator.resources import TEMPLATES

WORKER = "sw.js"
APP = "app.webmanifest"

_WORKER_TEXT = TEMPLATES / "site" / "assets" / "offline-worker.js"
# What the worker does not keep, and the zip does not hold: files that are taken away, not read.
_AWAY = ("downloads/", "data/")
_LEFT_OUT = (".pdf",)
# A line of a list that offers one file.
_OFFER = re.compile(r'^<li><a href="([^"#:]+)">.*</a></li>\n', re.MULTILINE)
# Of a file's checksum: enough to tell two editions apart, few enough for a list that each first visit loads.
_DIGITS = 8
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def write_offline(site: Path, title: str) -> None:
    """Add the worker, the app's manifest and the zip to a site whose other files are all written."""
    files = [path for path in published_files(site) if path not in (WORKER, APP, ZIP)]
    (site / "assets" / _WORKER_TEXT.name).unlink(missing_ok=True)
    kept = [path for path in files if not path.startswith(_AWAY) and path != f"assets/{_WORKER_TEXT.name}"]
    (site / WORKER).write_bytes(_worker(site, kept))
    (site / APP).write_bytes(_app(title))
    place = site / ZIP
    place.parent.mkdir(parents=True, exist_ok=True)
    _write_zip(site, [path for path in files if path != f"assets/{_WORKER_TEXT.name}"], place)


def _worker(site: Path, kept: list[str]) -> bytes:
    text = _WORKER_TEXT.read_text(encoding="utf-8")
    sums = {path: checksum(site / path)[:_DIGITS] for path in kept}
    listed = json.dumps(sums, ensure_ascii=False, separators=(",", ":"))
    version = hashlib.sha256((listed + text).encode()).hexdigest()[:16]
    return f'const VERSION = "{version}";\nconst FILES = {listed};\n{text}'.encode()


def _app(title: str) -> bytes:
    told = {
        "name": title,
        "short_name": title,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#7d1f2d",
        "icons": [
            {"src": "assets/favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": "assets/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
            {"src": "assets/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
            {"src": "assets/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def _write_zip(site: Path, files: list[str], place: Path) -> None:
    """All files in one folder, the same bytes for the same site."""
    held = {path for path in files if not path.endswith(_LEFT_OUT)}
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
        for path in sorted(held):
            data = (site / path).read_bytes()
            if path.endswith(".html"):
                data = _without_offers(data.decode(), path, held).encode()
            entry = zipfile.ZipInfo(f"site/{path}", _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            packed.writestr(entry, data)


def _without_offers(page: str, path: str, held: set[str]) -> str:
    """The page without the offers of files that are not in the zip."""

    def kept(offer: re.Match[str]) -> str:
        target = normpath(PurePosixPath(dirname(path), offer[1]).as_posix())
        return offer[0] if target in held else ""

    return _OFFER.sub(kept, page)
