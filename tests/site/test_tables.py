"""Tables in the browser: what stays in sight while they scroll, and where a permanent link leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page

from generator.content.fields import TONES
from generator.resources import TEMPLATES

pytestmark = pytest.mark.slow

TALL = "sample/tables/tall.html"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        yield context.new_page()


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        yield context.new_page()


def place(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"], box["y"]


def ground(of: Locator) -> str:
    color = of.evaluate("node => getComputedStyle(node).backgroundColor")
    assert isinstance(color, str)
    return color


def test_head_and_stub_stay_while_the_box_scrolls(phone: Page, sample_url: str) -> None:
    phone.goto(sample_url + TALL)
    box = phone.locator(".table-box")
    box.scroll_into_view_if_needed()
    box.evaluate("box => box.scrollTo(0, 1500)")
    head, stub = phone.locator("thead th.c1"), phone.locator("thead th.stub")
    row = phone.locator('[id="tall--60"] > th')
    top = place(box)[1]
    assert 0 <= place(stub)[1] - top < 4
    before = place(head), place(row)
    box.evaluate("box => box.scrollTo(120, 1700)")
    after = place(head), place(row)
    assert after[0][1] == pytest.approx(before[0][1], abs=0.6)
    assert after[0][0] == pytest.approx(before[0][0] - 120, abs=0.6)
    assert after[1][0] == pytest.approx(before[1][0], abs=0.6)
    assert after[1][1] == pytest.approx(before[1][1] - 200, abs=0.6)
    assert abs(place(row)[0] - place(box)[0]) < 2


def test_what_stays_is_not_seen_through(phone: Page, sample_url: str) -> None:
    phone.goto(sample_url + TALL)
    phone.locator(".table-box").evaluate("box => box.scrollTo(150, 1500)")
    for selector in ("thead th.stub", "thead th.c5", "thead th.group", '[id="tall--60"] > th'):
        assert ground(phone.locator(selector)) == "rgb(255, 255, 255)", selector
    in_front = phone.evaluate(
        """() => {
            const corner = document.querySelector('thead th.stub').getBoundingClientRect();
            const hit = document.elementFromPoint(corner.left + 8, corner.bottom - 8);
            return hit.className;
        }"""
    )
    assert "stub" in in_front


def test_the_caption_stays_in_sight_when_the_table_scrolls_sideways(phone: Page, sample_url: str) -> None:
    phone.goto(sample_url + TALL)
    box = phone.locator(".table-box")
    before = place(phone.locator(".caption"))
    box.evaluate("box => box.scrollTo(200, 0)")
    assert place(phone.locator(".caption"))[0] == pytest.approx(before[0], abs=0.6)
    bounds = phone.locator(".caption").bounding_box()
    assert bounds is not None
    assert bounds["x"] + bounds["width"] <= 320


def test_a_permanent_link_shows_and_marks_its_cell_its_row_and_its_column(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + TALL)
    plain = ground(desk.locator('[id="tall--60--3.5"]')), ground(desk.locator('[id="tall--60"] > th'))
    head = "node => getComputedStyle(node).color"
    unmarked = desk.locator("thead th.c5").evaluate(head)
    desk.goto(sample_url + TALL + "#tall--60--3.5")
    cell = desk.locator('[id="tall--60--3.5"]')
    assert cell.evaluate("node => node.matches(':target')")
    assert ground(cell) != plain[0]
    assert ground(desk.locator('[id="tall--60"] > th')) != plain[1]
    assert desk.locator("thead th.c5").evaluate(head) != unmarked
    assert desk.locator("thead th.c4").evaluate(head) == unmarked
    box, seen = desk.locator(".table-box").bounding_box(), cell.bounding_box()
    assert box is not None
    assert seen is not None
    foot_of_head = desk.locator("thead").bounding_box()
    assert foot_of_head is not None
    assert foot_of_head["y"] + foot_of_head["height"] <= seen["y"]
    assert seen["y"] + seen["height"] <= min(box["y"] + box["height"], 800)


@pytest.mark.parametrize("row", ["7", "60", "180"])
def test_a_permanent_link_is_not_hidden_behind_head_or_stub_on_a_phone(phone: Page, sample_url: str, row: str) -> None:
    phone.goto(f"{sample_url}{TALL}#tall--{row}--4.25")
    hit = phone.evaluate(
        """id => {
            const box = document.getElementById(id).getBoundingClientRect();
            const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return hit && hit.closest('td').id;
        }""",
        f"tall--{row}--4.25",
    )
    assert hit == f"tall--{row}--4.25"


def test_a_link_to_a_collapsed_row_marks_the_line_it_is_in(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + "sample/tables/split.html")
    line = desk.locator('[id="split--18"]')
    assert line.locator("th").inner_text() == "18 or more"
    before = ground(line.locator("th"))
    desk.goto(sample_url + "sample/tables/split.html#split--30")
    assert ground(line.locator("th")) != before
    assert ground(desk.locator('[id="split--17"] > th')) == before


def test_choosing_a_cell_puts_its_link_into_the_address_without_a_jump(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + TALL)
    desk.locator(".table-box").evaluate("box => box.scrollTo(0, 900)")
    cell = desk.locator('[id="tall--40--3"]')
    cell.scroll_into_view_if_needed()
    before = place(cell)
    cell.click()
    assert desk.evaluate("location.hash") == "#tall--40--3"
    assert cell.evaluate("node => node.matches(':target')")
    assert place(cell) == pytest.approx(before, abs=0.6)


def test_the_row_and_the_column_head_under_the_pointer_light_up(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + TALL)
    cell, other = desk.locator('[id="tall--3--3.5"]'), desk.locator('[id="tall--4--3.5"]')
    head = desk.locator("thead th.c5")
    before = ground(cell), head.evaluate("node => getComputedStyle(node).color")
    desk.locator('[id="tall--3--4"]').hover()
    assert ground(cell) != before[0]
    assert ground(other) == before[0]
    cell.hover()
    assert head.evaluate("node => getComputedStyle(node).color") != before[1]


def test_bands_are_told_by_sign_and_name_not_only_by_color(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + "sample/tables/banded.html")
    easy, hard = desk.locator("td.band-easy"), desk.locator("td.band-hard")
    assert easy.count() == 7
    assert hard.count() == 7
    assert {sign.inner_text() for sign in easy.locator(".sign").all()} == {"▲"}
    assert {sign.get_attribute("aria-label") for sign in hard.locator(".sign").all()} == {"harder than advised"}
    assert ground(easy.first) != ground(hard.first)


@pytest.mark.parametrize("medium", ["screen", "print"])
def test_a_sign_never_covers_its_number(phone: Page, sample_url: str, medium: Literal["screen", "print"]) -> None:
    for address in (TALL, "sample/tables/banded.html"):
        phone.goto(sample_url + address)
        phone.emulate_media(media=medium)
        gaps = phone.evaluate(
            """() => [...document.querySelectorAll('td.band')].map(cell => {
                const range = document.createRange();
                range.selectNode(cell.firstChild);
                return range.getBoundingClientRect().left - cell.querySelector('.sign').getBoundingClientRect().right;
            })"""
        )
        assert len(gaps) > 10
        assert min(gaps) > 0


def test_the_box_can_be_scrolled_with_the_keyboard(phone: Page, sample_url: str) -> None:
    phone.goto(sample_url + TALL)
    box = phone.locator(".table-box")
    box.focus()
    phone.keyboard.press("ArrowRight")
    phone.wait_for_function("document.querySelector('.table-box').scrollLeft > 0")
    phone.keyboard.press("PageDown")
    phone.wait_for_function("document.querySelector('.table-box').scrollTop > 100")


def test_every_tone_an_author_may_choose_has_its_own_ground() -> None:
    style = (TEMPLATES / "site" / "assets" / "site.css").read_text(encoding="utf-8")
    for tone in TONES:
        assert f".band-{tone} {{" in style
        assert f"--{tone}: light-dark(" in style
        assert f"--{tone}-sign: light-dark(" in style
