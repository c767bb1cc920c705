"""What holds for every page: it fits a phone, can be read in light and dark, asks nobody else, and needs no script."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.slow

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
PHONE: ViewportSize = {"width": 320, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 800}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def addresses(site_dir: Path) -> list[str]:
    return [path.relative_to(site_dir).as_posix() for path in sorted(site_dir.rglob("*.html"))]


def text_of(page: Page) -> str:
    return page.locator("main").inner_text()


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_page_scrolls_sideways(browser: Browser, site_dir: Path, site_url: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 700}) as context:
        page = context.new_page()
        for address in addresses(site_dir):
            page.goto(site_url + address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address
            sticking_out = page.evaluate(
                """width => [...document.querySelectorAll('body *')].filter(node => {
                    const box = node.getBoundingClientRect();
                    return box.right > width + 0.5 && box.width > 1 && !node.closest('.table-box, pre, .skip');
                }).map(node => node.outerHTML.slice(0, 80))""",
                width,
            )
            assert sticking_out == [], address


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_all_text_stands_out_from_its_ground(
    browser: Browser, site_dir: Path, site_url: str, scheme: Scheme, viewport: ViewportSize
) -> None:
    with browser.new_context(viewport=viewport, color_scheme=scheme) as context:
        page = context.new_page()
        for address in [
            *addresses(site_dir),
            "sample/tables/tall.html#tall--60--3.5",
            "sample/tables/tall.html#tall--60",
        ]:
            page.goto(site_url + address)
            if page.locator("details.menu").count():
                page.evaluate("document.querySelector('details.menu').open = true")
            found = page.evaluate(CONTRAST)
            assert found["count"] >= 3
            assert found["weak"] == [], address


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("target", ["tall--60--3.5", "tall--60--2.5", "tall--60"])
def test_marked_text_stands_out_from_its_ground(browser: Browser, sample_url: str, scheme: Scheme, target: str) -> None:
    with browser.new_context(color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(f"{sample_url}sample/tables/tall.html#{target}")
        page.locator('[id="tall--59"] > th').hover()
        assert page.evaluate(CONTRAST)["weak"] == []


def test_light_and_dark_differ(browser: Browser, site_url: str) -> None:
    grounds = set()
    for scheme in SCHEMES:
        with browser.new_context(color_scheme=scheme) as context:
            page = context.new_page()
            page.goto(site_url)
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


def test_pages_ask_nobody_else_and_report_no_error(browser: Browser, site_dir: Path, site_url: str) -> None:
    asked: set[str] = set()
    failed: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
        page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
        page.on("console", lambda message: failed.append(message.text))
        page.on("pageerror", lambda error: failed.append(str(error)))
        for address in addresses(site_dir):
            page.goto(site_url + address)
            page.wait_for_load_state("networkidle")
    assert failed == []
    assert asked - {""} == {urlsplit(site_url).netloc}


def test_pages_open_from_the_disk(browser: Browser, site_dir: Path) -> None:
    failed: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("requestfailed", lambda request: failed.append(request.url))
        page.on("console", lambda message: failed.append(message.text))
        page.goto((site_dir / "index.html").as_uri())
        page.locator(".card a").first.click()
        page.locator("main .table-list a").first.click()
        assert page.locator("h1").count() == 1
        assert page.evaluate("document.fonts.check('16px \"Dicepress Serif\"')")
    assert failed == []


def test_our_own_fonts_are_used(browser: Browser, site_url: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(site_url)
        page.evaluate("document.fonts.ready")
        loaded = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family + f.weight)")
        assert "Dicepress Serif" in " ".join(loaded)
        assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Dicepress Serif"')


def test_without_a_script_everything_is_there_but_the_switch(browser: Browser, site_dir: Path, site_url: str) -> None:
    with browser.new_context(java_script_enabled=False) as bare, browser.new_context() as full:
        without, with_script = bare.new_page(), full.new_page()
        for address in addresses(site_dir):
            without.goto(site_url + address)
            with_script.goto(site_url + address)
            # What a page says only with or only without a script stands in elements that say so.
            with_script.evaluate("document.querySelectorAll('main .needs-script').forEach(node => node.remove())")
            without.evaluate("document.querySelectorAll('main .without-script').forEach(node => node.remove())")
            assert text_of(without).split() == text_of(with_script).split(), address
        without.goto(site_url)
        assert not without.locator(".theme-switch").is_visible()
        without.locator(".menu summary").click()
        assert without.locator(".menu nav").is_visible()


def test_every_page_names_itself_and_its_parts(browser: Browser, site_dir: Path, site_url: str) -> None:
    titles = []
    with browser.new_context() as context:
        page = context.new_page()
        for address in addresses(site_dir):
            page.goto(site_url + address)
            assert page.evaluate("document.documentElement.lang") == "en"
            assert page.locator("h1").count() == 1, address
            assert page.locator("main").count() == 1
            assert page.locator("link[rel=icon]").count() == 1
            titles.append(page.title())
            if address != "404.html":
                described = page.locator("meta[name=description]").get_attribute("content")
                assert described, address
                # What a link to the page shows where it is shared.
                assert page.locator("meta[property='og:description']").get_attribute("content") == described
                assert page.locator("meta[property='og:title']").get_attribute("content") == page.title()
                assert page.locator("header, footer").count() == 2
                names = [nav.get_attribute("aria-label") for nav in page.locator("nav").all()]
                assert all(names), address
                assert len(names) == len(set(names)), address
    assert all(titles)


def test_the_skip_link_comes_first_and_leads_to_the_text(browser: Browser, site_url: str) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        page.goto(site_url)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        box = page.locator(".skip").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "site-text"


def test_the_switch_turns_dark_on_and_off_and_is_remembered(browser: Browser, site_url: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with browser.new_context(color_scheme="light") as context:
        page = context.new_page()
        page.goto(site_url)
        light = page.evaluate(ground)
        page.locator(".theme-switch").click()
        dark = page.evaluate(ground)
        assert dark != light
        page.reload()
        assert page.evaluate(ground) == dark
        page.locator(".theme-switch").click()
        assert page.evaluate(ground) == light


def test_everything_one_presses_is_large_enough_for_a_finger(browser: Browser, site_url: str) -> None:
    with browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True) as context:
        page = context.new_page()
        page.goto(site_url)
        for selector in (".brand", ".menu > summary", ".theme-switch"):
            box = page.locator(selector).bounding_box()
            assert box is not None
            assert box["height"] >= 44, selector
        page.locator(".menu > summary").click()
        for link in page.locator(".menu nav a:visible").all():
            box = link.bounding_box()
            assert box is not None
            assert box["height"] >= 32


def test_escape_closes_the_menu(browser: Browser, site_url: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(site_url)
        page.locator(".menu > summary").click()
        assert page.locator(".menu nav").is_visible()
        page.keyboard.press("Escape")
        assert not page.locator(".menu nav").is_visible()


def test_on_paper_only_the_text_remains(browser: Browser, sample_url: str) -> None:
    with browser.new_context(color_scheme="dark", viewport={"width": 700, "height": 900}) as context:
        page = context.new_page()
        page.goto(sample_url + "sample/tables/tall.html")
        page.emulate_media(media="print")
        for selector in (".site-header", ".site-footer", ".breadcrumbs", ".pager", ".cell-hint"):
            assert not page.locator(selector).first.is_visible(), selector
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        box = page.locator(".table-box").first
        assert box.evaluate("box => box.scrollHeight <= box.clientHeight + 1")


@pytest.mark.parametrize(
    "address", ["index.html", "sample/finder.html", "sample/rolling.html", "sample/tables/banded.html"]
)
def test_a_dark_screen_prints_black_on_white(browser: Browser, sample_url: str, address: str) -> None:
    with browser.new_context(color_scheme="dark", viewport={"width": 700, "height": 900}) as context:
        page = context.new_page()
        page.goto(sample_url + address)
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate(CONTRAST)["weak"] == []
        assert not page.locator(".site-header, .question-list, .table-copy").first.is_visible()
