"""From what `print.yml` declares to the products of a book; every table and text that they need is at hand here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from re import split

from generator.content import print_definitions as declared
from generator.content.called_text import field_pieces
from generator.content.print_definitions import PrintDef, ProductDef, heading_in
from generator.diagnostics import Location, Problem, allowed_words
from generator.dice.evaluate import Scope
from generator.dice.notation import Function
from generator.tables.book import Chapter, Figure, Piece, Prose, Reference, WorkedExample
from generator.tables.figures import figure
from generator.tables.heads import column_labels
from generator.tables.model import Layout, Spanner, Table
from generator.tables.products import (
    Booklet,
    Cards,
    Item,
    Panel,
    Product,
    Screen,
    TableItem,
    TablePack,
    TextItem,
    WorkedItem,
)
from generator.tables.unfit import Unfit

TITLES: Mapping[str, str] = {
    "tables": "Tables",
    "screen": "Game master’s screen",
    "booklet": "Pocket booklet",
    "cards": "Reference cards",
}


@dataclass(frozen=True, slots=True)
class Stock:
    """What the products of a system are made from."""

    tables: Sequence[Table]
    chapters: Sequence[Chapter]
    examples: Sequence[WorkedExample]
    functions: Mapping[str, Function]

    def table(self, table_id: str) -> Table:
        """The table with this id; the loader knows that there is one."""
        return next(table for table in self.tables if table.id == table_id)


def products(definition: PrintDef | None, stock: Stock) -> tuple[tuple[Product, ...], tuple[Problem, ...]]:
    """The products in their order, or what is wrong with them. A pack of all tables comes of itself, once."""
    made: list[Product] = []
    problems: list[Problem] = []
    wanted = definition.products if definition else ()
    if stock.tables and not any(product.kind == "tables" for product in wanted):
        made.append(TablePack("tables", TITLES["tables"], tuple(stock.tables)))
    for at, product in enumerate(wanted):
        assert definition is not None, "it holds the product"
        items: dict[tuple[str | int, ...], Item] = {}
        for path, item in declared.items_of(product):
            try:
                items[path] = _item(item, stock, definition, ("products", at, *path))
            except Unfit as error:
                problems.append(error.problem)
        if not problems:
            made.append(replace(_product(product, items, stock), source=definition.source))
    return (() if problems else tuple(made)), tuple(problems)


def _product(product: ProductDef, items: Mapping[tuple[str | int, ...], Item], stock: Stock) -> Product:
    name, title = product.file_name, product.title or TITLES[product.kind]
    match product:
        case declared.TablePackDef():
            tables = tuple(stock.table(table_id) for table_id in product.tables) or tuple(stock.tables)
            return TablePack(name, title, tables)
        case declared.ScreenDef():
            panels = tuple(
                Panel(
                    panel.title,
                    tuple(
                        tuple(items["panels", at, "columns", column, number] for number in range(len(held)))
                        for column, held in enumerate(panel.columns)
                    ),
                )
                for at, panel in enumerate(product.panels)
            )
            return Screen(name, title, panels)
        case declared.BookletDef():
            return Booklet(name, title, product.chapters, tuple(stock.table(table_id) for table_id in product.tables))
        case declared.CardsDef():
            return Cards(name, title, tuple(items["cards", number] for number in range(len(product.cards))))


def _item(item: declared.ItemDef, stock: Stock, definition: PrintDef, path: tuple[str | int, ...]) -> Item:
    match item:
        case declared.TableItem():
            return TableItem(_cut(stock.table(item.table), item, definition, path))
        case declared.WorkedItem():
            return WorkedItem(next(example for example in stock.examples if example.id == item.worked))
        case declared.SectionItem():
            chapter = next(chapter for chapter in stock.chapters if chapter.key == item.chapter)
            return TextItem(item.title or item.section, section(chapter, item.section), chapter.source)
        case declared.TextItem():
            scope = Scope(functions=stock.functions)
            pieces = tuple(
                Prose(piece) if isinstance(piece, str) else figure(piece, scope) for piece in field_pieces(item.text)
            )
            return TextItem(item.title, pieces, definition.source)


def section(chapter: Chapter, title: str) -> tuple[Piece, ...]:
    """What a chapter says in words below the heading `title`, up to the next heading of its level or a higher one.

    Tables, charts and worked examples are items of their own and do not come along.
    """
    pieces: list[Piece] = []
    level = 0
    for piece in chapter.pieces:
        if not isinstance(piece, Prose):
            pieces += [piece] if level and isinstance(piece, (Figure, Reference)) else []
            continue
        markdown = piece.markdown
        if not level:
            found = heading_in(markdown, title)
            if found is None:
                continue
            level, markdown = found[2], markdown[found[1] :]
        own, ended = _up_to_heading(markdown, level)
        pieces.append(Prose(own))
        if ended:
            break
    return tuple(_without_empty_headings(pieces))


def _without_empty_headings(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces without headings below which only tables or examples stood, which did not come along."""
    joined: list[Piece] = []
    for piece in pieces:
        before = joined[-1] if joined else None
        if isinstance(piece, Prose) and isinstance(before, Prose):
            joined[-1] = Prose(f"{before.markdown.rstrip()}\n\n{piece.markdown.lstrip()}")
        else:
            joined.append(piece)
    for at, piece in enumerate(joined):
        if isinstance(piece, Prose):
            end = at + 1 == len(joined)
            yield Prose("".join(reversed(list(_filled_blocks(piece.markdown, end=end)))))
        else:
            yield piece


