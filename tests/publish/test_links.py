"""The reader of a built site finds what a browser would not."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.publish.links import check_links


def site(folder: Path, **pages: str) -> Path:
    (folder / "a").mkdir()
    (folder / "assets").mkdir()
    (folder / "assets" / "site.css").write_text("body { color: black }", encoding="utf-8")
    (folder / "a" / "b.html").write_text('<h1 id="top">B</h1><a href="../index.html">up</a>', encoding="utf-8")
    (folder / "index.html").write_text('<h1 id="home">Home</h1>', encoding="utf-8")
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "html",
    [
        '<a href="a/b.html#top">x</a>',
        '<a href="#here">x</a><p id="here">y</p>',
        '<a href="">x</a>',
        '<a href="https://example.org/">x</a>',
        '<a href="mailto:a@example.org">x</a>',
        '<a href="./">x</a>',
        '<a href="/a/b.html">x</a>',
        '<link rel="canonical" href="https://example.org/x.html">',
        '<link rel="stylesheet" href="assets/site.css">',
        '<link rel="icon" href="data:,">',
        '<a href="a/b.html?q=1#top">x</a>',
        '<a href="a/%62.html">x</a>',
    ],
)
def test_links_that_lead_somewhere_pass(tmp_path: Path, html: str) -> None:
    assert check_links(site(tmp_path, page=html)) == ()


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ('<a href="c.html">x</a>', "'c.html' leads to 'c.html', which does not exist"),
        ('<a href="a/b.html#bottom">x</a>', "leads to an id that 'a/b.html' does not have"),
        ('<a href="#nowhere">x</a>', "leads to an id that 'page.html' does not have"),
        ('<a href="../secret.html">x</a>', "leads out of the site"),
        ('<a href="a/">x</a>', "'a/index.html', which does not exist"),
        ('<img src="missing.png" alt="">', "which does not exist"),
        ('<img srcset="missing.png 2x" alt="">', "which does not exist"),
        ('<img src="https://example.org/x.png" alt="">', "loads 'https://example.org/x.png' from elsewhere"),
        ('<script src="//example.org/x.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="http://example.org/x.css">', "from elsewhere"),
        ('<link rel="preload" href="https://example.org/x.woff2">', "from elsewhere"),
        ('<p id="twice"></p><p id="twice"></p>', "the id 'twice' stands 2 times"),
    ],
)
def test_what_is_wrong_is_said_with_its_page(tmp_path: Path, html: str, words: str) -> None:
    problems = check_links(site(tmp_path, page=html))
    assert len(problems) == 1
    assert problems[0].location.path == "page.html"
    assert words in problems[0].message


def test_a_problem_names_line_and_column(tmp_path: Path) -> None:
    problems = check_links(site(tmp_path, page='<p>\n  <a href="c.html">x</a></p>'))
    assert str(problems[0].location) == "page.html:2:3"


def test_links_from_the_root_start_where_the_site_is_published(tmp_path: Path) -> None:
    folder = site(tmp_path, page='<a href="/book/a/b.html">x</a>')
    assert check_links(folder, url="https://example.org/book/") == ()
    assert len(check_links(folder)) == 1
    assert "leads out of the site" in check_links(folder, url="https://example.org/other")[0].message


def test_a_style_sheet_may_not_load_from_elsewhere(tmp_path: Path) -> None:
    folder = site(tmp_path)
    (folder / "assets" / "site.css").write_text(
        '\n@font-face { src: url( "https://example.org/x.woff2") }', encoding="utf-8"
    )
    assert [str(problem) for problem in check_links(folder)] == ["assets/site.css:2:1: loads a resource from elsewhere"]
