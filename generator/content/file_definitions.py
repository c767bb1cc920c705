"""What the other files of the content folder can say: the site, a system, a worked example, a printed source.

Whatever needs a second field or a second file to be judged is checked in `scopes.py`, `published.py`,
`systems.py` and `load.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from generator.content import sentences as say
from generator.content.fields import (
    Address,
    Count,
    CsvName,
    Exact,
    Formula,
    FunctionField,
    Identifier,
    Line,
    PageStem,
    Plain,
    Prose,
    Stem,
    Words,
    one_of,
    refusal,
)
from generator.content.origins import Definition, Part
from generator.content.table_parts import FormatField, LabelDef


class StepDef(Part):
    """A step of a worked example; later steps know its result by `name`."""

    name: Identifier
    label: Words
    rule: Formula
    format: FormatField | None = None


def _some(steps: tuple[StepDef, ...]) -> tuple[StepDef, ...]:
    if not steps:
        raise refusal(say.MUST_NOT_BE_EMPTY)
    return steps


class ExampleDef(Definition):
    """A worked example: given numbers, steps that are computed from them, and an outcome in words."""

    title: Line
    intro: Prose
    given: Mapping[Identifier, Formula] = Field(default_factory=dict)
    steps: Annotated[tuple[StepDef, ...], AfterValidator(_some)]
    outcome: Prose


VERDICTS = ("right under another rounding", "right under another legend", "misprint", "wrong")
VerdictWord = Annotated[str, PlainValidator(one_of(VERDICTS)), WithJsonSchema({"enum": VERDICTS})]


class MisprintDef(Part):
    """What an author says of a cell that the source printed otherwise; row and column by their right labels.

    `exact` is the value by our rule. `verdict` is the class that the author expects to be computed.
    """

    row: Words
    column: Words
    printed: Plain
    exact: Exact
    cause: Words
    verdict: VerdictWord | None = None


class RowLabelDef(Part):
    """A row that the source labels wrongly, by its line in the CSV file."""

    line: Count
    printed: Plain
    correct: Words = Field(alias="is")
    cause: Words


class PublishedDef(Definition):
    """A printed table of a source: the CSV file with its cells as printed, and what an author says of them.

    `key` are the labels that the source's own key states; `legend` names those of our table, where they differ.
    """

    file: CsvName
    table: Stem
    title: Line
    legend: Line | None = None
    key: tuple[LabelDef, ...] = ()
    misprints: tuple[MisprintDef, ...] = ()
    row_labels: tuple[RowLabelDef, ...] = ()

    @property
    def id(self) -> str:
        """The stem of the CSV file."""
        return self.file.removesuffix(".csv")


class CreditDef(Part):
    """Whose rules these are, and what the source states about their use."""

    game: Line
    author: Line
    year: Line
    license: Words
    url: Address = ""


class SystemDef(Definition):
    """A game system: its chapters, tables and charts in their order, and what they share.

    `functions` are those of its expressions, `words` its vocabulary: each term with its meaning.
    """

    title: Line
    summary: Words
    credit: CreditDef | None = None
    chapters: tuple[Stem, ...]
    tables: tuple[Stem, ...] = ()
    charts: tuple[Stem, ...] = ()
    functions: tuple[FunctionField, ...] = ()
    words: Mapping[Line, Words] = Field(default_factory=dict)


class SiteDef(Definition):
    """The whole site: its pages and systems in their order, and the address it is published at, if any.

    `samples` are folders like those of systems, for pages to show things from; they have no place of their own.
    """

    title: Line
    tagline: Words
    pages: tuple[PageStem, ...]
    systems: tuple[Stem, ...] = ()
    samples: tuple[Stem, ...] = ()
    url: Address = ""
