"""A section of a chapter as an item of its own: what comes along of its words, and what does not; who decides."""

from pathlib import Path

from generator.edition import Edition
from generator.exact import Fraction
from generator.library import library
from generator.tables.book import Chapter, Figure, Piece, Prose, TablePlace
from generator.tables.model import Table
from generator.tables.product_plan import section
from tests.small import small_content

TABLE = TablePlace(Table("odds", "tiny", "Odds", "How likely.", "Roll", "", (), ()))


def words(*pieces: Piece, title: str = "Dying") -> str:
    taken = section(Chapter("damage", "Damage", "tiny/damage.md", pieces), title)
    return "".join(piece.markdown if isinstance(piece, Prose) else f"<{type(piece).__name__}>" for piece in taken)


def test_a_section_ends_at_the_next_heading_of_its_level() -> None:
    assert words(Prose("# Damage\n\n## Dying\n\nRoll.\n\n### Help\n\nStay.\n\n## Rest\n\nSleep.")).split() == [
        "Roll.",
        "###",
        "Help",
        "Stay.",
    ]


def test_a_heading_over_a_table_alone_does_not_come_along() -> None:
    before, after = Prose("## Dying\n\nRoll.\n\n### How long\n\n"), Prose("\n\n### Help\n\nStay.\n")
    assert words(before, TABLE, after).split() == ["Roll.", "###", "Help", "Stay."]
    assert words(before, TABLE).split() == ["Roll."]
    assert words(before, TABLE, Prose("\n\n## Rest\n\nSleep.")).split() == ["Roll."]


def test_a_heading_over_smaller_ones_or_over_a_value_comes_along() -> None:
    figure = Figure("10%", Fraction(1, 10), "1/10")
    assert words(Prose("## Dying\n\n### How long\n\n#### Minutes\n\nTen.")).split() == [
        "###",
        "How",
        "long",
        "####",
        "Minutes",
        "Ten.",
    ]
    assert words(Prose("## Dying\n\n### How long\n\n"), figure).split() == ["###", "How", "long", "<Figure>"]


def test_a_product_names_the_file_that_decides_it_and_the_pack_of_itself_none(tmp_path: Path) -> None:
    content = small_content(tmp_path)
    (content / "tiny/print.yml").write_text(
        "products:\n"
        "  - {kind: booklet, chapters: [rolling]}\n"
        "  - {kind: cards, cards: [{table: sum}]}\n"
        "  - {kind: screen, panels: [{title: Odds, columns: [[{table: best}]]}]}\n"
    )
    outcome = library(content, Edition("test", "2026-01-02"))
    assert outcome.library is not None, outcome.problems
    sources = {product.name: product.source for product in outcome.library.books[0].products}
    assert sources == {
        "tables": "",
        "booklet": "tiny/print.yml",
        "cards": "tiny/print.yml",
        "screen": "tiny/print.yml",
    }
