"""The engine of the page in a real browser, for tests that ask it and the engine in Python the same things."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser

from generator.exact import Fraction
from generator.resources import TEMPLATES

ASSETS = TEMPLATES / "site" / "assets"
PARTS = ("engine-numbers.js", "engine-rolls.js", "engine-termwise.js", "engine-reading.js", "engine-asking.js")

_ASK = """cases => cases.map(([tree, names, functions]) => {
    const page = window.Dicepress;
    try {
        return page.number(typeof tree === "string" ? page.parse(tree) : tree, names, functions).toString();
    } catch (error) {
        if (error instanceof page.Refusal) return "refused: " + error.message;
        return "fault: " + error.stack;
    }
})"""
_READ = """texts => texts.map(text => JSON.stringify(window.Dicepress.parse(text)))"""
_SHOW = """cases => cases.map(([value, form]) => window.Dicepress.show(window.Dicepress.read(value), form))"""


class PageEngine:
    """The scripts of the engine in one page."""

    def __init__(self, browser: Browser) -> None:
        self.page = browser.new_page()
        for part in PARTS:
            self.page.add_script_tag(content=(ASSETS / part).read_text(encoding="utf-8"))

    def ask(self, cases: Sequence[tuple[Any, Any, Any]]) -> list[str]:
        """The exact answer to each tree or text with its names and functions, as Fraction prints it."""
        found: list[str] = self.page.evaluate(_ASK, json.loads(json.dumps(cases)))
        return found

    def read(self, texts: Sequence[str]) -> list[Any]:
        """The tree of each expression."""
        return [json.loads(one) for one in self.page.evaluate(_READ, list(texts))]

    def show(self, cases: Sequence[tuple[Fraction, dict[str, Any]]]) -> list[str]:
        """Each value in its format."""
        found: list[str] = self.page.evaluate(_SHOW, [[str(value), form] for value, form in cases])
        return found
