"""The press: one print template and its values in, the bytes of one tagged PDF out, the same on every machine.

A product (rulebook, screen, cards) is a template with style sheets. What is common to all of them lives here: the
fonts, what may be fetched, what WeasyPrint warns of, and the mending of its structure tree.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

import jinja2
import pikepdf
from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from generator import resources
from generator.collecting import without_collecting
from generator.render.contract import RenderError
from generator.render.pdf_structure import finish, mark_leaders, tables_in_order
from generator.render.print_fonts import empty_font_configuration, faces
from generator.render.print_linebreaks import final_spaces_take_no_room

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


def press(product: str, template: str, styles: tuple[str, ...], values: Mapping[str, object]) -> bytes:
    """The pages of `template` filled with `values`, as one PDF; see `laid_out` and `written`."""
    with without_collecting():
        return written(product, laid_out(product, template, styles, values))


def laid_out(product: str, template: str, styles: tuple[str, ...], values: Mapping[str, object]) -> Document:
    """The pages of `template` filled with `values`, laid out by the style sheets named in `styles`, in that order.

    `product` names the document in errors. Raises RenderError with every complaint of the layout: a missing glyph,
    an unknown property, an image that cannot be read.
    """
    html = environment().get_template(template).render(values)
    complaints: list[str] = []
    with _heard(complaints), without_collecting(), final_spaces_take_no_room():
        fonts, face_rules = _fonts()
        sheets = [face_rules, *(_sheet(name) for name in styles)]
        page = HTML(string=html, base_url=TEMPLATES.as_uri() + "/", url_fetcher=PackagedFiles(), media_type="print")
        document = page.render(font_config=fonts, stylesheets=sheets)
    _refuse(product, complaints)
    return document


def written(product: str, document: Document) -> bytes:
    """The document as a tagged PDF with its structure mended.

    Raises RenderError for a link without target and for a table that cannot be tagged.
    """
    complaints: list[str] = []
    with _heard(complaints):
        mark_leaders(document)
        raw = document.write_pdf(pdf_variant="pdf/ua-1")
        pieces = tables_in_order(document)
    _refuse(product, complaints)
    with pikepdf.open(BytesIO(raw)) as pdf:
        _refuse(product, finish(pdf, pieces))
        return saved(pdf)


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The bytes of `pdf`, the same for the same contents."""
    out = BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _refuse(product: str, complaints: list[str]) -> None:
    if complaints:
        raise RenderError(f"{product}: " + "; ".join(dict.fromkeys(complaints)))


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
def _sheet(name: str) -> CSS:
    fonts, _ = _fonts()
    rules = environment().get_template(name).render()
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
