"""The finder in the browser: it answers at once, shows what lies around, and its address leads back to the question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

FINDER = "sample/finder.html"


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        assert errors == []


def number(page: Page, question: str) -> str:
    return page.locator(f"#{question} .answer-number").first.inner_text()


def test_it_answers_what_is_chosen_exactly(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + FINDER)
    assert number(desk, "chance") == "50.00%"
    desk.get_by_label("Dice", exact=True).fill("12")
    desk.get_by_label("Target", exact=True).fill("50")
    assert number(desk, "chance") == "10.36%"
    first = desk.locator("#chance .answer.first")
    assert first.locator("data").get_attribute("value") == "14098201/136048896"
    assert first.locator(".answer-odds").inner_text() == "1 in 9.7"
    assert first.locator(".answer-exact").inner_text().endswith("14098201/136048896")
    assert desk.locator("#chance .answer-number").nth(1).inner_text() == "42.0"


def test_rolls_and_labels_can_be_chosen(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + FINDER)
    desk.get_by_label("Weapon").select_option("3D+1")
    desk.get_by_label("Manner").select_option("wildly")
    # P(3D >= 6) = 1 - P(three dice total at most 5): 10 of 216, and the Wild Die shows no 6 in them.
    assert desk.locator("#hit .answer.first data").get_attribute("value") == "103/108"


def test_the_answer_stands_in_the_book(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + FINDER)
    link = desk.locator("#chance .stands a")
    assert link.get_attribute("href") == "tables/split.html#split--11--3d6"
    desk.get_by_label("Target", exact=True).fill("14")
    link.click()
    assert desk.url.endswith("/sample/tables/split.html#split--14--3d6")
    assert desk.locator('[id="split--14--3d6"]').evaluate("cell => cell.matches(':target')")
    desk.go_back()
    desk.get_by_label("Dice", exact=True).fill("12")
    # The table does not hold twelve dice.
    assert (link.get_attribute("href") or "").endswith("tables/split.html#split")


def test_the_address_leads_back_to_the_answer(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + FINDER)
    desk.get_by_label("Dice", exact=True).fill("5")
    desk.get_by_label("Target", exact=True).fill("20")
    desk.wait_for_url("**?q=chance&dice=5&target=20")
    shown = number(desk, "chance")
    desk.goto(desk.url)
    assert desk.get_by_label("Dice", exact=True).input_value() == "5"
    assert number(desk, "chance") == shown != "50.00%"


def test_a_link_to_the_answer_can_be_copied(browser: Browser, sample_url: str) -> None:
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as context:
        page = context.new_page()
        page.goto(sample_url + FINDER + "?q=hit&weapon=d6&manner=wildly")
        page.locator("#hit .share-link").click()
        page.wait_for_function("document.querySelector('#hit .share-link').textContent === 'Copied'")
        assert page.evaluate("navigator.clipboard.readText()") == sample_url + FINDER + "?q=hit&weapon=d6&manner=wildly"
        assert number(page, "hit") == "—"


def test_what_lies_around_is_shown_and_can_be_picked(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + FINDER)
    curve = desk.locator("#chance svg.curve")
    assert (curve.get_attribute("aria-label") or "").startswith("chance of success over Target")
    dice, target = desk.locator("#chance .neighbors").all()
    rows = [row.inner_text().split("\t") for row in dice.locator("tr").all()]
    assert [row[0].strip() for row in rows] == ["1", "2", "3", "4", "5"]
    assert [row[1].strip() for row in rows][:2] == ["—", "8.33%"]
    assert target.locator("tr.chosen th").inner_text() == "11"
    box = curve.bounding_box()
    assert box is not None
    desk.mouse.click(box["x"] + box["width"] - 20, box["y"] + 60)
    assert int(desk.get_by_label("Target", exact=True).input_value()) > 14


def test_what_cannot_be_chosen_is_said(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + FINDER)
    for wrong in ("0", "99", "", "2.5"):
        desk.get_by_label("Dice", exact=True).fill(wrong)
        assert desk.locator("#chance .refused").inner_text() == "Dice goes from 1 to 12."
    desk.get_by_label("Dice", exact=True).fill("3")
    assert number(desk, "chance") == "50.00%"


def test_anything_else_can_be_asked_in_the_notation(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url + FINDER)
    field, answer = desk.get_by_label("Dice, or a question about them"), desk.locator(".free-answer")
    field.fill("P(2d6!{5,6} > 2d6!{5,6})")
    field.press("Enter")
    assert answer.locator("data").get_attribute("value") == "10975920529/23269110833"
    assert answer.locator("data").inner_text() == "47.17%"
    field.fill("hits(2d6, 1)")
    field.press("Enter")
    assert answer.locator("data").get_attribute("value") == "13/18"
    field.fill("3d6")
    field.press("Enter")
    assert answer.locator("tbody tr").count() == 16
    assert answer.locator("tbody tr").first.inner_text().split() == ["3", "0.46%", "100%"]
    field.fill("P(2d6 >=")
    field.press("Enter")
    assert answer.locator(".refused").inner_text() == "Column 9: the expression ends too early."
    desk.wait_for_url("**?e=*")
    desk.reload()
    assert answer.locator(".refused").count() == 1


def test_without_a_script_it_says_what_it_starts_from_and_leads_to_the_table(browser: Browser, sample_url: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(sample_url + FINDER)
        assert page.locator("#chance .sentence").inner_text() == "I roll 3 dice against 11"
        assert number(page, "chance") == "50.00%"
        assert page.locator("#chance .stands a").get_attribute("href") == "tables/split.html#split--11--3d6"
        assert not page.locator("#anything").is_visible()
        assert page.locator("input:visible, select:visible").count() == 0


def test_the_front_page_asks_at_once(desk: Page, sample_url: str) -> None:
    desk.goto(sample_url)
    desk.get_by_label("Target", exact=True).fill("14")
    assert desk.locator(".asked .answer-number").first.inner_text() == "16.20%"
    assert desk.locator(".asked .stands a").get_attribute("href") == "sample/tables/split.html#split--14--3d6"
    href = desk.locator(".ask-more a").get_attribute("href")
    assert href == "sample/finder.html?q=chance&dice=3&target=14"
    desk.get_by_label("Target", exact=True).press("Enter")
    desk.wait_for_url("**/sample/finder.html?q=chance&dice=3&target=14")
    assert number(desk, "chance") == "16.20%"


def test_it_works_from_the_disk_with_its_state_in_the_fragment(browser: Browser, sample_dir: Path) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((sample_dir / "sample" / "finder.html").as_uri())
        page.get_by_label("Dice", exact=True).fill("12")
        page.get_by_label("Target", exact=True).fill("50")
        assert number(page, "chance") == "10.36%"
        assert page.url.endswith("#q=chance&dice=12&target=50")
        again = context.new_page()
        again.goto(page.url)
        assert number(again, "chance") == "10.36%"
