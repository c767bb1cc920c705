"""The computed values that a chapter's running text and worked examples show, in the order in which they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.exact import Fraction
from generator.publish.readback.admission import plain_admits
from generator.tables.book import Chapter, Figure, WorkedExample


@dataclass(frozen=True, slots=True)
class Value:
    """A value that is due: where it stands, how it reads, and the exact number behind it."""

    place: str
    text: str
    exact: Fraction

    @property
    def exact_text(self) -> str:
        """The exact number as pages carry it."""
        return f"{self.exact.numerator}/{self.exact.denominator}"

    @property
    def fault(self) -> str:
        """Why the text does not admit the exact number; empty where it does."""
        return "" if plain_admits(self.text, self.exact) else "which that text does not admit"


def values_of(chapter: Chapter) -> Iterator[Value]:
    """Every computed value of the chapter, from the first to the last."""
    for piece in chapter.pieces:
        if isinstance(piece, Figure):
            yield Value(f"the value {piece.expression!r}", piece.text, piece.exact)
        elif isinstance(piece, WorkedExample):
            for step in piece.steps:
                yield Value(f"example {piece.id}, step {step.label!r}", step.result, step.exact)
