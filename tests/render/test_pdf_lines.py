"""Line breaks: the fault that is mended, and that nothing else moves; widths are those of the packaged fonts."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from weasyprint import HTML
from weasyprint.layout import inline
from weasyprint.text.fonts import FontConfiguration

from generator.render.pdf import rulebook
from generator.render.print_fonts import SANS, SERIF, faces, text_width
from generator.render.print_linebreaks import final_spaces_take_no_room
from tests.render.pdf_books import prose_book
from tests.render.pdf_reading import ReadPdf

PARAGRAPH = (
    "<p>The game master names a target and <em>multiplies</em> it by the <em>dice and</em> announces the result"
    " as the <em>target</em>. Players then roll, add the faces. </p>"
)


def _lines(fonts: FontConfiguration, width: int, *, mended: bool) -> list[str]:
    face = next(f for f in faces() if (f.family, f.weight, f.style) == (SERIF, 400, "normal"))
    style = (
        f'<style>@font-face {{ font-family: Book; src: url("{face.url}") }} @page {{ size: 900px; margin: 0 }}'
        f"p {{ margin: 0; width: {width}px; font: 13px Book }}</style>"
    )
    with final_spaces_take_no_room() if mended else nullcontext():
        document = HTML(string=style + PARAGRAPH).render(font_config=fonts)
    boxes = [box for box in document.pages[0]._page_box.descendants() if type(box).__name__ == "LineBox"]
    return ["".join(part.text for part in box.descendants() if hasattr(part, "text")) for box in boxes]


@pytest.mark.slow
def test_a_space_at_the_end_of_a_line_takes_no_room() -> None:
    fonts = FontConfiguration()
    changed = 0
    for width in range(300, 420):
        plain, mended = _lines(fonts, width, mended=False), _lines(fonts, width, mended=True)
        assert "".join(mended).replace(" ", "") == "".join(plain).replace(" ", "")
        if mended != plain:
            changed += 1
            assert len(mended) < len(plain), "a line less, because none is broken after its first word"
    assert 1 <= changed <= 12


def test_the_mending_ends_with_the_document() -> None:
    before = inline.split_first_line
    with final_spaces_take_no_room():
        assert inline.split_first_line is not before
    assert inline.split_first_line is before


@pytest.mark.parametrize(("family", "weight", "named"), [(SANS, 400, "Source-Sans-Pro"), (SERIF, 600, "Semi-Bold")])
def test_measured_widths_are_printed_widths(family: str, weight: int, named: str) -> None:
    words = "0123456789" if family == SANS else "minimum"
    cell = f"| | |\n|---|---|\n| | {words} |\n" if family == SANS else f"**{words}**\n"
    pdf = ReadPdf(rulebook(prose_book(f"# Only\n\nFirst.\n\n{cell}"), "a4").data)
    run = next(run for run in pdf.runs if run.text == words)
    assert named in run.font
    kerned = text_width(words, family, weight) - (run.right - run.left) / run.size
    assert -0.001 <= kerned <= (0.001 if words.isdigit() else 0.01)


def test_figures_of_tables_have_one_width() -> None:
    assert len({text_width(figure, SANS, weight) for figure in "0123456789" for weight in (400,)}) == 1
    assert len({text_width(figure, SANS, weight) for figure in "0123456789" for weight in (600,)}) == 1
