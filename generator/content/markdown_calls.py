"""Calls in Markdown: `{{ odds("12d6 >= 50", digits=1) }}` is read here and checked against what it may name.

The form is a small part of Python's, read by hand because `as=` is an option here and a keyword there, and
because every word must know its column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from generator.content import sentences as say
from generator.content.expressions import Expression, Functions, name_problems, read_expression
from generator.content.fields import MOST_DIGITS, STYLES
from generator.content.source_file import Readable, Text
from generator.diagnostics import Location, Problem, allowed_words
from generator.dice.notation import NotationError

_BLANK = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z_]\w*")
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_NUMBER = re.compile(r"\d{1,9}(?!\w)")


@dataclass(frozen=True)
class Call:
    """A call on a page. `expression` is the argument of calls that compute; other calls name something."""

    name: str
    argument: str
    options: Mapping[str, str | int]
    location: Location
    expression: Expression | None = None


@dataclass(frozen=True)
class Page:
    """A page as written: text, and the calls that stood in it. The text begins with the title's heading."""

    key: str
    title: str
    source: str
    pieces: tuple[str | Call, ...]

    @property
    def names_elsewhere(self) -> tuple[str, ...]:
        """What it takes from systems by their names: `sixes/target-by-average`."""
        return tuple(call.argument for call in self._calls_elsewhere)

    @property
    def values_elsewhere(self) -> tuple[str, ...]:
        """Those of the names that it takes more of than a title and an address, or the file as it is written."""
        return tuple(call.argument for call in self._calls_elsewhere if call.name not in ("link", "source"))

    @property
    def _calls_elsewhere(self) -> tuple[Call, ...]:
        calls = (piece for piece in self.pieces if isinstance(piece, Call) and piece.expression is None)
        return tuple(call for call in calls if "/" in call.argument)


@dataclass(frozen=True)
class WrittenCall:
    """A call as it stands in the text from `start` up to `stop`, its options in the order written."""

    name: Text
    argument: Text
    options: tuple[tuple[Text, Text | int], ...]
    start: int
    stop: int


@dataclass(frozen=True)
class Known:
    """What the calls of a page may name, as `id` in its own system and as `system/id` in any.

    None where that is unknown because its own file has problems.
    """

    functions: Functions | None = field(default_factory=dict)
    tables: Collection[str] | None = ()
    charts: Collection[str] | None = ()
    examples: Collection[str] | None = ()


@dataclass(frozen=True)
class CallForm:
    """How a call is made: what its argument is and which options it takes.

    A call that is `alone` fills a paragraph; one that may stand `in_fields` gives words to a caption or a note.
    """

    argument: str
    options: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    alone: bool = False
    in_fields: bool = False


FORMS: Mapping[str, CallForm] = {
    "odds": CallForm("expression", ("as", "digits"), in_fields=True),
    "value": CallForm("expression", ("as", "digits"), in_fields=True),
    "formula": CallForm("expression", ("as", "digits")),
    "table": CallForm("table", alone=True),
    "chart": CallForm("chart", alone=True),
    "cell": CallForm("table", ("row", "column"), required=("row", "column")),
    "link": CallForm("table", ("text",)),
    "worked": CallForm("example", alone=True),
    "source": CallForm("file", alone=True),
}


class BadCallError(ValueError):
    """A call that breaks off: `index` is where in the file, `expected` what would go on there."""

    def __init__(self, index: int, expected: str) -> None:
        super().__init__(index, expected)
        self.index = index
        self.expected = expected


class _Cursor:
    """Reads one word after the other of `text`, from an index up to `stop`."""

    def __init__(self, file: Readable, index: int, stop: int) -> None:
        self.file = file
        self.index = index
        self.stop = stop

    def skip(self) -> None:
        blank = _BLANK.match(self.file.text, self.index, self.stop)
        assert blank is not None, "matches nothing too"
        self.index = blank.end()

    def take(self, sign: str) -> bool:
        self.skip()
        if not self.file.text.startswith(sign, self.index, self.stop):
            return False
        self.index += len(sign)
        return True

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise BadCallError(self.index, f"'{sign}'")

    def name(self) -> Text:
        self.skip()
        name = _NAME.match(self.file.text, self.index, self.stop)
        if name is None:
            raise BadCallError(self.index, "a name")
        self.index = name.end()
        return self.file.slice(*name.span())

    def string(self) -> Text:
        self.skip()
        string = _STRING.match(self.file.text, self.index, self.stop)
        if string is None:
            raise BadCallError(self.index, "text in quotes")
        self.index = string.end()
        return self.file.slice(string.start() + 1, string.end() - 1)

    def string_or_number(self) -> Text | int:
        self.skip()
        number = _NUMBER.match(self.file.text, self.index, self.stop)
        if number is None:
            return self.string()
        self.index = number.end()
        return int(number.group())


