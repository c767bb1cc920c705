"""The packaged typefaces of everything printed: their files, the configuration that holds only them, and text widths.

The fonts come from the packages `font-source-serif-pro` and `font-source-sans-pro`. The configuration hides every
font of the machine, so that none of them can supply a glyph or decide where a line breaks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont
from weasyprint.text.fonts import FontConfiguration

from generator.render.contract import RenderError

SERIF = "Source Serif Pro"
SANS = "Source Sans Pro"


@dataclass(frozen=True, slots=True)
class Face:
    """One font file and the CSS description under which style sheets ask for it."""

    family: str
    weight: int
    style: str
    path: Path

    @property
    def url(self) -> str:
        """The file's address for `@font-face`."""
        return self.path.as_uri()


@cache
def faces() -> tuple[Face, ...]:
    """The eight faces that print uses: both families in regular and semibold, upright and italic.

    Raises RenderError where a font package is missing.
    """
    named = (
        (SERIF, "font_source_serif_pro", "SourceSerifPro"),
        (SANS, "font_source_sans_pro", "SourceSansPro"),
    )
    cuts = (
        (400, "normal", "Regular"),
        (400, "italic", "It"),
        (600, "normal", "Semibold"),
        (600, "italic", "SemiboldIt"),
    )
    return tuple(
        Face(family, weight, style, _font_file(package, f"{stem}-{cut}.ttf"))
        for family, package, stem in named
        for weight, style, cut in cuts
    )


def _font_file(package: str, name: str) -> Path:
    try:
        path = Path(str(files(package))) / "files" / name
    except ModuleNotFoundError:
        path = Path(name)
    if not path.is_file():
        raise RenderError(f"print: the font file {name} is missing; install the package {package.replace('_', '-')}")
    return path.resolve()


def empty_font_configuration(config_file: Path) -> FontConfiguration:
    """A WeasyPrint font configuration that knows no font until a style sheet brings one by `@font-face`.

    `config_file` is a fontconfig file without font folders; fontconfig takes its place from the environment only.
    """
    with _environment("FONTCONFIG_FILE", str(config_file)):
        return FontConfiguration()


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def text_width(text: str, family: str, weight: int) -> float:
    """The width of `text` set on one line, in ems; kerning, which mostly narrows, is left out."""
    widths, fallback = _advances(family, weight)
    return sum(widths.get(ord(letter), fallback) for letter in text)


@cache
def _advances(family: str, weight: int) -> tuple[dict[int, float], float]:
    face = next(f for f in faces() if (f.family, f.weight, f.style) == (family, weight, "normal"))
    with TTFont(face.path, lazy=True) as font:
        em = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        widths = {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}
    return widths, max(widths.values())
