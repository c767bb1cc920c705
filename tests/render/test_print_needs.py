"""What a product is made from: a change makes those products anew that show it, and no other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

import pytest

from generator.render import pdf
from generator.render.contract import Job
from generator.render.print_needs import of_product, of_rulebook, sources_of
from generator.tables.book import Book, Chapter, ChartPlace, Prose
from generator.tables.model import Table
from generator.tables.products import Booklet, Cards, TableItem, TablePack, TextItem
from tests.chart_samples import POOLS, chart
from tests.render.product_books import product_book


def changed(book: Book) -> set[str]:
    """The products that a job would make anew if the sample book became `book`."""
    before = {job.name: made_from(job) for job in pdf.jobs(product_book(), ("a4",))}
    after = {job.name: made_from(job) for job in pdf.jobs(book, ("a4",))}
    assert before.keys() == after.keys()
    return {name.removesuffix(f" of {book.title}") for name in before if before[name] != after[name]}


def made_from(job: Job) -> object:
    """Every value that a job and its parts are given."""
    return cast("partial[object]", job.make).args, [made_from(part) for part in job.parts]


def pieces_changed(book: Book) -> list[str]:
    """The pieces of the rulebook, without its frame, that a job would lay out anew if the sample book became `book`."""
    before, after = (pdf.rulebook_job(one, ("a4",)) for one in (product_book(), book))
    assert [part.name for part in before.parts] == [part.name for part in after.parts]
    pairs = zip(before.parts[1:], after.parts[1:], strict=True)
    return [old.name.partition(", ")[2] for old, new in pairs if made_from(old) != made_from(new)]


def with_words(key: str) -> Book:
    """The sample book with one more sentence at the end of a chapter."""
    book = product_book()
    assert key in {chapter.key for chapter in book.chapters}

    def longer(chapter: Chapter) -> Chapter:
        return replace(chapter, pieces=(*chapter.pieces, Prose("\n\nOne more.\n")))

    chapters = tuple(longer(chapter) if chapter.key == key else chapter for chapter in book.chapters)
    return replace(book, chapters=chapters)


def with_caption(table_id: str) -> Book:
    """The sample book with a table of its own, which its products know by the old caption."""
    book = product_book()
    assert table_id in {table.id for table in book.tables}

    def other(table: Table) -> Table:
        return replace(table, caption="Other words.") if table.id == table_id else table

    return replace(book, tables=tuple(other(table) for table in book.tables))


def test_nothing_changes_of_itself() -> None:
    assert changed(product_book()) == set()


def test_words_of_a_chapter_change_what_prints_the_chapter() -> None:
    book = product_book()
    assert changed(with_words("rolling")) == {"rulebook", "Pocket booklet"}
    last = replace(book, chapters=(*book.chapters, Chapter("more", "More", "sample/more.md", (Prose("# More\n"),))))
    assert changed(last) == {"rulebook"}


def test_a_change_makes_those_pieces_again_that_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.render.print_pieces.MOST", 20)
    monkeypatch.setattr("generator.render.pdf_gatherings.FURTHER", 20)
    book = product_book()
    frame, *pieces = pdf.rulebook_job(book, ("a4",)).parts
    assert (frame.parts, len(pieces)) == (tuple(pieces), 6)
    assert pieces_changed(book) == []
    assert pieces_changed(with_words("index")) == ["part 1 of 6"]
    assert pieces_changed(with_words("rolling")) == ["part 2 of 6"]
    assert pieces_changed(with_caption(book.tables[-1].id)) == ["part 6 of 6"]
    named = replace(book.tables[-1], title="Another title")
    assert pieces_changed(replace(book, tables=(*book.tables[:-1], named))) == ["part 6 of 6"]


def test_a_new_edition_lays_out_no_piece_again() -> None:
    assert pieces_changed(replace(product_book(), date="2031-03-04", version="9.9", summary="Another summary.")) == []


def test_a_table_of_the_rulebook_alone_changes_nothing_else() -> None:
    last = product_book().tables[-1].id
    assert changed(with_caption(last)) == {"rulebook"}


def test_what_finder_calculators_and_vocabulary_say_is_not_printed() -> None:
    assert changed(replace(product_book(), words=(("pool", "All the dice of a roll."),))) == set()


def test_a_booklet_is_given_the_charts_that_it_shows_alone() -> None:
    book = product_book()
    booklet = next(product for product in book.products if isinstance(product, Booklet))
    own, other = chart(POOLS, "own"), chart(POOLS, "other")
    assert {chapter.key for chapter in book.chapters} == set(booklet.chapters)
    last = Chapter("more", "More", "sample/more.md", (ChartPlace(other),))
    first = replace(book.chapters[0], pieces=(*book.chapters[0].pieces, ChartPlace(own)))
    charted = replace(book, chapters=(first, *book.chapters[1:], last), charts=(own, other))
    assert of_product(charted, booklet).charts == (own,)
    assert of_rulebook(charted).charts == (own, other)


def test_a_file_names_what_its_product_was_made_from() -> None:
    book = product_book()
    table = replace(book.tables[0], source="sample/tables/on-a-card.yml")
    words = TextItem("The steps", (Prose("1. Roll."),), "sample/print.yml")
    cards = Cards("cards", "Reference cards", (TableItem(table), words), "sample/print.yml")
    short = replace(book, chapters=book.chapters[:1], tables=book.tables[:3], products=(cards,))
    (made,) = pdf.products(short, "a4")[1:]
    assert made.path == "downloads/sample-cards-a4.pdf"
    assert made.sources == (book.source, "sample/print.yml", "sample/tables/on-a-card.yml")
    pack = TablePack("tables", "Tables", (table,))
    assert tuple(filter(None, sources_of(pack))) == ("sample/tables/on-a-card.yml",)
    assert tuple(sources_of(replace(pack, source="sample/print.yml"))) == ("sample/print.yml", table.source)
