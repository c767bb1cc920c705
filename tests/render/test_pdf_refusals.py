"""What the press refuses: nothing that cannot be printed as declared is dropped or left to look odd."""

from __future__ import annotations

import re

import pytest

from generator.render.contract import RenderError
from generator.render.pdf import rulebook
from generator.render.pdf_press import PackagedFiles
from generator.render.print_fonts import faces
from generator.tables.model import Cell, Column, Row, Table
from tests.render.pdf_books import prose_book


@pytest.mark.parametrize("sign", ["漢", "★", "🎲"])
def test_a_sign_that_no_packaged_font_has_fails_the_build(sign: str) -> None:
    with pytest.raises(RenderError, match=rf"sample-rulebook\.pdf: .*U\+{ord(sign):04X}"):
        rulebook(prose_book(f"# Only\n\nA sign: {sign}.\n"), "a4")


@pytest.mark.parametrize(
    ("markdown", "complaint"),
    [
        ("# Only\n\nGo [there](#nowhere).\n", "nowhere"),
        ("# Only\n\n![A die](missing.png)\n", "missing.png"),
        ("# Only\n\n![A die](https://example.org/die.png)\n", "not https://example.org/die.png"),
        ('# Only\n\nGo <a href="else.html">there</a>.\n', "a link leads to the file"),
    ],
)
def test_what_cannot_be_printed_fails_the_build(markdown: str, complaint: str) -> None:
    with pytest.raises(RenderError, match=rf"sample-rulebook\.pdf: .*{re.escape(complaint)}"):
        rulebook(prose_book(markdown), "letter")


def test_a_table_too_wide_for_a_turned_page_is_refused_by_name() -> None:
    columns = tuple(Column(f"c{i}", "A long head word"[:12], None) for i in range(60))
    table = Table(
        "vast", "sample", "Vast", "", "Row", "", columns, (Row("a", "a", tuple(Cell("100000") for _ in columns)),)
    )
    with pytest.raises(RenderError, match=r"sample-rulebook\.pdf: the table vast is too wide"):
        rulebook(prose_book("# Only\n", table), "a4")


@pytest.mark.parametrize(
    "address", ["https://example.org/a.css", "file:///etc/hostname", "ftp://example.org/a", "data:,a"]
)
def test_print_reads_only_templates_and_fonts(address: str) -> None:
    with pytest.raises(ValueError, match="print reads only its templates and the packaged fonts"):
        PackagedFiles().fetch(address)


def test_print_reads_its_fonts() -> None:
    assert PackagedFiles().fetch(faces()[0].url).read()[:4] == b"\x00\x01\x00\x00"
