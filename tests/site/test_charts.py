"""Charts in a real browser: one drawing at a time, in both color schemes, legible on the narrowest phone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from generator.publish.fonts import web_fonts
from generator.publish.links import check_links
from generator.publish.mkdocs import build_site
from generator.render.site import docs, nav
from tests.chart_samples import charted_book, charted_library
from tests.site.conftest import CONFIG, _Quiet
from tests.site.test_pages import CONTRAST, SCHEMES, Scheme

pytestmark = pytest.mark.slow

# The contrast of every line and mark of the drawing with what lies behind it; WCAG asks for 3 to 1.
STROKES = """() => {
  const light = (text) => {
    const parts = text.match(/[\\d.]+/g).map(Number);
    const [r, g, b] = parts.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(document.body).backgroundColor);
  const seen = ".chart-line, .chart-steps, .chart-bars, .chart-mark, .chart-axis, .chart-peaks";
  return [...document.querySelectorAll(seen)].filter((node) => node.getClientRects().length).map((node) => {
    const style = getComputedStyle(node);
    const ink = light(style.stroke === "none" ? style.fill : style.stroke);
    const [high, low] = [ink, ground].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  });
}"""


@pytest.fixture(scope="module")
def chart_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("charts")
    data = {f"data/sample/{chart.id}.{ending}": 12_345 for chart in charted_book().charts for ending in ("csv", "json")}
    for artifact in (*docs(charted_library(), files=data), *web_fonts()):
        path = folder / "docs" / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)
    for name in data:
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text("x", encoding="utf-8")
    order = nav(charted_library())
    assert build_site(folder / "docs", folder / "site", order, config=CONFIG, title="Dicepress", url="") == ()
    return folder / "site"


@pytest.fixture(scope="module")
def chart_url(chart_site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(chart_site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/sample/shapes.html"
    server.shutdown()
    server.server_close()


def test_every_link_of_the_page_leads_somewhere(chart_site: Path) -> None:
    assert check_links(chart_site) == ()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [320, 1280])
def test_charts_are_drawn_and_stand_out_in_both_schemes(
    browser: Browser, chart_url: str, tmp_path: Path, scheme: Scheme, width: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto(chart_url)
        figures = page.locator(".chart-figure")
        assert figures.count() == len(charted_book().charts)
        for index, figure in enumerate(figures.all()):
            picture = tmp_path / f"{index}.png"
            figure.screenshot(path=picture)
            assert picture.stat().st_size > 5_000
            seen = [svg for svg in figure.locator("svg.chart").all() if svg.is_visible()]
            assert len(seen) == 1
            assert "chart-narrow" in (seen[0].get_attribute("class") or "") or width == 1280
        assert page.evaluate(CONTRAST)["weak"] == []
        strokes = page.evaluate(STROKES)
        assert len(strokes) > 30
        assert min(strokes) >= 3


def test_light_and_dark_draw_in_their_own_colors(browser: Browser, chart_url: str) -> None:
    colors = set()
    for scheme in SCHEMES:
        with browser.new_context(color_scheme=scheme) as context:
            page = context.new_page()
            page.goto(chart_url)
            colors.add(page.evaluate("getComputedStyle(document.querySelector('.chart-line.s1')).stroke"))
    assert len(colors) == 2


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_text_of_a_drawing_is_never_smaller_than_ten_pixels(browser: Browser, chart_url: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.goto(chart_url)
        sizes = page.evaluate(
            """() => [...document.querySelectorAll("svg.chart")].filter((svg) => svg.getClientRects().length).map(
                (svg) => parseFloat(svg.getAttribute("font-size")) * svg.getBoundingClientRect().width
                    / svg.viewBox.baseVal.width)"""
        )
        assert len(sizes) == len(charted_book().charts)
        assert min(sizes) >= 10
        assert max(sizes) <= 20
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [320, 1280])
def test_no_word_of_a_drawing_leaves_it_or_lies_on_another(browser: Browser, chart_url: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.goto(chart_url)
        page.evaluate("document.fonts.ready")
        found = page.evaluate(
            """() => [...document.querySelectorAll("svg.chart")].filter((svg) => svg.getClientRects().length).flatMap(
                (svg) => {
                  const frame = svg.getBoundingClientRect();
                  const texts = [...svg.querySelectorAll("text")];
                  const words = texts.map((node) => [node.textContent, node.getBoundingClientRect()]);
                  const out = words.filter(([, box]) => box.left < frame.left - 1 || box.right > frame.right + 1);
                  const lie = words.filter(([, a], i) => words.slice(0, i).some(([, b]) =>
                    a.left + 1 < b.right && b.left + 1 < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom));
                  return [...out, ...lie].map(([text]) => text);
                })"""
        )
        assert found == []


def test_screen_readers_hear_title_and_description(browser: Browser, chart_url: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(chart_url)
        for chart in charted_book().charts:
            image = page.get_by_role("img", name=chart.title, exact=True)
            assert image.count() == 1
            described = image.get_attribute("aria-describedby") or ""
            assert page.locator(f"[id='{described}']").text_content() == chart.description


def test_the_numbers_open_without_a_script(browser: Browser, chart_url: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(chart_url)
        details = page.locator("#chart-totals-of-pools details")
        cell = page.locator("[id='totals-of-pools--31--9d6']")
        assert not cell.is_visible()
        details.locator("summary").click()
        assert cell.is_visible()
        assert cell.inner_text() == "7.61%"
