"""The structure tree: one table a table, heads with scope, everything either tagged once or an artifact."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest
from pdfua import validate
from pikepdf import Array, Dictionary

from generator.render.print_measures import Paper
from generator.tables.layout import arrange
from tests.render.pdf_books import TALL, pressed, pressing_book, read
from tests.samples import split_table

pytestmark = pytest.mark.slow
PAPERS: tuple[Paper, ...] = ("a4", "letter")


@pytest.mark.parametrize("paper", PAPERS)
def test_each_table_is_one_structure_however_many_pages_it_takes(paper: Paper) -> None:
    pdf = read(paper)
    parts = sum(len(arrange(table)) for table in pressing_book().tables)
    assert len(pdf.elements("/Table")) == parts
    tall = pdf.parts(TALL.title)[0]
    assert len(pdf.pages_of(tall)) >= 4
    assert [str(kid.S) for kid in pdf.kids(tall)] == ["/Caption", "/THead", "/TBody"]
    assert len(pdf.rows(tall)) == len(TALL.rows)
    assert pdf.rows(tall, "/THead") == [["Target", "Dice in the pool"], [column.label for column in TALL.columns]]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_part_has_its_own_caption(paper: Paper) -> None:
    pdf = read(paper)
    first, second = pdf.parts(split_table().title, 2)
    assert "Part 1 of 2: 1d6 to 3d6" in pdf.text(pdf.kids(first)[0])
    assert pdf.text(pdf.kids(second)[0]).strip() == "Part 2 of 2: 4d6 to 6d6"


@pytest.mark.parametrize("paper", PAPERS)
def test_head_cells_say_what_they_head(paper: Paper) -> None:
    pdf = read(paper)
    for table in pdf.elements("/Table"):
        for section, scope in (("/THead", "/Column"), ("/TBody", "/Row")):
            heads = [c for part in pdf.elements(section, below=table) for c in pdf.elements("/TH", below=part)]
            assert heads
            assert {str(cell.A.Scope) for cell in heads} == {scope}
        for row in pdf.elements("/TR", below=table):
            assert all(cell.S in ("/TH", "/TD") for cell in pdf.kids(row))


@pytest.mark.parametrize("paper", PAPERS)
def test_what_a_cell_says_hangs_on_the_cell_and_its_sign_below(paper: Paper) -> None:
    pdf = read(paper)
    cells = [cell for tag in ("/TD", "/TH") for cell in pdf.elements(tag) if pdf.text(cell)]
    assert all(isinstance(pdf.kids(cell)[0], int) for cell in cells)
    signs = {band.sign for table in pressing_book().tables for band in table.bands}
    below = [pdf.text(kid) for cell in cells for kid in pdf.kids(cell) if not isinstance(kid, int)]
    assert {*below} == signs


@pytest.mark.parametrize("paper", PAPERS)
def test_rows_cover_every_column_once(paper: Paper) -> None:
    pdf = read(paper)
    for table in pdf.elements("/Table"):
        width = max(
            sum(int(c.get("/A", {}).get("/ColSpan", 1)) for c in pdf.kids(r)) for r in pdf.elements("/TR", below=table)
        )
        taken: dict[tuple[int, int], int] = {}
        rows = pdf.elements("/TR", below=table)
        for y, row in enumerate(rows):
            x = 0
            for cell in pdf.kids(row):
                while (y, x) in taken:
                    x += 1
                for down in range(int(cell.A.get("/RowSpan", 1))):
                    for across in range(int(cell.A.get("/ColSpan", 1))):
                        assert (y + down, x + across) not in taken
                        taken[y + down, x + across] = cell.objgen[0]
        assert len(taken) == width * len(rows)


@pytest.mark.parametrize("paper", PAPERS)
def test_all_content_is_tagged_once_or_an_artifact(paper: Paper) -> None:
    pdf = read(paper)
    held = [mark for kid in pdf.kids(pdf.root) for mark in pdf.marks(kid)]
    assert len(held) == len(set(held))
    assert {(run.page, run.mcid) for run in pdf.runs if run.mcid is not None} <= set(held)
    artifacts = [run.text for run in pdf.runs if run.mcid is None]
    assert artifacts.count("6d6") == len(pdf.pages_of(pdf.parts(TALL.title)[0])) - 1, "repeated heads"


@pytest.mark.parametrize("paper", PAPERS)
def test_content_names_its_element_in_the_parent_tree(paper: Paper) -> None:
    pdf = read(paper)
    numbers = pdf.root.ParentTree.Nums
    owners = {int(numbers[i]): numbers[i + 1] for i in range(0, len(numbers), 2)}
    for element in pdf.elements():
        for kid in pdf.kids(element):
            if isinstance(kid, int):
                page = pdf.pdf.pages[pdf.page_numbers[element.Pg.objgen]]
                owner = owners[int(page.StructParents)]
                assert isinstance(owner, Array)
                assert owner[int(kid)].objgen == element.objgen
            elif isinstance(kid, Dictionary) and "/S" in kid:
                assert kid.P.objgen == element.objgen


@pytest.mark.parametrize("paper", PAPERS)
def test_lists_hold_items_and_links_hold_no_links(paper: Paper) -> None:
    pdf = read(paper)
    lists = pdf.elements("/L")
    assert lists
    for element in lists:
        assert {str(kid.S) for kid in pdf.kids(element)} == {"/LI"}
    for link in pdf.elements("/Link"):
        assert not pdf.elements("/Link", below=link)


@pytest.mark.parametrize("paper", PAPERS)
def test_an_independent_checker_finds_nothing(paper: Paper, tmp_path: object) -> None:
    with pikepdf.open(BytesIO(pressed(paper))) as pdf:
        assert pdf.Root.StructTreeRoot is not None
    path = f"{tmp_path}/book.pdf"
    with open(path, "wb") as file:  # noqa: PTH123 - the checker takes a path
        file.write(pressed(paper))
    assert [f"{finding.rule_id}: {finding.message}" for finding in validate(path).findings] == []
