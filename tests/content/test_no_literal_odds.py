"""No chance and no derived number is written out by hand in running text: what can be computed is called.

What a source states, a rule's own constant or a misprint, may stand; each such figure is listed with its reason.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

CONTENT = Path(__file__).parents[2] / "content"
# The authors' pages show how things are written; they are no rules.
PAGES = [path for path in (*CONTENT.glob("*.md"), *CONTENT.glob("*/*.md")) if path.parent.name not in ("authors",)]

_WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|a hundred|one hundred|a thousand|one thousand"
)
_COUNT = rf"(?:\d[\d,]*|one|{_WORDS})"
LOOKS_LIKE_ODDS = re.compile(
    rf"\d[\d.,]*\s?%"
    rf"|\d[\d.,]*\s+percent\b"
    rf"|\b{_COUNT}\s+(?:(?:rolls?|times?|cases?)\s+)?(?:in|out\s+of)\s+(?:\d[\d,]*|{_WORDS})\b"
    rf"(?!\s+(?:seconds|minutes|hours|days))"
    rf"|\b{_COUNT}\s+of\s+(?:100|a\s+hundred)\b"
    rf"|(?<![\d.])\d+\.\d+(?!\.?\d)",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1[`~]*\s*?$", re.MULTILINE | re.DOTALL)
_NO_PROSE = re.compile(
    r"\{\{.*?\}\}"  # calls, the answer to the charge
    r"|(?P<ticks>`+).*?(?P=ticks)"
    r"|(?<=\])\([^()]*\)"  # where a link leads
    r"|<[^<>\n]*>",
    re.DOTALL,
)


def figures(markdown: str) -> list[tuple[int, str]]:
    """What looks like odds in running text, with its line."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", "\0", match[0])

    prose = _NO_PROSE.sub(blank, _FENCE.sub(blank, markdown))
    return [(prose.count("\n", 0, m.start()) + 1, " ".join(m[0].split())) for m in LOOKS_LIKE_ODDS.finditer(prose)]


# By page: why figures may stand, and which, each as often as it stands there.
ALLOWED: dict[str, dict[str, str]] = {
    "about-the-numbers.md": {
        "a chance as it is asked for, then computed": "one in eight",
        "two spellings of one number": "7.6; 7.60",
    },
    "credits.md": {"versions of licenses": "4.0; 1.1"},
    "across/index.md": {"chances that are asked for": "one in four"},
    "mini-six/dice-and-codes.md": {
        "what the source reckons with": "3.5",
        "a chance that is asked for": "three times in four",
    },
    "mini-six/mass-combat.md": {"a constant of the rule": "3.5; 3.5"},
    "open-ended/checked.md": {
        "how the source names its critical margins": "5%; 5%",
        "margins as printed": "6.6; 12.5; 16.5; 20.5",
        "worths of a point as the source states them": "5%; 3.5; 3.5; 0.4; 0.2",
        "averages as the source states them": "2.5; 5.2",
    },
    "opend6/modifiers.md": {
        "times saved, a constant of the rule": "25%; 50%; 75%",
        "what the source forbids, and our reading of it": "75%; 75%",
    },
    "percentile/attribute-checks.md": {
        "the number of a lost table": "3.2",
        "multipliers of the rule": "6.25; 0.6",
    },
    "percentile/checked.md": {
        "numbers of tables of the source": "3.1; 3.2; 3.3",
        "multipliers of the rule": "0.6; 6.25",
        "a product as printed": "33.6",
        "a skill, as the source writes it": "56%",
    },
    "percentile/index.md": {"a multiplier of the rule": "0.6"},
    "percentile/skill-checks.md": {
        "the number of a lost table": "3.1",
        "multipliers of the rule": "0.6; 1.25",
    },
    "sixes/attacks-and-defenses.md": {"values of A, which a game master chooses": "3.5; 2.75; 3.5"},
    "sixes/damage-and-armor.md": {"what the source concludes, and the note refutes": "8 in four"},
    "sixes/index.md": {"the source's advised range": "75%"},
    "sixes/life-and-death.md": {"what the source says of a chance that is then computed": "one in a thousand"},
    "sixes/setting-a-target.md": {"required averages, heads of the table": "2.5; 3.5; 4.5"},
    "sixes/target-tables.md": {
        "what a band of the table means": "three times in four",
        "required averages, heads of the table": "3.25; 3.25; 3.5; 3.5; 3.5; 3.5",
        "the key as the source prints it": "99.9; 0.1; 99.1; 0.9; 89.9; 98.9",
        "the key that the printed cells follow": "99.985; 0.015; 99.99; 0.01; 99.1",
        "heads of the cells that are misprinted": (
            "3.1667; 3.6667; 4.1667; 2.8333; 3.6667; 3.6667; 3.1667; 3.6667; 4.1667; 3.1667"
        ),
        "cells as printed": "77.46; 31.58; 4.21; 96.31; 30.58; 37.82; 81.4; 29.63; 2.4",
    },
    "sixes/understanding-the-dice.md": {
        "an average that the source asks for": "3.75",
        "the required average that the section is about": "3.5",
    },
}


def allowed(page: str) -> Counter[str]:
    return Counter(figure for figures in ALLOWED.get(page, {}).values() for figure in figures.split("; "))


def named(path: Path) -> str:
    return path.relative_to(CONTENT).as_posix()


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_no_figure_is_written_out_by_hand(path: Path) -> None:
    found = figures(path.read_text(encoding="utf-8"))
    assert Counter(figure for _, figure in found) == allowed(named(path)), [f"{path}:{line}: {f}" for line, f in found]


def test_the_list_names_only_pages_that_are() -> None:
    assert set(ALLOWED) <= {named(path) for path in PAGES}


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("It works 62% of the time.", ["62%"]),
        ("It works 62.5 percent of the\ntime.", ["62.5 percent"]),
        ("A chance of 1 in 216, or one in\ntwenty.", ["1 in 216", "one in twenty"]),
        ("In nine rolls out of ten it holds.", ["nine rolls out of ten"]),
        ("It takes 12 of 100 rolls.", ["12 of 100"]),
        ("The mean is 3.5.", ["3.5"]),
        ("Call {{ odds('12d6 >= 50', digits=2) }} or write `3.5` or see [it](a-3.5.md).", []),
        ("```yaml\ncell: 3.5\n```\n\nOne in the group, two in 30 seconds, 5D+1.", []),
        ("    [here](x.md) 2.5%", ["2.5%"]),
    ],
)
def test_what_looks_like_odds(markdown: str, found: list[str]) -> None:
    assert [figure for _, figure in figures(markdown)] == found
