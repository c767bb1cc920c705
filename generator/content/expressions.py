"""Expressions of the notation as they stand in a source file, and the ranges that axes are written in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from generator.content.source_file import Text
from generator.diagnostics import Location, Problem
from generator.dice.notation import Function, Node, NotationError, check, parse, parse_function

Functions = Mapping[str, Function]

_STEP = re.compile(r"\sby(?=\s|$)")


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """An expression that could be read. Two are equal where they say the same in the same place."""

    text: str
    node: Node = field(repr=False)
    source: Text = field(repr=False)

    @property
    def location(self) -> Location:
        """Where it stands; most are never asked."""
        return self.source.at(1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Expression):
            return NotImplemented
        return self.text == other.text and self.location == other.location

    def __hash__(self) -> int:
        return hash((self.text, self.location))

    def at(self, column: int) -> Location:
        """The place in the source file of a column of the expression's text; columns count from 1."""
        return self.source.at(column)

    def problem(self, error: NotationError) -> Problem:
        """What the notation or the engine says about this expression, at its place in the file."""
        return Problem(self.at(error.column), error.message, error.allowed)


@dataclass(frozen=True, slots=True)
class AxisRange:
    """`first..last`, by steps of one where no step is given; both ends belong to it."""

    first: Expression
    last: Expression
    step: Expression | None = None


AxisItem = Expression | AxisRange


@dataclass(frozen=True, slots=True)
class SharedFunction:
    """A function as `system.yml` defines it: `target(dice, average) = ceil(dice * average)`."""

    text: str
    function: Function = field(compare=False, repr=False)
    source: Text = field(compare=False, repr=False)

    def problem(self, error: NotationError) -> Problem:
        """What the notation says about this function, at its place in the file."""
        return Problem(self.source.at(error.column), error.message, error.allowed)


class RangeError(ValueError):
    """A range whose first end, last end or step is missing; `step` says which sentence fits."""

    def __init__(self, column: int, *, step: bool) -> None:
        super().__init__(column)
        self.column = column
        self.step = step


def read_expression(text: str) -> Expression:
    """The expression that `text` holds; raises NotationError with a column of `text`."""
    source = text if isinstance(text, Text) else Text(text)
    return Expression(str(source), parse(str(source)), source)


def read_function(text: str) -> SharedFunction:
    """The function that `text` defines; raises NotationError with a column of `text`."""
    source = text if isinstance(text, Text) else Text(text)
    return SharedFunction(str(source), parse_function(str(source)), source)


def read_axis_item(text: str) -> AxisItem:
    """One item of an axis: an expression, or a range.

    Raises NotationError or RangeError with a column of `text`.
    """
    source = text if isinstance(text, Text) else Text(text)
    dots = _top_level(source).find("..") if ".." in source else -1
    if dots < 0:
        return read_expression(source)
    rest = _top_level(source)[dots + 2 :]
    by = _STEP.search(rest)
    stop = dots + 2 + by.start() if by else len(source)
    first = _end(source, 0, dots)
    last = _end(source, dots + 2, stop)
    return AxisRange(first, last, _end(source, dots + 2 + by.end(), len(source), step=True) if by else None)


def identifier_of(key: str) -> str:
    """A key as expressions write it, where a hyphen would be a minus."""
    return key.replace("-", "_")


def name_problems(expression: Expression, names: Collection[str], functions: Functions) -> Iterator[Problem]:
    """Every name and function of `expression` that its field does not know."""
    for error in check(expression.node, names, functions):
        yield expression.problem(error)


def item_expressions(item: AxisItem) -> Iterator[Expression]:
    """The expressions that an item of an axis is made of."""
    if isinstance(item, Expression):
        yield item
    else:
        yield from (part for part in (item.first, item.last, item.step) if part is not None)


def _end(source: Text, start: int, stop: int, *, step: bool = False) -> Expression:
    part = source.part(start, stop)
    if not part:
        raise RangeError(start + 1, step=step)
    try:
        return read_expression(part)
    except NotationError as error:
        raise NotationError(error.message, error.column + part.shift - source.shift, error.allowed) from None


def _top_level(source: str) -> str:
    """`source` with everything inside brackets blanked out, so that only its own dots and words are seen."""
    depth, seen = 0, []
    for character in source:
        depth += character in "({"
        seen.append(" " if depth else character)
        depth -= character in ")}" and depth > 0
    return "".join(seen)
