"""The search: sections by their words, tables by their labels, a cell by its row and its column; every hit is there."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from generator.publish.links import check_links
from generator.render.search_index import PATH, sections_of
from tests.site.test_accessibility import AXE, SAID
from tests.site.test_pages import CONTRAST, SCHEMES, Scheme

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        assert errors == []


def found(page: Page, text: str) -> list[tuple[str, str]]:
    """Each hit for a text: its title and where it leads."""
    field = page.get_by_label("Search", exact=True)
    field.fill("")
    field.fill(text)
    page.locator(".search.open").wait_for()
    return [
        (link.locator(".result-title").inner_text(), link.get_attribute("href") or "")
        for link in page.locator(".results a").all()
    ]


def index(folder: Path) -> dict[str, Any]:
    text = (folder / PATH).read_text("utf-8")
    told: dict[str, Any] = json.loads(text[text.index("= {", 40) + 2 :].rstrip(";\n"))
    return told


def test_row_and_column_find_their_cell(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + "about.html")
    title, address = found(desk, "5d6 15")[0]
    assert title == "Cell 15 · 5d6"
    assert address == sample_url + "sample/tables/split.html#split--15--5d6"
    desk.get_by_label("Search", exact=True).press("Enter")
    desk.wait_for_url(address)
    assert desk.locator('[id="split--15--5d6"]').evaluate("cell => cell.matches(':target')")


def test_titles_text_captions_and_words_are_found(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + "sample/rolling.html")
    assert ("Rolling dice", sample_url + "sample/rolling.html") in found(desk, "reach rolls")
    assert ("An example", sample_url + "sample/rolling.html#an-example") in found(desk, "portcullis")
    assert ("Table A tall table", sample_url + "sample/tables/tall.html") in found(desk, "tall")
    assert ("Table Chance by target", sample_url + "sample/tables/split.html") in found(desk, "target number")
    assert ("Do I hit?", sample_url + "sample/finder.html#hit") in found(desk, "hit weapon")
    assert found(desk, "zzz") == []
    assert desk.locator(".search-told").inner_text() == "Nothing found for “zzz”."


def test_nothing_is_loaded_before_somebody_searches(desk: Page, sample_url: str) -> None:
    asked: list[str] = []
    desk.on("request", lambda request: asked.append(request.url))
    desk.goto(sample_url)
    assert not [address for address in asked if address.endswith(PATH)]
    desk.keyboard.press("/")
    assert desk.evaluate("document.activeElement.id") == "site-search"
    desk.wait_for_function("window.Dicepress.index")
    assert [address for address in asked if address.endswith(PATH)] == [sample_url + PATH]


def test_the_keyboard_goes_through_the_hits_and_out(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url)
    hits = found(desk, "chance")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    assert desk.evaluate("document.activeElement.href") == hits[1][1]
    desk.keyboard.press("Escape")
    assert desk.evaluate("document.activeElement.id") == "site-search"
    assert not desk.locator(".results").is_visible()


def test_it_works_from_the_disk(browser: Browser, sample_dir: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((sample_dir / "sample" / "index.html").as_uri())
        assert found(page, "5d6 15")[0][1] == (sample_dir / "sample/tables/split.html").as_uri() + "#split--15--5d6"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [320, 1280])
def test_hits_are_readable_for_everybody(browser: Browser, sample_url: str, scheme: Scheme, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 700}, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(sample_url)
        assert found(page, "chance")
        assert page.evaluate(CONTRAST)["weak"] == []
        page.evaluate(AXE)
        assert page.evaluate(SAID) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_sections_are_those_of_the_page() -> None:
    text = "# Title\n\nOpening *words*.\n\n## 1. A `b` & c\n\n```yaml\n## no heading\n```\n\n- one\n"
    text += "\n### Twice\n\nx\n\n### Twice\n\ny\n"
    assert list(sections_of(text, "Title", {"twice"})) == [
        ("", "Title", "Opening words."),
        ("#1-a-b-c", "1. A b & c", "one"),
        ("#twice-section", "Twice", "x"),
        ("#twice-section_1", "Twice", "y"),
    ]


def test_every_hit_leads_somewhere(real_site: Path, tmp_path: Path) -> None:
    """All addresses of the index of our own content, put into one page of links, hold."""
    told = index(real_site)
    assert len(told["sections"]) > 200
    addresses = [section[0] for section in told["sections"]]
    addresses += [f"{table['s']}/tables/{table['i']}.html" for table in told["tables"]]
    site = Path(shutil.copytree(real_site, tmp_path / "site"))
    (site / "all-hits.html").write_text("".join(f'<a href="{one}">x</a>' for one in addresses), encoding="utf-8")
    assert [problem for problem in check_links(site) if problem.location.path == "all-hits.html"] == []


def test_no_label_is_glued_to_another(real_site: Path) -> None:
    told = index(real_site)
    table = next(one for one in told["tables"] if (one["s"], one["i"]) == ("opend6", "chance-by-target"))
    assert table["r"] == "1..40"
    assert table["h"][:4] == ["1D", "1D+1", "1D+2", "2D"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("5D 15", "mini-six/tables/chance-by-code.html#chance-by-code--15--5d"),
        ("5D+1 18 opend6", "opend6/tables/chance-by-target.html#chance-by-target--18--5d-plus-1"),
        ("12d6 50", "sixes/tables/chance-by-target.html#chance-by-target--50--12d6"),
        ("skill 56 ×0.6 modifier", "percentile/tables/success-by-modifier.html#success-by-modifier--56--0.6"),
        ("9 dice A 3 10", "sixes/tables/chance-to-hit-no-six.html#chance-to-hit-no-six--9-dice-a-3--10"),
        ("skilled master", "open-ended/tables/tier-against-tier.html#tier-against-tier--skilled--master"),
    ],
)
def test_cells_of_our_own_tables_are_found(browser: Browser, real_site: Path, text: str, address: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((real_site / "index.html").as_uri())
        assert (real_site / address).as_uri().replace("%23", "#") in [link for _, link in found(page, text)]
