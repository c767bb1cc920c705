"""A system's book between computing and rendering: chapters with their calls answered, and the tables they show.

Prose stays Markdown; each call that stood in it has become a value here, so that every renderer prints the same
numbers in its own markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.exact import Fraction
from generator.tables.calculator_model import Calculator
from generator.tables.chart_model import Chart
from generator.tables.check_model import Check
from generator.tables.finder_model import Finder
from generator.tables.model import Table

if TYPE_CHECKING:
    from generator.tables.products import Product


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown as written, between two calls."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A computed value in running text: what is read, and the exact number behind it."""

    text: str
    exact: Fraction
    expression: str


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The place where a chapter shows a table; the call stands in a paragraph of its own."""

    table: Table


@dataclass(frozen=True, slots=True)
class ChartPlace:
    """The place where a chapter shows a chart; the call stands in a paragraph of its own."""

    chart: Chart


@dataclass(frozen=True, slots=True)
class Reference:
    """A link to a table, worded by the table's title where the author gives no text.

    `system` names the system that the table belongs to, and is empty where that is the page's own.
    """

    table_id: str
    text: str
    system: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a worked example: what is worked out, the rule, the rule with its numbers, and the result."""

    label: str
    rule: str
    filled: str
    result: str
    exact: Fraction


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A worked example whose every step is computed; the call stands in a paragraph of its own."""

    id: str
    title: str
    intro: str
    steps: tuple[Step, ...]
    outcome: str


Piece = Prose | Figure | TablePlace | ChartPlace | Reference | WorkedExample


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the book. `key` is its file's stem; `source` the Markdown file below `content/`."""

    key: str
    title: str
    source: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose rules these are and what the source states about their use."""

    game: str
    author: str
    year: str
    license: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """One system, ready to render: its front page is the first chapter. `tables` holds every table, called or not.

    `words` are the terms of its vocabulary with their meanings, in the order of its author. `products` is what is
    printed beside the rulebook, `calculators` what its workbook answers; `url` the address of the whole site, empty
    where none is known.
    """

    id: str
    title: str
    summary: str
    chapters: tuple[Chapter, ...]
    tables: tuple[Table, ...]
    credit: Credit | None = None
    source: str = ""
    version: str = ""
    date: str = ""
    license: str = "CC BY 4.0"
    charts: tuple[Chart, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    products: tuple[Product, ...] = ()
    url: str = ""
    check: Check | None = None
    finder: Finder | None = None
    calculators: tuple[Calculator, ...] = ()

    @property
    def check_tables(self) -> tuple[Table, ...]:
        """The tables that say how the sources compare; none where nothing was checked."""
        return self.check.tables if self.check else ()

    @property
    def published_tables(self) -> tuple[Table, ...]:
        """Every table whose numbers go out as data: the book's own, those behind its charts, those of its check."""
        return (*self.tables, *(chart.table for chart in self.charts), *self.check_tables)

    def table(self, table_id: str) -> Table:
        """The table with this id; a call to an unknown one was refused when the content was loaded."""
        return next(table for table in self.tables if table.id == table_id)


@dataclass(frozen=True, slots=True)
class Library:
    """Everything that is published: the site-wide pages (front page first) and the books in their order."""

    title: str
    pages: tuple[Chapter, ...]
    books: tuple[Book, ...]
    url: str = ""
    version: str = ""
    date: str = ""
    check: Table | None = None
