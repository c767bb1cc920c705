"""The questions that come up at the table, clicked through: system, table, cell, and what the cell says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.test_questions import QUESTIONS

pytestmark = pytest.mark.slow

FIND = """([row, column]) => {
    for (const table of document.querySelectorAll("figure.table-figure table")) {
        const words = node => node.textContent.trim().replace(/\\s+/g, " ");
        const head = [...table.querySelectorAll("thead th.col")].find(one => words(one) === column);
        const line = [...table.tBodies[0].rows].find(one => words(one.cells[0]) === row);
        if (head && line) return line.cells[Number(/\\bc(\\d+)\\b/.exec(head.className)[1])].id;
    }
    return "";
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 390, "height": 800}) as context:
        yield context.new_page()


@pytest.mark.parametrize(
    ("system", "question"), QUESTIONS, ids=[f"{system}: {question['ask']}" for system, question in QUESTIONS]
)
def test_two_clicks_and_a_tap_answer(page: Page, real_site: Path, system: str, question: dict[str, str]) -> None:
    page.goto((real_site / "index.html").as_uri())
    page.locator(f'.card h2 a[href="{system}/index.html"]').click()
    page.locator(f'main a[href="{question["page"].removeprefix(system + "/")}"]').first.click()
    page.wait_for_url(f"**/{question['page']}", wait_until="load")
    found = page.evaluate(FIND, [question["row"], question["column"]])
    assert found, (question["row"], question["column"])
    cell = page.locator(f'[id="{found}"]')
    cell.scroll_into_view_if_needed()
    cell.evaluate("cell => cell.click()")
    said = page.locator(".cell-value").inner_text()
    assert said.startswith(question["answer"])
    assert page.evaluate("decodeURIComponent(location.hash)") == f"#{found}"
