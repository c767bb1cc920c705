"""Searches: the largest or smallest whole number at which a condition holds."""

from __future__ import annotations

from collections.abc import Callable

from generator.dice.cost import Meter
from generator.dice.syntax import Indexed, NotationError, Refused


def find(node: Indexed, holds: Callable[[int], bool], span: tuple[int, int] | None, meter: Meter) -> int:
    """The number that `largest` or `smallest` asks for.

    Without a range it counts from 0: up while `largest` holds or `smallest` does not, else down. Raises
    `NotationError` if no number in the range holds, `Refused` if no end comes into sight.
    """
    largest = node.function == "largest"
    if span is not None:
        low, high = span
        for candidate in range(high, low - 1, -1) if largest else range(low, high + 1):
            if holds(candidate):
                return candidate
        raise NotationError(f"the condition holds nowhere from {low} to {high}", node.body.column)
    at_zero = holds(0)
    step = 1 if at_zero == largest else -1
    # Counting goes on until the condition changes; the answer is whichever neighbor of the change holds.
    for distance in range(1, meter.budget.search + 1):
        try:
            changed = holds(step * distance) != at_zero
        except Refused:
            raise
        except NotationError:
            # Below zero the condition may make no sense, as for a number of dice; then 0 is the last that does.
            if step > 0 or not at_zero:
                raise
            changed = True
        if changed:
            return step * (distance - 1 if at_zero else distance)
    raise Refused(
        f"{node.function}({node.name}: …) found no end up to {step * meter.budget.search:,}",
        node.column,
        f"give it a range: {node.function}({node.name} = 1..100: …)",
    )
