"""Number formats that make a spreadsheet show a number as the book prints it, while the number stays native.

A spreadsheet rounds the stored double itself, by its first 15 significant digits and halves away from zero.
Where that gives the book's text, the cell gets an ordinary format such as `0.00%`. Where it cannot (a label,
a bound, odds, a fraction, a half that the book rounds the other way) the format spells the text out:
`"~100%"`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from generator.exact import Fraction
from generator.tables.model import Cell, Table

# Excel repairs a file that has more than about 200 formats of its own; ordinary ones need the rest.
LITERAL_LIMIT = 160
# Replacement labels must never lose their place to odds and fractions, of which a table can have hundreds.
RESERVED_FOR_LABELS = 60

_NUMBER = re.compile(r"(?P<sign>[+\-\u2212]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<part>\d+))?(?P<percent>%?)")
_FRACTION = re.compile(r"(?P<sign>[+\-\u2212]?)(?:(?P<whole>\d+) )?(?P<over>\d+)/(?P<under>[1-9]\d*)")
_PLAIN = re.compile(r"(?:0|[1-9]\d{0,14})(?:\.\d+)?")
_LIKE_A_VALUE = re.compile(r"[=+\-@'\u2212\d.]")


@dataclass(slots=True)
class FormatLedger:
    """The spelled-out formats of one workbook so far, and whether any had to be refused."""

    limit: int = LITERAL_LIMIT
    used: set[str] = field(default_factory=set)

    def spell(self, text: str, *, negative: bool = False, label: bool = True) -> str | None:
        """Return a format that shows `text` for its number, or None where the workbook is full.

        `label` texts may use every place; others leave some for them.
        """
        code = literal(text, negative=negative)
        room = self.limit if label else self.limit - RESERVED_FOR_LABELS
        if code in self.used or len(self.used) < room:
            self.used.add(code)
            return code
        return None


def literal(text: str, *, negative: bool = False) -> str:
    """Return a format that shows `text` whatever the number.

    A negative number needs a section of its own to lose its minus.
    """
    if '"' in text:
        quoted = "".join(r"\"" if part == '"' else f'"{part}"' for part in re.split('(")', text) if part)
    else:
        quoted = f'"{text}"' if text else ""
    return f"{quoted};{quoted}" if negative else quoted


def sheet_text(cell: Cell) -> str:
    """Return what the sheet shows for a number: the book's text, with `%` where the book's head alone has it.

    A number format cannot show a chance times 100 without its sign, and a label beside such numbers must
    carry it too, or `<0.01` among percentages would read as a hundredth.
    """
    return percent_label(cell.text) if unmarked_percent(cell) else cell.text


def percent_label(text: str) -> str:
    """Return `text` with a percent sign where it ends in a digit."""
    return f"{text}%" if text[-1:].isdigit() else text


def unmarked_percent(cell: Cell) -> bool:
    """Tell whether the book shows this cell as a percentage without its sign."""
    return cell.format is not None and cell.format.style == "percent" and not cell.format.mark


def has_unmarked_percent(table: Table) -> bool:
    """Tell whether any cell of the table is a percentage without its sign."""
    return any(unmarked_percent(cell) for row in table.rows for cell in row.cells)


def natural(text: str, value: Fraction, band_sign: str = "") -> str | None:
    """Return an ordinary format that makes `value` read `text` after the band's sign, or None."""
    found = _NUMBER.fullmatch(text)
    if found is None or value.numerator.bit_length() - value.denominator.bit_length() > 990:
        return None
    part, percent = found["part"] or "", found["percent"]
    if displayed(value, len(part), percent=bool(percent), grouped="," in found["whole"]) != text.lstrip("+-\u2212"):
        return None
    sign, negative = found["sign"], value.numerator < 0
    if (sign in ("-", "\u2212")) != negative or (sign == "+" and not value.numerator):
        return None
    body = ("#,##0" if "," in found["whole"] else "0") + ("." + "0" * len(part) if part else "") + percent
    if not sign and not band_sign:
        return body
    lead = f"{band_sign} " if band_sign else ""
    mark, minus = literal(lead), literal(f"{lead}\u2212")
    match sign:
        case "+":
            return f"{mark}+{body};{minus}{body};{mark}{body}"
        case "\u2212":
            return f"{mark}{body};{minus}{body};{mark}{body}"
        case "-":
            return f"{mark}{body};{mark}-{body}"
        case _:
            return mark + body


