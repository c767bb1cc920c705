"""The volume of all systems: one numbering, one structure, every book whole."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from pdfua import validate

from generator.publish.readback import print as readback
from generator.publish.readback.print_due import volume_due
from generator.render import pdf
from generator.render.contract import made_here
from generator.render.pdf_papers import SIZES
from generator.render.print_measures import PAPERS, Paper
from tests.render.pdf_reading import ReadPdf
from tests.render.product_books import product_library

pytestmark = pytest.mark.slow


def bound(*papers: Paper) -> dict[Paper, bytes]:
    library = product_library()
    rulebooks = [pdf.rulebook_job(book, papers) for book in library.books]
    made = made_here(*pdf.volume_jobs(library, papers, rulebooks))
    return dict(zip(papers, (one.data for one in made), strict=True))


@cache
def _volumes() -> dict[Paper, bytes]:
    return bound(*PAPERS)


def volume(paper: Paper) -> bytes:
    return _volumes()[paper]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_number_of_every_book_reads_back(paper: Paper, tmp_path: Path) -> None:
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / f"all-rulebook-{paper}.pdf").write_bytes(volume(paper))
    assert readback.read_due(volume_due(product_library()), tmp_path) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_numbered_through(paper: Paper) -> None:
    read = ReadPdf(volume(paper))
    for page in range(1, len(read.pdf.pages)):
        low = [run for run in read.runs if run.page == page and run.mcid is None]
        foot = min(low, key=lambda run: run.baseline)
        assert foot.text == str(page + 1)
        assert [run.text for run in low if run.baseline < 60] == [str(page + 1)], "a book's own number has given way"
        size = sorted(float(edge) for edge in read.pdf.pages[page].mediabox[2:])
        assert size == pytest.approx(sorted(SIZES[paper]), abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_contents_index_and_links_lead_into_the_right_book(paper: Paper) -> None:
    read = ReadPdf(volume(paper))
    names = read.pdf.Root.Names.Dests.Names
    places = {str(names[at]): read.page_numbers[names[at + 1][0].objgen] for at in range(0, len(names), 2)}
    assert list(places) == sorted(places, key=str.encode)
    assert {"sample/rolling:", "twin/rolling:", "sample/banded", "twin/banded"} <= set(places)
    start = places[":twin"]
    assert all((page > start) == name.startswith("twin/") for name, page in places.items() if "/" in name)
    for link in read.links:
        assert str(link.Dest) in places
    for page in read.pdf.pages:
        own = read.page_numbers[page.obj.objgen]
        for note in page.get("/Annots", []):
            target = str(note.Dest)
            if "/" in target and own > 1 and own < len(read.pdf.pages) - 2:
                assert target.startswith("twin/" if own > start else "sample/")
    lines = {read.text(link) for link in read.elements("/Link") if read.pages_of(link) == {1}}
    assert f"The Twin System {start + 1}" in lines


@pytest.mark.parametrize("paper", PAPERS)
def test_bookmarks_of_each_book_stand_below_its_title(paper: Paper) -> None:
    outline = ReadPdf(volume(paper)).outline()
    assert [title for depth, title in outline if depth == 1] == [
        "Contents",
        "The Sample System",
        "The Twin System",
        "Index of tables",
        "Colophon",
    ]
    assert [title for depth, title in outline if depth == 2] == 2 * [
        "The Sample System",
        "Rolling dice",
        "Further tables",
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_it_is_one_accessible_document(paper: Paper, tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    path.write_bytes(volume(paper))
    assert [f"{finding.rule_id}: {finding.message}" for finding in validate(path).findings] == []


def test_a_second_binding_is_the_same_to_the_byte() -> None:
    assert bound("a4") == {"a4": volume("a4")}
