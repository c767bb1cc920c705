"""What `print.yml` can say: the products that a system prints beside its rulebook, and what stands on each.

Without the file a system has its rulebook and one pack of all its tables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from re import MULTILINE, escape, search
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Discriminator, PlainValidator, Tag, WithJsonSchema

from generator.content import sentences as say
from generator.content.called_text import text_problems
from generator.content.expressions import Functions
from generator.content.fields import Flag, Line, Prose, Stem, Words, filled, one_of, refusal
from generator.content.markdown_calls import Page
from generator.content.origins import Definition, Part
from generator.content.yaml_source import FieldPath
from generator.diagnostics import Problem, allowed_words

PRODUCT_KINDS = ("tables", "screen", "booklet", "cards")
ITEM_KEYS = ("table", "worked", "section", "text")

# What every system has of itself.
RESERVED_PRODUCTS = ("rulebook",)

ProductKind = Annotated[str, PlainValidator(one_of(PRODUCT_KINDS)), WithJsonSchema({"enum": PRODUCT_KINDS})]


class TableItem(Part):
    """A table, or only some of its rows and columns by their labels; without `notes` its legend alone explains it."""

    table: Stem
    title: Line | None = None
    rows: tuple[Words, ...] = ()
    columns: tuple[Words, ...] = ()
    notes: Flag = True


class WorkedItem(Part):
    """A worked example."""

    worked: Stem


class SectionItem(Part):
    """What a chapter says under one of its headings; the title is the heading's if none is given."""

    section: Line
    chapter: Stem
    title: Line | None = None


class TextItem(Part):
    """Markdown of its own, such as the steps of a procedure; it may hold `odds(…)` and `value(…)`."""

    text: Prose
    title: Line


ItemDef = TableItem | WorkedItem | SectionItem | TextItem
_ITEMS: Mapping[type[Part], str] = {
    TableItem: "<table>",
    WorkedItem: "<worked>",
    SectionItem: "<section>",
    TextItem: "<text>",
}


def _item_form(data: object) -> str:
    if isinstance(data, (TableItem, WorkedItem, SectionItem, TextItem)):
        return _ITEMS[type(data)]
    keys = [key for key in ITEM_KEYS if isinstance(data, dict) and key in data]
    return f"<{keys[0]}>" if keys else "<table>"


def _one_item(data: object) -> object:
    if isinstance(data, dict) and sum(key in data for key in ITEM_KEYS) != 1:
        raise refusal(say.ITEM_FORM)
    return data


ItemField = Annotated[
    Annotated[TableItem, Tag("<table>")]
    | Annotated[WorkedItem, Tag("<worked>")]
    | Annotated[SectionItem, Tag("<section>")]
    | Annotated[TextItem, Tag("<text>")],
    Discriminator(_item_form),
    BeforeValidator(_one_item),
]
ItemsField = Annotated[tuple[ItemField, ...], AfterValidator(filled)]
StemsField = Annotated[tuple[Stem, ...], AfterValidator(filled)]


class ProductBase(Part):
    """What every product has: its kind, its part of the file's name (the kind if none is given), its title."""

    kind: ProductKind
    name: Stem | None = None
    title: Line | None = None

    @property
    def file_name(self) -> str:
        """The product's part of its files' names."""
        return self.name or self.kind


class TablePackDef(ProductBase):
    """Tables alone, one to a page where they fit; all tables of the system if none is named."""

    tables: tuple[Stem, ...] = ()


class PanelDef(Part):
    """One panel of a screen: columns from left to right, in each what stands there from top to bottom."""

    title: Line
    columns: Annotated[tuple[ItemsField, ...], AfterValidator(filled)]


class ScreenDef(ProductBase):
    """A game master's screen of landscape panels."""

    panels: Annotated[tuple[PanelDef, ...], AfterValidator(filled)]


class BookletDef(ProductBase):
    """A pocket booklet of some chapters, and of tables that stand after them."""

    chapters: StemsField
    tables: tuple[Stem, ...] = ()


class CardsDef(ProductBase):
    """Reference cards, several on a sheet."""

    cards: ItemsField


ProductDef = TablePackDef | ScreenDef | BookletDef | CardsDef
_PRODUCTS: Mapping[type[Part], str] = {
    TablePackDef: "<tables>",
    ScreenDef: "<screen>",
    BookletDef: "<booklet>",
    CardsDef: "<cards>",
}


