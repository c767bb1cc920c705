"""A cell of a table in the browser: what it says when it is chosen, by touch and by keyboard, and what copies hold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.site.test_accessibility import AXE, SAID
from tests.site.test_pages import CONTRAST, SCHEMES, Scheme

pytestmark = pytest.mark.slow

TALL = "sample/tables/tall.html"
BANDED = "sample/tables/banded.html"
GROUND = "node => getComputedStyle(node).backgroundColor"


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    permissions = ["clipboard-read", "clipboard-write"]
    with browser.new_context(viewport={"width": 1280, "height": 800}, permissions=permissions) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        assert errors == []


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True) as context:
        yield context.new_page()


def test_a_tap_shows_the_exact_fraction_the_odds_and_how_to_read_it(phone: Page, sample_url: str) -> None:
    phone.goto(sample_url + BANDED)
    phone.locator('[id="banded--7--3.5"]').tap()
    panel = phone.locator(".cell-panel")
    assert panel.locator(".cell-place").inner_text() == "Dice 7 · 3.5"
    assert panel.locator(".cell-value").inner_text().split() == ["14.29%", "1", "in", "7"]
    assert panel.locator(".cell-exact").inner_text() == "Exactly 1/7, or 14.285714%"
    assert panel.locator(".cell-reading").inner_text() == "7 dice against 3.5 succeed 14.29 times in a hundred."
    cell, sheet = phone.locator('[id="banded--7--3.5"]').bounding_box(), panel.bounding_box()
    assert cell is not None
    assert sheet is not None
    assert cell["y"] + cell["height"] <= sheet["y"]
    assert sheet["x"] + sheet["width"] <= 320
    panel.get_by_label("Close").tap()
    assert not panel.is_visible()


def test_signs_are_explained_where_they_stand(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + BANDED)
    desk.locator('[id="banded--8--4.5"]').click()
    said = desk.locator(".cell-reading").all_inner_texts()
    assert said == ["~0 means: below 0.01%, yet possible.", "▼ harder than advised."]
    desk.locator('[id="banded--8--advice"]').click()
    assert desk.locator(".cell-reading").all_inner_texts() == ["What a game master might say."]
    assert desk.locator(".cell-exact").count() == 0


def test_row_and_column_of_the_cell_under_the_pointer_are_marked(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + TALL)
    column = desk.locator("col").nth(5)
    before = column.evaluate(GROUND), desk.locator('[id="tall--9--3"]').evaluate(GROUND)
    desk.locator('[id="tall--9--3.5"]').hover()
    assert column.evaluate(GROUND) != before[0]
    assert desk.locator('[id="tall--9--3"]').evaluate(GROUND) != before[1]
    assert desk.locator("col.lit").count() == 1
    desk.locator("h1").hover()
    assert column.evaluate(GROUND) == before[0]


def test_the_keyboard_goes_from_cell_to_cell(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + TALL)
    desk.locator(".table-box").focus()
    desk.keyboard.press("Enter")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        desk.keyboard.press(key)
    assert desk.evaluate("document.activeElement.id") == "tall--3--2.75"
    assert desk.locator("col").nth(2).get_attribute("class") == "lit"
    assert not desk.locator(".cell-panel").count()
    desk.keyboard.press("Enter")
    assert desk.locator(".cell-place").inner_text() == "Dice 3 · 2.75"
    assert desk.evaluate("location.hash") == "#tall--3--2.75"
    desk.keyboard.press("End")
    assert desk.locator(".cell-place").inner_text() == "Dice 3 · 4.5"
    desk.keyboard.press("Escape")
    assert not desk.locator(".cell-panel").is_visible()
    desk.keyboard.press("Escape")
    assert desk.evaluate("document.activeElement.className").startswith("table-box")


def test_the_link_of_a_cell_can_be_copied_and_leads_back(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + TALL)
    desk.locator('[id="tall--5--3"]').click()
    desk.get_by_text("Copy a link to this cell").click()
    desk.get_by_text("Copied").wait_for()
    address = desk.evaluate("navigator.clipboard.readText()")
    assert address == sample_url + TALL + "#tall--5--3"
    desk.goto("about:blank")
    desk.goto(address)
    assert desk.locator('[id="tall--5--3"]').evaluate("cell => cell.matches(':target')")


def test_a_copied_table_pastes_as_numbers(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + BANDED)
    desk.get_by_label("Copy the table Chance by average").click()
    desk.get_by_text("copied", exact=True).wait_for()
    lines = [line.split("\t") for line in desk.evaluate("navigator.clipboard.readText()").split("\n")]
    body = {line[0]: line[1:] for line in lines if line[0].isdigit()}
    # What a sign stands for is copied as the number, in the unit of the table.
    assert body["7"][:3] == ["87.00", "14.29", "0.00001"]
    assert body["8"][3] == "<b>roll & hope</b>"
    html = desk.evaluate(
        """async () => {
            const [item] = await navigator.clipboard.read();
            return (await item.getType("text/html")).text();
        }"""
    )
    assert "<td>14.29</td>" in html


def test_a_selection_copies_as_rows_of_numbers(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + BANDED)
    desk.evaluate(
        """() => getSelection().setBaseAndExtent(
            document.getElementById("banded--7--2.5").firstChild, 0,
            document.getElementById("banded--8--3.5").firstChild, 3)"""
    )
    desk.keyboard.press("Control+c")
    text = desk.evaluate("navigator.clipboard.readText()")
    assert text.split("\n")[0].split("\t")[:2] == ["87.00", "14.29"]
    assert text.split("\n")[1].split("\t") == ["8", "88.00", "12.50"]


def test_a_word_of_a_cell_is_copied_as_it_stands(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + BANDED)
    desk.evaluate(
        """() => {
            const text = document.getElementById("banded--7--advice").firstChild;
            getSelection().setBaseAndExtent(text, 3, text, 7);
        }"""
    )
    desk.keyboard.press("Control+c")
    assert desk.evaluate("navigator.clipboard.readText()") == "roll"


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [320, 1280])
def test_what_a_cell_says_is_readable_for_everybody(
    browser: Browser, sample_url: str, scheme: Scheme, width: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": 700}, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(sample_url + BANDED)
        page.locator('[id="banded--7--2.5"]').click()
        assert page.evaluate(CONTRAST)["weak"] == []
        page.evaluate(AXE)
        assert page.evaluate(SAID) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
