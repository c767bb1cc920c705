"""Text with calls in it: a page between its code fences, or a field of a definition such as a note.

Code spans are left alone. A backslash before a brace or a backtick takes its meaning away, as it does in Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.content import sentences as say
from generator.content.expressions import Functions
from generator.content.markdown_calls import (
    FORMS,
    BadCallError,
    Call,
    Known,
    WrittenCall,
    call_problems,
    finished_call,
    read_call,
)
from generator.content.source_file import Passage, Readable, Text
from generator.diagnostics import Problem

_PLACE = re.compile(r"\{(\w+)\}")
_SIGN = re.compile(r"\\.|(?P<ticks>`+)|(?P<call>\{\{)", re.DOTALL)


def written_calls(file: Readable, start: int, stop: int) -> Iterator[WrittenCall | Problem]:
    """Every call from `start` up to `stop`, and a problem for each that breaks off."""
    stop = start + len(file.text[start:stop].rstrip())
    while sign := _SIGN.search(file.text, start, stop):
        start = sign.end()
        if ticks := sign["ticks"]:
            closing = re.compile(f"(?<!`){ticks}(?!`)").search(file.text, start, stop)
            start = closing.end() if closing else start
        elif sign["call"]:
            try:
                call = read_call(file, sign.start(), stop)
            except BadCallError as error:
                start = max(start, error.index)
                yield file.problem(error.index, say.BAD_CALL.format(expected=error.expected))
            else:
                start = call.stop
                yield call


def pieces(text: str, calls: Sequence[WrittenCall]) -> tuple[str | Call, ...]:
    """The text cut at its calls, which must have no problems."""
    found: list[str | Call] = []
    done = 0
    for call in calls:
        found += [text[done : call.start], finished_call(call)]
        done = call.stop
    return tuple(piece for piece in (*found, text[done:]) if piece != "")


def text_problems(value: Text, functions: Functions | None) -> Iterator[Problem]:
    """Everything wrong with the calls in a field, where only those are answered that give a number."""
    for found in _calls_in(value):
        if isinstance(found, Problem):
            yield found
        elif found.name in FORMS and not FORMS[found.name].in_fields:
            yield Problem(found.name.at(1), say.CALL_IN_FIELD.format(call=f"'{found.name}'"))
        else:
            yield from call_problems(found, Known(functions), alone=False)


def field_pieces(value: Text) -> tuple[str | Call, ...]:
    """The text of a field cut at its calls, which must have no problems."""
    return pieces(value, [call for call in _calls_in(value) if isinstance(call, WrittenCall)])


def places_in(value: Text) -> Iterator[tuple[int, str]]:
    """The places such as `{total}` outside the calls of a field, each with its column, counted from 1."""
    spans = [(call.start, call.stop) for call in _calls_in(value) if isinstance(call, WrittenCall)]
    for place in _PLACE.finditer(value):
        if not any(start <= place.start() < stop for start, stop in spans):
            yield place.start() + 1, place.group(1)


def _calls_in(value: Text) -> Iterator[WrittenCall | Problem]:
    return written_calls(Passage(value), 0, len(value))
