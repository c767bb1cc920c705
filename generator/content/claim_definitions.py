"""What a file of claims can say: the statements of a source in words, each with an expression that decides it.

A claim says how exact it means to be. `exact` is the number itself; `rounded` the number at the decimals that are
printed, or at `digits`; `about` the number to the nearest `step`, which is one unit of the last figure that is
printed unless the claim gives another. Words without a number need `means`, a condition on `value`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, PlainValidator, WithJsonSchema

from generator.content.fields import Digits, Formula, Identifier, Items, Words, one_of
from generator.content.origins import Definition, Part
from generator.content.table_parts import FormatField

EXACTNESS = ("exact", "rounded", "about", "at least", "at most", "more than", "less than")
Exactness = Annotated[str, PlainValidator(one_of(EXACTNESS)), WithJsonSchema({"enum": EXACTNESS})]


class OtherReadingDef(Part):
    """Another way to take the words of a claim, tried where the claim does not hold as it stands."""

    name: Words
    expression: Formula


class ClaimDef(Definition):
    """A statement of the source: what it says, where, and the expression whose value it states.

    `over` gives names that the expression runs through; the claim must then hold for each. `format` is how the value
    is shown, where what is printed does not tell it.
    """

    says: Words
    where_in_source: Words = Field(alias="where")
    expression: Formula
    printed: Words
    exactness: Exactness = "exact"
    digits: Digits | None = None
    step: Formula | None = None
    means: Formula | None = None
    over: Mapping[Identifier, Items] = Field(default_factory=dict)
    readings: tuple[OtherReadingDef, ...] = ()
    format: FormatField | None = None
    note: Words | None = None
