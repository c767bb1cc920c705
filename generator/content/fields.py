"""The kinds of fields that definitions are made of: what each accepts and how it refuses anything else.

A refusal is raised as pydantic's own kind of error, so that one pass over a file finds all of them; its
sentence travels in the error's context, and `validation.py` gives it its place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from re import fullmatch
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from generator.content import sentences as say
from generator.content.expressions import (
    AxisItem,
    Expression,
    RangeError,
    SharedFunction,
    read_axis_item,
    read_expression,
    read_function,
)
from generator.content.source_file import Text
from generator.diagnostics import allowed_words
from generator.dice.notation import NotationError, parse
from generator.dice.syntax import Name

MOST_DIGITS = 30
# Characters. A cell of a workbook holds 32,767 of them, and a caption is set together with what is told of its parts.
LONGEST_LINE = 1_000
LONGEST_TEXT = 20_000
STYLES = ("whole", "decimal", "percent", "odds", "fraction", "mixed")
TONES = ("easy", "hard", "good", "warn", "plain")

# The words of the notation that stand between operands; everything else can be told from a name by reading it.
_OPERATORS = ("and", "given", "not", "or", "where")
_EXACT = r"-?[0-9]{1,400}(/0{0,9}[1-9][0-9]{0,400})?|[0-9]{1,9}–[0-9]{1,9}"

ID_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"

Read = TypeVar("Read")


def refusal(sentence: str, *, allowed: str = "", column: int = 0, **words: str | int) -> PydanticCustomError:
    """The error that says `sentence` of the field in question, at a column of its text if one is given."""
    context: dict[str, Any] = {"sentence": sentence, "words": words, "allowed": allowed, "column": column}
    return PydanticCustomError("refusal", "refusal", context)


def described(value: object) -> str:
    """What kind of thing stands in a field, in words."""
    if isinstance(value, str):
        return say.quoted(value) if value else "nothing"
    return "a list" if isinstance(value, (list, tuple)) else "keys with values"


def plain(value: object) -> str:
    """Any text; a list or keys are refused."""
    if not isinstance(value, str):
        raise refusal(say.MUST_BE_TEXT, given=described(value))
    return str(value)


def words(value: object) -> str:
    """Text that says something, without the blanks around it."""
    text = plain(value).strip()
    if not text:
        raise refusal(say.MUST_NOT_BE_EMPTY)
    return _no_longer_than(LONGEST_TEXT, text)


def _no_longer_than(most: int, text: str) -> str:
    if len(text) > most:
        raise refusal(say.TOO_LONG, allowed=f"at most {most:,}", number=f"{len(text):,}")
    return text


def prose(value: object) -> Text:
    """Text that says something and may hold calls; it knows its place, so that they can be read in it."""
    said = words(value)
    return value.part(0, len(value)) if isinstance(value, Text) else Text(said)


def line(value: object) -> str:
    """Text of one line that says something."""
    text = words(value)
    if "\n" in text:
        raise refusal(say.MUST_BE_ONE_LINE)
    return _no_longer_than(LONGEST_LINE, text)


def identifier(value: object) -> str:
    """A name for expressions: letters, digits, underscores, and no meaning of its own in the notation."""
    text = words(value)
    if not fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text):
        raise refusal(say.MUST_BE_NAME, given=say.quoted(text))
    try:
        node = parse(text)
    except NotationError:
        raise refusal(say.HAS_MEANING, given=say.quoted(text)) from None
    if text in _OPERATORS or not isinstance(node, Name):
        raise refusal(say.HAS_MEANING, given=say.quoted(text))
    return text


def stem(value: object) -> str:
    """The name of a file or folder of content, which becomes a part of its address."""
    text = words(value)
    if not fullmatch(ID_PATTERN, text):
        raise refusal(say.MUST_BE_ID, given=say.quoted(text))
    return text


def page_stem(value: object) -> str:
    """The name of a site-wide page, which may stand in a folder: `authors/notation`."""
    text = words(value)
    if not fullmatch(f"({ID_PATTERN}/)?{ID_PATTERN}", text):
        raise refusal(say.MUST_BE_ID, given=say.quoted(text))
    return text


def csv_name(value: object) -> str:
    """The name of a CSV file beside the definition that names it."""
    text = words(value)
    if not fullmatch(ID_PATTERN + r"\.csv", text):
        raise refusal(say.MUST_BE_CSV, given=say.quoted(text))
    return text


def address(value: object) -> str:
    """A web address, or nothing."""
    text = plain(value).strip()
    if text and not fullmatch(r"https?://[^\s\"'<>]+", text):
        raise refusal(say.MUST_BE_ADDRESS, given=say.quoted(text))
    return text


def flag(value: object) -> bool:
    """`true` or `false`; YAML's other words for them are refused, since no two readers agree on those."""
    if isinstance(value, bool):
        return value
    if value not in ("true", "false"):
        raise refusal(say.MUST_BE_FLAG, given=described(value))
    return value == "true"


