"""How the sheets look: the named cell styles of a workbook, in one quiet palette.

Named styles let a reader change the look of every sheet in one place. Each style that fills sets its ink too.
"""

from __future__ import annotations

from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.workbook import Workbook

FAMILY = "Calibri"  # also the family of the built-in Normal style, by which column widths are measured

INK = "FF1F2933"
SOFT = "FF5B6672"
LINK = "FF1B5E86"
TINT = "FFEDF1F4"
RULE = "FF6B7783"
HAIRLINE = "FFE1E6EA"
FIFTH = "FFB4BEC7"

# Cells to fill in: fill and ink.
ENTRY = ("FFFFF8E1", "FF4A3600")

# Tones of bands: fill and ink, each pair at a contrast of 7 to 1 or better.
TONES = {
    "easy": ("FFE2F0E4", "FF1D4A26"),
    "hard": ("FFFAE3DC", "FF7A2413"),
    "good": ("FFDCEAF6", "FF163F5E"),
    "warn": ("FFFFF0C9", "FF5C4200"),
    "plain": ("FFECECEC", "FF333333"),
}

centered = Alignment("center", "center")
_hair = Border(bottom=Side("hair", HAIRLINE))
fifth_rule = Border(bottom=Side("thin", FIFTH))
last_rule = Border(bottom=Side("medium", RULE))
_head_rule = Border(top=Side("thin", RULE), bottom=Side("medium", RULE))
_spanner_rule = Border(bottom=Side("thin", RULE), left=Side("thin", HAIRLINE), right=Side("thin", HAIRLINE))
_frame_side = Side("medium", ENTRY[1])
_frame = Border(_frame_side, _frame_side, _frame_side, _frame_side)
_section_rule = Border(bottom=Side("thin", RULE))


def band_style(tone: str) -> str:
    """Return the named style for a band's tone; one that the palette lacks looks plain."""
    return f"Band {tone if tone in TONES else 'plain'}"


def register(workbook: Workbook) -> None:
    """Give the workbook every named style of this module."""
    for style in _styles():
        workbook.add_named_style(style)


def _styles() -> list[NamedStyle]:
    wrap = Alignment(vertical="top", wrap_text=True)
    middle = Alignment("left", "center", wrap_text=True)
    return [
        _style("Book title", Font(FAMILY, 22, bold=True, color=INK), Alignment(vertical="center")),
        _style("Book summary", Font(FAMILY, 12, color=SOFT), wrap),
        _style(
            "Section head",
            Font(FAMILY, 12, bold=True, color=INK),
            Alignment(vertical="bottom"),
            _section_rule,
        ),
        _style("Fact name", Font(FAMILY, 11, color=SOFT), Alignment(vertical="center")),
        _style("Fact", Font(FAMILY, 11, color=INK), middle),
        _style("Link", Font(FAMILY, 11, color=LINK, underline="single"), middle),
        _style("Way back", Font(FAMILY, 9, color=LINK, underline="single"), Alignment(vertical="center")),
        _style("Table title", Font(FAMILY, 16, bold=True, color=INK), Alignment(vertical="center")),
        _style("Caption", Font(FAMILY, 11, color=SOFT), wrap),
        _style("Unit", Font(FAMILY, 10, italic=True, color=SOFT), Alignment(vertical="bottom")),
        _style("Axis title", Font(FAMILY, 11, color=SOFT), Alignment("center", "bottom"), _section_rule),
        _style("Spanner", Font(FAMILY, 11, bold=True, color=INK), Alignment("center", "bottom"), _spanner_rule),
        _head("Column head", "right"),
        _head("Column head words", "left"),
        _body("Stub", "right", bold=True),
        _body("Stub words", "left", bold=True),
        _body("Value", "right"),
        _body("Derived value", "right", italic=True),
        _body("Impossible", "right", ink=SOFT),
        NamedStyle(
            "Words",
            font=Font(FAMILY, 11, color=INK),
            alignment=Alignment("left", "center", wrap_text=True, indent=1),
            border=_hair,
        ),
        NamedStyle(
            "Entry",
            font=Font(FAMILY, 12, bold=True, color=ENTRY[1]),
            fill=PatternFill("solid", ENTRY[0]),
            alignment=Alignment("center", "center", wrap_text=True),
            border=_frame,
            protection=Protection(locked=False),
        ),
        NamedStyle(
            "Answer",
            font=Font(FAMILY, 12, bold=True, color=INK),
            alignment=Alignment("center", "center", wrap_text=True),
            border=_hair,
        ),
        _style("Hint", Font(FAMILY, 11, color=SOFT), Alignment("left", "center", wrap_text=True, indent=1), _hair),
        _style("Counts as", Font(FAMILY, 10, color=SOFT), Alignment("center", "center"), _hair),
        _style("Note", Font(FAMILY, 10, color=INK), wrap),
        _style("Note head", Font(FAMILY, 10, bold=True, color=INK), Alignment(vertical="bottom")),
        *(_band(tone, fill, ink) for tone, (fill, ink) in TONES.items()),
    ]


def _style(name: str, font: Font, alignment: Alignment, border: Border | None = None) -> NamedStyle:
    return NamedStyle(name, font=font, alignment=alignment, border=border or Border())


def _head(name: str, side: str) -> NamedStyle:
    return NamedStyle(
        name,
        font=Font(FAMILY, 11, bold=True, color=INK),
        fill=PatternFill("solid", TINT),
        border=_head_rule,
        alignment=Alignment(side, "center", wrap_text=True, indent=1 if side == "left" else 0),
    )


def _body(name: str, side: str, *, bold: bool = False, italic: bool = False, ink: str = INK) -> NamedStyle:
    return NamedStyle(
        name,
        font=Font(FAMILY, 11, bold=bold, italic=italic, color=ink),
        border=_hair,
        alignment=Alignment(side, "center", indent=1 if side == "left" else 0),
    )


def _band(tone: str, fill: str, ink: str) -> NamedStyle:
    return NamedStyle(
        band_style(tone),
        font=Font(FAMILY, 11, color=ink),
        fill=PatternFill("solid", fill),
        border=_hair,
        alignment=Alignment("right", "center"),
    )
