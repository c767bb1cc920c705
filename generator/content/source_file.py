"""Source files, and text that remembers where in its file each character stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from errno import ELOOP
from functools import cached_property
from os.path import commonpath, realpath
from pathlib import Path
from typing import NamedTuple, Protocol

from generator.content import sentences as say
from generator.diagnostics import Location, Problem

MOST_BYTES = 1_000_000

_ESCAPE = re.compile(r"\\(?:x.{2}|u.{4}|U.{8}|.)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")
_NEWLINE = re.compile("\n")
_JOINED_LINES = re.compile(r"[ \t]*\\\n\s*")


@dataclass(frozen=True)
class SourceFile:
    """The text of one file, lines ended by a newline alone; `path` is how problems name the file."""

    path: str
    text: str

    @cached_property
    def _line_starts(self) -> tuple[int, ...]:
        return (0, *(found.end() for found in _NEWLINE.finditer(self.text)))

    def location(self, index: int) -> Location:
        """The line and column of the character at `index`."""
        line = bisect_right(self._line_starts, index)
        return Location(self.path, line, index - self._line_starts[line - 1] + 1)

    def line_location(self, line: int) -> Location:
        """The start of a line."""
        return Location(self.path, line, 1)

    def slice(self, start: int, stop: int) -> Text:
        """The text from `start` up to but not including `stop`."""
        value = self.text[start:stop]
        return Text(value, Scalar(self, value, start, stop))

    def problem(self, index: int, message: str, allowed: str = "") -> Problem:
        """A problem with what stands at `index`."""
        return Problem(self.location(index), message, allowed)


class Scalar(NamedTuple):
    """A value as it is written; `style` is YAML's sign of how: `'`, `"`, `|`, `>`, or none for plain text."""

    file: SourceFile
    value: str
    start: int
    stop: int
    style: str = ""

    def place(self, index: int) -> Location:
        """Where the character at `index` of the value stands; past its end, the place just after it."""
        raw = self.file.text[self.start : self.stop]
        if raw == self.value:
            # Most are written as they are.
            return self.file.location(self.start + min(index, len(raw.rstrip())))
        offsets, after = _offsets(raw, self.value.rstrip()[: index + 1], self.style)
        return self.file.location(self.start + (offsets[index] if index < len(offsets) else after))


class Text(str):
    """A value of a source file, or a part of one, that can say where its characters stand."""

    __slots__ = ("scalar", "shift")

    scalar: Scalar | None
    shift: int

    def __new__(cls, value: str, scalar: Scalar | None = None, shift: int = 0) -> Text:
        """Text that knows its place, or text from nowhere if no scalar is given."""
        text = super().__new__(cls, value)
        text.scalar = scalar
        text.shift = shift
        return text

    def at(self, column: int) -> Location:
        """The place in the file of a column of this text; columns count from 1, line breaks too."""
        if self.scalar is None:
            return Location("", 1, column)
        return self.scalar.place(self.shift + min(column - 1, len(self)))

    def part(self, start: int, stop: int) -> Text:
        """The characters from `start` up to `stop`, without the blanks around them."""
        value = self[start:stop]
        lead = len(value) - len(value.lstrip())
        return Text(value.strip(), self.scalar, self.shift + start + lead)


class Readable(Protocol):
    """What calls are read in: a whole file, or one value of a file."""

    @property
    def text(self) -> str:
        """All of it."""

    def slice(self, start: int, stop: int) -> Text:
        """The text from `start` up to but not including `stop`."""

    def problem(self, index: int, message: str, allowed: str = "") -> Problem:
        """A problem with what stands at `index`."""


@dataclass(frozen=True)
class Passage:
    """A value of a file, read as a file is."""

    value: Text

    @property
    def text(self) -> str:
        """The value."""
        return self.value

    def slice(self, start: int, stop: int) -> Text:
        """The text from `start` up to but not including `stop`."""
        return Text(self.value[start:stop], self.value.scalar, self.value.shift + start)

    def problem(self, index: int, message: str, allowed: str = "") -> Problem:
        """A problem with what stands at `index`."""
        return Problem(self.value.at(index + 1), message, allowed)


def read_source(root: Path, path: str) -> SourceFile | Problem:
    """The file at `path` below the content folder `root`, or the one reason why it cannot be used."""
    shown = (root / path).as_posix()

    def problem(message: str) -> Problem:
        return Problem(Location(shown), message)

    try:
        # `Path.resolve` makes a path of each step, which takes longer than all else here.
        top, real = realpath(root, strict=True), realpath(shown, strict=True)
        if commonpath((top, real)) != top:
            return problem(say.OUTSIDE)
        if not Path(real).is_file():
            return problem(say.NOT_A_FILE)
        with Path(real).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        circle = error.errno == ELOOP
        reason = "its links go in a circle" if circle else error.strerror or "the system does not say why"
        return problem(say.UNREADABLE.format(reason=reason))
    if len(data) > MOST_BYTES:
        return problem(say.TOO_LARGE)
    return _decoded(shown, data)


def _decoded(shown: str, data: bytes) -> SourceFile | Problem:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = _with_newlines(data[: error.start].decode("utf-8-sig"))
        message = say.NOT_UTF8.format(byte=f"0x{data[error.start]:02X}")
        return SourceFile(shown, before).problem(len(before), message)
    file = SourceFile(shown, _with_newlines(text))
    if not file.text.strip():
        return Problem(Location(shown), say.EMPTY_FILE)
    control = _CONTROL.search(file.text)
    if control:
        return file.problem(control.start(), say.CONTROL_CHARACTER.format(character=f"U+{ord(control.group()):04X}"))
    return file


def _with_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _offsets(raw: str, value: str, style: str) -> tuple[list[int], int]:
    """For each character of `value` its place in `raw`, and the place after the last one.

    YAML folds lines and drops indentation, yet never changes the order of what is not blank; so the two texts
    are walked side by side, and blanks are skipped wherever they differ.
    """
    position = {"|": raw.find("\n"), ">": raw.find("\n"), "'": 1, '"': 1}.get(style, 0)
    offsets = []
    for character in value:
        if style == '"' and (joined := _JOINED_LINES.match(raw, position)):
            position = joined.end()
        if not character.isspace():
            while position < len(raw) and raw[position].isspace():
                position += 1
        offsets.append(position)
        position += _width(raw, position, style, character)
    return offsets, position


def _width(raw: str, position: int, style: str, character: str) -> int:
    if style == '"' and (escape := _ESCAPE.match(raw, position)):
        return len(escape.group())
    if style == "'" and character == "'":
        return 2
    if character.isspace() and not raw[position : position + 1].isspace():
        return 0
    return 1
