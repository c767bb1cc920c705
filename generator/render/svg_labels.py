"""Where the name of each curve stands: at the curve, off every line, off every other name.

A few places are tried for each curve in the order of a reader's liking, and the one that meets the fewest lines is
taken. Widths of text are estimates in whole numbers, since a page sets its own font.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.render.svg_geometry import UNITS, Place, crosses

Box = tuple[int, int, int, int]

# Width of a character in hundredths of the font's size, on the generous side.
_WIDE, _USUAL, _SLIM = 85, 55, 30
_SHARES = (85, 65, 45, 25, 12)
_ROOM = 3 * UNITS


@dataclass(frozen=True, slots=True)
class Named:
    """A line with its name. `peak` is where it is highest, `base` the height it stands on."""

    name: str
    line: tuple[Place, ...]
    peak: Place
    base: int


@dataclass(frozen=True, slots=True)
class Label:
    """A name and where its text starts, is centered or ends, on its base line."""

    text: str
    x: int
    y: int
    anchor: str


def width_of(words: str, size: int) -> int:
    """About how wide a text is in drawing units, at a font size in drawing units."""
    hundredths = sum(_WIDE if c in "mwMW%@" else _SLIM if c in "iljtfrI.,:;'()[]! " else _USUAL for c in words)
    return hundredths * size // 100


def labels(
    named: Sequence[Named], lines: Sequence[Sequence[Place]], area: Box, size: int, *, lifted: bool
) -> list[Label]:
    """A label for each named line, in order. `lines` are those that no label should meet, `area` holds all labels.

    Where one kind of place suits every line, all names stand alike; else each takes the best place left to it.
    """
    choices = [_candidates(one, area, size, lifted=lifted) for one in named]
    for alike in zip(*choices, strict=True):
        boxes: list[Box] = []
        for label in alike:
            if _trouble(label, boxes, lines, area, size):
                break
            boxes.append(box_of(label, size))
        else:
            return list(alike)
    made: list[Label] = []
    for candidates in choices:
        boxes = [box_of(label, size) for label in made]
        troubles = [_trouble(label, boxes, lines, area, size) for label in candidates]
        made.append(candidates[troubles.index(min(troubles))])
    return made


def _trouble(label: Label, boxes: Sequence[Box], lines: Sequence[Sequence[Place]], area: Box, size: int) -> int:
    """How much is wrong with a place: outside of the drawing is worst, then on another name, then on a line."""
    left, top, right, bottom = box_of(label, size)
    outside = sum((left < area[0], top < area[1], right > area[2], bottom > area[3]))
    room = (left - _ROOM, top - _ROOM, right + _ROOM, bottom)
    taken = sum(_overlap(room, other) for other in boxes)
    met = sum(crosses(line, room) for line in lines)
    return outside * 10_000 + taken * 100 + met


def box_of(label: Label, size: int) -> Box:
    """The room that a label takes."""
    width = width_of(label.text, size)
    left = label.x - {"start": 0, "middle": width // 2, "end": width}[label.anchor]
    return (left, label.y - size * 3 // 4, left + width, label.y + size // 5)


def _candidates(one: Named, area: Box, size: int, *, lifted: bool) -> tuple[Label, ...]:
    """Places for a name in the order of a reader's liking, as many for every line."""
    gap = size // 2
    (x, y), first, last = one.peak, one.line[0], one.line[-1]
    places = [Label(one.name, area[0], one.base - size // 3, "start")] if lifted else []
    places += [
        Label(one.name, x, y - gap, "middle"),
        Label(one.name, x + gap // 2, y - gap, "start"),
        Label(one.name, x - gap // 2, y - gap, "end"),
    ]
    # A line falls away from its peak, so that a name with its foot at the line stays clear of it.
    for share in _SHARES:
        level = one.base + (y - one.base) * share // 100
        places += [
            Label(one.name, _right_at(one.line, level) + gap, level, "start"),
            Label(one.name, _left_at(one.line, level) - gap, level, "end"),
        ]
    return (
        *places,
        Label(one.name, last[0], last[1] - gap, "end"),
        Label(one.name, first[0], first[1] - gap, "start"),
        Label(one.name, last[0], last[1] + gap + size // 2, "end"),
    )


def _right_at(line: Sequence[Place], level: int) -> int:
    """Where the line, followed from its right end, first reaches the height `level`."""
    for a, b in zip(reversed(line[:-1]), reversed(line[1:]), strict=True):
        if a[1] <= level < b[1]:
            return a[0] + (b[0] - a[0]) * (level - a[1]) // (b[1] - a[1])
    return line[-1][0]


def _left_at(line: Sequence[Place], level: int) -> int:
    """Where the line, followed from its left end, first reaches the height `level`."""
    for a, b in pairwise(line):
        if b[1] <= level < a[1]:
            return b[0] - (b[0] - a[0]) * (level - b[1]) // (a[1] - b[1])
    return line[0][0]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
