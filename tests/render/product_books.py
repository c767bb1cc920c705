"""A small book that prints every kind of product, made once for all tests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from generator.render import pdf
from generator.render.contract import made_here
from generator.render.print_measures import PAPERS, Paper
from generator.tables.book import Book, Figure, Library, Prose, WorkedExample
from generator.tables.products import (
    Booklet,
    Cards,
    Panel,
    Screen,
    TableItem,
    TablePack,
    TextItem,
    WorkedItem,
)
from tests.render.pdf_books import TALL, WIDE
from tests.render.pdf_reading import ReadPdf
from tests.samples import sample_library


def product_book(*, url: str = "") -> Book:
    """The sample book with a screen of two panels, five cards, a booklet with a table too wide for it, and a pack."""
    book = sample_library().books[0]
    banded, _, whole = book.tables
    example = next(piece for piece in book.chapters[1].pieces if isinstance(piece, WorkedExample))
    figure = next(piece for piece in book.chapters[1].pieces if isinstance(piece, Figure))
    steps = TextItem("The steps", (Prose("1. Roll.\n2. Reach 50: "), figure, Prose(".\n")), "sample/print.yml")
    cut = replace(TALL, title="Some of a tall table", rows=TALL.rows[4:9], columns=TALL.columns[:4])
    panels = (
        Panel("Roll", ((steps, WorkedItem(example)), (TableItem(banded),))),
        Panel("Look up", ((TableItem(cut), TableItem(whole)),)),
    )
    cards = (steps, TableItem(cut), WorkedItem(example), TableItem(whole), replace(steps, title="Again"))
    products = (
        TablePack("tables", "Tables", (*book.tables, TALL, WIDE)),
        Screen("screen", "Game master’s screen", panels),
        Booklet("booklet", "Pocket booklet", ("index", "rolling"), (WIDE,)),
        Cards("cards", "Reference cards", cards),
    )
    return replace(book, tables=(*book.tables, TALL, WIDE), products=products, url=url)


def product_library() -> Library:
    """Two books, the second a twin of the first under another name."""
    book = product_book()
    twin = replace(
        book, id="twin", title="The Twin System", tables=tuple(replace(t, system="twin") for t in book.tables)
    )
    return replace(sample_library(), books=(book, twin))


def printed(paper: Paper) -> dict[str, bytes]:
    """Everything printed of the book for one paper, by the file's name."""
    others = tuple(f"-{other}.pdf" for other in PAPERS if other != paper)
    return {name: data for name, data in _printed().items() if not name.endswith(others)}


@cache
def _printed() -> dict[str, bytes]:
    """The same for all papers: as in a build, each document is laid out once for all of them."""
    made = made_here(*pdf.jobs(product_book(), PAPERS))
    return {one.path.removeprefix("downloads/"): one.data for one in made}


@cache
def read_product(name: str, paper: Paper) -> ReadPdf:
    """A product read back, as in `read_product("screen", "a4")`."""
    return ReadPdf(printed(paper)[f"sample-{name}-{'phone' if name == 'phone' else paper}.pdf"])
