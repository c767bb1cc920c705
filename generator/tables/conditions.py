"""The bands and labels of a table, asked of one cell after the other: which of their conditions hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from generator.content.expressions import Expression
from generator.content.table_definitions import BandDef, LabelDef
from generator.dice.comparing import deciding
from generator.dice.evaluate import Scope
from generator.dice.notation import NotationError
from generator.dice.staged import Staged
from generator.tables.computed import Computed
from generator.tables.contexts import Bound, Context, unfit
from generator.tables.unfit import Unfit

# Whether a condition holds for a cell, given the cell's own names.
Holds = Callable[[Mapping[str, Bound]], bool]
# The key of the band that holds for it, and the sign that replaces its number.
Judged = Callable[[Mapping[str, Bound]], tuple[str | None, str | None]]


@dataclass(frozen=True)
class _Condition:
    """When a band or a label holds, and what it is then: the band's key, or the label's sign."""

    answer: str
    when: Expression
    varying: frozenset[str]
    scope: Scope

    @cached_property
    def _staged(self) -> Staged:
        """The condition prepared for what more than comparing numbers decides, which few ask."""
        return Staged(self.when.node, self.varying, self.scope)

    def of_row(self, row: Context) -> Holds:
        """The condition as a question about a cell, whose own names come before those of its row."""
        of_row = row.scope.values
        decide = None if row.dice else deciding(self.when.node)
        ask: Holds | None = None

        def holds(names: Mapping[str, Bound]) -> bool:
            nonlocal ask
            if decide is not None:
                at_once = decide(names)
                if at_once is None:
                    at_once = decide({**of_row, **names})
                if at_once is not None:
                    return at_once
            if ask is None:
                ask = self._asked(row)
            return ask(names)

        return holds

    def _asked(self, row: Context) -> Holds:
        asking, when = row.asking(self._staged), self.when

        def holds(names: Mapping[str, Bound]) -> bool:
            try:
                answer = asking(names)
            except NotationError as error:
                raise unfit(when, error) from error
            if answer not in (0, 1):
                raise Unfit(when.location, "the condition is neither true nor false", "a comparison of numbers")
            return answer == 1

        return holds


@dataclass(frozen=True, slots=True)
class Judge:
    """The bands and labels of a table."""

    bands: Sequence[_Condition]
    labels: Sequence[_Condition]

    def of_row(self, row: Context) -> Judged:
        """For the names of a cell: the key of the first band that holds, and the sign of the first label."""
        bands = [(band.answer, band.of_row(row)) for band in self.bands]
        labels = [(label.answer, label.of_row(row)) for label in self.labels]

        def judged(names: Mapping[str, Bound]) -> tuple[str | None, str | None]:
            return _first(bands, names), _first(labels, names)

        return judged


def _first(answers: Sequence[tuple[str, Holds]], names: Mapping[str, Bound]) -> str | None:
    for answer, holds in answers:
        if holds(names):
            return answer
    return None


def judge_of(computed: Computed, bands: Sequence[BandDef], labels: Sequence[LabelDef]) -> Judge | None:
    """The judge of a table that has any bands or labels."""
    if not bands and not labels:
        return None
    scope = computed.context.scope
    varying = frozenset({"value"}).union(*(head.names for head in computed.columns))
    return Judge(
        [_Condition(band.key, band.when, varying, scope) for band in bands],
        [_Condition(label.show, label.when, varying, scope) for label in labels],
    )
