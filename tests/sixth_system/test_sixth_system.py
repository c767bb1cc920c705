"""A system written with the documented forms alone, without Python: it builds, and its books say what dice say.

The expected numbers are counted here, face by face, without the engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from generator.edition import Edition
from generator.exact import Fraction
from generator.pipeline import Order, build

CONTENT = Path(__file__).parent / "content"

pytestmark = pytest.mark.slow

D20 = range(1, 21)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sixth") / "site"
    outcome = build(Order(CONTENT, out, Edition("1", "2026-01-01")))
    assert outcome.problems == ()
    return out


def exact(site: Path, table: str) -> dict[str, list[Fraction]]:
    data = json.loads((site / "data" / "ember" / f"{table}.json").read_text("utf-8"))
    return {row["label"]: [Fraction(cell["exact"]) for cell in row["cells"] if "exact" in cell] for row in data["rows"]}


def test_no_python_belongs_to_it() -> None:
    assert {path.suffix for path in CONTENT.rglob("*") if path.is_file()} == {".md", ".yml"}


def test_three_bands_of_two_dice(site: Path) -> None:
    totals = [a + b for a, b in product(range(1, 7), repeat=2)]
    for label, cells in exact(site, "deeds").items():
        results = [total + int(label.replace("−", "-")) for total in totals]
        fails = Fraction(sum(result <= 6 for result in results), 36)
        works = Fraction(sum(result >= 10 for result in results), 36)
        assert cells == [fails, 1 - fails - works, works, 1 - fails]


def test_a_d20_with_advantage(site: Path) -> None:
    for label, cells in exact(site, "hits").items():
        needed = int(label) - 5
        plain = Fraction(sum(face >= needed for face in D20), 20)
        assert cells == [plain**2, plain, 1 - (1 - plain) ** 2]


def futures(good: int, bad: int) -> Iterator[tuple[str, Fraction, int]]:
    """Every course that the saves can take: how it ends, how likely it is, and after how many rounds."""
    for chance, more_good, more_bad in ((1, 0, 2), (8, 0, 1), (10, 1, 0)):
        share, now_good, now_bad = Fraction(chance, 20), good + more_good, bad + more_bad
        if now_bad >= 3 or now_good == 3:
            yield ("dead" if now_bad >= 3 else "stable"), share, 1
        else:
            for end, rest, rounds in futures(now_good, now_bad):
                yield end, share * rest, rounds + 1
    yield "up", Fraction(1, 20), 1


def test_a_chain_of_death_saves(site: Path) -> None:
    for label, cells in exact(site, "saves").items():
        courses = list(futures(0, int(label)))
        assert sum(chance for _, chance, _ in courses) == 1
        ends = [sum(c for e, c, _ in courses if e == end) for end in ("stable", "up", "dead")]
        still = [sum(c for _, c, rounds in courses if rounds > limit) for limit in (1, 3, 5)]
        assert cells == [*ends, *still, sum(c * rounds for _, c, rounds in courses)]


LADDER = {"d4": [4], "d6": [6], "d8": [8], "d10": [10], "d12": [12], "2d8": [8, 8]}


def throws(sides: list[int]) -> list[int]:
    return [sum(faces) for faces in product(*(range(1, side + 1) for side in sides))]


def test_a_ladder_of_dice_opposed(site: Path) -> None:
    found = exact(site, "ladder")
    for mine, sides in LADDER.items():
        expected = []
        for others in LADDER.values():
            pairs = list(product(throws(sides), throws(others)))
            expected.append(Fraction(sum(a > b for a, b in pairs), len(pairs)))
        assert found[mine] == expected


def test_a_clash_of_open_ended_dice(site: Path) -> None:
    """Equal dice draw where all their throws are equal: d = (n - 1) / n² + d / n², so d = (n - 1) / (n² - 1)."""
    for label, cells in exact(site, "clash").items():
        sides = int(label.strip("d!"))
        draw = Fraction(sides - 1, sides**2 - 1)
        assert cells == [(1 - draw) / 2, draw, (1 - draw) / 2]


def test_the_pages_show_it(site: Path) -> None:
    page = (site / "ember" / "danger.html").read_text("utf-8")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
    # With an edge, one of two dice must show 10 or more: 1 - (9/20)².
    assert "lifts a bonus of 5 from 55.00% to 79.75%." in text
    assert 'id="saves"' in page
    assert "<svg" in (site / "ember" / "deeds.html").read_text("utf-8")
    assert "&lt;b&gt;Halberd&lt;/b&gt;" in (site / "ember" / "duels.html").read_text("utf-8")


def test_the_rulebook_shows_it(site: Path) -> None:
    for paper in ("a4", "letter"):
        reader = PdfReader(site / "downloads" / f"ember-rulebook-{paper}.pdf")
        text = " ".join(page.extract_text() for page in reader.pages)
        text = re.sub(r"\s+", " ", text)
        for words in ("How a deed turns out", "Death saves", "Die against die", "79.75%", "<b>Halberd</b>", "=Sword"):
            assert words in text, words


def test_the_workbook_holds_numbers(site: Path) -> None:
    book = load_workbook(site / "downloads" / "ember.xlsx")
    assert set(book.sheetnames) >= {"How a deed turns out", "Death saves", "Die against die", "The steps"}
    hits = next(sheet for sheet in book if sheet.title.startswith("Hits"))
    values = [cell.value for row in hits.iter_rows() for cell in row]
    assert float(Fraction(319, 400)) in values
    steps = [cell for row in book["The steps"].iter_rows() for cell in row]
    (sword,) = [cell for cell in steps if cell.value == "=Sword"]
    assert sword.data_type == "s"
