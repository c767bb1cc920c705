"""Tables, values and worked examples as HTML, and a chapter as Markdown that carries them.

Site and print both read from here, so that a number has one markup wherever it is read. The markup itself lies in
`templates/parts/`; this module decides which head spans which columns and which element carries which id.

Ids: a figure's is the table's id, a row's `<table>--<row>`, a cell's `<table>--<row>--<column>`. Rows that collapse
into one line keep their ids as empty anchors in its stub. In a table of several parts only the first carries the
rows' ids, because an id may stand once on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown import Markdown
from markupsafe import Markup, escape

from generator.remembering import remembered
from generator.render.contract import RenderError
from generator.render.headings import distinct_headings
from generator.resources import TEMPLATES
from generator.tables.book import Book, Chapter, ChartPlace, Figure, Prose, Reference, TablePlace, WorkedExample
from generator.tables.chart_model import Chart
from generator.tables.layout import Part, arrange
from generator.tables.model import Cell, Column, Table
from generator.tables.numbers import exact_text

Medium = Literal["page", "print"]

# Words of up to this many characters stay on one line.
LONG = 16

# Characters that Markdown would read as markup inside a line, also between the quotes of an attribute.
_MARKDOWN_SIGNS = {ord(sign): f"&#{ord(sign)};" for sign in "\\`*_[]{}()!|~^:"}


@dataclass(frozen=True, slots=True)
class HeadCell:
    """One cell of a table's head. `position` counts value columns from 1 and is 0 for heads over several columns."""

    text: str
    kind: Literal["stub", "group", "spanner", "column", "blank"]
    across: int = 1
    down: int = 1
    position: int = 0
    column: Column | None = None


@dataclass(frozen=True, slots=True)
class PartView:
    """A part with its head worked out, as the template walks it.

    Of each column it says how its cells are set: `words` to the left, `words long` on several lines where needed,
    and empty for numbers. `parting` is true where derived columns begin or end. `chances` tells how chances stand in
    a column: `%` with the mark, `percent` without, and empty where it holds none.
    """

    part: Part
    head: tuple[tuple[HeadCell, ...], ...]
    words: tuple[str, ...]
    parting: tuple[bool, ...]
    chances: tuple[str, ...]


