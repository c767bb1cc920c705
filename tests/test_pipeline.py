"""Builds of all our content: published, verified, repeatable, and never half done.

The PDFs are left out here: `make` prints them all, `tests/test_jobs_anywhere.py` compares the bytes of a small book's,
and `tests/render` reads them.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.exact import Fraction
from generator.pipeline import Order, build
from generator.publish.manifest import check_manifest
from tests.our_site import CONTENT, EDITION

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow

_BUILD = """
import os, sys
from pathlib import Path
os.umask(0o077)
from generator.edition import Edition
from generator.pipeline import Order, build
from generator.jobs.workers import workers
formats = ("html", "xlsx", "data")
order = Order(Path(sys.argv[1]), Path(sys.argv[2]), Edition("test", "2026-01-02"), formats=formats, cached=False)
with workers(3) as executor:
    problems = build(order, executor=executor).problems
sys.exit("\\n".join(map(str, problems)) or 0)
"""


@pytest.fixture
def copied(real_site: Path, tmp_path: Path) -> Path:
    """The site with what its build kept beside it, for a test that builds in its place."""
    return shutil.copytree(real_site.parent, tmp_path / "whole") / real_site.name


def test_the_site_holds_every_kind_of_file(real_site: Path) -> None:
    for path in (
        "index.html",
        "404.html",
        "sixes/setting-a-target.html",
        "sixes/tables/chance-by-target.html",
        "data/sixes/chance-by-target.json",
        "data/sixes/chance-by-target.csv",
        "downloads/sixes.xlsx",
        "manifest.json",
    ):
        assert (real_site / path).stat().st_size > 500, path
    assert check_manifest(real_site) == ()
    assert sorted(p.name for p in real_site.parent.iterdir()) == [".dicepress", "site"]


def test_pages_offer_all_files_that_were_planned_with_their_sizes(real_site: Path) -> None:
    from generator.edition import Edition
    from generator.library import library
    from generator.render.downloads import size_text
    from generator.render.render import plan

    books = library(CONTENT, Edition("test", "2026-01-02")).library
    assert books is not None
    planned = {path for job in plan(books, ("xlsx", "data"), ()) for path in job.makes}
    made = {
        path.relative_to(real_site).as_posix()
        for top in ("downloads", "data")
        for path in (real_site / top).rglob("*.*")
    }
    assert planned == made - {"downloads/offline-site.zip"}
    page = (real_site / "downloads.html").read_text(encoding="utf-8")
    for path in planned:
        assert f'href="{path}"' in page
        assert f'<span class="file-size">{size_text((real_site / path).stat().st_size)}</span>' in page
    assert not any("\ue000" in path.read_text(encoding="utf-8") for path in real_site.rglob("*.html"))


def test_the_manifest_says_what_each_file_is_made_from(real_site: Path) -> None:
    files = {f["path"]: f["from"] for f in json.loads((real_site / "manifest.json").read_text())["files"]}
    assert files["data/sixes/target-by-average.csv"] == ["sixes/tables/target-by-average.yml"]
    assert "sixes/setting-a-target.md" in files["sixes/setting-a-target.html"]
    assert "sixes/system.yml" in files["downloads/sixes.xlsx"]


def test_the_published_form_of_data(real_site: Path) -> None:
    table = json.loads((real_site / "data/sixes/chance-by-average.json").read_text())
    assert (table["id"], table["system"]) == ("chance-by-average", "sixes")
    row = next(row for row in table["rows"] if row["label"] == "12")
    cell = row["cells"][table["columns"].index("3")]
    assert cell["text"] == "86.24"
    assert Fraction(cell["exact"]) == Fraction(sum_of_dice_at_least(12, 36), 6**12)


def sum_of_dice_at_least(dice: int, target: int) -> int:
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, n - 5) : n + 1]) for n in range(len(ways) + 5)]
    return sum(ways[target - dice :])


def test_a_part_never_replaces_a_whole_site(copied: Path) -> None:
    before = (copied / "manifest.json").read_bytes()
    outcome = build(Order(CONTENT, copied, EDITION, formats=("data",)))
    (problem,) = outcome.problems
    assert "would remove" in problem.message
    assert (copied / "manifest.json").read_bytes() == before
    assert check_manifest(copied) == ()


def test_other_folder_seed_zone_and_locale_give_the_same_bytes(real_site: Path, tmp_path: Path) -> None:
    out = tmp_path / "elsewhere" / "book"
    other = {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kathmandu", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1767312000"}
    command = [sys.executable, "-c", _BUILD, str(CONTENT), str(out)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | other, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (out / "manifest.json").read_text() == (real_site / "manifest.json").read_text()


def test_a_renderer_that_fails_leaves_the_site(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.render import xlsx
    from generator.render.contract import Artifact, RenderError
    from generator.tables.book import Book

    def broken(book: Book) -> Artifact:
        raise RenderError(f"workbook of {book.id}: no ink")

    monkeypatch.setattr(xlsx, "workbook", broken)
    # Results that are kept from the build of the site would hide the fault.
    monkeypatch.setattr("generator.jobs.store.Store.get", lambda *_arguments: None)
    order = Order(CONTENT, copied, EDITION, formats=("html", "xlsx"), systems=("percentile",))
    outcome = build(order)
    assert {problem.message for problem in outcome.problems} == {"workbook of percentile: no ink"}
    assert check_manifest(copied) == ()


def test_verify_finds_an_altered_number(real_site: Path, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from generator.cli import main

    copy = Path(shutil.copytree(real_site, tmp_path / "site"))
    arguments = ["verify", str(copy), "--content", str(CONTENT)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    data = copy / "data/sixes/chance-by-average.json"
    data.write_text(data.read_text().replace('"86.24"', '"86.25"'))
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert f"{data}:0:0: the file was altered after it was published" in result.output
    assert "86.25" in result.output
