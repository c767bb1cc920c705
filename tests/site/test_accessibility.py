"""axe-core, the rules that accessibility audits use, finds nothing on any page."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

AXE = next(Path(str(files("axe_playwright_python"))).rglob("axe.min.js")).read_text(encoding="utf-8")
SAID = """async () => (await axe.run()).violations.map(
    rule => `${rule.id}: ${rule.help}: ${rule.nodes[0].html.slice(0, 120)}`)"""


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1280, "light")])
def test_axe_finds_nothing(
    browser: Browser, site_dir: Path, site_url: str, width: int, scheme: Literal["dark", "light"]
) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme) as context:
        page = context.new_page()
        for path in sorted(site_dir.rglob("*.html")):
            page.goto(site_url + path.relative_to(site_dir).as_posix())
            page.evaluate(AXE)
            assert page.evaluate(SAID) == [], path.name
