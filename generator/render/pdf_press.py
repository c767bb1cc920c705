"""The press: one print template and its values in, the bytes of one tagged PDF out, the same on every machine.

A product (rulebook, screen, cards) is a template with style sheets. What is common to all of them lives here: the
fonts, what may be fetched, what WeasyPrint warns of, and the mending of its structure tree.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

import jinja2
import pikepdf
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from generator import resources
from generator.render.contract import RenderError
from generator.render.pdf_structure import finish, mark_leaders, tables_in_order
from generator.render.print_fonts import empty_font_configuration, faces
from generator.render.print_linebreaks import final_spaces_take_no_room

Paper = Literal["a4", "letter"]
TEMPLATES = resources.TEMPLATES / "print"


class PackagedFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint ships no types
    """Hands out the print templates' own files and the packaged fonts; every other address is refused."""

    def fetch(self, url: str, _headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """The file behind `url`; raises ValueError, which WeasyPrint reports, for what print may not read."""
        parts = urlsplit(url)
        path = Path(unquote(parts.path)).resolve()
        allowed = path.is_relative_to(TEMPLATES) or any(path == face.path for face in faces())
        if parts.scheme != "file" or parts.netloc or not allowed:
            raise ValueError(f"print reads only its templates and the packaged fonts, not {url}")
        return URLFetcherResponse(url, path.read_bytes())


def press(product: str, template: str, styles: tuple[str, ...], paper: Paper, values: Mapping[str, object]) -> bytes:
    """The PDF of `template` filled with `values`, laid out by the style sheets named in `styles`, in that order.

    `product` names the document in errors. Raises RenderError with every complaint of the layout: a missing glyph,
    an unknown property, a link without target, an image that cannot be read, a table that cannot be tagged.
    """
    html = environment().get_template(template).render(values)
    complaints: list[str] = []
    with _heard(complaints), _without_collecting(), final_spaces_take_no_room():
        fonts, face_rules = _fonts()
        sheets = [face_rules, *(_sheet(name, paper) for name in styles)]
        page = HTML(string=html, base_url=TEMPLATES.as_uri() + "/", url_fetcher=PackagedFiles(), media_type="print")
        document = page.render(font_config=fonts, stylesheets=sheets)
        mark_leaders(document)
        raw = document.write_pdf(pdf_variant="pdf/ua-1")
        pieces = tables_in_order(document)
    if complaints:
        raise RenderError(f"{product}: " + "; ".join(dict.fromkeys(complaints)))
    with pikepdf.open(BytesIO(raw)) as pdf:
        faults = finish(pdf, pieces)
        if faults:
            raise RenderError(f"{product}: " + "; ".join(faults))
        out = BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


@cache
def environment() -> jinja2.Environment:
    """The templates of print, which escape every value that is not marked as markup."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=lambda name: name is not None and ".css" not in name,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _fonts() -> tuple[FontConfiguration, CSS]:
    configuration = empty_font_configuration(TEMPLATES / "fonts.conf")
    rules = environment().get_template("fonts.css.jinja").render(faces=faces())
    return configuration, CSS(string=rules, font_config=configuration, url_fetcher=PackagedFiles())


@cache
def _sheet(name: str, paper: Paper) -> CSS:
    fonts, _ = _fonts()
    rules = environment().get_template(name).render(paper=paper)
    complaints: list[str] = []
    with _heard(complaints):
        base = TEMPLATES.as_uri() + "/"
        sheet = CSS(string=rules, base_url=base, font_config=fonts, url_fetcher=PackagedFiles(), media_type="print")
    if complaints:
        raise RenderError(f"templates/print/{name}: " + "; ".join(complaints))
    return sheet


class _Listener(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def _heard(complaints: list[str]) -> Iterator[None]:
    """WeasyPrint logs what it cannot do and goes on; collected here, so that nothing is dropped in silence."""
    logger = logging.getLogger("weasyprint")
    listener, propagate = _Listener(complaints), logger.propagate
    logger.addHandler(listener)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagate


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Layout makes millions of linked boxes that live to its end; collecting among them only costs time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
