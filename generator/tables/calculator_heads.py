"""What a spreadsheet can find among the heads of a table: numbers it shows as they are, or words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.diagnostics import Location
from generator.exact import Fraction
from generator.tables.calculator_model import Heads
from generator.tables.model import Column, Row, Table
from generator.tables.numbers import MINUS
from generator.tables.unfit import Unfit

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def head_numbers(points: Sequence[Row | Column]) -> tuple[Fraction, ...] | None:
    """The numbers that head rows or columns, None where any head is words or does not read as its own number.

    A double cannot hold 17/6, so that a sheet would not find the number that its reader types.
    """
    numbers = []
    for point in points:
        text = point.label.replace(MINUS, "-").removesuffix("%")
        if point.exact is None or not _NUMBER.fullmatch(text):
            return None
        number, marked = Fraction(text), point.label.endswith("%")
        if number != 100 * point.exact and (marked or number != point.exact):
            return None
        numbers.append(point.exact)
    return tuple(numbers)


def progression(numbers: Sequence[Fraction | None]) -> tuple[Fraction, Fraction] | None:
    """The first of some numbers and the step between them, where they go up evenly by steps that a double holds."""
    known = [number for number in numbers if number is not None]
    if not known or len(known) < len(numbers):
        return None
    if len(known) == 1:
        return known[0], Fraction(1)
    first, step = known[0], known[1] - known[0]
    even = all(number == first + step * at for at, number in enumerate(known))
    exact = all(Fraction(float(number)) == number for number in (first, step))
    return (first, step) if even and exact and step > 0 else None


def heads_of(table: Table, key: str, place: Location) -> Heads:
    """What an input can choose of a table: all its rows, or its columns up to the first that is derived."""
    points: Sequence[Row | Column] = table.rows
    if key == "columns_of":
        stop = next((at for at, column in enumerate(table.columns) if column.derived), len(table.columns))
        points = table.columns[:stop]
    labels = tuple(point.label for point in points)
    numbers = head_numbers(points)
    if numbers is None and any(point.exact is not None and _NUMBER.fullmatch(point.label) for point in points):
        raise Unfit(place, f"table {table.id!r} has heads that are partly numbers, which a sheet cannot offer")
    if not points:
        raise Unfit(place, f"table {table.id!r} has nothing to choose from")
    return Heads(table.id, "rows" if key == "rows_of" else "columns", numbers or labels, labels)


def judged(labels: Sequence[str], place: Location) -> None:
    """Raises Unfit where a spreadsheet would not find a label: two alike, or one with a wildcard."""
    seen: set[str] = set()
    for label in labels:
        if label.casefold() in seen:
            raise Unfit(place, f"{label!r} can be chosen twice", "every choice reads differently")
        if re.search(r"[*?~]", label):
            raise Unfit(place, f"{label!r} holds a wildcard of spreadsheets", "labels without * ? ~")
        seen.add(label.casefold())