def whole(least: int, most: int) -> Callable[[object], int]:
    """The reader of whole numbers from `least` to `most`."""

    def read(value: object) -> int:
        number = value if isinstance(value, int) else None
        if isinstance(value, str) and fullmatch(r"[0-9]{1,9}", value):
            number = int(value)
        if number is None or not least <= number <= most:
            raise refusal(say.MUST_BE_WHOLE, least=least, most=most, given=described(value))
        return number

    return read


def exact_value(value: object) -> str:
    """The text of an exact number, `77` or `7/2`, or of a range of whole numbers, `4–5`."""
    if not isinstance(value, str) or not fullmatch(_EXACT, value):
        raise refusal(say.MUST_BE_EXACT, given=described(value))
    return str(value)


def one_of(known: tuple[str, ...]) -> Callable[[object], str]:
    """The reader of one word out of `known`."""

    def read(value: object) -> str:
        text = words(value)
        if text not in known:
            raise refusal(say.UNKNOWN_WORD, given=say.quoted(text), allowed=allowed_words(text, known))
        return text

    return read


def expression(value: object) -> Expression:
    """An expression; only its form is judged here, its names are checked where their scope is known."""
    return value if isinstance(value, Expression) else _noted(read_expression, value)


def axis_item(value: object) -> AxisItem:
    """An expression or a range of them."""
    return value if isinstance(value, AxisItem) else _noted(read_axis_item, value)


def shared_function(value: object) -> SharedFunction:
    """The definition of a function."""
    return value if isinstance(value, SharedFunction) else _noted(read_function, value)


def _noted(reader: Callable[[str], Read], value: object) -> Read:
    words(value)
    assert isinstance(value, str), "words() takes nothing else"
    try:
        return reader(value)
    except NotationError as error:
        raise refusal("{said}", said=error.message, allowed=error.allowed, column=error.column) from None
    except RangeError as error:
        raise refusal(say.RANGE_STEP if error.step else say.RANGE_END, column=error.column) from None


def listed(value: object) -> object:
    """A list, also where a single item stands alone."""
    return [value] if isinstance(value, (str, Expression)) else value


def filled(items: tuple[Read, ...]) -> tuple[Read, ...]:
    """A list with something in it."""
    if not items:
        raise refusal(say.MUST_NOT_BE_EMPTY)
    return items


def some_keys(keys: Mapping[str, Read]) -> Mapping[str, Read]:
    """Keys with values, at least one."""
    if not keys:
        raise refusal(say.MUST_NOT_BE_EMPTY)
    return keys


def written(value: object) -> Text:
    """A cell as it is written: one line, or nothing."""
    text = plain(value).strip()
    if "\n" in text:
        raise refusal(say.MUST_BE_ONE_LINE)
    return value.part(0, len(value)) if isinstance(value, Text) else Text(text)


def with_place(value: object) -> str:
    """A label that holds `{}` once."""
    text = line(value)
    if text.count("{}") != 1:
        raise refusal(say.NEEDS_PLACE)
    return text


_TEXT = WithJsonSchema({"type": "string"})
_SOLID = WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT})
_ONE_LINE = WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_LINE})

Plain = Annotated[str, PlainValidator(plain), _TEXT]
Words = Annotated[str, PlainValidator(words), _SOLID]
Written = Annotated[Text, PlainValidator(written), _TEXT]
Prose = Annotated[Text, PlainValidator(prose), _SOLID]
Line = Annotated[str, PlainValidator(line), _ONE_LINE]
Label = Annotated[str, PlainValidator(with_place), _ONE_LINE]
Address = Annotated[str, PlainValidator(address), _TEXT]
Identifier = Annotated[str, PlainValidator(identifier), _SOLID]
Stem = Annotated[str, PlainValidator(stem), WithJsonSchema({"type": "string", "pattern": f"^{ID_PATTERN}$"})]
PageStem = Annotated[str, PlainValidator(page_stem), _SOLID]
CsvName = Annotated[str, PlainValidator(csv_name), _SOLID]
Flag = Annotated[bool, PlainValidator(flag), WithJsonSchema({"type": "boolean"})]
Digits = Annotated[
    int,
    PlainValidator(whole(0, MOST_DIGITS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_DIGITS}),
]
Count = Annotated[int, PlainValidator(whole(1, 10_000)), WithJsonSchema({"type": "integer", "minimum": 1})]
Exact = Annotated[str, PlainValidator(exact_value), _SOLID]
Style = Annotated[str, PlainValidator(one_of(STYLES)), WithJsonSchema({"enum": STYLES})]
Tone = Annotated[str, PlainValidator(one_of(TONES)), WithJsonSchema({"enum": TONES})]
Search = Annotated[
    str, PlainValidator(one_of(("largest", "smallest"))), WithJsonSchema({"enum": ("largest", "smallest")})
]
Formula = Annotated[Expression, PlainValidator(expression), WithJsonSchema({"type": ["string", "number"]})]
FunctionField = Annotated[SharedFunction, PlainValidator(shared_function), _SOLID]
Item = Annotated[AxisItem, PlainValidator(axis_item), WithJsonSchema({"type": ["string", "number"]})]
Items = Annotated[tuple[Item, ...], BeforeValidator(listed), AfterValidator(filled)]
