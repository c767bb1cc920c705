"""Names in a workbook: sheets that a tab can hold, and defined names that no program takes for a cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import quote_sheetname

_LONGEST_SHEET = 31
_ILLEGAL = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_RESERVED = {"history"}  # Excel keeps this one for itself
_LIKE_A_CELL = re.compile(r"[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells on a sheet, rows and columns counted from 1, ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def cells(self) -> str:
        """The rectangle alone: `B7:E13`."""
        return f"{get_column_letter(self.left)}{self.top}:{get_column_letter(self.right)}{self.bottom}"

    @property
    def reference(self) -> str:
        """The rectangle as a defined name holds it: `'Sheet'!$B$7:$E$13`."""
        first = f"${get_column_letter(self.left)}${self.top}"
        last = f"${get_column_letter(self.right)}${self.bottom}"
        return f"{quote_sheetname(self.sheet)}!{first}:{last}"


def sheet_names(titles: Iterable[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Return a legal sheet name for each title: at most 31 characters, no two alike whatever their case."""
    seen = {name.casefold() for name in taken} | _RESERVED
    names = []
    for title in titles:
        name = _fit(_ILLEGAL.sub("-", title).strip(" '") or "Table", _LONGEST_SHEET)
        number = 1
        while name.casefold() in seen:
            number += 1
            ending = f" ({number})"
            name = _fit(_ILLEGAL.sub("-", title).strip(" '") or "Table", _LONGEST_SHEET - len(ending)) + ending
        seen.add(name.casefold())
        names.append(name)
    return tuple(names)


def _fit(title: str, most: int) -> str:
    if len(title) <= most:
        return title
    cut = title[: most - 1]
    at_word = cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut
    return at_word.rstrip(" ,;.-'") + "…"


def defined_names(table_ids: Iterable[str]) -> tuple[str, ...]:
    """Return a name for formulas for each table: `chance_by_average` for `chance-by-average`.

    `<name>_rows` and `<name>_columns` are kept free for its heads. A name that reads like a cell (`d6`) gets
    `table_` before it.
    """
    seen: set[str] = set()
    names = []
    for table_id in table_ids:
        base = re.sub(r"\W", "_", table_id)
        if _LIKE_A_CELL.fullmatch(base) or not (base[0].isalpha() or base[0] == "_"):
            base = f"table_{base}"
        name, number = base, 1
        while {f"{name}{end}".casefold() for end in ("", "_rows", "_columns")} & seen:
            number += 1
            name = f"{base}_{number}"
        seen |= {f"{name}{end}".casefold() for end in ("", "_rows", "_columns")}
        names.append(name)
    return tuple(names)
