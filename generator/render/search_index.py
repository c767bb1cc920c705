"""What the search of the site looks through: every section of every page, and every table by its labels.

It is one classic script, loaded when a reader goes to the search field, so that it also works from a disk. Labels are
kept apart from each other, and cells are not in it: a cell is found by its row and its column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from markdown.extensions.toc import slugify

from generator.remembering import remembered
from generator.render import check_pages, finder_pages, glossary
from generator.render.contract import Artifact
from generator.render.headings import ENDING
from generator.tables.axes import link_key
from generator.tables.book import (
    Book,
    Chapter,
    ChartPlace,
    Figure,
    Library,
    Prose,
    Reference,
    TablePlace,
    WorkedExample,
)
from generator.tables.heads import column_labels
from generator.tables.model import Table

PATH = "assets/search-index.js"

_FENCE = re.compile(r"^(?P<marks>`{3,}|~{3,})[^\n]*\n.*?^(?P=marks)[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,3})[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_BLOCK_MARKS = re.compile(
    r"<[^>\n]*>|\{[:#][^}\n]*\}|^[ \t]*(?:[-*+>]|\d+\.)[ \t]+|^[ \t]*!!!.*$|[|#]|:?-{3,}:?", re.MULTILINE
)
_MARKS = re.compile(r"[*`\\]")

# A section: the address of it below that of its page, its title, and its words.
Section = tuple[str, str, str]


def search_index(library: Library) -> Artifact:
    """The index as a script. Its sections are `[address, title, where, text]`, its tables objects; see `_table`."""
    sections: list[list[str]] = []
    for page in library.pages:
        sections += _entries(page, f"{page.key}.html", library.title, ())
    for book in library.books:
        for chapter in book.chapters:
            sections += _entries(chapter, f"{book.id}/{chapter.key}.html", book.title, [one.id for one in book.tables])
        sections += _questions(book)
        sections += _words(book)
        if book.check:
            sections.append([f"{book.id}/{check_pages.PAGE}.html", "Checked against the sources", book.title, ""])
    tables = [_table(book, table) for book in library.books for table in book.tables]
    told = json.dumps({"sections": sections, "tables": tables}, ensure_ascii=False, separators=(",", ":"))
    text = f"(window.Dicepress = window.Dicepress || {{}}).index = {told};\n"
    sources = [page.source for page in library.pages] + [book.source for book in library.books]
    return Artifact(PATH, text.encode(), tuple(dict.fromkeys(source for source in sources if source)))


def _entries(chapter: Chapter, address: str, where: str, taken: Sequence[str]) -> Iterator[list[str]]:
    shown = [piece.table.id for piece in chapter.pieces if isinstance(piece, TablePlace)]
    for fragment, title, text in sections_of(_markdown(chapter), chapter.title, {*taken, *shown}):
        yield [address + fragment, title, where, text]


def _markdown(chapter: Chapter) -> str:
    """The chapter's own words with what was computed put in; its tables have entries of their own."""
    text: list[str] = []
    for piece in chapter.pieces:
        match piece:
            case Prose():
                text.append(piece.markdown)
            case Figure():
                text.append(piece.text)
            case Reference():
                text.append(piece.text)
            case ChartPlace():
                text.append(f"\n\n{piece.chart.title}. {piece.chart.caption}\n\n")
            case WorkedExample():
                labels = " ".join(f"{step.label}." for step in piece.steps)
                text.append(f"\n\n{piece.title}. {piece.intro} {labels} {piece.outcome}\n\n")
    return "".join(text)


def sections_of(markdown: str, title: str, taken: set[str]) -> Iterator[Section]:
    """The sections of a page in order. An id is what Markdown makes of a heading, unless a table has it."""
    plain = _FENCE.sub("", markdown)
    seen: set[str] = set()
    fragment, start = "", 0
    for heading in _HEADING.finditer(plain):
        if words := _words_of(plain[start : heading.start()]):
            yield fragment, title, words
        start = heading.end()
        if len(heading[1]) == 1:
            continue
        title = _MARKS.sub("", _LINK.sub(r"\1", heading[2]))
        made = slugify(title, "-")
        made = f"{made}{ENDING}" if made in taken else made
        number, unique = 0, made
        while unique in seen:
            number += 1
            unique = f"{made}_{number}"
        seen.add(unique)
        fragment = f"#{unique}"
    if words := _words_of(plain[start:]):
        yield fragment, title, words


def _words_of(markdown: str) -> str:
    return " ".join(_MARKS.sub("", _BLOCK_MARKS.sub(" ", _LINK.sub(r"\1", markdown))).split())


def _questions(book: Book) -> Iterator[list[str]]:
    if book.finder is None:
        return
    for question in book.finder.questions:
        asked = "".join(part if isinstance(part, str) else part.title for part in question.sentence)
        address = f"{book.id}/{finder_pages.PAGE}.html#{question.key}"
        yield [address, question.title, f"{finder_pages.TITLE}, {book.title}", asked]


def _words(book: Book) -> Iterator[list[str]]:
    for term, meaning in book.words:
        yield [f"{glossary.PAGE}.html#{book.id}--{slugify(term, '-')}", term, f"Glossary, {book.title}", meaning]


@remembered(lambda book, table: (book.id, book.title, id(book.finder), id(table)))
def _table(book: Book, table: Table) -> dict[str, object]:
    """A table by its system `s`, id `i`, title `t`, caption `c`, labels of rows `r` and of columns `h`.

    `k` are the parts of permanent links for those labels that do not make them by themselves; `q` is 1 where a question
    of the finder leads to the table, and 2 where it leads to a cell.
    """
    rows = [row.label for row in table.rows]
    columns = column_labels(table)
    keys = {row.label: row.key for row in table.rows if link_key(row.label) != row.key}
    keys |= {
        label: column.key for label, column in zip(columns, table.columns, strict=True) if link_key(label) != column.key
    }
    asked = book.finder.questions if book.finder else ()
    told: dict[str, object] = {
        "s": book.id,
        "b": book.title,
        "i": table.id,
        "t": table.title,
        "c": table.caption,
        "r": _shortened(rows),
        "h": _shortened(columns),
    }
    if keys:
        told["k"] = keys
    standings = [one.standing for one in asked if one.standing and one.standing.table_id == table.id]
    if standings:
        told["q"] = 2 if any(standing.rows for standing in standings) else 1
    return told


def _shortened(labels: list[str]) -> list[str] | str:
    """The labels, or `4..30d6` for whole numbers in a row with the same words around them."""
    numbers = [re.fullmatch(r"(\D*)(\d{1,4})(\D.*)?", label) for label in labels]
    found = [(one[1], int(one[2]), one[3] or "") for one in numbers if one]
    if len(found) < max(3, len(labels)) or any(one[::2] != found[0][::2] for one in found):
        return labels
    first = found[0][1]
    if found[0][0] or [one[1] for one in found] != list(range(first, first + len(found))):
        return labels
    return f"{first}..{found[-1][1]}{found[0][2]}"
