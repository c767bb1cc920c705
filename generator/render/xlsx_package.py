"""The finished bytes of a workbook: the same for the same input, at any time and in any zone.

openpyxl stamps the time of writing into the zip and the core properties, cannot say that a label which looks like a
number is meant as text, and stores no results of formulas; all is put right here, in the written package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl.workbook import Workbook

from generator.render.xlsx_formats import native_text

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


_FORMULA = re.compile(rb'<c r="([A-Z]+\d+)"([^>]*)>(<f>[^<]*</f>)<v(?:\s*/>|></v>)')


def package(workbook: Workbook, date: str, values: Mapping[str, Mapping[str, Fraction | str]]) -> bytes:
    """Return the workbook as a file, dated at the start of `date` (YYYY-MM-DD) or, without one, of 1980.

    `values` are those of its formulas, by the name of their sheet and their cell. Each formula must have one.
    """
    raw = BytesIO()
    workbook.save(raw)
    stamp = f"{date if _DAY.fullmatch(date) else '1980-01-01'}T00:00:00Z".encode()
    known = {
        f"xl/worksheets/sheet{number}.xml": values.get(sheet.title, {})
        for number, sheet in enumerate(workbook.worksheets, 1)
    }
    finished = BytesIO()
    with ZipFile(raw) as written, ZipFile(finished, "w") as out:
        for name in written.namelist():
            data = written.read(name)
            if name == _CORE:
                data = _STAMP.sub(rb"\g<1>" + stamp + rb"\g<3>", data)
            elif _SHEET.fullmatch(name):
                data = _ignoring(_with_values(data, known[name]))
            entry = ZipInfo(name, _EARLIEST)
            entry.compress_type = ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            out.writestr(entry, data, compresslevel=9)
    return finished.getvalue()


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
