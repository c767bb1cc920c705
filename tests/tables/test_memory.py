"""What a library holds of each table stays small, whatever computing it took; so a build of thousands stays small.

Measured is what the interpreter allocates, for a table more: not the process, in which libraries weigh most.
"""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from pathlib import Path

from generator.edition import Edition
from generator.library import library
from generator.publish.held import HeldFigures
from generator.render import site
from generator.tables.book import Library
from generator.tables.rows import READY, rows_of
from tests.bench.growth import write_catalogue

FEW, MORE = READY + 10, READY + 60


def made(content: Path) -> Library:
    outcome = library(content, Edition("1", ""))
    assert outcome.library is not None, outcome.problems
    return outcome.library


def _forget() -> None:
    """Empty what other tests left in memories of limited size: one that grows just now would weigh on a few tables."""
    for thing in gc.get_objects():
        if isinstance(thing, type(rows_of)) and thing.__module__.startswith("generator."):
            thing.cache_clear()


def held(folder: Path, count: int) -> tuple[float, float, float]:
    """Bytes that a library of so many tables holds, that making it took at most, and that drawing its pages leaves."""
    write_catalogue(folder / str(count), count)
    _forget()
    gc.collect()
    tracemalloc.start()
    try:
        books = made(folder / str(count))
        gc.collect()
        now, most = tracemalloc.get_traced_memory()
        # A build writes each page before the next is drawn.
        assert sum(1 for _ in site.each_page(books)) > count
        gc.collect()
        return now, most, tracemalloc.get_traced_memory()[0] - now
    finally:
        tracemalloc.stop()


def test_a_table_more_takes_a_few_kilobytes(tmp_path: Path) -> None:
    """160 cells, which are 60 kB as objects and 14 kB as a page."""
    held(tmp_path / "first", FEW)
    few, more = held(tmp_path, FEW), held(tmp_path, MORE)
    tables, peak, pages = ((large - small) / (MORE - FEW) for small, large in zip(few, more, strict=True))
    assert tables < 14_000, "a table with what its expressions leave in memories of limited size"
    assert peak < 24_000, "the same with its definition, while the library is made"
    assert pages < 1_000


def test_a_table_is_sent_as_small_as_it_is_held(tmp_path: Path) -> None:
    write_catalogue(tmp_path, 2)
    (book,) = made(tmp_path).books
    for table in book.tables:
        assert sum(len(row.cells) for row in table.rows) == 160
        assert len(table.rows.packed) < 2_000  # type: ignore[attr-defined]
        assert len(pickle.dumps(table)) < 3_000
        assert pickle.loads(pickle.dumps(table)) == table


def test_the_pages_that_mkdocs_holds_are_small(tmp_path: Path) -> None:
    write_catalogue(tmp_path, 2)
    books = made(tmp_path)
    page = next(page for page in site.docs(books) if page.path.endswith("tables/table-1.md"))
    assert page.size > 12_000
    assert len(HeldFigures().on_page_markdown(page.data.decode())) < 2_500
