"""The one place where exact numbers become places in a drawing: whole drawing units, a hundredth of a pixel each.

Rounding is whole-number arithmetic, so that a chance of one in 6^400 is placed as surely as one half, and the same
chart gives the same bytes everywhere. A point that is drawn lies within half a drawing unit of its exact place.

Curves of many points are thinned: a point is left out only where the drawn line passes its exact height at a distance
of at most `TOLERANCE`, a tenth of a pixel, which no eye and no printer resolves. The method is that of Ramer (1972)
and of Douglas and Peucker (1973) with vertical distances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from generator.exact import Fraction

UNITS = 100
"""Drawing units a pixel."""

TOLERANCE = 10
"""How far, in drawing units, a line may pass a point that thinning left out."""

Place = tuple[int, int]


@dataclass(frozen=True)
class Span:
    """An axis of the drawing: exact values from `low` to `high` on drawing units from `start` to `stop`."""

    low: Fraction
    high: Fraction
    start: int
    stop: int

    def exact(self, value: Fraction) -> Fraction:
        """The exact place of a value, in drawing units."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)

    def place(self, value: Fraction, parts: int = 1) -> int:
        """The place of a value in whole drawing units, or in whole `parts` of one; a half goes up."""
        (slope, under), (offset, below) = self._rule
        # floor(place * parts + 1/2) over one denominator: whole numbers only, for values of hundreds of digits.
        over = value.denominator * under * below
        return (2 * parts * (value.numerator * slope * below + offset * value.denominator * under) + over) // (2 * over)

    @cached_property
    def _rule(self) -> tuple[tuple[int, int], tuple[int, int]]:
        slope = (self.stop - self.start) / (self.high - self.low)
        return slope.as_integer_ratio(), (self.start - self.low * slope).as_integer_ratio()


def text(units: int) -> str:
    """Drawing units as the number of pixels that a path holds: `1234` is `12.34`, `-50` is `-.5`."""
    whole, part = divmod(abs(units), UNITS)
    digits = f"{part:02d}".rstrip("0")
    number = f"{whole or (0 if not digits else '')}{'.' + digits if digits else ''}"
    return f"-{number}" if units < 0 else number


def thinned(points: Sequence[tuple[Fraction, Fraction]], across: Span, up: Span) -> tuple[Place, ...]:
    """The places, in drawing units, that a line through these exact points needs; both ends are always kept.

    The points ascend in their first numbers. Of points that share a place across, those too far apart are kept.
    """
    places = [(across.place(x), up.place(y)) for x, y in points]
    # A thousandth of a drawing unit is fine enough to judge distances and keeps the numbers small.
    fine = [(across.place(x, 1000), up.place(y, 1000)) for x, y in points]
    keep = {0, len(places) - 1}
    stack = [(0, len(places) - 1)]
    while stack:
        first, last = stack.pop()
        worst, at = _farthest(places, fine, first, last)
        if worst > 1000 * TOLERANCE:
            keep.add(at)
            stack += [(first, at), (at, last)]
    kept = [places[index] for index in sorted(keep)]
    return tuple(place for index, place in enumerate(kept) if index == 0 or place != kept[index - 1])


def _farthest(places: Sequence[Place], fine: Sequence[Place], first: int, last: int) -> tuple[int, int]:
    """The greatest distance that a point may have from the line between two drawn places, and that point's index.

    Rounding moves a point by half a thousandth each way; where the line is steep, the way across weighs as its slope.
    """
    (x0, y0), (x1, y1) = places[first], places[last]
    worst, at = 0, first
    moved = 2 + (abs(y1 - y0) // (2 * (x1 - x0)) if x1 != x0 else 0)
    for index in range(first + 1, last):
        x, y = fine[index]
        if (x0, y0) == (x1, y1):
            # A line without length is not drawn, so it passes only what shares its place.
            away = 0 if places[index] == (x0, y0) else 1000 * TOLERANCE + abs(y - 1000 * y0)
        elif x1 == x0:
            away = abs(y - 1000 * y0)
        else:
            height = 1000 * y0 * (x1 - x0) + (y1 - y0) * (x - 1000 * x0)
            away = -(-abs(y * (x1 - x0) - height) // (x1 - x0))
        if at == first or away > worst:
            worst, at = away, index
    return (0 if at == first else worst + moved), at


def crosses(line: Sequence[Place], box: tuple[int, int, int, int]) -> bool:
    """Whether a line enters a box, given by its left, top, right and bottom."""
    return any(_meets(a, b, box) for a, b in pairwise(line))


def _meets(a: Place, b: Place, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = box
    if max(a[0], b[0]) < left or min(a[0], b[0]) > right or max(a[1], b[1]) < top or min(a[1], b[1]) > bottom:
        return False
    # The box lies on both sides of the line, or touches it, unless all four corners are on one side.
    sides = [
        (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        for x, y in ((left, top), (right, top), (left, bottom), (right, bottom))
    ]
    return min(sides) <= 0 <= max(sides)
