"""Every printed product: its pages, its numbers, its structure, and what it refuses."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pikepdf
import pytest
from pdfua import validate

from generator.publish.readback import print as readback
from generator.publish.readback.comparison import Truth
from generator.render import pdf
from generator.render.contract import RenderError, made_here
from generator.render.pdf_papers import SIZES
from generator.render.print_measures import MM, PAPERS, Paper
from generator.tables.layout import arrange
from generator.tables.products import Cards, Panel, Screen, TableItem
from tests.render.pdf_books import TALL, WIDE, pool_table
from tests.render.pdf_reading import ReadPdf, Run
from tests.render.product_books import printed, product_book, read_product

pytestmark = pytest.mark.slow
PRODUCTS = ("rulebook", "tables", "screen", "booklet", "cards")
PAGES = {"screen": 2, "cards": 2}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_product_is_printed(paper: Paper) -> None:
    names = {f"sample-{name}-{paper}.pdf" for name in PRODUCTS} | {"sample-booklet-phone.pdf"}
    assert set(printed(paper)) == names


def test_jobs_say_beforehand_what_they_make() -> None:
    told = [path for job in pdf.jobs(product_book(), PAPERS) for path in job.makes]
    assert set(told) == {f"downloads/{name}" for paper in PAPERS for name in printed(paper)}
    assert len(told) == len(set(told))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", PRODUCTS)
def test_pages_are_those_of_the_paper(name: str, paper: Paper) -> None:
    upright, turned = SIZES[paper], SIZES[paper][::-1]
    allowed = {"screen": {turned}, "booklet": {turned}, "cards": {upright}}.get(name, {upright, turned})
    sizes = {tuple(round(float(edge), 1) for edge in page.mediabox[2:]) for page in read_product(name, paper).pdf.pages}
    assert sizes <= {tuple(round(edge, 1) for edge in size) for size in allowed}
    if name in PAGES:
        assert len(read_product(name, paper).pdf.pages) == PAGES[name]


def test_a_phone_gets_single_pages_without_margins() -> None:
    phone = ReadPdf(printed("a4")["sample-booklet-phone.pdf"])
    booklet = read_product("booklet", "a4")
    assert len(booklet.pdf.pages) == 2 * -(-len(phone.pdf.pages) // 4)
    assert [phone.text(e) for e in phone.elements("/H1")] == [booklet.text(e) for e in booklet.elements("/H1")]
    for page in phone.pdf.pages:
        assert float(page.mediabox[2]) < 139.7 * MM
    for run in phone.runs:
        assert 0 < run.left < run.right < float(phone.pdf.pages[0].mediabox[2]), run


def _written(paper: Paper, folder: Path) -> None:
    (folder / "downloads").mkdir()
    for name, data in printed(paper).items():
        (folder / "downloads" / name).write_bytes(data)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_number_of_every_product_reads_back(paper: Paper, tmp_path: Path) -> None:
    _written(paper, tmp_path)
    book = product_book()
    assert readback.read_book(book, {table.id: Truth(table) for table in book.tables}, tmp_path) == []


@pytest.mark.parametrize("name", [name for name in PRODUCTS if name != "rulebook"])
def test_the_read_back_misses_a_table_that_is_not_there(name: str, tmp_path: Path) -> None:
    _written("a4", tmp_path)
    path = f"downloads/sample-{name}-a4.pdf"
    with pikepdf.open(tmp_path / path, allow_overwriting_input=True) as opened:
        tree = opened.Root.StructTreeRoot
        table = next(e for e in ReadPdf((tmp_path / path).read_bytes())._walk(tree) if e.S == "/Table")
        table.S = pikepdf.Name.Div
        opened.save()
    book = product_book()
    problems = readback.read_book(book, {table.id: Truth(table) for table in book.tables}, tmp_path)
    assert {problem.location.path for problem in problems} == {path}
    assert any("is not printed at its place" in problem.message for problem in problems)


@pytest.mark.parametrize("name", PRODUCTS)
def test_both_papers_hold_the_same_words_and_numbers(name: str) -> None:
    texts = []
    for paper in PAPERS:
        product = read_product(name, paper)
        texts.append([product.text(element) for element in product.elements("/H1", "/H2", "/P", "/TH", "/TD")])
    assert texts[0] == texts[1]
    assert len(texts[0]) > 10


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", PRODUCTS)
def test_no_type_is_smaller_than_seven_points_but_signs(name: str, paper: Paper) -> None:
    signs = {band.sign for table in product_book().tables for band in table.bands}
    assert min(run.size for run in read_product(name, paper).runs if run.text not in signs) >= 6.99


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", PRODUCTS)
def test_the_structure_is_that_of_one_accessible_document(name: str, paper: Paper, tmp_path: Path) -> None:
    data = printed(paper)[f"sample-{name}-{paper}.pdf"]
    path = tmp_path / name
    path.write_bytes(data)
    assert [f"{finding.rule_id}: {finding.message}" for finding in validate(path).findings] == []
    product = read_product(name, paper)
    for table in product.elements("/Table"):
        sections = [str(kid.S) for kid in product.kids(table)]
        assert sections[-2:] == ["/THead", "/TBody"]
        scopes = {str(cell.A.Scope) for cell in product.elements("/TH", below=table)}
        assert scopes == {"/Column", "/Row"}
    assert all(run.mcid is not None or run.text.strip() for run in product.runs)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", PRODUCTS)
def test_every_link_leads_somewhere(name: str, paper: Paper) -> None:
    product = read_product(name, paper)
    assert {str(link.Dest) for link in product.links} <= product.destinations
    pages = {page.obj.objgen for page in product.pdf.pages}
    names = product.pdf.Root.Names.Dests.Names if "/Names" in product.pdf.Root else []
    assert all(names[at + 1][0].objgen in pages for at in range(0, len(names), 2))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pack_gives_each_table_a_page_of_its_own(paper: Paper) -> None:
    pack = read_product("tables", paper)
    pages = [pack.pages_of(pack.parts(table.title)[0]) for table in product_book().tables]
    assert len(set().union(*pages)) == sum(len(page) for page in pages), "no two tables share a page"
    assert len(pack.pages_of(pack.parts(WIDE.title)[0])) == 1
    listed = {pack.text(link) for link in pack.elements("/Link") if pack.pages_of(link) == {0}}
    assert any(TALL.title in line for line in listed)


def test_a_table_too_wide_for_a_booklet_comes_in_parts_with_its_row_labels() -> None:
    phone = ReadPdf(printed("a4")["sample-booklet-phone.pdf"])
    parts = phone.parts(WIDE.title, 2)
    heads = [phone.rows(part, "/THead")[-1] for part in parts]
    assert [label for head in heads for label in head if label] == [column.label for column in WIDE.columns]
    for part in parts:
        assert [row[0] for row in phone.rows(part)] == [row.label for row in WIDE.rows]


@pytest.mark.parametrize("paper", PAPERS)
def test_what_stands_in_a_panel_stays_in_it(paper: Paper) -> None:
    for run in read_product("screen", paper).runs:
        width, height = SIZES[paper][::-1]
        edge = (width - 257 * MM) / 2
        assert edge - 0.5 <= run.left <= run.right <= width - edge + 0.5, run
        assert 7 * MM <= run.baseline <= height - 7 * MM, run


@pytest.mark.parametrize("name", PRODUCTS)
def test_no_text_lies_on_other_text(name: str) -> None:
    by_page: dict[int, list[Run]] = {}
    for run in read_product(name, "a4").runs:
        if run.text.strip():
            by_page.setdefault(run.page, []).append(run)
    for runs in by_page.values():
        for one, other in combinations(sorted(runs, key=lambda run: run.baseline), 2):
            near = other.baseline - one.baseline < 0.5 * min(one.size, other.size)
            beside = one.right <= other.left + 0.5 or other.right <= one.left + 0.5
            assert beside or not near, (one, other)


@pytest.mark.parametrize("kind", ["panel", "card"])
def test_what_would_need_smaller_type_is_refused_by_name(kind: str) -> None:
    table = pool_table("vast", 60, 9, "Much too much")
    item = TableItem(table)
    screen = Screen("screen", "Screen", (Panel("Much too much", ((item,),)),))
    product = screen if kind == "panel" else Cards("cards", "Cards", (item,))
    name = f"sample-{product.name}"
    refusal = rf"{name}\.pdf: the {kind} 'Much too much' would need type under 7 points; put less on it"
    with pytest.raises(RenderError, match=refusal):
        made_here(pdf.product_job(product_book(), product, ("a4",)))


def test_a_code_leads_to_the_table_s_page_where_the_site_has_an_address() -> None:
    book = product_book(url="https://example.org/rules/")
    book = replace(book, products=book.products[1:2])
    for made in (pdf.rulebook(book, "a4"), *made_here(pdf.product_job(book, book.products[0], ("a4",)))):
        product = ReadPdf(made.data)
        outside = {str(link.A.URI) for link in product.links if "/A" in link}
        assert "https://example.org/rules/sample/tables/banded.html" in outside
        figures = [str(figure.get("/Alt", "")) for figure in product.elements("/Figure")]
        assert "Code that leads to the page of Chance by average" in figures
        assert all(figures)
    assert not [link for link in read_product("rulebook", "a4").links if "/A" in link]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_second_printing_is_the_same_to_the_byte(paper: Paper) -> None:
    book = product_book()
    again = {made.path.removeprefix("downloads/"): made.data for made in pdf.products(book, paper)}
    assert again == printed(paper)


def test_long_books_are_laid_out_in_pieces_with_one_numbering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.render.print_pieces.MOST", 300)
    monkeypatch.setattr("generator.render.pdf_gatherings.FURTHER", 300)
    pieces = ReadPdf(pdf.rulebook(product_book(), "a4").data)
    whole = read_product("rulebook", "a4")
    assert [pieces.text(e) for e in pieces.elements("/TD")] == [whole.text(e) for e in whole.elements("/TD")]
    assert pieces.destinations >= whole.destinations
    for page in range(1, len(pieces.pdf.pages)):
        foot = min((run for run in pieces.runs if run.page == page), key=lambda run: run.baseline)
        assert (foot.text, foot.mcid) == (str(page + 1), None)
    lines = [pieces.text(link) for link in pieces.elements("/Link") if pieces.pages_of(link) == {1}]
    assert any(re.fullmatch(r"Rolling dice \d+", line) for line in lines)
    assert len(arrange(TALL)) == 1
