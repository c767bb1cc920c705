"""YAML as plain text with positions: every value stays the text that was written, every key knows its place.

PyYAML's events are read instead of its nodes, because composing nodes recurses as deep as a file asks for and
resolves aliases. Nothing is converted here: 2.75 never becomes a float, `no` and `1:30` stay what they are.

A file without a fault is read by libyaml, which takes a tenth of the time. PyYAML's own parser reads what libyaml
would read or place otherwise, and every file with a fault, so that all messages and places are that parser's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from generator.content import sentences as say
from generator.content.source_file import Scalar, SourceFile, Text
from generator.diagnostics import Location, Problem
from generator.remembering import remembered

MOST_DEPTH = 20

# What the two parsers take differently: a tab between words, a mark of byte order; in brackets, a question mark, too.
_READ_DIFFERENTLY = re.compile("[\t\ufeff]")
_QUICK_LOADER = getattr(yaml, "CSafeLoader", None)

_VALUES = (yaml.ScalarEvent, yaml.CollectionStartEvent)

Value = Text | list["Value"] | dict[str, "Value"]
FieldPath = tuple[str | int, ...]


@dataclass(frozen=True)
class Places(Mapping[FieldPath, Location]):
    """Where things stand by their paths from the top; a place is worked out when it is asked for."""

    file: SourceFile
    starts: Mapping[FieldPath, int]

    def __getitem__(self, path: FieldPath) -> Location:
        return self.file.location(self.starts[path])

    def __contains__(self, path: object) -> bool:
        return path in self.starts

    def __iter__(self) -> Iterator[FieldPath]:
        return iter(self.starts)

    def __len__(self) -> int:
        return len(self.starts)

    def by_item(self) -> dict[str | int, Places]:
        """The places in each item of a list, by their paths from that item on."""
        found: dict[str | int, dict[FieldPath, int]] = {}
        for path, start in self.starts.items():
            if path:
                found.setdefault(path[0], {})[path[1:]] = start
        return {item: Places(self.file, starts) for item, starts in found.items()}


@dataclass(frozen=True)
class Document:
    """What a YAML file holds, with the place of each value and of each key by its path from the top."""

    file: SourceFile
    data: Value
    places: Places
    keys: Places


@dataclass
class _Reading:
    file: SourceFile
    events: Iterator[yaml.Event]
    places: dict[FieldPath, int] = field(default_factory=dict)
    keys: dict[FieldPath, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    # Where the list or mapping ends that was read last, and whether the other parser might read one differently.
    stop: int = 0
    is_doubtful: bool = False

    def note(self, event: yaml.Event, message: str) -> None:
        self.problems.append(Problem(self.file.location(_start(event)), message))


class _UnreadableError(Exception):
    """Reading cannot go on; the problem is noted."""


@remembered(lambda file: (file.path, file.text))
def read_yaml(file: SourceFile) -> tuple[Document | None, tuple[Problem, ...]]:
    """The document of `file`, and every problem of its form; no document where reading could not go on."""
    if _QUICK_LOADER is not None and not _READ_DIFFERENTLY.search(file.text):
        document, problems = _read(file, _QUICK_LOADER)
        if document is not None and not problems and not _has_empty(document.data):
            return document, ()
    return _read(file, yaml.SafeLoader)


def _read(file: SourceFile, kind: Any) -> tuple[Document | None, tuple[Problem, ...]]:
    reading = _Reading(file, _events(file, kind))
    try:
        data = _document(reading)
    except yaml.MarkedYAMLError as error:
        return None, (*reading.problems, _syntax_problem(file, error))
    except yaml.reader.ReaderError as error:
        if kind is _QUICK_LOADER:
            # Its position counts bytes; the other parser will tell the character.
            return None, ()
        message = say.CONTROL_CHARACTER.format(character=f"U+{ord(file.text[error.position]):04X}")
        return None, (file.problem(error.position, message),)
    except _UnreadableError:
        return None, tuple(reading.problems)
    if kind is _QUICK_LOADER and reading.is_doubtful:
        return None, ()
    return Document(file, data, Places(file, reading.places), Places(file, reading.keys)), tuple(reading.problems)


def _events(file: SourceFile, kind: Any) -> Iterator[yaml.Event]:
    loader = kind(file.text)
    yield from iter(loader.get_event, None)
    loader.dispose()


def _has_empty(value: Value) -> bool:
    """Whether anything is left out in it: the parsers place that differently."""
    if isinstance(value, Text):
        return value.scalar is not None and value.scalar.start == value.scalar.stop
    return any(map(_has_empty, value.values() if isinstance(value, dict) else value))


def _document(reading: _Reading) -> Value:
    next(reading.events)
    start = next(reading.events)
    if isinstance(start, yaml.StreamEndEvent):
        reading.problems.append(Problem(Location(reading.file.path), say.EMPTY_FILE))
        raise _UnreadableError
    data = _value(reading, next(reading.events), ())
    next(reading.events)
    end = next(reading.events)
    if not isinstance(end, yaml.StreamEndEvent):
        reading.note(end, say.SECOND_DOCUMENT)
        raise _UnreadableError
    return data


def _value(reading: _Reading, event: yaml.Event, path: FieldPath) -> Value:
    reading.places[path] = _start(event)
    if len(path) > MOST_DEPTH:
        reading.note(event, say.TOO_DEEP.format(depth=MOST_DEPTH))
        raise _UnreadableError
    if isinstance(event, yaml.AliasEvent):
        reading.note(event, say.ANCHOR)
        raise _UnreadableError
    assert isinstance(event, _VALUES), "the parser yields no other here"
    if event.anchor is not None:
        reading.note(event, say.ANCHOR)
    if event.tag is not None:
        reading.note(event, say.TAG)
    if isinstance(event, yaml.ScalarEvent):
        return _text(reading, event)
    value = _mapping(reading, path) if isinstance(event, yaml.MappingStartEvent) else _list(reading, path)
    if event.flow_style and reading.file.text.find("?", _start(event), reading.stop) >= 0:
        reading.is_doubtful = True
    return value


def _text(reading: _Reading, event: yaml.ScalarEvent) -> Text:
    assert event.end_mark is not None, "the parser marks every event"
    scalar = Scalar(reading.file, event.value, _start(event), event.end_mark.index, event.style or "")
    return Text(event.value, scalar)


def _list(reading: _Reading, path: FieldPath) -> list[Value]:
    items: list[Value] = []
    while not isinstance(event := next(reading.events), yaml.SequenceEndEvent):
        items.append(_value(reading, event, (*path, len(items))))
    reading.stop = _start(event)
    return items


def _mapping(reading: _Reading, path: FieldPath) -> dict[str, Value]:
    entries: dict[str, Value] = {}
    while not isinstance(event := next(reading.events), yaml.MappingEndEvent):
        if not isinstance(event, yaml.ScalarEvent):
            reading.note(event, say.ANCHOR if isinstance(event, yaml.AliasEvent) else say.KEY_NOT_TEXT)
            raise _UnreadableError
        key = str(event.value)
        if key == "<<":
            reading.note(event, say.MERGE_KEY)
            raise _UnreadableError
        if event.anchor is not None:
            reading.note(event, say.ANCHOR)
        if event.tag is not None:
            reading.note(event, say.TAG)
        twice = key in entries
        if twice:
            reading.note(event, say.DUPLICATE_KEY.format(key=say.quoted(key)))
        # A second value is read to get past it, under a path of its own so that the first keeps its places.
        here = (*path, f"{key} again") if twice else (*path, key)
        reading.keys[here] = _start(event)
        value = _value(reading, next(reading.events), here)
        if not twice:
            entries[key] = value
    reading.stop = _start(event)
    return entries


def _start(event: yaml.Event) -> int:
    assert event.start_mark is not None, "the parser marks every event"
    return event.start_mark.index


def _syntax_problem(file: SourceFile, error: yaml.MarkedYAMLError) -> Problem:
    reason = error.problem or ""
    mark = error.problem_mark or error.context_mark
    index = mark.index if mark is not None else 0
    began = error.context_mark.index if error.context_mark is not None else index
    start = re.match(r"found character '(.+)' that cannot start any token", reason)
    if start:
        tab = start.group(1) == "\\t"
        return file.problem(index, say.TAB if tab else say.BAD_START.format(character=f"'{start.group(1)}'"))
    if reason.startswith("found unknown escape character"):
        return file.problem(index, say.BAD_ESCAPE)
    if reason.startswith("mapping values are not allowed"):
        return file.problem(index, say.COLON)
    if reason.startswith("could not find expected ':'"):
        return file.problem(began, say.NO_COLON)
    if reason.startswith("found unexpected end of stream"):
        return file.problem(began, say.OPEN_QUOTE)
    if reason.startswith(("expected ',' or ']'", "expected ',' or '}'")):
        return file.problem(began, say.OPEN_BRACKET)
    if reason.startswith("expected <block end>"):
        return file.problem(index, say.AFTER_VALUE if "scalar" in reason else say.INDENTATION)
    if reason.startswith("expected the node content"):
        return file.problem(index, say.NO_VALUE)
    return file.problem(index, say.YAML_ERROR.format(reason=reason))
