"""The part of a book that one printed product, or a piece of it, shows.

What it does not show cannot make it stale or slow its worker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.tables.book import Book, Chapter, ChartPlace, Piece, Reference, TablePlace
from generator.tables.chart_model import Chart
from generator.tables.model import Table
from generator.tables.products import Booklet, Product, TableItem, TablePack, TextItem, items_of


def of_rulebook(book: Book) -> Book:
    """The book with all that its rulebook prints."""
    return replace(book, products=(), words=(), finder=None, calculators=())


def of_product(book: Book, product: Product) -> Book:
    """The book with what the product takes from it; what the product holds itself is the product's own."""
    kept = replace(of_rulebook(book), check=None)
    if isinstance(product, Booklet):
        kept = chosen_chapters(kept, product)
    else:
        kept = replace(kept, chapters=(), tables=(), charts=())
    named = {piece.table_id for piece in _texts(kept, product) if isinstance(piece, Reference) and not piece.system}
    named -= {table.id for table in kept.tables}
    # Of a table that is only named its name is wanted.
    return replace(kept, tables=(*kept.tables, *(name_of(one) for one in book.tables if one.id in named)))


def names_of(book: Book) -> Book:
    """The book with the names of its chapters and tables in place of all that they hold."""
    chapters = tuple(replace(chapter, pieces=()) for chapter in book.chapters)
    return replace(of_rulebook(book), chapters=chapters, tables=tuple(map(name_of, book.tables)), charts=(), check=None)


def names_for(book: Book, chapters: Sequence[Chapter]) -> Book:
    """What some chapters of the book must know of the whole to be laid out: its title, and where their links lead.

    Of a table its title comes along only where one of the chapters refers to it and has no words of its own for it.
    """
    titled = {
        piece.table_id
        for chapter in chapters
        for piece in chapter.pieces
        if isinstance(piece, Reference) and not piece.text and not piece.system
    }
    return Book(
        book.id,
        book.title,
        "",
        tuple(Chapter(chapter.key, "", chapter.source, ()) for chapter in book.chapters),
        tuple(name_of(table) if table.id in titled else replace(name_of(table), title="") for table in book.tables),
        charts=tuple(_name_of_chart(chart) for chart in book.charts),
        url=book.url,
    )


def chosen_chapters(book: Book, booklet: Booklet) -> Book:
    """The book with the booklet's chapters alone, and the tables and charts that these show."""
    chapters = tuple(next(chapter for chapter in book.chapters if chapter.key == key) for key in booklet.chapters)
    pieces = [piece for chapter in chapters for piece in chapter.pieces]
    tables = {piece.table.id: piece.table for piece in pieces if isinstance(piece, TablePlace)}
    tables |= {table.id: table for table in booklet.tables}
    charts = {piece.chart.id: piece.chart for piece in pieces if isinstance(piece, ChartPlace)}
    return replace(book, chapters=chapters, tables=tuple(tables.values()), charts=tuple(charts.values()))


def sources_of(product: Product) -> Iterator[str]:
    """The files that what the product holds itself was made from, the one that decides what it holds among them."""
    yield product.source
    if isinstance(product, (TablePack, Booklet)):
        yield from (table.source for table in product.tables)
    for item in items_of(product):
        match item:
            case TableItem():
                yield item.table.source
            case TextItem():
                yield item.source


def chapter_id(key: str) -> str:
    """The id of a whole chapter; the colon keeps it apart from ids of tables."""
    return f"{key}:"


def name_of(table: Table) -> Table:
    """The table with nothing but its name."""
    return Table(table.id, table.system, table.title, "", "", "", (), ())


def _name_of_chart(chart: Chart) -> Chart:
    return Chart(chart.id, chart.system, "", "", "", "", "", (), name_of(replace(chart.table, title="")))


def _texts(kept: Book, product: Product) -> Iterator[Piece]:
    yield from (piece for chapter in kept.chapters for piece in chapter.pieces)
    yield from (piece for item in items_of(product) if isinstance(item, TextItem) for piece in item.pieces)
