"""The check page in a browser: its filter, and that nothing is missing without the script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser

from generator.publish.fonts import web_fonts
from generator.publish.mkdocs import build_site
from generator.render.site import docs, nav
from generator.tables.check_report import summary
from tests.samples import sample_library
from tests.site.conftest import CONFIG
from tests.tables.check_world import checked

pytestmark = pytest.mark.slow

PRINTED = "total,2d6,3d6,4d6\n4,91.7,99.5,100\n8,41.7,74.1,97.2\n9,99.9,74.1,94.6\n"
CLAIMS = '- {says: Two dice average eight, where: Page 1, expression: mean(2d6), printed: "8"}\n'
VERDICTS = "td[id$='--verdict']:visible"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        return


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("check")
    check, problems = checked(folder / "content", printed=PRINTED, claims=CLAIMS)
    assert problems == () and check is not None
    sample = sample_library()
    book = replace(sample.books[0], check=check)
    library = replace(sample, books=(book,), check=summary([(book.title, check)]))
    for artifact in (*docs(library, files={}), *web_fonts()):
        path = folder / "docs" / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)
    assert build_site(folder / "docs", folder / "site", nav(library), config=CONFIG, title="T", url="") == ()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder / "site")))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{book.id}/check.html"
    server.shutdown()


def test_the_filter_shows_one_verdict_or_the_rows_with_a_word(address: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(address)
    every = ["misprint", "right under another rounding", "wrong", "does not hold"]
    # 74.1 is the value of the next row, 97.2 is 97.3 cut off, and nothing explains 99.9.
    assert page.locator(VERDICTS).all_text_contents() == every
    page.select_option(".check-filter select", "misprint")
    assert page.locator(VERDICTS).all_text_contents() == ["misprint"]
    assert page.locator(".check-filter output").text_content() == "1 of 4 rows"
    page.select_option(".check-filter select", "")
    page.fill(".check-filter input", "AVERAGE")
    assert page.locator(VERDICTS).all_text_contents() == ["does not hold"]
    page.close()


def test_a_link_to_a_row_finds_it_whatever_the_filter_was(address: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(address)
    page.select_option(".check-filter select", "does not hold")
    page.evaluate("location.hash = '#check-cells--table-8-3d6'")
    page.wait_for_selector("#check-cells--table-8-3d6", state="visible", timeout=5000)
    page.close()


def test_without_a_script_every_row_is_there_and_no_filter_is_offered(address: str, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator(VERDICTS).count() == 4
    assert not page.locator(".check-filter").is_visible()
    context.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_runs_off_the_window(address: str, browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
