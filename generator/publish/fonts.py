"""The site's fonts: the packaged Source families cut to the characters that our pages use, as WOFF2.

The families' license reserves the name Source for unchanged fonts, so a cut one goes by a name of its own. Whoever
publishes names this job, and a worker does it: the library that cuts is imported there, when it cuts.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

from generator.render.contract import Artifact

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FOLDER = "assets/fonts"
_SERIF, _SANS = "font_source_serif_pro", "font_source_sans_pro"

# Package, file, family and style under which the cut font goes.
_FACES = (
    (_SERIF, "SourceSerifPro-Regular", "Dicepress Serif", "Regular"),
    (_SERIF, "SourceSerifPro-It", "Dicepress Serif", "Italic"),
    (_SERIF, "SourceSerifPro-Semibold", "Dicepress Serif", "Semibold"),
    (_SANS, "SourceSansPro-Regular", "Dicepress Sans", "Regular"),
    (_SANS, "SourceSansPro-It", "Dicepress Sans", "Italic"),
    (_SANS, "SourceSansPro-Semibold", "Dicepress Sans", "Semibold"),
)

_LICENSES = (
    (_SERIF, "Dicepress-Serif-OFL.txt"),
    (_SANS, "Dicepress-Sans-OFL.txt"),
)

# Latin letters, then the punctuation, arithmetic and signs of the books. A font lacks some; the next in the list of
# families, or the reader's own, has them.
_CHARACTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *(ord(sign) for sign in "‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄₀₁₂₃₄₅₆₇₈₉⁰⁴⁵⁶⁷⁸⁹€™Ω"),
    *(ord(sign) for sign in "−×÷±≤≥≈≠∞√∑∂∏∫π½¼¾⅓⅔⅛⅜⅝⅞⅙⅚"),
    *(ord(sign) for sign in "←↑→↓▲▼◆◇●○■□★☆✓✗"),
    0x2002, 0x2003, 0x2007, 0x2009, 0x200A, 0x202F,
)  # fmt: skip

_FEATURES = [
    "kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum", "onum", "pnum", "smcp", "c2sc",
    "sups", "subs", "ordn", "case",
]  # fmt: skip


@cache
def web_fonts() -> tuple[Artifact, ...]:
    """The cut fonts and the license of each family, the same bytes in every build with the same packages."""
    fonts = [
        Artifact(f"{FOLDER}/{family.replace(' ', '-')}-{style}.woff2", _cut(package, file, family, style), (package,))
        for package, file, family, style in _FACES
    ]
    licenses = [
        Artifact(f"{FOLDER}/{name}", (files(package) / "files" / "LICENSE.txt").read_bytes(), (package,))
        for package, name in _LICENSES
    ]
    return (*fonts, *licenses)


def _cut(package: str, file: str, family: str, style: str) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    source = BytesIO((files(package) / "files" / f"{file}.ttf").read_bytes())
    font = TTFont(source, recalcTimestamp=False)
    options = Options(layout_features=_FEATURES, name_IDs=["*"], notdef_outline=True, hinting=False)
    cutter = Subsetter(options)
    cutter.populate(unicodes=_CHARACTERS)
    cutter.subset(font)
    _rename(font, family, style)
    font.flavor = "woff2"
    result = BytesIO()
    font.save(result)
    return result.getvalue()


def _rename(font: TTFont, family: str, style: str) -> None:
    plain = f"{family} {style}"
    renamed = {
        1: plain,
        2: "Regular",
        3: f"{plain}, cut for the web",
        4: plain,
        6: plain.replace(" ", "-"),
        16: family,
        17: style,
    }
    notices = {0, 5, 7, 8, 9, 11, 12, 13, 14}
    names = font["name"]
    names.names = [record for record in names.names if record.nameID in notices and record.platformID == 3]
    for number, text in renamed.items():
        names.setName(text, number, 3, 1, 0x409)
