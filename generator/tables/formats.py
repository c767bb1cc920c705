"""From the number format that a definition declares to the one that prints."""

from __future__ import annotations

from typing import cast

from generator.content.table_definitions import FormatDef
from generator.tables.numbers import NumberFormat, Style


def number_format(declared: FormatDef) -> NumberFormat:
    """The declared format as the rounding module takes it."""
    return NumberFormat(cast(Style, declared.style), declared.digits, declared.mark, declared.signed, declared.trim)