def _product_form(data: object) -> str:
    if isinstance(data, (TablePackDef, ScreenDef, BookletDef, CardsDef)):
        return _PRODUCTS[type(data)]
    kind = data.get("kind") if isinstance(data, dict) else None
    return f"<{kind}>" if isinstance(kind, str) and kind in PRODUCT_KINDS else "<tables>"


ProductField = Annotated[
    Annotated[TablePackDef, Tag("<tables>")]
    | Annotated[ScreenDef, Tag("<screen>")]
    | Annotated[BookletDef, Tag("<booklet>")]
    | Annotated[CardsDef, Tag("<cards>")],
    Discriminator(_product_form),
]


class PrintDef(Definition):
    """The products of a system, in their order."""

    products: tuple[ProductField, ...]


def items_of(product: ProductDef) -> Iterator[tuple[FieldPath, ItemDef]]:
    """Every item of a product with the way to it from the product."""
    if isinstance(product, ScreenDef):
        for at, panel in enumerate(product.panels):
            for column, items in enumerate(panel.columns):
                for number, item in enumerate(items):
                    yield ("panels", at, "columns", column, number), item
    elif isinstance(product, CardsDef):
        for number, item in enumerate(product.cards):
            yield ("cards", number), item


def print_problems(
    definition: PrintDef,
    tables: Collection[str],
    examples: Collection[str],
    chapters: Mapping[str, Page],
    functions: Functions | None,
) -> Iterator[Problem]:
    """Everything that the products name and the system does not have, and every name that is taken."""
    names: set[str] = set()
    for at, product in enumerate(definition.products):
        place = definition.where("products", at, "name")
        name = product.file_name
        if name in RESERVED_PRODUCTS:
            yield Problem(place, say.RESERVED_ID.format(kind="a product", name=f"'{name}'"))
        if name in names:
            yield Problem(place, say.LISTED_TWICE.format(name=f"'{name}'"))
        names.add(name)
        for key, known, sentence in (
            ("tables", tables, say.UNKNOWN_TABLE),
            ("chapters", chapters, say.UNKNOWN_CHAPTER),
        ):
            for index, stem in enumerate(getattr(product, key, ())):
                if stem not in known:
                    message = sentence.format(name=f"'{stem}'")
                    yield Problem(definition.where("products", at, key, index), message, allowed_words(stem, known))
        for path, item in items_of(product):
            found = _item_problem(item, tables, examples, chapters)
            if found:
                key, message, allowed = found
                yield Problem(definition.where("products", at, *path, key), message, allowed)
            if isinstance(item, TextItem):
                yield from text_problems(item.text, functions)


def _item_problem(
    item: ItemDef, tables: Collection[str], examples: Collection[str], chapters: Mapping[str, Page]
) -> tuple[str, str, str] | None:
    """The key that names what is not there, the sentence, and what may stand in its place."""
    if isinstance(item, TableItem) and item.table not in tables:
        return "table", say.UNKNOWN_TABLE.format(name=f"'{item.table}'"), allowed_words(item.table, tables)
    if isinstance(item, WorkedItem) and item.worked not in examples:
        return "worked", say.UNKNOWN_EXAMPLE.format(name=f"'{item.worked}'"), allowed_words(item.worked, examples)
    if isinstance(item, SectionItem):
        page = chapters.get(item.chapter)
        if page is None:
            message = say.UNKNOWN_CHAPTER.format(name=f"'{item.chapter}'")
            return "chapter", message, allowed_words(item.chapter, chapters)
        if not any(isinstance(piece, str) and heading_in(piece, item.section) for piece in page.pieces):
            message = say.UNKNOWN_SECTION.format(chapter=f"'{item.chapter}'", name=say.quoted(item.section))
            return "section", message, ""
    return None


def heading_in(markdown: str, title: str) -> tuple[int, int, int] | None:
    """Where the heading `title` begins and ends in `markdown`, and its level from 2 to 6; None where it has none."""
    found = search(rf"^(#{{2,6}})[ \t]+{escape(title)}[ \t]*#*[ \t]*$", markdown, MULTILINE)
    return (found.start(), found.end(), len(found[1])) if found else None