@cache
def environment() -> Environment:
    """The templates of `templates/parts`: every value is escaped, and an undefined name is an error."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES / "parts"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    env.filters["exact"] = exact_text
    env.filters["inline"] = inline_markdown
    env.filters["literal"] = literal
    return env


def render_part(name: str, **values: object) -> str:
    """A template of `templates/parts` without blank lines, which would end an HTML block for Markdown."""
    text = environment().get_template(name).render(**values)
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip())


@remembered(lambda table, medium, *, home="", files="", code="": (id(table), medium, home, files, code))
def table_html(table: Table, medium: Medium, *, home: str = "", files: str = "", code: str = "") -> str:
    """The whole table as one `figure`, a `table` element a part.

    `home` is the address of the table's own page, linked from its title on a page, where `files` is the list, in HTML,
    of what can be taken away; in print `code`, a drawing that a phone reads, links there.
    Raises RenderError where the table's parts leave out a column or show one twice: nothing may vanish from a page.
    """
    parts = arrange(table)
    shown = [column.key for part in parts for column in part.columns]
    if shown != [column.key for column in table.columns]:
        raise RenderError(f"table {table.id}: its parts must show every column once and in order")
    return render_part(
        "table.html.jinja",
        table=table,
        parts=[_view(table, part) for part in parts],
        noted=[column for column in table.columns if column.note],
        page=medium == "page",
        long=LONG,
        home=home,
        files=Markup(files),
        code=Markup(code),
    )


def figure_html(figure: Figure, medium: Medium) -> str:
    """A computed value for running text: it reads as its text and carries its exact fraction."""
    return render_part("value.html.jinja", figure=figure, page=medium == "page")


def worked_html(example: WorkedExample, medium: Medium) -> str:
    """A worked example: its words, its computed steps and its outcome."""
    return render_part("worked.html.jinja", example=example, page=medium == "page")


def markdown_of(
    chapter: Chapter,
    book: Book | None,
    *,
    medium: Medium,
    href: Callable[[Reference], str],
    drawn: Callable[[Chart], str] | None = None,
    shown: Callable[[Table], str] | None = None,
    around: Collection[str] = (),
) -> str:
    """The chapter as Markdown, with tables and examples as HTML blocks and values as inline HTML.

    `href` gives the address that a reference to a table leads to, in the form that the Markdown's reader expects, or
    nothing where it leads out of what the reader holds, and the words stand alone. `drawn` gives a chart's figure,
    `shown` a table's where it is more than the bare one; `around` are the ids of what stands around the text. `book`
    is None for site-wide pages. Raises RenderError where a reference names a table that the book does not have, or
    nothing draws a chart.
    """
    titles = {table.id: table.title for table in book.tables} if book else {}
    taken = {*around, *(table.id for table in book.tables)} if book else {*around}
    taken |= {piece.table.id for piece in chapter.pieces if isinstance(piece, TablePlace)}
    text: list[str] = []
    for piece in chapter.pieces:
        match piece:
            case Prose():
                text.append(distinct_headings(piece.markdown, taken))
            case Figure():
                text.append(figure_html(piece, medium))
            case Reference():
                if not piece.system and piece.table_id not in titles:
                    raise RenderError(f"{chapter.source}: no table {piece.table_id!r} to refer to")
                words = piece.text or titles.get(piece.table_id, piece.table_id)
                text.append(render_part("reference.md.jinja", text=words, href=href(piece)))
            case TablePlace():
                figure = shown(piece.table) if shown else table_html(piece.table, medium)
                text.append(f"\n\n{figure}\n\n")
            case ChartPlace():
                if drawn is None:
                    raise RenderError(f"{chapter.source}: the chart {piece.chart.id!r} has no place here")
                text.append(f"\n\n{drawn(piece.chart)}\n\n")
            case WorkedExample():
                text.append(f"\n\n{worked_html(piece, medium)}\n\n")
    return "".join(text)


def inline_markdown(text: str) -> Markup:
    """Markdown as HTML to stand inside a paragraph, for the words around a worked example."""
    html = Markdown(output_format="html").convert(text)
    return Markup(html.removeprefix("<p>").removesuffix("</p>"))


def literal(text: str) -> Markup:
    """`text` so that neither HTML nor Markdown reads anything into it."""
    return Markup(str(escape(text)).translate(_MARKDOWN_SIGNS))


def _view(table: Table, part: Part) -> PartView:
    cells = [[group.cells[i] for group in part.groups] for i in range(len(part.columns))]
    derived = [column.derived for column in part.columns]
    return PartView(
        part=part,
        head=_head(table, part),
        words=tuple(_setting(column) for column in cells),
        parting=tuple(i > 0 and derived[i] != derived[i - 1] for i in range(len(derived))),
        chances=tuple(_chances(column) for column in cells),
    )


def _setting(cells: Sequence[Cell]) -> str:
    if any(cell.exact is not None for cell in cells):
        return ""
    return "words long" if any(len(cell.text) > LONG for cell in cells) else "words"


def _chances(cells: Sequence[Cell]) -> str:
    forms = {cell.format for cell in cells if cell.exact is not None}
    if not forms or any(form is None or form.style not in ("percent", "odds") for form in forms):
        return ""
    return "%" if any(form is not None and form.mark for form in forms) else "percent"


def _head(table: Table, part: Part) -> tuple[tuple[HeadCell, ...], ...]:
    """The rows of the head: the head of all value columns, the spanners, the columns, each only where there is one.

    A column that nothing stands over reaches from the top of the head to its foot.
    """
    columns = part.columns
    stacks: list[list[tuple[str, str] | None]] = [[] for _ in columns]
    if table.column_head and not all(column.derived for column in columns):
        for stack, column in zip(stacks, columns, strict=True):
            stack.append(None if column.derived else ("group", table.column_head))
    if part.spanners:
        spanned = {i: (n, s) for n, s in enumerate(part.spanners) for i in range(s.start, s.stop)}
        for i, stack in enumerate(stacks):
            stack.append(("spanner", f"{spanned[i][0]}\n{spanned[i][1].label}") if i in spanned else None)
    levels = len(stacks[0]) if stacks else 0
    rows: list[tuple[HeadCell, ...]] = []
    for level in range(levels + 1):
        row = [HeadCell(table.stub_head, "stub", down=levels + 1)] if level == 0 else []
        row += _level(columns, stacks, level, levels)
        rows.append(tuple(row))
    return tuple(rows)


def _level(
    columns: Sequence[Column], stacks: Sequence[Sequence[tuple[str, str] | None]], level: int, levels: int
) -> list[HeadCell]:
    cells: list[HeadCell] = []

    def slot(i: int) -> tuple[object, ...]:
        if level < levels and stacks[i][level] is not None:
            return ("over", stacks[i][level])
        free = all(over is None for over in stacks[i][level:])
        return ("column", i) if free else ("blank",)

    for key, run in groupby(range(len(columns)), key=slot):
        members = list(run)
        first = members[0]
        if key[0] == "blank":
            cells.append(HeadCell("", "blank", across=len(members)))
        elif key[0] == "over":
            over = stacks[first][level]
            assert over is not None, "the slot says so"
            kind: Literal["group", "spanner"] = "group" if over[0] == "group" else "spanner"
            cells.append(HeadCell(over[1].split("\n")[-1], kind, across=len(members)))
        elif level == 0 or stacks[first][level - 1] is not None:
            column = columns[first]
            cells.append(HeadCell(column.label, "column", down=levels + 1 - level, position=first + 1, column=column))
    return cells