def read_call(file: Readable, start: int, stop: int) -> WrittenCall:
    """The call whose braces open at `start`, all before `stop`; raises BadCallError where it breaks off."""
    cursor = _Cursor(file, start, stop)
    cursor.need("{{")
    name = cursor.name()
    cursor.need("(")
    argument = cursor.string()
    options = []
    while cursor.take(","):
        option = cursor.name()
        cursor.need("=")
        options.append((option, cursor.string_or_number()))
    cursor.need(")")
    cursor.need("}}")
    return WrittenCall(name, argument, tuple(options), start, cursor.index)


def finished_call(call: WrittenCall) -> Call:
    """The call without its places; to be asked for only where it has no problems."""
    form = FORMS[call.name]
    options = {str(name): value if isinstance(value, int) else str(value) for name, value in call.options}
    expression = read_expression(call.argument) if form.argument == "expression" else None
    return Call(str(call.name), str(call.argument), options, call.name.at(1), expression)


def call_problems(call: WrittenCall, known: Known, *, alone: bool) -> Iterator[Problem]:
    """Everything wrong with a call that could be read; `alone`: it has its paragraph to itself."""
    form = FORMS.get(call.name)
    if form is None:
        yield Problem(call.name.at(1), say.UNKNOWN_CALL.format(name=f"'{call.name}'"), allowed_words(call.name, FORMS))
        return
    if form.alone and not alone:
        yield Problem(call.name.at(1), say.NOT_ALONE.format(call=f"'{call.name}'"))
    yield from _argument_problems(call.argument, form, known)
    yield from _option_problems(call, form)


def _argument_problems(argument: Text, form: CallForm, known: Known) -> Iterator[Problem]:
    if form.argument == "expression":
        try:
            expression = read_expression(argument)
        except NotationError as error:
            yield Problem(argument.at(error.column), error.message, error.allowed)
            return
        if known.functions is not None:
            yield from name_problems(expression, (), known.functions)
        return
    names, sentence = {
        "table": (known.tables, say.UNKNOWN_TABLE),
        "chart": (known.charts, say.UNKNOWN_CHART),
        "example": (known.examples, say.UNKNOWN_EXAMPLE),
        "file": (_files(known), say.UNKNOWN_SOURCE),
    }[form.argument]
    if names is not None and argument not in names:
        message = sentence.format(name=say.quoted(argument))
        yield Problem(argument.at(1), message, allowed_words(argument, _candidates(argument, names)))


def _files(known: Known) -> Collection[str] | None:
    """Everything that has a file of its own, as far as all of it is known."""
    kinds = (known.tables, known.charts, known.examples)
    names = [set(kind) for kind in kinds if kind is not None]
    return set().union(*names) if len(names) == len(kinds) else None


def _candidates(given: str, names: Collection[str]) -> set[str]:
    """Those of the known names that an unknown one may mean: of its own system, or of the system that it names."""
    system, slash, _ = given.rpartition("/")
    if slash:
        return {name for name in names if name.startswith(f"{system}/")} or {
            f"{name.partition('/')[0]}/…" for name in names if "/" in name
        }
    own = {name for name in names if "/" not in name}
    return own or {name for name in names if name.endswith(f"/{given}")} or set(names)


def _option_problems(call: WrittenCall, form: CallForm) -> Iterator[Problem]:
    seen: set[str] = set()
    for name, value in call.options:
        if name not in form.options:
            message = say.UNKNOWN_OPTION.format(call=f"'{call.name}'", name=f"'{name}'")
            yield Problem(name.at(1), message, allowed_words(name, form.options))
        elif name in seen:
            yield Problem(name.at(1), say.OPTION_TWICE.format(name=f"'{name}'"))
        else:
            yield from _value_problems(name, value)
        seen.add(str(name))
    for required in form.required:
        if required not in seen:
            message = say.MISSING_OPTION.format(call=f"'{call.name}'", name=f"'{required}'")
            yield Problem(call.name.at(1), message)


def _value_problems(name: Text, value: Text | int) -> Iterator[Problem]:
    if name == "digits":
        if not isinstance(value, int) or value > MOST_DIGITS:
            yield Problem(name.at(1), say.OPTION_WHOLE.format(name=f"'{name}'", least=0, most=MOST_DIGITS))
    elif isinstance(value, int):
        yield Problem(name.at(1), say.OPTION_TEXT.format(name=f"'{name}'"))
    elif name == "as" and value not in STYLES:
        message = say.OPTION_WORD.format(name=f"'{name}'", given=say.quoted(value))
        yield Problem(value.at(1), message, allowed_words(value, STYLES))
