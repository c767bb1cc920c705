"""The rulebook as readers get it: pages, numbers, links, bookmarks, fonts, and the same bytes everywhere."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from pikepdf import Name
from pypdf import PdfReader

from generator.render.pdf import rulebook
from generator.render.pdf_press import TEMPLATES
from generator.render.print_measures import Paper
from generator.tables.book import Chapter, Prose, TablePlace
from generator.tables.layout import arrange
from generator.tables.model import Table
from generator.tables.numbers import show
from tests.render.pdf_books import FILLER, FORTY, TALL, WIDE, pool_table, pressed, pressing_book, prose_book, read
from tests.render.pdf_reading import ReadPdf, Run
from tests.samples import sample_book

PAPERS: tuple[Paper, ...] = ("a4", "letter")
POINTS = {"a4": (210 / 25.4 * 72, 297 / 25.4 * 72), "letter": (612.0, 792.0)}
SIDE = {"a4": 26 / 25.4 * 72, "letter": 28.95 / 25.4 * 72}


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper: Paper) -> None:
    wide = {run.page for run in read(paper).runs if "18d6" in run.text}
    for number, page in enumerate(PdfReader(BytesIO(pressed(paper))).pages):
        box = (float(page.mediabox.width), float(page.mediabox.height))
        expected = POINTS[paper][::-1] if number in wide - _listings(read(paper)) else POINTS[paper]
        assert box == pytest.approx(expected, abs=0.01)


def _listings(pdf: ReadPdf) -> set[int]:
    return {run.page for run in pdf.runs if run.size > 20 and run.text in ("Contents", "Index of tables")}


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("table", pressing_book().tables, ids=lambda table: table.id)
def test_every_number_reads_back(paper: Paper, table: Table) -> None:
    pdf = read(paper)
    parts = arrange(table)
    for part, tagged in zip(parts, pdf.parts(table.title, len(parts)), strict=True):
        expected = []
        for group in part.groups:
            line = [group.label]
            for cell in group.cells:
                if cell.exact is not None and cell.format is not None and not cell.replaced:
                    assert cell.text == show(cell.exact, cell.format).text
                line.append(cell.text + (table.band(cell.band).sign if cell.band else ""))
            expected.append(line)
        assert pdf.rows(tagged) == expected


@pytest.mark.slow
def test_another_reader_finds_the_numbers_of_the_text_and_of_the_examples() -> None:
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(pressed("a4"))).pages)
    for words in ("Twelve dice reach 50 in 10.4% of rolls.", "10 / 2 + 4 − (−1)", "= 42", "Announce 42."):
        assert words in re.sub(r"\s+", " ", text)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_heads_stand_on_every_page_of_a_long_table(paper: Paper) -> None:
    pdf = read(paper)
    pages = pdf.pages_of(pdf.parts(TALL.title)[0])
    assert len(pages) >= 4
    for page in pages:
        for column in TALL.columns:
            assert column.label in [run.text for run in pdf.runs if run.page == page], f"page {page}"


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_rows_stay_whole_and_so_do_tables_that_fit_a_page(paper: Paper) -> None:
    pdf = read(paper)
    for table in pdf.elements("/Table"):
        for row in pdf.elements("/TR", below=table):
            assert len(pdf.pages_of(row)) == 1
    for title in (FORTY.title, WIDE.title, "Chance by average"):
        table = pdf.parts(title)[0]
        assert len(pdf.pages_of(table)) == 1
        (page,) = pdf.pages_of(table)
        assert any("Rows need not add up" in run.text for run in pdf.runs if run.page == page), (
            "its notes stand with it"
        )


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_leaves_the_text_block(paper: Paper) -> None:
    pdf = read(paper)
    for run in pdf.runs:
        width = float(pdf.pdf.pages[run.page].MediaBox[2])
        assert SIDE[paper] - 0.5 <= run.left, run
        assert run.right <= width - SIDE[paper] + 0.5, run


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_columns_do_not_run_into_each_other(paper: Paper) -> None:
    pdf = read(paper)
    lines: dict[tuple[int, float], list[Run]] = {}
    for run in pdf.runs:
        if run.text.strip() and "Sans" in run.font:
            lines.setdefault((run.page, round(run.baseline, 1)), []).append(run)
    for line in lines.values():
        line.sort(key=lambda run: run.left)
        for before, after in pairwise(line):
            assert before.right <= after.left + 0.3, (before, after)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_no_type_is_smaller_than_seven_points_but_signs(paper: Paper) -> None:
    signs = {band.sign for table in pressing_book().tables for band in table.bands}
    assert min(run.size for run in read(paper).runs if run.text not in signs) >= 7


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_every_link_leads_somewhere(paper: Paper) -> None:
    pdf = read(paper)
    inner = [str(link.Dest) for link in pdf.links if "/Dest" in link]
    assert {"hard:", "rolling:a-table", "rolling:an-example", "hard:the-end", "tall", "tall--170", ":colophon"} <= set(
        inner
    )
    assert set(inner) <= pdf.destinations
    assert not any("/A" in link for link in pdf.links), "this book links to nothing outside"
    assert "about" not in " ".join(inner), "a page outside the book keeps its words and loses its link"


@pytest.mark.slow
def test_contents_name_the_pages_that_links_lead_to() -> None:
    pdf = read("a4")
    names = pdf.pdf.Root.Names.Dests.Names
    places = {str(names[i]): pdf.page_numbers[names[i + 1][0].objgen] + 1 for i in range(0, len(names), 2)}
    listed = {str(link.Dest): link for link in pdf.pdf.pages[1].Annots}
    lines = [pdf.text(link) for link in pdf.elements("/Link") if pdf.pages_of(link) == {1}]
    assert len(lines) >= 12
    for line, target in zip(lines, listed, strict=True):
        assert line.endswith(f" {places[target]}"), line
        assert ". ." not in line, "leader dots are decoration"


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_bookmarks_follow_chapters_headings_and_tables(paper: Paper) -> None:
    outline = read(paper).outline()
    assert [title for depth, title in outline if depth == 1] == [
        "Contents",
        "The Sample System",
        "Rolling dice",
        "Hard to set",
        "Further tables",
        "Index of tables",
        "Colophon",
    ]
    assert (2, "An example") in outline
    assert {title for depth, title in outline if depth > 1} >= {table.title for table in pressing_book().tables}


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_running_heads_name_book_and_chapter(paper: Paper) -> None:
    pdf = read(paper)
    page = min(pdf.pages_of(pdf.parts(TALL.title)[0])) + 1
    top = sorted((run for run in pdf.runs if run.page == page), key=lambda run: (-run.baseline, run.left))[:2]
    assert [(run.text, run.mcid) for run in top] == [("The Sample System", None), ("Hard to set", None)]
    foot = min((run for run in pdf.runs if run.page == page), key=lambda run: run.baseline)
    assert (foot.text, foot.mcid) == (str(page + 1), None)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_no_heading_is_the_last_thing_on_a_page(paper: Paper) -> None:
    pdf = read(paper)
    headings = {mark for element in pdf.elements("/H1", "/H2", "/H3", "/Caption") for mark in pdf.marks(element)}
    for page in range(1, len(pdf.pdf.pages)):
        tagged = [run for run in pdf.runs if run.page == page and run.mcid is not None]
        last = min(tagged, key=lambda run: run.baseline)
        assert (page, last.mcid) not in headings, last


@pytest.mark.slow
def test_headings_and_notes_are_never_stranded_wherever_the_page_ends() -> None:
    table = pool_table("short", 9, 4, "A short table")
    for lines in range(14, 22, 2):
        markdown = "# Only\n\n" + (FILLER + "\n\n") * lines + "## A heading\n"
        pdf = ReadPdf(rulebook(prose_book(markdown, table), "letter").data)
        (page,) = pdf.pages_of(pdf.parts("A short table")[0])
        places = {run.text: run.page for run in pdf.runs if run.page > 1}
        assert places["A heading"] == page
        assert places["Rows need not add up to 100 after rounding."] == page


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_fonts_are_the_packaged_ones_and_embedded(paper: Paper) -> None:
    fonts = read(paper).fonts()
    assert len(fonts) >= 5
    for font in fonts:
        assert re.fullmatch(
            r"/[A-Z]{6}\+Source-(Serif|Sans)-Pro(-Semi-Bold|-Italic|-Semi-Bold-Italic)?", str(font.BaseFont)
        )
        descriptor = font.DescendantFonts[0].FontDescriptor
        assert len(descriptor.FontFile2.read_bytes()) > 1000


def test_the_document_says_what_it_is() -> None:
    book = sample_book()
    pdf = ReadPdf(rulebook(book, "a4").data)
    info = pdf.pdf.docinfo
    assert str(info.Title) == "The Sample System: rulebook"
    assert str(info.Author) == "Nobody in particular, Dicepress"
    assert str(info.CreationDate).startswith("D:20260102")
    assert str(pdf.pdf.Root.Lang) == "en"
    assert pdf.pdf.Root.MarkInfo.Marked
    assert pdf.pdf.Root.ViewerPreferences.DisplayDocTitle
    assert b'pdfuaid:part="1"' in pdf.pdf.Root.Metadata.read_bytes()
    colophon = pdf.page_text(len(pdf.pdf.pages) - 1)
    for words in ("Version 0.1.0, 2026-01-02", "Nobody in particular", "no license stated", "CC BY 4.0"):
        assert words in colophon


def test_without_a_date_none_is_made_up() -> None:
    artifact = rulebook(replace(sample_book(), date="", version=""), "letter")
    assert artifact.path == "downloads/sample-rulebook-letter.pdf"
    assert artifact.sources[0] == "sample/system.yml"
    assert not {"/CreationDate", "/ModDate"} & set(ReadPdf(artifact.data).pdf.docinfo.keys())
    assert not re.search(rb"20[2-9]\d-\d\d-\d\d", ReadPdf(artifact.data).pdf.Root.Metadata.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_bytes_are_the_same_in_another_process_zone_and_hash_seed(paper: Paper, tmp_path: Path) -> None:
    script = (
        "import hashlib; from generator.render.pdf import rulebook; from tests.samples import sample_book;"
        f"print(hashlib.sha256(rulebook(sample_book(), {paper!r}).data).hexdigest())"
    )
    root = Path(__file__).resolve().parents[2]
    told = {
        "PYTHONPATH": str(root),
        "PYTHONHASHSEED": "7",
        "TZ": "Pacific/Auckland",
        "LC_ALL": "C",
        "HOME": str(tmp_path),
    }
    other = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [hashlib.sha256(rulebook(sample_book(), paper).data).hexdigest() for _ in range(2)]
    assert here == [other.stdout.strip()] * 2


def test_bands_are_legible_without_color() -> None:
    rules = (TEMPLATES / "tables.css.jinja").read_text()
    tints = re.findall(r"\.band-\w+ \{ background: (#[0-9a-f]{6}) \}", rules)
    assert len(tints) == 3
    for tint in tints:
        assert (_luminance(tint) + 0.05) / (_luminance("#222222") + 0.05) >= 4.5
        assert _luminance(tint) >= 0.7, "a light tint stays light on a gray printer"


def _luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_ids_of_two_chapters_may_be_alike() -> None:
    book = sample_book()
    twins = tuple(
        Chapter(key, key.title(), f"sample/{key}.md", (Prose(f"# {key}\n\n## Same\n\nTo [same](#same).\n"),))
        for key in ("one", "two")
    )
    pdf = ReadPdf(rulebook(replace(book, chapters=twins), "a4").data)
    links = [link for link in pdf.links if str(link.Dest).endswith(":same")]
    assert {str(link.Dest) for link in links} == {"one:same", "two:same"}
    assert all(link.Subtype == Name.Link for link in links)


def test_footnotes_definitions_and_tables_in_markdown_are_set_and_linked() -> None:
    markdown = (
        "# Only\n\nA claim.[^1]\n\n[^1]: Its ground.\n\nMargin\n:   What lies above the target.\n\n"
        "| Task | Average |\n|---|---:|\n| Easy | 2.5 |\n"
    )
    pdf = ReadPdf(rulebook(prose_book(markdown), "a4").data)
    inner = {str(link.Dest) for link in pdf.links}
    assert {"only:fn:1", "only:fnref:1"} <= inner <= pdf.destinations
    text = pdf.page_text(2)
    assert "Its ground." in text
    assert "What lies above the target." in text
    (table,) = pdf.elements("/Table")
    assert (pdf.rows(table, "/THead"), pdf.rows(table)) == ([["Task", "Average"]], [["Easy", "2.5"]])


def test_a_heading_with_the_id_of_a_table_leaves_the_table_its_own() -> None:
    book = sample_book()
    table = book.tables[0]
    prose = Prose(f"# Only\n\n## First {{#{table.id}}}\n\n## {table.id.capitalize()}\n\nTo [it](#{table.id}).\n")
    chapters = (Chapter("only", "Only", "sample/only.md", (prose, TablePlace(table))),)
    pdf = ReadPdf(rulebook(replace(book, chapters=chapters), "a4").data)
    assert {str(link.Dest) for link in pdf.links} >= {table.id, f"only:{table.id}"}
    assert {table.id, f"only:{table.id}"} <= pdf.destinations
