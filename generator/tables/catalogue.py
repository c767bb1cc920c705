"""The compute and tabulate stages over everything that was loaded: content in, the library of books out.

A table is made ready to be shown as soon as it is computed, because its exact values and what computing them found take
many times the memory of the finished table. What cannot be shown as declared is told in the stage of tabulating all the
same: only where everything could be computed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from generator.content.definitions import Content, Page, System
from generator.content.file_definitions import CreditDef
from generator.content.table_definitions import TableDef
from generator.diagnostics import Problem
from generator.dice.evaluate import Memory
from generator.edition import Edition
from generator.tables import product_plan
from generator.tables.book import Book, Chapter, Credit, Library, WorkedExample
from generator.tables.calculator_model import Calculator
from generator.tables.calculators import calculators
from generator.tables.chapters import Shelf, chapter, worked_example
from generator.tables.chart_model import Chart
from generator.tables.charts import draw_up
from generator.tables.compute import compute
from generator.tables.finder import finder
from generator.tables.finder_model import Finder
from generator.tables.kept import FORGETFUL, Keeper, keep, recall
from generator.tables.model import Table
from generator.tables.products import Product
from generator.tables.tabulate import tabulate

MOST_SHARED = 1_000
"""Parts of expressions up to which tables share what they found; some hundred kilobytes."""


@dataclass(frozen=True, slots=True)
class ComputedSystem:
    """A system whose tables and worked examples have their exact values.

    One that is not `published` is only there for what the pages of others take from it. `unfit` are the problems of
    tables that could be computed, but not shown as declared.
    """

    system: System
    tables: tuple[Table, ...]
    examples: tuple[WorkedExample, ...]
    published: bool
    unfit: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class ComputedContent:
    """All content with exact values."""

    content: Content
    systems: tuple[ComputedSystem, ...]


@dataclass(frozen=True, slots=True)
class _Stock:
    """A system's finished tables, charts and examples."""

    part: ComputedSystem
    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class _Beside:
    """What a system has besides its chapters and tables."""

    products: tuple[Product, ...]
    finder: Finder | None
    calculators: tuple[Calculator, ...]


def compute_content(
    content: Content, only: Collection[str] = (), keeper: Keeper = FORGETFUL, *, packed: bool = True
) -> tuple[ComputedContent | None, tuple[Problem, ...]]:
    """Every table, finished as soon as it is computed, and example of the systems asked for (all if none is named).

    Tables are `packed` for whoever holds them long. Samples are computed with the whole, or where a page that is
    published takes something from them.
    """
    problems: list[Problem] = []
    systems: list[ComputedSystem] = []
    samples = set(content.site.samples)
    wanted = {system.id for system in content.systems if system.id in (only or system.id)} - content.lent
    published = wanted - samples
    called = _called_systems(content, published) | (set() if only else samples & wanted)
    taken = {name for page in _pages(content, published) for name in page.values_elsewhere}
    for system in content.systems:
        if system.id not in published | called:
            continue
        definitions = system.tables
        if system.id in content.lent and not system.charts:
            # Pages that only link to a table want no more of it than its title.
            definitions = tuple(table for table in definitions if f"{system.id}/{table.id}" in taken)
        tables, found, unfit = _tables(system, definitions, keeper, packed=packed)
        problems += found
        examples: list[WorkedExample] = []
        for example in system.examples:
            worked, found = worked_example(example, system.functions)
            problems += found
            examples += [worked] if worked else []
        systems.append(ComputedSystem(system, tables, tuple(examples), system.id in published, unfit))
    if problems:
        return None, tuple(problems)
    return ComputedContent(content, tuple(systems)), ()


def _tables(
    system: System, definitions: Sequence[TableDef], keeper: Keeper, *, packed: bool
) -> tuple[tuple[Table, ...], tuple[Problem, ...], tuple[Problem, ...]]:
    """The tables of a system, the problems that computing them had, and those that showing them had."""
    tables: list[Table] = []
    problems: list[Problem] = []
    unfit: list[Problem] = []
    memory = Memory()
    for definition in definitions:
        table = recall(keeper, definition, system)
        if table is None:
            if memory.size > MOST_SHARED:
                memory = Memory()
            values, found = compute(definition, system.functions, memory)
            problems += found
            if values is None:
                continue
            table, found = tabulate(values, system.id)
            unfit += found
            if table is None:
                continue
            keep(keeper, definition, system, table)
        if packed:
            table.pack()
        tables.append(table)
    return tuple(tables), tuple(problems), tuple(unfit)


def _called_systems(content: Content, published: Collection[str]) -> set[str]:
    """The systems that a page which is published takes something from."""
    return {name.partition("/")[0] for page in _pages(content, published) for name in page.names_elsewhere}