def _filled_blocks(markdown: str, *, end: bool) -> Iterator[str]:
    """The text block by block from its end, less each heading that another one as high, or the end, follows at once."""
    below = 1 if end else 0
    for block in reversed(split(r"(?<=\n)(?=#{2,6} )", markdown)):
        level = len(block) - len(block.lstrip("#"))
        if level and "\n" not in block.strip() and below and below <= level:
            continue
        yield block
        below = level


def _up_to_heading(markdown: str, level: int) -> tuple[str, bool]:
    lines = markdown.split("\n")
    fenced = False
    for at, line in enumerate(lines):
        fenced ^= line.lstrip().startswith("```")
        marks = len(line) - len(line.lstrip("#"))
        if not fenced and 1 <= marks <= level and line[marks : marks + 1] == " ":
            return "\n".join(lines[:at]), True
    return markdown, False


def _cut(table: Table, item: declared.TableItem, definition: PrintDef, path: tuple[str | int, ...]) -> Table:
    """The table with the rows and columns that are wanted, in the table's own order, and a title of its own."""
    rows, columns = [row.label for row in table.rows], column_labels(table)
    row_at = _chosen(table, "row", item.rows, rows, definition.where(*path, "rows"))
    column_at = _chosen(table, "column", item.columns, columns, definition.where(*path, "columns"))
    if not item.notes:
        plain = tuple(replace(column, note="") for column in table.columns)
        table = replace(table, notes=(), reading="", columns=plain)
    if not item.rows and not item.columns:
        return replace(table, title=item.title or table.title)
    kept = tuple(
        replace(table.rows[at], cells=tuple(table.rows[at].cells[column] for column in column_at)) for at in row_at
    )
    bands = {cell.band for row in kept for cell in row.cells}
    texts = {cell.text for row in kept for cell in row.cells}
    return replace(
        table,
        title=item.title or table.title,
        columns=tuple(table.columns[at] for at in column_at),
        rows=kept,
        spanners=_spanners(table, column_at),
        bands=tuple(band for band in table.bands if band.key in bands),
        legend=tuple(entry for entry in table.legend if entry.sign in texts),
        layout=Layout() if item.columns else table.layout,
    )


def _chosen(table: Table, what: str, wanted: Sequence[str], labels: Sequence[str], place: Location) -> list[int]:
    for label in wanted:
        if label not in labels:
            raise Unfit(place, f"table {table.id!r} has no {what} {label!r}", allowed_words(label, labels))
    return [at for at, label in enumerate(labels) if not wanted or label in wanted]


def _spanners(table: Table, kept: Sequence[int]) -> tuple[Spanner, ...]:
    places = [
        (spanner.label, [new for new, old in enumerate(kept) if spanner.start <= old < spanner.stop])
        for spanner in table.spanners
    ]
    return tuple(Spanner(label, at[0], at[-1] + 1) for label, at in places if at)
