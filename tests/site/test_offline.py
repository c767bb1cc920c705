"""Without a network: from the service worker, and from one zip opened from a disk, with search and finder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from generator.edition import Edition
from generator.order import Order
from generator.pipeline import build
from generator.publish.links import check_links
from generator.publish.manifest import published_files
from generator.publish.offline import APP, WORKER
from generator.render.downloads import OFFLINE as ZIP
from tests.site.conftest import served
from tests.site.test_search import found
from tests.small import small_content

pytestmark = pytest.mark.slow

FINDER = """questions:
  - key: chance
    title: Chance
    ask: I roll {dice} dice against {target}.
    inputs:
      dice: {title: Dice, values: 1..30, default: "2"}
      target: {title: Target, values: 4..60, default: "5"}
    answers: [{title: chance of success, value: P((dice)d6 >= target)}]
    see: {table: sum, row: "{dice}", column: "{target}"}
"""


def content(folder: Path) -> Path:
    made = small_content(folder)
    (made / "tiny" / "finder.yml").write_text(FINDER, encoding="utf-8")
    return made


def published(folder: Path, content: Path) -> Path:
    order = Order(content, folder / "site", Edition("1", "2026-01-02"), formats=("html", "data"))
    assert build(order).problems == ()
    return order.out


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("offline")
    return published(folder, content(folder))


@pytest.fixture(scope="module")
def url(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture
def reader(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        yield context


def until(page: Page, promise: str) -> None:
    """Wait until what a promise gives is true; `wait_for_function` takes the promise itself for true."""
    page.evaluate(
        f"""async () => {{
            const end = Date.now() + 30000;
            while (!(await ({promise}))) {{
                if (Date.now() > end) throw new Error("not within 30 seconds");
                await new Promise(done => setTimeout(done, 50));
            }}
        }}"""
    )


def ready(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller")


def test_all_pages_can_be_kept_and_read_without_a_network(reader: BrowserContext, url: str) -> None:
    page = reader.new_page()
    page.goto(url + "downloads.html")
    ready(page)
    page.get_by_role("button", name="Keep all pages on this device").click()
    page.locator(".offline", has_text="files are on this device").wait_for()
    reader.set_offline(True)
    page.goto(url + "tiny/tables/best.html")
    assert page.locator("h1").inner_text() == "Chance by best die"
    assert found(page, "3 6")[0][0].startswith("Cell 3 · 6")
    page.goto(url + "tiny/finder.html?q=chance&dice=12&target=50")
    assert page.locator(".answer-number").first.inner_text() == "10.36%"
    page.goto(url)
    assert page.locator("h1").inner_text() == "A shelf"


def test_a_page_that_was_read_is_kept_and_others_say_so(reader: BrowserContext, url: str) -> None:
    page = reader.new_page()
    page.goto(url)
    ready(page)
    page.goto(url + "tiny/rolling.html")
    until(page, "caches.match('../404.html').then(found => !!found)")
    reader.set_offline(True)
    page.reload()
    assert page.locator("h1").inner_text() == "Rolling"
    page.goto(url + "tiny/tables/sum.html")
    assert page.locator("body.kind-lost").count() == 1


def with_a_new_sentence(folder: Path, made: Path) -> None:
    """The next edition: one page has changed, the others have not."""
    chapter = made / "tiny" / "rolling.md"
    chapter.write_text(chapter.read_text("utf-8") + "\nA new sentence.\n", encoding="utf-8")
    published(folder, made)


CHANGED = """caches.match('tiny/rolling.html').then(one => one.text()).then(text => text.includes('A new sentence.'))"""


def kept(page: Page) -> set[str]:
    """The paths in all caches."""
    paths = """async () => (await Promise.all((await caches.keys()).map(async name =>
        (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname.slice(1))))).flat()"""
    return set(page.evaluate(paths))


@pytest.mark.parametrize("for_days", [False, True])
def test_a_new_edition_takes_the_place_of_the_old(browser: Browser, tmp_path: Path, for_days: bool) -> None:
    made = content(tmp_path)
    site = published(tmp_path, made)
    with served(site, for_days=for_days) as url, browser.new_context() as context:
        page = context.new_page()
        page.goto(url + "tiny/rolling.html")
        ready(page)
        page.goto(url + "tiny/tables/sum.html")
        page.goto(url + "tiny/rolling.html")
        until(page, "caches.match('tables/sum.html').then(found => !!found)")
        with_a_new_sentence(tmp_path, made)
        # The page that is open, and the same page opened again, come from the device until the browser has looked.
        assert page.get_by_text("A new sentence.").count() == 0
        page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.update())")
        page.get_by_role("button", name="Show it").click()
        page.get_by_text("A new sentence.").wait_for()
        assert page.get_by_role("button", name="Show it").count() == 0
        assert page.evaluate("caches.keys().then(names => names.length)") == 1


def test_what_a_new_edition_did_not_change_is_not_loaded_again(browser: Browser, tmp_path: Path) -> None:
    made = content(tmp_path)
    site = published(tmp_path, made)
    asked: list[str] = []
    with served(site, asked=asked) as url, browser.new_context() as context:
        page = context.new_page()
        page.goto(url + "downloads.html")
        ready(page)
        page.get_by_role("button", name="Keep all pages on this device").click()
        page.locator(".offline", has_text="files are on this device").wait_for()
        before = kept(page)
        assert {"tiny/rolling.html", "tiny/tables/sum.html"} <= set(asked)
        asked.clear()
        with_a_new_sentence(tmp_path, made)
        page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.update())")
        until(page, CHANGED)
        until(page, "caches.keys().then(names => names.length === 1)")
        assert kept(page) == before
        assert "tiny/rolling.html" in asked
        assert "tiny/tables/sum.html" not in asked
        # The open page has not changed, so that there is nothing to show.
        assert page.get_by_role("button", name="Show it").count() == 0
        context.set_offline(True)
        page.goto(url + "tiny/rolling.html")
        page.get_by_text("A new sentence.").wait_for()


def test_the_worker_knows_every_page_and_what_they_load(site: Path) -> None:
    text = (site / WORKER).read_text("utf-8")
    files = json.loads(text.split("\n", 2)[1].removeprefix("const FILES = ").rstrip(";"))
    due = {path for path in published_files(site) if not path.startswith(("downloads/", "data/"))}
    assert set(files) == due - {WORKER, APP}


def test_it_can_be_installed(site: Path) -> None:
    told = json.loads((site / APP).read_text("utf-8"))
    assert told["name"] == "A shelf"
    assert (site / told["start_url"]).is_file()
    sizes = {icon["sizes"] for icon in told["icons"]}
    for icon in told["icons"]:
        if icon["type"] == "image/png":
            with Image.open(site / icon["src"]) as drawn:
                assert f"{drawn.width}x{drawn.height}" == icon["sizes"]
        else:
            assert (site / icon["src"]).is_file()
    # What browsers ask for before they offer to install.
    assert {"192x192", "512x512"} <= sizes


def test_the_zip_is_the_whole_site_and_no_link_in_it_is_lost(site: Path, tmp_path: Path) -> None:
    with ZipFile(site / ZIP) as packed:
        packed.extractall(tmp_path)
    unpacked = tmp_path / "site"
    pages = {path.relative_to(site) for path in site.rglob("*.html")}
    assert {path.relative_to(unpacked) for path in unpacked.rglob("*.html")} == pages
    assert check_links(unpacked) == ()


def test_the_zip_opens_from_a_disk_with_search_and_finder(browser: Browser, site: Path, tmp_path: Path) -> None:
    with ZipFile(site / ZIP) as packed:
        packed.extractall(tmp_path)
    said: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda request: said.append(request.url) if not request.url.startswith("file:") else None)
        page.goto((tmp_path / "site" / "index.html").as_uri())
        page.locator(".card a").first.click()
        title, address = found(page, "3 6")[0]
        assert title.startswith("Cell 3 · 6")
        page.goto(address)
        assert page.locator("td:target").count() == 1
        page.goto((tmp_path / "site" / "tiny" / "finder.html").as_uri() + "#q=chance&dice=12&target=50")
        assert page.locator(".answer-number").first.inner_text() == "10.36%"
    assert said == []


def test_the_zip_is_the_same_every_time(site: Path, tmp_path: Path) -> None:
    again = published(tmp_path, content(tmp_path))
    for path in (ZIP, WORKER, APP):
        assert (again / path).read_bytes() == (site / path).read_bytes(), path
