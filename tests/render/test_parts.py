"""The HTML of tables, values and examples, read back as a browser and a screen reader would."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

import pytest
from markdown import markdown

from generator.exact import Fraction
from generator.render.contract import RenderError
from generator.render.parts import (
    Medium,
    environment,
    figure_html,
    markdown_of,
    table_html,
    worked_html,
)
from generator.tables.book import Chapter, Figure, Prose, Reference, TablePlace, WorkedExample
from generator.tables.layout import arrange
from generator.tables.model import Column, Layout, LegendEntry, Spanner, Table
from tests.samples import banded_table, sample_book, split_table, whole_table

EXTENSIONS = ["toc", "tables", "admonition", "attr_list", "md_in_html", "footnotes", "def_list"]
SIGN_LABELS = {"easy": "easier than advised", "hard": "harder than advised"}


@dataclass
class Node:
    tag: str
    attrs: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def own_text(self) -> str:
        return "".join(child for child in self.children if isinstance(child, str)).strip()

    def all(self, tag: str, **wanted: str) -> list[Node]:
        found = []
        for child in self.children:
            if isinstance(child, Node):
                if child.tag == tag and all(child.attrs.get(key) == value for key, value in wanted.items()):
                    found.append(child)
                found += child.all(tag, **wanted)
        return found

    def ids(self) -> list[str]:
        mine = [self.attrs["id"]] if "id" in self.attrs else []
        return mine + [i for child in self.children if isinstance(child, Node) for i in child.ids()]


class TreeBuilder(HTMLParser):
    """Refuses what is not closed in order, so that broken nesting fails a test instead of being mended."""

    VOID = frozenset({"br", "col", "hr", "img", "link", "meta", "input"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in self.VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def tree(html: str) -> Node:
    builder = TreeBuilder()
    builder.feed(html)
    builder.close()
    assert builder.open == [builder.root], "everything is closed"
    return builder.root


def fraction(text: str) -> Fraction:
    numerator, denominator = text.split("/")
    return Fraction(int(numerator), int(denominator))


def head_grid(table: Node) -> list[list[Node]]:
    """The head as a full grid, cells over several rows or columns repeated; fails on gaps and overlaps."""
    rows = table.all("thead")[0].all("tr")
    places: dict[tuple[int, int], Node] = {}
    for y, row in enumerate(rows):
        x = 0
        for cell in (child for child in row.children if isinstance(child, Node)):
            while (y, x) in places:
                x += 1
            for dy in range(int(cell.attrs.get("rowspan", 1))):
                for dx in range(int(cell.attrs.get("colspan", 1))):
                    assert (y + dy, x + dx) not in places, "two heads in one place"
                    places[y + dy, x + dx] = cell
    width = 1 + max(x for _, x in places)
    assert len(places) == width * len(rows), "the head has a hole or sticks out"
    return [[places[y, x] for x in range(width)] for y in range(len(rows))]


MEDIA: tuple[Medium, ...] = ("page", "print")


@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("table", [banded_table(), split_table(), whole_table()], ids=lambda table: table.id)
def test_every_cell_reads_back_with_its_text_its_exact_value_and_its_id(table: Table, medium: Medium) -> None:
    root = tree(table_html(table, medium))
    tables = root.all("table")
    parts = arrange(table)
    assert len(tables) == len(parts)
    for element, part in zip(tables, parts, strict=True):
        rows = element.all("tbody")[0].all("tr")
        assert len(rows) == len(part.groups)
        for row, group in zip(rows, part.groups, strict=True):
            assert row.all("th", scope="row")[0].text.strip() == group.label
            cells = row.all("td")
            assert len(cells) == len(part.columns)
            for element_cell, cell, column in zip(cells, group.cells, part.columns, strict=True):
                assert element_cell.own_text == cell.text
                assert element_cell.attrs["id"] == f"{table.id}--{group.key}--{column.key}"
                if cell.exact is None:
                    assert "data-exact" not in element_cell.attrs
                else:
                    assert fraction(element_cell.attrs["data-exact"]) == cell.exact


@pytest.mark.parametrize("medium", MEDIA)
def test_ids_are_unique_and_every_row_has_one_even_when_collapsed(medium: Medium) -> None:
    table = split_table()
    ids = tree(table_html(table, medium)).ids()
    assert len(ids) == len(set(ids))
    assert ids[0] == "split"
    assert {f"split--{row.key}" for row in table.rows} <= set(ids)


def test_a_banded_cell_has_a_tone_and_a_sign_with_a_name() -> None:
    table = banded_table()
    cells = tree(table_html(table, "page")).all("tbody")[0].all("td")
    by_id = {cell.attrs["id"]: cell for cell in cells}
    banded = 0
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            element = by_id[f"banded--{row.key}--{column.key}"]
            signs = element.all("span")
            if cell.band is None:
                assert not signs
                assert "band" not in element.attrs.get("class", "").split()
                continue
            banded += 1
            assert {"band", f"band-{table.band(cell.band).tone}"} <= set(element.attrs["class"].split())
            assert [sign.attrs["aria-label"] for sign in signs] == [SIGN_LABELS[cell.band]]
            assert signs[0].text == table.band(cell.band).sign
    assert banded == 14


def test_the_head_names_every_column_with_its_scope() -> None:
    grid = head_grid(tree(table_html(banded_table(), "page")).all("table")[0])
    assert [[cell.text for cell in row] for row in grid] == [
        ["Dice", "Required average", "Required average", "Required average", "Advice"],
        ["Dice", "Below 3.5", "From 3.5", "From 3.5", "Advice"],
        ["Dice", "2.5", "3.5", "4.5", "Advice"],
    ]
    assert {cell.attrs["scope"] for cell in grid[0][1:4]} == {"colgroup"}
    assert {cell.attrs["scope"] for cell in grid[2]} == {"col"}
    assert "derived" in grid[2][4].attrs["class"].split()
    assert "parting" in grid[2][4].attrs["class"].split()


def test_heads_stay_a_grid_where_derived_columns_stand_between_and_under_spanners() -> None:
    table = banded_table()
    derived = replace(table.columns[1], derived=True)
    mixed = replace(
        table,
        columns=(table.columns[0], derived, *table.columns[2:]),
        spanners=(Spanner("Both", 0, 2), Spanner("Words", 3, 4)),
    )
    grid = head_grid(tree(table_html(mixed, "page")).all("table")[0])
    assert [cell.text for cell in grid[1]] == ["Dice", "Both", "Both", "4.5", "Words"]
    assert [cell.text for cell in grid[2]] == ["Dice", "2.5", "3.5", "4.5", "Advice"]
    assert [cell.text for cell in grid[0]] == ["Dice", "Required average", "", "Required average", ""]


def test_a_table_without_heads_over_its_columns_has_one_head_row() -> None:
    grid = head_grid(tree(table_html(whole_table(), "page")).all("table")[0])
    assert [[cell.text for cell in row] for row in grid] == [["Label", "Target", "Words"]]


def test_html_in_labels_is_text() -> None:
    nasty = "<script>alert(1)</script> & \"'"
    table = banded_table()
    table = replace(
        table,
        title=nasty,
        caption=nasty,
        stub_head=nasty,
        column_head=nasty,
        unit=nasty,
        reading=nasty,
        notes=(nasty,),
        legend=(LegendEntry(nasty, nasty),),
        columns=tuple(Column(column.key, nasty, note=nasty) for column in table.columns),
        rows=tuple(replace(row, label=nasty) for row in table.rows),
        bands=tuple(replace(band, title=nasty, sign="&") for band in table.bands),
    )
    html = table_html(table, "page", home="x.html?a=1&b=2")
    root = tree(html)
    assert not root.all("script")
    assert root.all("figcaption")[0].all("span")[0].text == nasty
    assert "<b>roll" not in html


def test_print_has_neither_links_nor_scroll_boxes() -> None:
    for table in (banded_table(), split_table()):
        root = tree(table_html(table, "print", home="nowhere.html"))
        assert not root.all("a")
        assert "tabindex" not in table_html(table, "print")
        assert not root.all("div", role="region")


def test_the_page_has_a_named_box_to_scroll_a_part_and_links_home() -> None:
    root = tree(table_html(split_table(), "page", home="tables/split.html"))
    boxes = root.all("div", role="region")
    assert [box.attrs["aria-label"] for box in boxes] == [
        "Chance by target, part 1 of 2",
        "Chance by target, part 2 of 2",
    ]
    assert all(box.attrs["tabindex"] == "0" for box in boxes)
    assert {link.attrs["href"] for link in root.all("a")} == {"#split", "tables/split.html"}


def test_caption_legend_bands_notes_and_reading_are_all_there() -> None:
    root = tree(table_html(banded_table(), "page"))
    caption = " ".join(root.all("caption")[0].text.split())
    assert caption == "The chance of reaching the target, by dice and required average. chance in percent"
    assert caption in " ".join(tree(table_html(banded_table(), "print")).text.split())
    foot = " ".join(root.all("div", **{"class": "table-foot"})[0].text.split())
    for words in (
        "Six dice against 2.5 succeed 86 times in a hundred.",
        "▲ easier than advised",
        "▼ harder than advised",
        "~0 below 0.01%, yet possible",
        "— impossible",
        "Advice: What a game master might say.",
        "Rows need not add up to 100 after rounding.",
    ):
        assert words in foot


def test_parts_that_lose_a_column_are_refused() -> None:
    table = replace(split_table(), layout=Layout(parts=((0, 3), (4, 6))))
    with pytest.raises(RenderError, match="table split: its parts must show every column once"):
        table_html(table, "page")


@pytest.mark.parametrize("medium", MEDIA)
def test_blocks_pass_through_markdown_untouched(medium: Medium) -> None:
    book = sample_book()
    for block in (
        *(table_html(table, medium) for table in book.tables),
        *(worked_html(piece, medium) for piece in book.chapters[1].pieces if isinstance(piece, WorkedExample)),
    ):
        assert "\n\n" not in block
        made = markdown(f"Before *it*.\n\n{block}\n\nAfter.\n", extensions=EXTENSIONS)
        assert made == f"<p>Before <em>it</em>.</p>\n{block}\n\n<p>After.</p>"


@pytest.mark.parametrize(
    "text", ["10.4%", "<0.01%", "a*b*c", "_x_ __y__", "[a](b)", "`c`", "p | q", "\\*", "{: #i }", "1^2^ ~3~"]
)
def test_a_value_in_running_text_is_read_as_written(text: str) -> None:
    figure = Figure(text, Fraction(14098201, 136048896), f"12d6 >= {text}")
    line = f"Reach it in {figure_html(figure, 'page')} of rolls."
    data = tree(markdown(line, extensions=EXTENSIONS)).all("data")
    assert [node.text for node in data] == [text]
    assert fraction(data[0].attrs["value"]) == figure.exact
    assert data[0].attrs["title"] == figure.expression
    cells = tree(markdown(f"| a | b |\n|---|---|\n| {figure_html(figure, 'page')} | z |\n", extensions=EXTENSIONS)).all(
        "td"
    )
    assert [cell.text for cell in cells] == [text, "z"]


def test_a_worked_example_keeps_steps_results_and_markdown_around_them() -> None:
    book = sample_book()
    example = next(piece for piece in book.chapters[1].pieces if isinstance(piece, WorkedExample))
    root = tree(worked_html(example, "page"))
    section = root.all("section")[0]
    assert section.attrs["id"] == "example-lift"
    assert [node.attrs["value"] for node in root.all("data")] == ["10/1", "42/1"]
    assert [node.text for node in root.all("data")] == ["10", "42"]
    assert root.all("em")[0].text == "friends"
    assert root.all("strong")[0].text == "42"
    assert "10 / 2 + 4 − (−1)" in section.text


def test_a_chapter_joins_its_pieces_in_order_and_words_references() -> None:
    book = sample_book()
    text = markdown_of(book.chapters[0], book, medium="page", href=lambda reference: f"tables/{reference.table_id}.md")
    assert text == "# The Sample System\n\nRoll dice. See [the chances](tables/split.md).\n"
    untitled = Chapter("x", "X", "sample/x.md", (Prose("See "), Reference("split", ""), Prose(".")))
    assert (
        markdown_of(untitled, book, medium="print", href=lambda reference: f"#{reference.table_id}")
        == "See [Chance by target](#split)."
    )
    chapter = markdown_of(book.chapters[1], book, medium="page", href=lambda reference: f"#{reference.table_id}")
    assert [
        chapter.index(mark) for mark in ("# Rolling", "<data", "<figure", "## An example", "<section", "The end.")
    ] == sorted(
        chapter.index(mark) for mark in ("# Rolling", "<data", "<figure", "## An example", "<section", "The end.")
    )


def test_a_table_called_in_the_middle_of_text_stands_alone() -> None:
    table = whole_table()
    chapter = Chapter("x", "X", "x.md", (Prose("Before."), TablePlace(table), Prose("After.")))
    text = markdown_of(chapter, sample_book(), medium="page", href=lambda reference: reference.table_id)
    made = markdown(text, extensions=EXTENSIONS)
    assert made.startswith("<p>Before.</p>\n<figure")
    assert made.endswith("</figure>\n\n<p>After.</p>")


def test_a_reference_to_no_table_names_chapter_and_table() -> None:
    chapter = Chapter("x", "X", "sample/x.md", (Reference("spilt", ""),))
    with pytest.raises(RenderError, match=r"sample/x\.md: no table 'spilt' to refer to"):
        markdown_of(chapter, sample_book(), medium="page", href=lambda reference: reference.table_id)


def test_an_undefined_name_in_a_template_is_an_error() -> None:
    with pytest.raises(Exception, match="'nothing' is undefined"):
        environment().from_string("{{ nothing }}").render()


def test_a_link_out_of_what_the_reader_holds_keeps_its_words_alone() -> None:
    chapter = Chapter("x", "X", "x.md", (Prose("See "), Reference("far", "the *other* table", "elsewhere"), Prose(".")))
    assert markdown_of(chapter, sample_book(), medium="print", href=lambda _: "") == ("See the &#42;other&#42; table.")
    assert markdown_of(chapter, None, medium="page", href=lambda reference: f"{reference.system}/x.md").endswith(
        "(elsewhere/x.md)."
    )


def test_a_part_of_derived_columns_alone_has_no_empty_head_row() -> None:
    table = banded_table()
    table = replace(table, layout=Layout(parts=((0, 3), (3, 4))))
    second = table_html(table, "page").split("<table")[2]
    head = second[second.index("<thead") : second.index("</thead>")]
    assert head.count("<tr") == 1


def test_a_long_row_label_may_wrap_on_a_page() -> None:
    table = banded_table()
    rows = (replace(table.rows[0], label="Resistance vs Resistance"), *table.rows[1:])
    long = replace(table, rows=rows)
    assert re.findall(r'<th scope="row" class="long"[^>]*>([^<]+)', table_html(long, "page")) == [
        "Resistance vs Resistance"
    ]
    assert 'class="long"' not in table_html(table, "page")
    assert 'class="long"' not in table_html(long, "print")
