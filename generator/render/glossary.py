"""The page of every system's words, and the links to it from the places where a chapter first uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from posixpath import dirname, relpath

from markdown.extensions.toc import slugify

from generator.render.parts import render_part
from generator.tables.book import Book, Chapter, Library, Piece, Prose

PAGE = "glossary"
TITLE = "Glossary"

# Stands for a piece that is no prose, so that a link or a code span around it is seen as one.
_OTHER = "\ue000"

# Where no link may be put: code, headings, links and footnotes, HTML, rows of tables, attributes, titles of notes.
_CLOSED = re.compile(
    r"""
    ^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^(?P=fence)[`~]*[ \t]*$
    | ^[ ]{0,3}\#[^\n]*$
    | ^[^\n]+\n[ ]{0,3}=+[ \t]*$
    | ^[ \t]*(?:!!!|\?\?\?)[^\n]*$
    | ^[ ]{0,3}\[[^\]\n]+\]:[^\n]*$
    | ^[ \t]*\|[^\n]*$
    | (?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)
    | !?\[(?:[^\[\]]|\[[^\[\]]*\])*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])?
    | <(?P<element>a|script|style|svg|pre|code|figure|table|button|summary)\b.*?</(?P=element)>
    | <!--.*?--> | <[^<>\n]*>
    | \{[^{}\n]*\}
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_INDENTED = re.compile(r"(?: {4}|\t)")
_DEEP = re.compile(r"(?: {8}|\t\t)")
# A line that the indented ones after it belong to.
_OWNS = re.compile(r" {0,3}(?:[-*+][ \t]|\d+[.)][ \t]|!!!|\?\?\?|\[\^|:[ \t])")
_GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*)"


@dataclass(frozen=True, slots=True)
class _Word:
    """A term with its meaning and its place on the page."""

    id: str
    term: str
    meaning: str


def glossary_page(library: Library) -> list[str]:
    """The body of the page, a section a system; nothing where no system explains its words."""
    body = []
    for book in library.books:
        if book.words:
            words = sorted(_words(book), key=lambda word: word.term.casefold())
            body.append(render_part("heading.md.jinja", level=2, title=book.title))
            body.append(render_part("glossary-words.html.jinja", words=words))
    head = [render_part("heading.md.jinja", level=1, title=TITLE), render_part("glossary-lede.html.jinja")]
    return [*head, *body] if body else []


def linked(chapter: Chapter, book: Book) -> Chapter:
    """The chapter with each of the book's terms linked to its meaning where running text uses it first.

    Headings, links, code and HTML are left as they are. A term with a capital is met only as it is written; others
    in any case, and all in their plural too.
    """
    words = _words(book)
    if not words:
        return chapter
    text = "".join(piece.markdown if isinstance(piece, Prose) else _OTHER for piece in chapter.pieces)
    address = relpath(f"{PAGE}.html", dirname(f"{book.id}/{chapter.key}.md"))
    proses = iter(_with_links(text, words, address).split(_OTHER))
    pieces: list[Piece] = [Prose(next(proses))]
    for piece in chapter.pieces:
        if not isinstance(piece, Prose):
            pieces += [piece, Prose(next(proses))]
    return replace(chapter, pieces=tuple(piece for piece in pieces if piece != Prose("")))


def _words(book: Book) -> list[_Word]:
    return [_Word(f"{book.id}--{slugify(term, '-')}", term, meaning) for term, meaning in book.words]


def _with_links(text: str, words: list[_Word], address: str) -> str:
    by_group = {f"w{number}": word for number, word in enumerate(words)}
    longest_first = sorted(by_group.items(), key=lambda item: -len(item[1].term))
    pattern = "|".join(f"(?P<{group}>{_spelled(word.term)})" for group, word in longest_first)
    closed = [match.span() for match in _CLOSED.finditer(text)]
    closed += list(_code_lines(text))
    seen: set[str] = set()
    made: list[str] = []
    done = 0
    for match in re.finditer(rf"(?<![\w-])(?:{pattern})(?:e?s)?(?![\w-])", text):
        group = match.lastgroup or ""
        start, stop = match.span()
        if group in seen or any(start < end and begin < stop for begin, end in closed):
            continue
        seen.add(group)
        link = render_part("term.html.jinja", address=address, word=by_group[group], text=match[0])
        made += [text[done:start], link]
        done = stop
    return "".join([*made, text[done:]])


def _spelled(term: str) -> str:
    pattern = _GAP.join(re.escape(part) for part in term.split())
    return pattern if term != term.lower() else f"(?i:{pattern})"


def _code_lines(text: str) -> Iterator[tuple[int, int]]:
    """Indented lines that Markdown sets as code: those that belong to no list and no note."""
    owned, blank, start = False, True, 0
    for line in text.split("\n"):
        if line.strip() and _INDENTED.match(line):
            if _DEEP.match(line) or (blank and not owned):
                yield start, start + len(line)
        elif line.strip():
            owned = bool(_OWNS.match(line)) or (owned and not blank)
        blank = not line.strip()
        start += len(line) + 1
