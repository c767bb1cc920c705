"""The fonts of the site: their characters, their figures, their names, and the same bytes each time."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generator.publish.fonts import web_fonts

STYLE = Path(__file__).resolve().parents[2] / "templates" / "site" / "assets" / "fonts.css"


def fonts() -> dict[str, TTFont]:
    return {a.path: TTFont(BytesIO(a.data)) for a in web_fonts() if a.path.endswith(".woff2")}


def test_the_style_sheet_names_exactly_the_fonts_that_are_made() -> None:
    named = set(re.findall(r'url\("([^"]+)"\)', STYLE.read_text(encoding="utf-8")))
    assert {f"assets/{name}" for name in named} == set(fonts())
    assert len(named) == 6


def test_each_font_has_the_letters_and_signs_of_the_books() -> None:
    wanted = "".join(map(chr, range(0x20, 0x7F))) + "äöüßéñÅŁ×÷−–—≤≥≈½¼¾⅓⅔⅛†‡§•∞…‘’“”\u00a0\u2007"
    for path, font in fonts().items():
        have = font.getBestCmap()
        assert [sign for sign in wanted if ord(sign) not in have] == [], path
    upright = [font.getBestCmap() for path, font in fonts().items() if "Italic" not in path]
    assert all(ord(sign) in have for have in upright for sign in "▲▼◆→←")


def test_figures_in_tables_are_all_as_wide_as_each_other() -> None:
    for path, font in fonts().items():
        names = [font.getBestCmap()[ord(digit)] for digit in "0123456789"]
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
        widths = {font["hmtx"][name][0] for name in names}
        assert len(widths) == 1 or "tnum" in features, path


def test_a_cut_font_does_not_use_the_reserved_name_but_keeps_its_notice() -> None:
    for font in fonts().values():
        names = {record.nameID: record.toUnicode() for record in font["name"].names}
        assert all("Source" not in names.get(number, "") for number in (1, 3, 4, 6, 16))
        assert names[16].startswith("Dicepress")
        assert "Adobe" in names[0]
        assert "Open Font License" in names[13]


def test_the_license_comes_along() -> None:
    texts = {a.path: a.data.decode() for a in web_fonts() if a.path.endswith(".txt")}
    assert len(texts) == 2
    assert all("SIL OPEN FONT LICENSE" in text for text in texts.values())


def test_two_cuts_are_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    web_fonts.cache_clear()
    again = web_fonts()
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    web_fonts.cache_clear()
    assert again == web_fonts()
