"""Parts of a program that are found once and kept until a name in them changes; what they cost is charged each time."""

from __future__ import annotations

from collections.abc import Sequence

from generator.dice.programs import PLAIN, Answer, Asking, Otherwise
from generator.exact import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from generator.dice.cost import Charges

# Values of one part that are kept at once; beyond them, forgetting all is cheaper than choosing.
MOST_KEPT = 5_000


def kept(place: int, at: int, code: Answer) -> Answer:
    """A part that is kept until its level changes, which clears the `place` of that level."""

    def recalled(asking: Asking) -> Any:
        found = asking.kept[place][at]
        return _found(asking, code, asking.kept[place], at) if found is None else _again(asking, found)

    return recalled


def kept_by_index(place: int, at: int, index: int, code: Answer) -> Answer:
    """The same for each value of an index, which stands in the slot `index`."""

    def recalled(asking: Asking) -> Any:
        by_index = asking.kept[place][at]
        if by_index is None:
            by_index = asking.kept[place][at] = {}
        found = by_index.get(asking.slots[index])
        return _found(asking, code, by_index, asking.slots[index]) if found is None else _again(asking, found)

    return recalled


def kept_by_values(slots: Sequence[int], code: Answer) -> Answer:
    """A part that is kept for good, by what the names in it stand for."""
    by_values: dict[object, tuple[Any, Charges]] = {}

    def recalled(asking: Asking) -> Any:
        values = [asking.slots[slot] for slot in slots]
        if not all(type(value) in PLAIN for value in values):
            return code(asking)
        # The hash of a fraction costs more than those of its two numbers.
        parts = [value.as_integer_ratio() if type(value) is Fraction else value for value in values]
        # How deep calls may still go is part of what an expression comes to.
        key = (asking.run.depth, *parts)
        found = by_values.get(key)
        if found is not None:
            return _again(asking, found)
        if len(by_values) >= MOST_KEPT:
            by_values.clear()
        return _found(asking, code, by_values, key)

    return recalled


def _found(asking: Asking, code: Answer, where: Any, key: Any) -> Any:
    mark = asking.meter.mark()
    value = code(asking)
    where[key] = value, asking.meter.since(mark)
    return value


def _again(asking: Asking, found: tuple[Any, Charges]) -> Any:
    if not asking.meter.again(found[1]):
        raise Otherwise
    return found[0]
