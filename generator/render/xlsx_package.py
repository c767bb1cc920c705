"""The finished bytes of a workbook: the same for the same input, at any time and in any zone.

openpyxl stamps the time of writing into the zip and the core properties, cannot say that a label which looks like a
number is meant as text, and stores no results of formulas; all is put right here, in the written package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from typing import TypeVar
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.workbook import Workbook

from generator.exact import Fraction
from generator.render.xlsx_formats import native_text

Key = TypeVar("Key")
Value = TypeVar("Value")

_CORE = "docProps/core.xml"
_STAMP = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms:\2>)")
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can hold

# Without this Excel marks each label such as "+1" with a green corner and offers to turn it into a number.
_IGNORED = (
    b'<ignoredErrors><ignoredError sqref="A1:XFD1048576" twoDigitTextYear="1" numberStoredAsText="1"/></ignoredErrors>'
)
_AFTER_IGNORED = re.compile(
    rb"(?=<(?:smartTags|drawing|legacyDrawing|picture|oleObjects|controls|tableParts|extLst)\b)"
)


_ROW = re.compile(rb'<row r="(\d+)"')
_DIMENSION = re.compile(rb'<dimension ref="([A-Z0-9:]+)"')
_FORMULA = re.compile(rb'<c r="([A-Z]+\d+)"([^>]*)>(<f>[^<]*</f>)<v(?:\s*/>|></v>)')


def package(
    workbook: Workbook,
    date: str,
    values: Mapping[str, Mapping[str, Fraction | str]],
    rows: Mapping[str, Mapping[int, str]],
) -> bytes:
    """Return the workbook as a file, dated at the start of `date` (YYYY-MM-DD) or, without one, of 1980.

    `values` are those of its formulas, by the name of their sheet and their cell. Each formula must have one.
    `rows` are rows as XML that belong into the sheet one after the other, by their number; it has none of them.
    """
    raw = BytesIO()
    workbook.save(raw)
    stamp = f"{date if _DAY.fullmatch(date) else '1980-01-01'}T00:00:00Z".encode()
    known = _by_file(workbook, values)
    bodies = _by_file(workbook, rows)
    finished = BytesIO()
    with ZipFile(raw) as written, ZipFile(finished, "w") as out:
        for name in written.namelist():
            data = written.read(name)
            if name == _CORE:
                data = _STAMP.sub(rb"\g<1>" + stamp + rb"\g<3>", data)
            elif _SHEET.fullmatch(name):
                data = _with_rows(_ignoring(_with_values(data, known[name])), bodies[name])
            entry = ZipInfo(name, _EARLIEST)
            entry.compress_type = ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            out.writestr(entry, data, compresslevel=6)
    return finished.getvalue()


def _by_file(workbook: Workbook, parts: Mapping[str, Mapping[Key, Value]]) -> dict[str, Mapping[Key, Value]]:
    """What belongs into each sheet, by the name of its file."""
    return {
        f"xl/worksheets/sheet{number}.xml": parts.get(sheet.title, {})
        for number, sheet in enumerate(workbook.worksheets, 1)
    }


def _with_rows(sheet: bytes, rows: Mapping[int, str]) -> bytes:
    if not rows:
        return sheet
    first = next(iter(rows))
    later = (found.start() for found in _ROW.finditer(sheet) if int(found[1]) > first)
    at = next(later, sheet.rindex(b"</sheetData>"))
    whole = sheet[:at] + "".join(rows.values()).encode() + sheet[at:]
    return _DIMENSION.sub(partial(_extended, rows), whole, count=1)


def _extended(rows: Mapping[int, str], found: re.Match[bytes]) -> bytes:
    """What the sheet says of its size, with the rows counted in."""
    left, top, right, bottom = range_boundaries(found[1].decode())
    assert left and top and right and bottom, "a sheet has a first and a last cell"
    right = max(right, max((cells.count("<c ") for cells in rows.values()), default=0))
    bottom = max(bottom, *rows) if rows else bottom
    return f'<dimension ref="A{top}:{get_column_letter(right)}{bottom}"'.encode()


def _with_values(sheet: bytes, values: Mapping[str, Fraction | str]) -> bytes:
    seen: list[str] = []

    def fill(found: re.Match[bytes]) -> bytes:
        place, attributes, formula = found.groups()
        seen.append(place.decode())
        value = values[seen[-1]]
        kind, text = (b' t="str"', escape(value)) if isinstance(value, str) else (b"", native_text(value))
        attributes = attributes.replace(b' t="str"', b"")
        return b'<c r="%b"%b%b>%b<v>%b</v>' % (place, attributes, kind, formula, text.encode())

    filled = _FORMULA.sub(fill, sheet) if values else sheet
    assert len(seen) == len(values) == filled.count(b"<f>"), "each formula has its value"
    return filled


def _ignoring(sheet: bytes) -> bytes:
    place = _AFTER_IGNORED.search(sheet)
    at = place.start() if place else sheet.rindex(b"</worksheet>")
    return sheet[:at] + _IGNORED + sheet[at:]