def _pages(content: Content, published: Collection[str]) -> tuple[Page, ...]:
    chapters = (chapter for system in content.systems if system.id in published for chapter in system.chapters)
    return (*content.pages, *chapters)


def tabulate_content(computed: ComputedContent, edition: Edition) -> tuple[Library | None, tuple[Problem, ...]]:
    """The library of books: finished tables and charts, and chapters with every call answered."""
    problems: list[Problem] = []
    stocks: list[_Stock] = []
    for part in computed.systems:
        stock, found = _stock(part)
        problems += found
        stocks += [stock] if stock else []
    if problems:
        # The calls on pages need the tables; their own problems show in the next run.
        return None, tuple(problems)
    books: list[Book] = []
    for stock in stocks:
        if stock.part.published:
            chapters, found = _chapters(stock.part.system.chapters, _shelf(stocks, stock))
            problems += found
            printed, found = product_plan.products(
                stock.part.system.print,
                product_plan.Stock(stock.part.tables, chapters, stock.part.examples, stock.part.system.functions),
            )
            problems += found
            asked, found = finder(stock.part.system, stock.part.tables)
            problems += found
            sheets, found = calculators(stock.part.system.calculators, stock.part.tables, stock.part.system.functions)
            problems += found
            beside = _Beside(printed, asked, sheets)
            books.append(_book(stock, chapters, beside, edition, computed.content.site.url))
    pages, found = _chapters(computed.content.pages, _shelf(stocks, None))
    problems += found
    if problems:
        return None, tuple(problems)
    site = computed.content.site
    return Library(site.title, pages, tuple(books), site.url, edition.version, edition.date), ()


def _stock(part: ComputedSystem) -> tuple[_Stock | None, tuple[Problem, ...]]:
    if part.unfit:
        # A chart may show a row of a table.
        return None, part.unfit
    problems: list[Problem] = []
    by_id = {table.id: table for table in part.tables}
    charts: list[Chart] = []
    for definition in part.system.charts:
        chart, found = draw_up(definition, part.system.id, part.system.functions, by_id)
        problems += found
        charts += [chart] if chart else []
    if problems:
        return None, tuple(problems)
    return _Stock(part, tuple(charts)), ()


def _shelf(stocks: Sequence[_Stock], own: _Stock | None) -> Shelf:
    """What the pages of a system, or without one the site-wide pages, may take."""
    tables: dict[str, Table] = {}
    titled: dict[str, tuple[str, TableDef]] = {}
    charts: dict[str, Chart] = {}
    examples: dict[str, WorkedExample] = {}
    sources: dict[str, str] = {}
    for stock in stocks:
        for prefix in (f"{stock.part.system.id}/", *([""] if stock is own else [])):
            tables |= {prefix + table.id: table for table in stock.part.tables}
            titled |= {prefix + table.id: (stock.part.system.id, table) for table in stock.part.system.tables}
            charts |= {prefix + chart.id: chart for chart in stock.charts}
            examples |= {prefix + example.id: example for example in stock.part.examples}
            sources |= {prefix + name: text for name, text in _texts(stock.part.system).items()}
    functions = own.part.system.functions if own else {}
    published = {stock.part.system.id for stock in stocks if stock.part.published}
    return Shelf(functions, tables, titled, charts, examples, sources, published)


def _texts(system: System) -> dict[str, str]:
    """The files of a system's tables, charts and examples; a table's comes before an example's of the same name."""
    return {definition.id: definition.text for definition in (*system.examples, *system.charts, *system.tables)}


def _chapters(pages: Sequence[Page], shelf: Shelf) -> tuple[tuple[Chapter, ...], tuple[Problem, ...]]:
    problems: list[Problem] = []
    chapters: list[Chapter] = []
    for page in pages:
        answered, found = chapter(page, shelf)
        problems += found
        chapters.append(answered)
    return tuple(chapters), tuple(problems)


def _book(
    stock: _Stock,
    chapters: tuple[Chapter, ...],
    beside: _Beside,
    edition: Edition,
    url: str,
) -> Book:
    system = stock.part.system
    declared = system.definition
    return Book(
        id=system.id,
        title=declared.title,
        summary=declared.summary,
        chapters=chapters,
        tables=stock.part.tables,
        credit=_credit(declared.credit),
        source=declared.source,
        version=edition.version,
        date=edition.date,
        charts=stock.charts,
        words=tuple(declared.words.items()),
        products=beside.products,
        calculators=beside.calculators,
        url=url,
        finder=beside.finder,
    )


def _credit(declared: CreditDef | None) -> Credit | None:
    if declared is None:
        return None
    return Credit(declared.game, declared.author, declared.year, declared.license, declared.url)
