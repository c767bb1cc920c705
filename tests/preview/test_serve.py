"""The preview follows every save, shows problems in the page, and comes back when they are mended."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from generator.edition import Edition
from generator.preview.changes import changes, state
from generator.preview.pages import Pages
from generator.preview.server import WAIT, Preview
from generator.remembering import remembering
from tests.small import small_content


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    with remembering():
        made = Pages(small_content(tmp_path), tmp_path / "preview", Edition("test", "2026-01-02"))
        made.update()
        assert made.problems == ()
        yield made


@pytest.fixture
def server(pages: Pages) -> Iterator[Preview]:
    with Preview(pages, 0) as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def seen(server: Preview, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{server.server_address[1]}{path}", timeout=30) as answer:
        return str(answer.read().decode())


def save(pages: Pages, path: str, old: str, new: str) -> None:
    place = pages.content / path
    text = place.read_text(encoding="utf-8")
    assert old in text
    place.write_text(text.replace(old, new), encoding="utf-8")
    pages.update()


def times(pages: Pages) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in pages.site.rglob("*.html") if path.name != "404.html"}


def test_a_changed_paragraph_makes_its_page_and_no_other(pages: Pages) -> None:
    before = times(pages)
    save(pages, "tiny/rolling.md", "Seven comes up", "A seven comes up")
    assert {name for name, time in times(pages).items() if time != before[name]} == {"rolling.html"}
    assert "A seven comes up" in (pages.site / "tiny/rolling.html").read_text(encoding="utf-8")


def test_a_changed_cell_makes_the_pages_that_show_it(pages: Pages) -> None:
    before = times(pages)
    save(pages, "tiny/tables/sum.yml", "(dice)d6", "(dice)d8")
    assert {name for name, time in times(pages).items() if time != before[name]} == {"rolling.html", "sum.html"}


def test_updates_give_the_pages_of_a_fresh_start(pages: Pages, tmp_path: Path) -> None:
    save(pages, "tiny/tables/sum.yml", "Chance by sum", "Sums")
    save(pages, "tiny/tables/sum.yml", "(dice)d6", "(dice)d8")
    save(pages, "tiny/rolling.md", "Seven comes up", "A seven comes up")
    fresh = Pages(pages.content, tmp_path / "fresh", pages.edition)
    fresh.update()
    one, other = ({p.relative_to(x.site): p.read_bytes() for p in x.site.rglob("*.*")} for x in (pages, fresh))
    assert one == other


def test_a_page_that_goes_is_gone(pages: Pages) -> None:
    (pages.content / "tiny/tables/best.yml").unlink()
    save(pages, "tiny/system.yml", "tables: [sum, best]", "tables: [sum]")
    assert pages.problems == ()
    assert not (pages.site / "tiny/tables/best.html").exists()


def test_a_problem_shows_in_the_page_and_the_page_comes_back(server: Preview) -> None:
    save(server.pages, "tiny/rolling.md", "2d6 == 7", "2d6 === <7>")
    text = seen(server, "/tiny/rolling.html")
    assert "1 problem" in text
    assert "content/tiny/rolling.md:3:" in text
    assert "<7>" not in text
    assert WAIT in text
    save(server.pages, "tiny/rolling.md", "2d6 === <7>", "2d6 == 7")
    assert "16.67%" in seen(server, "/tiny/rolling.html")


def test_a_link_to_nowhere_shows_and_goes_when_it_is_mended(pages: Pages) -> None:
    save(pages, "tiny/index.md", "two dice", "[two dice](nowhere.md)")
    assert any("nowhere.md" in problem.message for problem in pages.problems)
    save(pages, "tiny/rolling.md", "Seven", "A seven")
    assert any("nowhere.md" in problem.message for problem in pages.problems)
    save(pages, "tiny/index.md", "[two dice](nowhere.md)", "two dice")
    assert pages.problems == ()


def test_only_the_server_puts_the_script_in(server: Preview) -> None:
    assert WAIT in seen(server, "/")
    assert WAIT not in (server.pages.site / "index.html").read_text(encoding="utf-8")
    assert "max-width" in seen(server, "/assets/site.css")


def test_a_waiting_page_is_told_of_the_next_update(server: Preview) -> None:
    number = server.pages.number
    answers: list[str] = []
    waiting = threading.Thread(target=lambda: answers.append(seen(server, f"{WAIT}?{number}")))
    waiting.start()
    (server.pages.content / "tiny/index.md").write_text("# Tiny\n\nRoll.\n", encoding="utf-8")
    server.keep([None], print)
    waiting.join(10)
    assert answers == [str(number + 1)]


@pytest.mark.parametrize("path", ["/../content/site.yml", "/%2e%2e/content/site.yml", "/nothing.html"])
def test_nothing_outside_the_preview_is_shown(server: Preview, path: str) -> None:
    with pytest.raises(HTTPError) as refused:
        seen(server, path)
    assert refused.value.code == 404


def test_a_save_is_noticed(tmp_path: Path) -> None:
    content = small_content(tmp_path)
    before = state(content)
    (content / "index.md").write_text("# Changed\n", encoding="utf-8")
    assert next(changes(content, before)) is None
