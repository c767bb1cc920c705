"""The finished bytes of a workbook: the same for the same input, at any time and in any zone.

openpyxl stamps the time of writing into the zip and the core properties, and cannot say that a label which
looks like a number is meant as text; both are put right here, in the written package.
"""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl.workbook import Workbook

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


def package(workbook: Workbook, date: str) -> bytes:
    """Return the workbook as a file, dated at the start of `date` (YYYY-MM-DD) or, without one, of 1980."""
    raw = BytesIO()
    workbook.save(raw)
    stamp = f"{date if _DAY.fullmatch(date) else '1980-01-01'}T00:00:00Z".encode()
    finished = BytesIO()
    with ZipFile(raw) as written, ZipFile(finished, "w") as out:
        for name in written.namelist():
            data = written.read(name)
            if name == _CORE:
                data = _STAMP.sub(rb"\g<1>" + stamp + rb"\g<3>", data)
            elif _SHEET.fullmatch(name):
                data = _ignoring(data)
            entry = ZipInfo(name, _EARLIEST)
            entry.compress_type = ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            out.writestr(entry, data, compresslevel=9)
    return finished.getvalue()


def _ignoring(sheet: bytes) -> bytes:
    place = _AFTER_IGNORED.search(sheet)
    at = place.start() if place else sheet.rindex(b"</worksheet>")
    return sheet[:at] + _IGNORED + sheet[at:]
