"""The finder: a page a system with its questions, and the panel of the front page that asks the first of each.

What is written into the pages can be read without a script: every question, the answer to what it starts from, and
where that stands in the book. The same questions go along as data, by which the engine in the page answers the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from markupsafe import Markup

from generator.render.parts import render_part
from generator.tables.book import Book, Library
from generator.tables.finder_model import Finder, Input, Question, Standing

PAGE = "finder"
TITLE = "Find a number"

# What would end a script element, or open one, inside of it.
_UNSAFE = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def finder_page(book: Book, finder: Finder) -> str:
    """The body of a system's finder page."""
    chapters = {chapter.key: chapter.title for chapter in book.chapters}
    return render_part(
        "finder-page.html.jinja",
        title=f"{TITLE}: {book.title}",
        book=book,
        questions=finder.questions,
        chapters=chapters,
        data=_data({book.id: (finder, finder.questions)}, ""),
    )


def front_panel(library: Library) -> str:
    """The panel of the front page, empty where no system has questions."""
    asked = {book.id: (book.finder, book.finder.questions[:1]) for book in library.books if book.finder}
    if not asked:
        return ""
    books = [book for book in library.books if book.finder]
    return render_part("finder-panel.html.jinja", books=books, page=PAGE, data=_data(asked, "{}/"))


def _data(asked: dict[str, tuple[Finder, tuple[Question, ...]]], base: str) -> Markup:
    """The questions as JSON to stand in a script element; `base` leads to the folder of a system."""
    told = {
        system: {
            "base": base.format(system),
            "functions": finder.functions,
            "questions": {question.key: _question(question) for question in questions},
        }
        for system, (finder, questions) in asked.items()
    }
    return Markup(json.dumps(told, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE))


def _question(question: Question) -> dict[str, object]:
    told: dict[str, object] = {
        "inputs": {one.name: _input(one) for one in question.inputs},
        "answers": [
            {"title": reply.title, "tree": reply.tree, "form": asdict(reply.format)} for reply in question.replies
        ],
    }
    if question.curve:
        told["curve"] = question.curve
    if question.standing:
        told["see"] = _standing(question.standing, question.inputs)
    return told


def _input(one: Input) -> dict[str, object]:
    if one.ends:
        # Every choice is its own number, so that two numbers say all.
        return {"title": one.title, "ends": one.ends}
    choices = [[choice.label, choice.key, choice.names] for choice in one.choices]
    return {"title": one.title, "choices": choices}


def _standing(standing: Standing, inputs: Iterable[Input]) -> dict[str, object]:
    told: dict[str, object] = {"table": standing.table_id}
    if standing.rows is None or standing.columns is None:
        return told
    for key, label, known in (
        ("row", standing.row, standing.rows),
        ("column", standing.column, standing.columns),
    ):
        told[key] = label
        told[f"{key}s"] = {name: link for name, link in known.items() if _can_be(label, name, inputs)}
    return told


def _can_be(pattern: str, label: str, inputs: Iterable[Input]) -> bool:
    """Whether a choice could lead to a label; one that is the choice alone is looked up, any other let through."""
    for one in inputs:
        if pattern == f"{{{one.name}}}":
            return any(choice.label == label for choice in one.choices)
    return "{" in pattern or pattern == label
