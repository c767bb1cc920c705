"""Searches: the largest or smallest whole number at which a condition holds."""

from __future__ import annotations

from collections.abc import Callable

from generator.dice.cost import Meter
from generator.dice.syntax import Indexed, NotationError, Refused

Holds = Callable[[int], bool]


def find(node: Indexed, holds: Holds, span: tuple[int, int] | None, meter: Meter, way: int | None) -> int:
    """The number that `largest` or `smallest` asks for.

    Without a range it counts from 0: up while `largest` holds or `smallest` does not, else down. `way` says that the
    condition only rises from failing to holding, or only falls, while the number rises; then not every number is
    tried. Raises `NotationError` if no number in the range holds, `Refused` if no end comes into sight.
    """
    if span is not None:
        return _within(node, holds, span, way)
    largest = node.function == "largest"
    at_zero = holds(0)
    step = 1 if at_zero == largest else -1

    def changed(distance: int) -> bool:
        try:
            return holds(step * distance) != at_zero
        except Refused:
            raise
        except NotationError:
            # Below zero the condition may make no sense, as for a number of dice; then 0 is the last that does.
            if step > 0 or not at_zero:
                raise
            return True

    # Counting goes on until the condition changes; the answer is whichever neighbor of the change holds.
    distance = _first(changed, 1, meter.budget.search, monotone=way is not None)
    if distance is not None:
        return step * (distance - 1 if at_zero else distance)
    raise Refused(
        f"{node.function}({node.name}: …) found no end up to {step * meter.budget.search:,}",
        node.column,
        f"give it a range: {node.function}({node.name} = 1..100: …)",
    )


def _within(node: Indexed, holds: Holds, span: tuple[int, int], way: int | None) -> int:
    low, high = span
    largest = node.function == "largest"
    start, step = (high, -1) if largest else (low, 1)
    distance = _first(lambda distance: holds(start + step * distance), 0, high - low, monotone=way is not None)
    if distance is None:
        raise NotationError(f"the condition holds nowhere from {low} to {span[1]}", node.body.column)
    return start + step * distance


def _first(changed: Callable[[int], bool], least: int, most: int, *, monotone: bool) -> int | None:
    """The first number from `least` to `most` at which it is so; if monotone, from there on it stays so."""
    if least > most:
        return None
    if monotone:
        try:
            known, reach = least - 1, least
            while not changed(reach):
                if reach == most:
                    return None
                known, reach = reach, min(2 * reach + 1, most)
            while reach - known > 1:
                middle = (known + reach) // 2
                known, reach = (known, middle) if changed(middle) else (middle, reach)
            return reach
        except NotationError:
            # Numbers far out may be refused that a search one by one would never come to.
            pass
    return next((number for number in range(least, most + 1) if changed(number)), None)