def displayed(value: Fraction, decimals: int, *, percent: bool = False, grouped: bool = False) -> str:
    """Return the size of `value` as a spreadsheet writes it: from 15 digits, halves away from zero."""
    size = abs(value.numerator / value.denominator)
    scaled = size * 10 ** (decimals + (2 if percent else 0))
    if scaled < 1e9 and abs(scaled % 1 - 0.5) > 1e-4:
        # So far from a half, every way of rounding agrees.
        return _spelled(int(scaled + 0.5), decimals, percent=percent, grouped=grouped)
    digits, _, power = f"{size:.14e}".partition("e")
    seen, shift = int(digits.replace(".", "")), int(power) - 14 + decimals + (2 if percent else 0)
    rounded = seen * 10**shift if shift >= 0 else (2 * seen + 10**-shift) // (2 * 10**-shift)
    return _spelled(rounded, decimals, percent=percent, grouped=grouped)


def _spelled(rounded: int, decimals: int, *, percent: bool, grouped: bool) -> str:
    whole, part = divmod(rounded, 10**decimals)
    text = f"{whole:,}" if grouped else str(whole)
    return text + (f".{part:0{decimals}d}" if decimals else "") + ("%" if percent else "")


def cell_format(cell: Cell, band_sign: str, ledger: FormatLedger) -> tuple[str, bool]:
    """Return the format of a cell that has a number, and whether it shows the book's text.

    It does unless the workbook has no place left for another spelled-out format; then the plain number shows.
    """
    assert cell.exact is not None, "only numbers have number formats"
    text = sheet_text(cell)
    if not cell.replaced:
        ordinary = natural(text, cell.exact, band_sign)
        if ordinary is not None:
            return ordinary, True
    spelled = ledger.spell(
        f"{band_sign} {text}" if band_sign else text, negative=cell.exact.numerator < 0, label=cell.replaced
    )
    if spelled is not None:
        return spelled, True
    return (literal(f"{band_sign} ") if band_sign else "") + _plain_format(cell), False


def _plain_format(cell: Cell) -> str:
    if cell.format is not None and cell.format.style in ("percent", "odds"):
        return "0.0000%"
    return "0.######"


def label_number(label: str, exact: Fraction | None, ledger: FormatLedger) -> tuple[Fraction, str] | None:
    """Return the number that a label is, and the format that shows it; None where the label is a text.

    With an exact value the label is that number where it reads as it: `2.5`, `95%`, `17/6`, `33%` for a third,
    and `95` for 95% where the head says percent, which the sheet shows with its sign. Without an exact value
    only a plain unsigned number counts, so that `+1`, `-1`, `3/4` and `1-2` stay the texts they are.
    """
    if exact is None:
        if not _PLAIN.fullmatch(label):
            return None
        exact = Fraction(label)
    code = natural(label, exact)
    if code is None and 0 <= exact <= 1 and _PLAIN.fullmatch(label):
        code = natural(f"{label}%", exact)
    if code is None and (_fraction_of(label) == exact or _PLAIN.fullmatch(label)):
        code = ledger.spell(label, negative=exact < 0, label=False)
    return None if code is None else (exact, code)


def _fraction_of(label: str) -> Fraction | None:
    found = _FRACTION.fullmatch(label)
    if found is None:
        return None
    size = int(found["whole"] or 0) + Fraction(int(found["over"]), int(found["under"]))
    return -size if found["sign"] in ("-", "\u2212") else size


def native_text(value: Fraction) -> str:
    """Return the number as the file holds it: every digit that the nearest double needs.

    Raises OverflowError where the number is larger than a double can be.
    """
    if value.denominator == 1 and -(2**53) < value.numerator < 2**53:
        return str(value.numerator)
    return repr(value.numerator / value.denominator)


def needs_quote_prefix(text: str) -> bool:
    """Tell whether a spreadsheet might take this text for a formula, a number or a date once it is edited."""
    return _LIKE_A_VALUE.match(text) is not None
