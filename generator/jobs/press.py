"""Which press this is: one checksum of everything beside the content that can change a published byte.

That is the package's own sources, the templates, the fonts, and the versions of the libraries it stands on, the
shared ones that lay out text included.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from generator.jobs.installed import versions
from generator.listing import files_below
from generator.resources import MKDOCS, TEMPLATES

_PACKAGE = Path(__file__).resolve().parents[1]
_FONT_PACKAGES = ("font_source_sans_pro", "font_source_serif_pro")
_LIBRARIES = (
    "brotli", "cssselect2", "fonttools", "jinja2", "lark", "lxml", "markdown", "markupsafe", "mkdocs", "numpy",
    "openpyxl", "pikepdf", "pillow", "pydantic", "pydyf", "pyphen", "pyyaml", "segno", "tinycss2", "tinyhtml5",
    "weasyprint", "zopfli",
)  # fmt: skip
_SHARED = re.compile(r"lib(pango-1\.0|pangoft2-1\.0|harfbuzz.*|fontconfig|freetype)\.so.*")
_SHARED_FOLDERS = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib")


@cache
def press_version() -> str:
    """The checksum. It is the same on two machines where both would publish the same bytes from the same content."""
    total = hashlib.sha256(f"{sys.version_info[:3]} {sys.platform} {os.uname().machine}\n".encode())
    for name, path in _files():
        data = path.read_bytes()
        total.update(f"{name} {len(data)}\n".encode())
        total.update(data)
    known = versions(_LIBRARIES)
    for word in (*(f"{library} {known[library]}" for library in _LIBRARIES), *_shared_libraries()):
        total.update(f"{word}\n".encode())
    return total.hexdigest()


def _files() -> Iterator[tuple[str, Path]]:
    for folder in (_PACKAGE, TEMPLATES):
        # What an installed package carries of the project lies below it; it counts once, under its own name.
        for name in files_below(folder, but=("_project", "__pycache__")):
            if not name.rpartition("/")[2].startswith("."):
                yield f"{folder.name}/{name}", folder / name
    yield MKDOCS.name, MKDOCS
    for package in _FONT_PACKAGES:
        spec = find_spec(package)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            fonts = Path(place).rglob("*.ttf")
            yield from sorted((f"{package}/{font.name}", font) for font in fonts)


def _shared_libraries() -> list[str]:
    """The shared libraries that shape text, by the version in their file's name."""
    found: set[str] = set()
    for folder in _SHARED_FOLDERS:
        for place in (folder, *_folders_in(folder)):
            with suppress(OSError):
                names = os.listdir(place)  # noqa: PTH208 - a path of each takes a while
                found.update(os.path.realpath(f"{place}/{name}") for name in names if _SHARED.fullmatch(name))
    return sorted(os.path.basename(path) for path in found)  # noqa: PTH119


def _folders_in(folder: str) -> list[str]:
    with suppress(OSError), os.scandir(folder) as entries:
        return [entry.path for entry in entries if entry.is_dir()]
    return []
