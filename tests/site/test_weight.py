"""How much a first visit loads, and how soon it shows; counted compressed, as a web server sends it, fonts aside."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.site.conftest import served

pytestmark = pytest.mark.slow

MOST = 100_000
# A slow phone on a slow net: the profile that Lighthouse uses.
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4
# Milliseconds: the bound that browsers themselves call good.
SOON = 2500
LARGEST_PAINT = """new Promise(done => new PerformanceObserver(list => {
    const all = list.getEntries();
    done(all[all.length - 1].startTime);
}).observe({type: "largest-contentful-paint", buffered: true}))"""


@pytest.fixture(scope="module")
def url(real_site: Path) -> Iterator[str]:
    with served(real_site) as address:
        yield address


def compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def loaded(browser: Browser, url: str, path: str) -> set[str]:
    """Every file but fonts that a first visit to a page asks for, the service worker's too."""
    asked: set[str] = set()
    with browser.new_context() as context:
        context.on("request", lambda request: asked.add(urlsplit(request.url).path.lstrip("/")))
        page = context.new_page()
        page.goto(url + path)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)
    return {file for file in asked if not file.endswith(".woff2")}


def test_no_table_page_weighs_more_than_it_may(browser: Browser, real_site: Path, url: str) -> None:
    tables = sorted(path for path in real_site.glob("*/tables/*.html") if path.name != "index.html")
    assert len(tables) > 150
    heaviest = max(tables, key=compressed)
    own = heaviest.relative_to(real_site).as_posix()
    files = loaded(browser, url, own)
    assert own in files
    assert "assets/site.css" in files
    assert "sw.js" in files
    assert not [file for file in files if file.endswith("search-index.js") or "finder" in file]
    # Every table page loads the same files beside itself, so that the heaviest is the heaviest of all.
    assert sum(compressed(real_site / file) for file in files if (real_site / file).is_file()) <= MOST


@pytest.mark.parametrize("path", ["index.html", "sixes/tables/chance-by-target.html", "sixes/life-and-death.html"])
def test_a_slow_phone_sees_the_page_soon(browser: Browser, url: str, path: str) -> None:
    """The largest paint, over pages that are not even compressed here."""
    with browser.new_context(viewport={"width": 390, "height": 800}, service_workers="block") as context:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(url + path)
        soon = page.evaluate(LARGEST_PAINT)
        assert 0 < soon <= SOON
