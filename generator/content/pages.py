"""A page of Markdown: its one title, and its text cut at the calls in it.

Code fences are left alone, as code spans are (see `called_text.py`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from generator.content import sentences as say
from generator.content.called_text import pieces, written_calls
from generator.content.markdown_calls import Known, Page, WrittenCall, call_problems
from generator.content.source_file import SourceFile
from generator.diagnostics import Problem
from generator.remembering import remembered

_FENCE = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?P<marks>`{3,}(?=[^`\n]*$)|~{3,})(?P<info>.*)")
# Markdown in Python takes "#1" for a heading too, without the blank that other readers of Markdown ask for.
_HEADING = re.compile(r" {0,3}#(?!#)[ \t]*(?P<title>.*?)(?:(?:^|[ \t]+)#+)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*$")
_BLANK = re.compile(r"[ \t>]*")


@dataclass
class _Outline:
    """A page outside its code fences: blocks between blank lines, and headings of the first level."""

    blocks: list[tuple[int, int]] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@remembered(
    lambda file, key, source, known: (
        (file.path, file.text, key, source),
        (id(known.functions), *map(_frozen, (known.tables, known.charts, known.examples))),
    )
)
def read_page(file: SourceFile, key: str, source: str, known: Known) -> tuple[Page | None, tuple[Problem, ...]]:
    """The page that `file` holds, or every reason why it holds none. `known` is what its calls may name."""
    outline = _outlined(file)
    problems = [*outline.problems, *_title_problems(file, outline)]
    calls: list[WrittenCall] = []
    for start, stop in outline.blocks:
        for found in written_calls(file, start, stop):
            if isinstance(found, Problem):
                problems.append(found)
                continue
            problems += call_problems(found, known, alone=_alone(file.text, found, start, stop))
            calls.append(found)
    if problems:
        return None, tuple(problems)
    return Page(key, outline.headings[0][1], source, pieces(file.text, calls)), ()


def _frozen(names: Collection[str] | None) -> frozenset[str] | None:
    return None if names is None else frozenset(names)


def _outlined(file: SourceFile) -> _Outline:
    outline = _Outline()
    fence, fence_start, block_start, line_start, before = "", 0, -1, 0, ""
    for line in file.text.split("\n"):
        opened = _FENCE.match(line)
        inside = bool(fence)
        if inside:
            if opened and opened["marks"].startswith(fence) and not opened["info"].strip():
                fence = ""
        elif opened:
            fence, fence_start = opened["marks"], line_start
        outside = not inside and not opened
        if outside and not _BLANK.fullmatch(line):
            if block_start < 0:
                block_start = line_start
            outline.headings += _heading(line, before, line_start)
        elif block_start >= 0:
            outline.blocks.append((block_start, line_start))
            block_start = -1
        before = line if outside else ""
        line_start += len(line) + 1
    if block_start >= 0:
        outline.blocks.append((block_start, len(file.text)))
    if fence:
        outline.problems.append(file.problem(fence_start, say.OPEN_FENCE))
    return outline


def _heading(line: str, before: str, start: int) -> Iterator[tuple[int, str]]:
    if heading := _HEADING.fullmatch(line):
        yield start, heading["title"].strip()
    elif _UNDERLINE.fullmatch(line) and not _BLANK.fullmatch(before) and not before.lstrip().startswith("#"):
        yield start, before.strip()


def _title_problems(file: SourceFile, outline: _Outline) -> Iterator[Problem]:
    first = len(file.text) - len(file.text.lstrip())
    if not outline.headings or outline.headings[0][0] > first:
        yield file.problem(first, say.NO_HEADING)
    elif not outline.headings[0][1]:
        yield file.problem(first, say.EMPTY_HEADING)
    elif "{{" in outline.headings[0][1]:
        yield file.problem(first, say.CALL_IN_HEADING)
    for index, _ in outline.headings[1:]:
        yield file.problem(index, say.SECOND_HEADING)


def _alone(text: str, call: WrittenCall, start: int, stop: int) -> bool:
    return call.start == start and not text[call.stop : stop].strip()
