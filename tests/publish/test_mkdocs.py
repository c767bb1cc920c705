"""The MkDocs run: complete, strict, silent, and the same bytes in every folder."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.publish.links import check_links
from generator.publish.mkdocs import build_site, heading_ids
from generator.render.site import docs, nav
from tests.samples import sample_library

CONFIG = Path(__file__).resolve().parents[2] / "mkdocs.yml"


def written(folder: Path, pages: dict[str, str]) -> Path:
    for path, text in pages.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def sample_pages() -> dict[str, str]:
    return {artifact.path: artifact.data.decode() for artifact in docs(sample_library(), files={})}


def run(folder: Path, pages: dict[str, str], order: list[Any], url: str = "") -> list[str]:
    made = build_site(written(folder / "docs", pages), folder / "site", order, config=CONFIG, title="Test", url=url)
    return [str(problem) for problem in made]


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_the_sample_book_builds_without_a_word(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, sample_pages(), nav(sample_library())) == []
    assert capfd.readouterr() == ("", "")
    made = contents(tmp_path / "site")
    assert {"index.html", "404.html", "about.html", "sample/tables/banded.html", "assets/site.css"} <= set(made)
    assert not [path for path in made if path.endswith((".gz", ".jinja"))]


def test_links_of_the_built_sample_all_lead_somewhere(tmp_path: Path) -> None:
    assert run(tmp_path, sample_pages(), nav(sample_library())) == []
    assert check_links(tmp_path / "site") == ()


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("# A\n\n[x](missing.md)\n", "a.md:0:0: Doc file 'a.md' contains a link 'missing.md'"),
        ("# A\n\n[x](#nowhere)\n", "a.md:0:0: Doc file 'a.md' contains a link '#nowhere', but there is no such anchor"),
        ("# A\n\n[x](index.md#nowhere)\n", "does not contain an anchor '#nowhere'"),
        ("# A\n\n[x](/index.md)\n", "contains an absolute link '/index.md'"),
        ("# A\n\n![x](missing.png)\n", "contains a link 'missing.png'"),
    ],
)
def test_a_link_to_nowhere_comes_back_as_a_problem(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], page: str, words: str
) -> None:
    problems = run(tmp_path, {"index.md": "# Home\n", "a.md": page}, [{"Home": "index.md"}, {"A": "a.md"}])
    assert len(problems) == 1
    assert words in problems[0]
    assert capfd.readouterr() == ("", "")


def test_a_page_outside_the_order_and_an_order_without_page_are_problems(tmp_path: Path) -> None:
    pages = {"index.md": "# Home\n", "lost.md": "# Lost\n"}
    problems = run(tmp_path, pages, [{"Home": "index.md"}, {"A": "a.md"}])
    assert len(problems) == 2
    assert any("lost.md" in problem for problem in problems)
    assert any("a.md" in problem and "nav" in problem for problem in problems)


def test_a_setting_that_mkdocs_does_not_know_is_a_problem(tmp_path: Path) -> None:
    config = tmp_path / "mkdocs.yml"
    config.write_text("site_name: x\nsite_nmae: y\ntheme: {name: null, custom_dir: '.'}\n", encoding="utf-8")
    problems = build_site(
        written(tmp_path / "docs", {"index.md": "# x\n"}), tmp_path / "site", [], config=config, title="x", url=""
    )
    assert any("site_nmae" in str(problem) for problem in problems)


def test_a_template_that_fails_is_a_problem_and_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    log = logging.getLogger("mkdocs")
    before = (list(log.handlers), log.level, log.propagate)
    problems = run(tmp_path, {"index.md": "---\ntemplate: none.html\n---\n# x\n"}, [{"x": "index.md"}])
    assert any("none.html" in problem for problem in problems)
    assert (log.handlers, log.level, log.propagate) == before


def test_two_builds_are_the_same_bytes_whatever_the_folder_and_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "https://example.org/book/"
    assert run(tmp_path / "one", sample_pages(), nav(sample_library()), url) == []
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    assert run(tmp_path / "two", sample_pages(), nav(sample_library()), url) == []
    assert contents(tmp_path / "one" / "site") == contents(tmp_path / "two" / "site")


def test_properdocs_the_maintained_fork_builds_the_same_bytes(tmp_path: Path) -> None:
    assert run(tmp_path, sample_pages(), nav(sample_library())) == []
    settings = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))
    settings["site_name"] = "Test"
    settings["nav"] = nav(sample_library())
    settings["theme"]["custom_dir"] = str(CONFIG.parent / settings["theme"]["custom_dir"])
    (tmp_path / "properdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "-f", "properdocs.yml", "-d", "other"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    other = contents(tmp_path / "other")
    assert {"sitemap.xml", "sitemap.xml.gz"} <= set(other)
    without_maps = {path: data for path, data in other.items() if not path.startswith("sitemap.xml")}
    assert without_maps == contents(tmp_path / "site")


def test_the_site_map_names_the_pages_by_their_address_and_needs_one(tmp_path: Path) -> None:
    assert run(tmp_path / "a", sample_pages(), nav(sample_library()), "https://example.org/book/") == []
    text = (tmp_path / "a" / "site" / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://example.org/book/sample/tables/banded.html</loc>" in text
    assert "lastmod" not in text
    assert run(tmp_path / "b", sample_pages(), nav(sample_library())) == []
    assert not (tmp_path / "b" / "site" / "sitemap.xml").exists()


def test_a_heading_leaves_its_id_to_the_table_of_that_name(tmp_path: Path) -> None:
    page = '# A\n\n## Some table\n\n<figure id="some-table"></figure>\n\n## Some words\n\n[x](#some-table)\n'
    assert run(tmp_path, {"index.md": page}, [{"A": "index.md"}]) == []
    assert check_links(tmp_path / "site") == ()
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert '<h2 id="some-table-section">' in html
    assert '<h2 id="some-words">' in html


def test_a_heading_keeps_its_id_where_the_table_stands_on_another_page(tmp_path: Path) -> None:
    pages = {
        "index.md": "# A\n\n[x](#some-table)\n\n## Some table\n\nWords.\n",
        "b.md": '# B\n\n<figure id="some-table"></figure>\n',
    }
    assert run(tmp_path, pages, [{"A": "index.md"}, {"B": "b.md"}]) == []
    assert '<h2 id="some-table">' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


FIGURE = """<figure class="table-figure" id="some-table">
<table>
<tr id="some-table--4"><td id="some-table--4--5">*10*</td></tr>
</table>
</figure>"""


def test_figures_come_back_as_they_are_wherever_they_stand(tmp_path: Path) -> None:
    chart = f'<figure class="chart-figure" id="chart-x">\n<details>\n{FIGURE}\n</details>\n</figure>'
    other = FIGURE.replace("some-table", "other")
    page = f'# A\n\n{FIGURE}\n\nOne *word*.\n\n<div markdown="1">\n\n{other}\n\n</div>\n\n{chart}\n'
    assert run(tmp_path, {"index.md": page}, [{"A": "index.md"}]) == []
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    for figure in (f"</h1>\n{FIGURE}\n\n<p>One <em>word</em>.</p>", other, f"{chart}\n</article>"):
        assert figure in html
    assert "data-held" not in html


def test_the_html_of_a_figure_may_stand_in_code(tmp_path: Path) -> None:
    page = f"# A\n\n## Some table\n\n```\n{FIGURE}\n```\n\n{FIGURE.replace('some-table', 'other')}\n"
    assert run(tmp_path, {"index.md": page}, [{"A": "index.md"}]) == []
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "data-held" not in html
    assert "&lt;figure class=&quot;table-figure&quot;" in html
    assert '<figure class="table-figure" id="other">' in html


def test_links_may_lead_to_what_stands_in_figures_and_to_nothing_else(tmp_path: Path) -> None:
    words = "[x](#some-table--4) [y](b.md#some-table--4--5) [z](b.md#some-table--4--6)"
    pages = {"index.md": f"# A\n\n{words}\n\n{FIGURE}\n", "b.md": f"# B\n\n{FIGURE}\n"}
    (problem,) = run(tmp_path, pages, [{"A": "index.md"}, {"B": "b.md"}])
    assert "'b.md' does not contain an anchor '#some-table--4--6'" in problem


def test_a_heading_leaves_its_id_to_a_figure_of_that_name(tmp_path: Path) -> None:
    pages = {"index.md": f"# A\n\n## Some table\n\n{FIGURE}\n", "b.md": "# B\n\n## Some table\n"}
    assert run(tmp_path, pages, [{"A": "index.md"}, {"B": "b.md"}]) == []
    assert '<h2 id="some-table-section">' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert '<h2 id="some-table">' in (tmp_path / "site" / "b.html").read_text(encoding="utf-8")


def test_heading_ids_are_those_of_markdown_otherwise() -> None:
    make = heading_ids(frozenset({"a-b"}))
    assert make("A b", "-") == "a-b-section"
    assert make("A c", "-") == "a-c"


def test_words_of_titles_are_escaped_on_every_page(tmp_path: Path) -> None:
    pages = {"index.md": '---\ntitle: "<i>Home</i>"\n---\n# Home\n', "b/index.md": "# B\n"}
    order = [{"<i>Home</i>": "index.md"}, {"<b>B</b>": [{"<u>B</u>": "b/index.md"}]}]
    assert run(tmp_path, pages, order) == []
    for path, data in contents(tmp_path / "site").items():
        if path.endswith(".html"):
            for tag in (b"<i>", b"<b>", b"<u>"):
                assert tag not in data, path
