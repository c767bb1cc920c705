"""The page of all files: everything that a build makes to take away stands on it once, with its size."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from generator.render.downloads import LATER, downloads_page, size_text, with_sizes
from generator.render.site import docs
from generator.tables.products import Cards
from tests.samples import sample_library

FILES = {
    "assets/fonts/a.woff2": 9000,
    "data/sample/banded.csv": 900,
    "data/sample/banded.json": 2100,
    "downloads/everything.pdf": 5_000_001,
    "downloads/sample-cards-a4.pdf": 20_000,
    "downloads/sample-rulebook-a4.pdf": 300_000,
    "downloads/sample.xlsx": 10_000,
    "downloads/sample-two-cards-phone.pdf": 70_000,
}


def addresses(page: str) -> list[str]:
    return re.findall(r'href="([^"]+)"', page)


def page(files: dict[str, int] | None) -> str:
    library = sample_library()
    book = replace(library.books[0], products=(Cards("cards", "Reference cards", ()),))
    other = replace(book, id="sample-two", title="The second", tables=(), charts=(), products=())
    return "\n".join(downloads_page(replace(library, books=(book, other)), files))


def test_every_file_but_the_sites_own_is_listed_once() -> None:
    assert sorted(addresses(page(FILES))) == sorted(path for path in FILES if not path.startswith("assets/"))


def test_files_stand_with_their_system_their_name_and_size() -> None:
    shown = page(FILES)
    whole, first, second = re.split(r"^## .*$", shown, flags=re.MULTILINE)[1:]
    assert addresses(whole) == ["downloads/everything.pdf"]
    assert "5.1 MB" in whole
    assert addresses(first)[:3] == [
        "downloads/sample.xlsx",
        "downloads/sample-rulebook-a4.pdf",
        "downloads/sample-cards-a4.pdf",
    ]
    assert "Reference cards" in first
    assert "PDF, A4" in first
    assert "Data of 1 tables" not in first
    assert "Cards" in second
    assert "PDF, phone" in second


def test_what_holds_all_systems_is_called_so() -> None:
    shown = page({"downloads/all-rulebook-a4.pdf": 9, "downloads/all.xlsx": 9, "downloads/offline-site.zip": 9})
    for words in (
        "All systems in one volume",
        "All systems in one workbook",
        "The whole site, to open without a network",
    ):
        assert shown.count(words) == 1


def test_a_build_of_pages_alone_says_so() -> None:
    assert addresses(page({})) == []
    assert "pages only" in page({})


def test_the_site_has_the_page() -> None:
    (text,) = [made.data.decode() for made in docs(sample_library(), files=FILES) if made.path == "downloads.md"]
    assert 'href="downloads/sample.xlsx"' in text


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, ""),
        (1, "1 kB"),
        (1000, "1 kB"),
        (1001, "2 kB"),
        (999_999, "1000 kB"),
        (1_000_000, "1.0 MB"),
        (1_000_001, "1.1 MB"),
    ],
)
def test_sizes_are_rounded_up(size: int, text: str) -> None:
    assert size_text(size) == text


def test_sizes_that_come_later_are_put_where_they_would_have_been() -> None:
    known = [page.data.decode() for page in docs(sample_library(), files=FILES)]
    later = [page.data.decode() for page in docs(sample_library(), files=dict.fromkeys(FILES, LATER))]
    assert later != known
    assert [with_sizes(page, FILES) for page in later] == known
    written = "an author's \ue000own\ue001 signs"
    assert with_sizes(written, FILES) == written
