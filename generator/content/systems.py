"""One game system: the files of its folder, each read whatever is wrong with the others."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from re import fullmatch

from generator.content import sentences as say
from generator.content.calculators import read_calculators
from generator.content.chart_definitions import ChartDef, chart_problems
from generator.content.claims import read_claims
from generator.content.definitions import System
from generator.content.expressions import Functions
from generator.content.fields import ID_PATTERN, described
from generator.content.file_definitions import ExampleDef, PublishedDef, SystemDef
from generator.content.finder_file import read_finder
from generator.content.markdown_calls import Known, Page
from generator.content.origins import Origin
from generator.content.pages import read_page
from generator.content.print_file import read_print
from generator.content.published import PrintedTable, key_problems, read_printed, unknown_table
from generator.content.scopes import example_problems, shared_functions
from generator.content.table_definitions import TableDef
from generator.content.tables import table_in
from generator.content.tree import Tree
from generator.content.validation import items, validated
from generator.diagnostics import Location, Problem
from generator.dice.notation import Function

# A table's own page is tables/<id>.html, and tables/index.html lists them all.
# The names of the check, and the files of its tables.
RESERVED_CHAPTERS = ("check", "finder")
RESERVED_TABLES = ("index", "check", "check-tables", "check-cells", "check-claims")


@dataclass(frozen=True)
class Listing:
    """What a system has by name, before its files are read; without a definition, what its folders hold."""

    id: str
    definition: SystemDef | None
    tables: tuple[str, ...]
    charts: tuple[str, ...]
    examples: tuple[str, ...]


def list_system(tree: Tree, system_id: str) -> Listing:
    """What the system in the folder `system_id` has; problems of its own file are noted."""
    definition = _definition(tree, system_id)
    return Listing(
        system_id,
        definition,
        definition.tables if definition else tree.stems(f"{system_id}/tables", ".yml"),
        definition.charts if definition else tree.stems(f"{system_id}/charts", ".yml"),
        tree.stems(f"{system_id}/examples", ".yml"),
    )


def known_names(listings: Collection[Listing], own: Listing | None, functions: Functions | None) -> Known:
    """What the pages of a system may name, or without one the site-wide pages."""

    def names(kind: Callable[[Listing], tuple[str, ...]]) -> frozenset[str]:
        others = {f"{listing.id}/{name}" for listing in listings for name in kind(listing)}
        return frozenset(others.union(kind(own) if own else ()))

    return Known(
        functions,
        names(lambda listing: listing.tables),
        names(lambda listing: listing.charts),
        names(lambda listing: listing.examples),
    )


def load_system(tree: Tree, listing: Listing, listings: Collection[Listing]) -> System | None:
    """The system of a listing, one of all `listings`; every problem is noted, and None given, where it has any."""
    before = len(tree.problems)
    system_id, definition = listing.id, listing.definition
    functions = _functions(tree, definition) if definition else None
    known = known_names(listings, listing, functions)
    tables = _tables(tree, system_id, definition, listing.tables, functions)
    charts = _charts(tree, system_id, definition, listing.charts, functions)
    examples = _examples(tree, system_id, listing.examples, functions)
    chapters = _chapters(tree, system_id, definition, known)
    published = _published(tree, system_id, listing.tables, functions)
    claims = read_claims(tree, system_id, functions)
    printed = read_print(tree, system_id, (listing.tables, listing.examples, chapters), functions)
    finder = read_finder(tree, system_id, (listing.tables, [page.key for page in chapters]), functions)
    sheets = read_calculators(tree, system_id, listing.tables, functions)
    if definition is None or functions is None or len(tree.problems) > before:
        return None
    return System(
        system_id, definition, functions, tables, examples, chapters, published, charts, claims, printed, finder, sheets
    )


def lend_system(tree: Tree, listing: Listing, names: Collection[str]) -> System | None:
    """What the pages of others name of a system; nothing else of it is read.

    The system itself is known to be good or looked at elsewhere; None where a file is missing, which is told there.
    """
    definition = listing.definition
    if definition is None:
        return None
    functions = _functions(tree, definition)
    charts = tuple(name for name in listing.charts if name in names)
    # A chart may show a row of any table.
    tables = listing.tables if charts else tuple(name for name in listing.tables if name in names)
    examples = tuple(name for name in listing.examples if name in names)
    for kind, listed in (("charts", charts), ("tables", tables), ("examples", examples)):
        if not all(tree.has(f"{listing.id}/{kind}/{name}.yml") for name in listed):
            return None
    return System(
        listing.id,
        definition,
        functions,
        _tables(tree, listing.id, None, tables, functions),
        _examples(tree, listing.id, examples, functions),
        (),
        (),
        _charts(tree, listing.id, None, charts, functions),
    )


def _definition(tree: Tree, system_id: str) -> SystemDef | None:
    source = f"{system_id}/system.yml"
    document = tree.document(source)
    if document is None:
        tree.lost_track(system_id)
        return None
    definition, problems = validated(SystemDef, document, Origin(system_id, source))
    tree.note(problems)
    if definition is None:
        tree.lost_track(system_id)
    elif definition.chapters[:1] != ("index",):
        tree.note([Problem(definition.where("chapters", 0), say.FIRST_INDEX.format(subject="'chapters'"))])
    return definition


def _functions(tree: Tree, definition: SystemDef) -> dict[str, Function]:
    functions, problems = shared_functions(definition)
    tree.note(problems)
    return functions


def _tables(
    tree: Tree,
    system_id: str,
    definition: SystemDef | None,
    ids: tuple[str, ...],
    functions: Functions | None,
) -> tuple[TableDef, ...]:
    tables = []
    for index, table_id in enumerate(ids):
        source = f"{system_id}/tables/{table_id}.yml"
        if definition:
            place = definition.where("tables", index)
            if table_id in RESERVED_TABLES:
                tree.note([Problem(place, say.RESERVED_ID.format(kind="a table", name=f"'{table_id}'"))])
                continue
            if not tree.is_listed_once(source, "table", place, table_id, ids[:index]):
                continue
        document = tree.document(source)
        if document is not None:
            table, problems = table_in(document, Origin(table_id, source), functions)
            tree.note(problems)
            tables += [table] if table else []
    return tuple(tables)


def _charts(
    tree: Tree,
    system_id: str,
    definition: SystemDef | None,
    ids: tuple[str, ...],
    functions: Functions | None,
) -> tuple[ChartDef, ...]:
    charts = []
    for index, chart_id in enumerate(ids):
        source = f"{system_id}/charts/{chart_id}.yml"
        if definition:
            place = definition.where("charts", index)
            if chart_id in definition.tables:
                # Both publish their numbers as data/<system>/<id>.
                tree.note([Problem(place, say.SAME_NAME.format(name=f"'{chart_id}'", other="a table"))])
            if not tree.is_listed_once(source, "chart", place, chart_id, ids[:index]):
                continue
        document = tree.document(source)
        if document is not None:
            chart, problems = validated(ChartDef, document, Origin(chart_id, source))
            tree.note(problems)
            if chart is not None:
                known = definition.tables if definition else tree.stems(f"{system_id}/tables", ".yml")
                tree.note(chart_problems(chart, functions, known) if functions is not None else ())
                charts.append(chart)
    return tuple(charts)


def _examples(tree: Tree, system_id: str, ids: tuple[str, ...], functions: Functions | None) -> tuple[ExampleDef, ...]:
    examples = []
    for example_id in ids:
        source = f"{system_id}/examples/{example_id}.yml"
        if not fullmatch(ID_PATTERN, example_id):
            message = say.MUST_BE_ID.format(subject="the name of the file", given=say.quoted(example_id))
            tree.note([Problem(Location(tree.shown(source)), message)])
        document = tree.document(source)
        if document is None:
            continue
        example, problems = validated(ExampleDef, document, Origin(example_id, source))
        tree.note(problems)
        if example is not None:
            tree.note(example_problems(example, functions) if functions is not None else ())
            examples.append(example)
    return tuple(examples)


def _chapters(tree: Tree, system_id: str, definition: SystemDef | None, known: Known) -> tuple[Page, ...]:
    stems = definition.chapters if definition else tree.stems(system_id, ".md")
    chapters = []
    for index, stem in enumerate(stems):
        source = f"{system_id}/{stem}.md"
        place = definition.where("chapters", index) if definition else Location(tree.shown(source))
        if stem in RESERVED_CHAPTERS:
            tree.note([Problem(place, say.RESERVED_ID.format(kind="a chapter", name=f"'{stem}'"))])
            continue
        if tree.is_listed_once(source, "chapter", place, stem, stems[:index]):
            page = load_page(tree, stem, source, known)
            chapters += [page] if page else []
    return tuple(chapters)


def load_page(tree: Tree, key: str, source: str, known: Known) -> Page | None:
    """The page at `source`; its problems are noted."""
    file = tree.source(source)
    if file is None:
        return None
    page, problems = read_page(file, key, source, known)
    tree.note(problems)
    return page


def _published(
    tree: Tree, system_id: str, table_ids: tuple[str, ...], functions: Functions | None
) -> tuple[PrintedTable, ...]:
    source = f"{system_id}/published/published.yml"
    if not tree.has(source):
        return ()
    document = tree.document(source)
    if document is None:
        tree.lost_track(f"{system_id}/published")
        return ()
    if not isinstance(document.data, list):
        message = say.MUST_BE_LIST.format(subject="this file", given=described(document.data))
        tree.note([Problem(document.places[()], message)])
        tree.lost_track(f"{system_id}/published")
        return ()
    printed = []
    for item in items(document):
        definition, problems = validated(PublishedDef, item, Origin("", source))
        tree.note(problems)
        if definition is None:
            tree.lost_track(f"{system_id}/published")
            continue
        tree.note(unknown_table(definition, table_ids))
        tree.note(key_problems(definition, functions) if functions is not None else ())
        cells = f"{system_id}/published/{definition.file}"
        if not tree.is_listed_once(cells, "printed table", definition.where("file"), definition.file, ()):
            continue
        file = tree.source(cells)
        if file is not None:
            table, problems = read_printed(definition, file, cells)
            tree.note(problems)
            printed += [table] if table else []
    return tuple(printed)
