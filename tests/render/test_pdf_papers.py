"""Pages on sheets: which page goes where, and links, places and structure that go along."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from generator.render.pdf_papers import SIZES, folded, on_paper, signature, to_cut
from generator.render.pdf_press import press
from generator.render.print_measures import MM, PAPERS, Paper
from tests.render.pdf_reading import ReadPdf
from tests.render.product_books import product_book

SHEETS = {
    4: [(3, 0), (1, 2)],
    5: [(4, 0), (1, None), (None, 2), (3, None)],
    8: [(7, 0), (1, 6), (5, 2), (3, 4)],
}


@pytest.mark.parametrize("pages", SHEETS)
def test_a_booklet_is_stacked_from_the_outermost_sheet_in(pages: int) -> None:
    assert list(signature(pages)) == SHEETS[pages]


@pytest.mark.parametrize("pages", range(2, 41))
def test_a_folded_booklet_reads_from_cover_to_cover(pages: int) -> None:
    sides = list(signature(pages))
    assert len(sides) % 2 == 0
    # Leaf by leaf as a reader turns them: right of a front, then left of its back, to the middle; then outward.
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first_half = [page for front, back in sheets for page in (front[1], back[0])]
    second_half = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    order = first_half + second_half
    assert [page for page in order if page is not None] == list(range(pages))
    assert order[-1] == pages - 1, "the last page is the back cover"
    assert order[0] == 0


def pages(count: int) -> bytes:
    """Plain pages, each with a heading and a link to the next."""
    sections = [
        {
            "id": f"page-{number}:",
            "heading": f"Page {number}",
            "title": "",
            "below": (),
            "parts": [],
        }
        for number in range(count)
    ]
    values = {
        "book": product_book(),
        "title": "Pages",
        "author": "",
        "summary": "",
        "version": "",
        "date": "",
        "edition": "",
        "styles": "",
        "sections": sections,
    }
    return press("pages.pdf", "sections.html.jinja", ("page.css.jinja", "text.css.jinja", "booklet.css.jinja"), values)


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_stand_side_by_side_and_keep_their_order_for_a_reader(paper: Paper) -> None:
    pdf = ReadPdf(folded(pages(6), paper))
    width, height = SIZES[paper][::-1]
    assert len(pdf.pdf.pages) == 4
    for page in pdf.pdf.pages:
        assert [float(edge) for edge in page.mediabox] == pytest.approx([0, 0, width, height], abs=0.01)
    headings = pdf.elements("/H1")
    assert [pdf.text(heading) for heading in headings] == [f"Page {number}" for number in range(6)]
    for number, heading in enumerate(headings):
        (mark,) = pdf.marks(heading)
        (run,) = pdf.runs_by_mark[mark]
        side = next(at for at, both in enumerate(signature(6)) if number in both)
        assert run.page == side
        assert (run.left > width / 2) == (list(signature(6))[side][1] == number)


@pytest.mark.parametrize("paper", PAPERS)
def test_places_and_bookmarks_lead_to_the_sheet(paper: Paper) -> None:
    pdf = ReadPdf(folded(pages(6), paper))
    names = pdf.pdf.Root.Names.Dests.Names
    places = {str(names[at]): names[at + 1] for at in range(0, len(names), 2)}
    for number in range(6):
        side = next(at for at, both in enumerate(signature(6)) if number in both)
        place = places[f"page-{number}:"]
        assert pdf.page_numbers[place[0].objgen] == side
        assert (float(place[2]) >= SIZES[paper][1] / 2) == (list(signature(6))[side][1] == number)
    assert [title for _, title in pdf.outline()] == [f"Page {number}" for number in range(6)]


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_lie_edge_to_edge_with_marks_outside_of_them(paper: Paper) -> None:
    data = to_cut(pages(3), paper, 1, 1)
    pdf = ReadPdf(data)
    assert len(pdf.pdf.pages) == 3
    page_width, page_height = 139.7 * MM, 210 * MM
    left, low = (SIZES[paper][0] - page_width) / 2, (SIZES[paper][1] - page_height) / 2
    with pikepdf.open(BytesIO(data)) as opened:
        lines = [
            [float(number) for number in instruction.operands]
            for instruction in pikepdf.parse_content_stream(opened.pages[0])
            if str(instruction.operator) in ("m", "l")
        ][:16]
    ends = list(zip(lines[::2], lines[1::2], strict=True))
    assert len(ends) == 8
    for (x, y), (other_x, other_y) in ends:
        upright = x == other_x
        assert x in (pytest.approx(left, abs=0.01), pytest.approx(left + page_width, abs=0.01)) or not upright
        inside_x = left < (x + other_x) / 2 < left + page_width
        inside_y = low < (y + other_y) / 2 < low + page_height
        assert not (inside_x and inside_y)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_stands_in_the_middle_of_its_paper(paper: Paper) -> None:
    pdf = ReadPdf(on_paper(pages(1), paper))
    (page,) = pdf.pdf.pages
    assert [float(edge) for edge in page.mediabox[2:]] == pytest.approx(list(SIZES[paper]), abs=0.01)
    run = next(run for run in pdf.runs if run.text == "Page 0")
    assert run.left == pytest.approx((SIZES[paper][0] - 139.7 * MM) / 2 + 11 * MM, abs=0.05)
