"""Whoever does the jobs, the bytes are the same: this process, several, or a Dask cluster; known results or none."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.edition import Edition
from generator.jobs.cluster import ClusterError, cluster
from generator.jobs.workers import workers
from generator.order import Order
from generator.pipeline import build
from generator.publish.standing import standing
from tests.small import small_content

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]


def order(content: Path, out: Path, *, cached: bool = True) -> Order:
    return Order(content, out, Edition("test", "2026-01-02"), cached=cached)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_content(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def alone(content: Path) -> str:
    """The manifest of a build in this process that knows nothing."""
    out = content.parent / "alone"
    assert build(order(content, out, cached=False)).problems == ()
    assert not (content.parent / ".dicepress").exists()
    return (out / "manifest.json").read_text()


def test_processes_give_the_same_bytes(content: Path, alone: str, tmp_path: Path) -> None:
    with workers(2) as executor:
        outcome = build(order(content, tmp_path / "site"), executor=executor)
    assert outcome.problems == ()
    assert (tmp_path / "site/manifest.json").read_text() == alone


def test_a_dask_cluster_of_two_processes_gives_the_same_bytes(content: Path, alone: str, tmp_path: Path) -> None:
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local,
        cluster(local.scheduler_address) as executor,
    ):
        outcome = build(order(content, tmp_path / "site"), executor=executor, shares_files=False)
    assert outcome.problems == ()
    assert (tmp_path / "site/manifest.json").read_text() == alone


def test_a_cluster_that_does_not_answer_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.jobs.cluster.TIMEOUT", 0.5)
    with (
        pytest.raises(ClusterError, match=r"no Dask cluster answers at tcp://127\.0\.0\.1:9"),
        cluster("tcp://127.0.0.1:9"),
    ):
        pass


def test_one_edited_table_is_all_that_is_made_again(tmp_path: Path, alone: str) -> None:
    content = small_content(tmp_path)
    site = tmp_path / "site"
    made = build(order(content, site)).made
    everything = {"rulebook of Tiny", "Tables of Tiny", "workbook of Tiny", "fonts of the site"}
    assert {*made} >= everything
    assert (site / "manifest.json").read_text() == alone
    assert standing(order(content, site)) is not None
    table = content / "tiny/tables/sum.yml"
    whole = table.read_text()
    table.write_text(whole.replace("(dice)d6", "(dice)d8"))
    assert standing(order(content, site)) is None
    outcome = build(order(content, site))
    assert "data of Chance by sum, Tiny" in outcome.made
    assert not {"data of Chance by best die, Tiny", "fonts of the site"} & {*outcome.made}
    table.write_text(whole)
    assert build(order(content, site)).made == ()
    assert (site / "manifest.json").read_text() == alone
    for entry in (tmp_path / ".dicepress/made").iterdir():
        entry.write_bytes(entry.read_bytes()[:-1])
    assert {*build(order(content, site)).made} == {*made}
    assert (site / "manifest.json").read_text() == alone


def test_an_altered_site_is_not_taken_for_the_published_one(tmp_path: Path, alone: str) -> None:
    content = small_content(tmp_path)
    wanted = order(content, tmp_path / "site")
    assert build(wanted).problems == ()
    (tmp_path / "site/index.html").write_text("mine")
    assert standing(wanted) is None
    assert build(wanted).problems == ()
    assert (tmp_path / "site/manifest.json").read_text() == alone
    assert standing(wanted) is not None


def test_an_unchanged_build_takes_under_a_second(tmp_path: Path) -> None:
    content = small_content(tmp_path)
    arguments = ["build", "--content", str(content), "--out", str(tmp_path / "site"), "--only", "html,data"]
    assert CliRunner().invoke(main, [*arguments, "--jobs", "1"]).exit_code == 0
    command = [sys.executable, "-m", "generator", *arguments]
    before = os.times()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    after = os.times()
    assert done.stdout.endswith("unchanged\n")
    # Time of the processor, so that a busy machine does not fail the promise.
    assert after.children_user + after.children_system - before.children_user - before.children_system < 1


def test_control_c_ends_everything_within_a_second(tmp_path: Path) -> None:
    content = small_content(tmp_path)
    command = [sys.executable, "-m", "generator", "build", "--jobs", "2"]
    command += ["--content", str(content), "--out", str(tmp_path / "site")]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    for line in process.stderr:
        if re.match(r"1/\d", line):
            break
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    process.wait(20)
    assert time.monotonic() - start < 1
    _, words = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "Traceback" not in words
    assert sorted(place.name for place in tmp_path.iterdir()) == [".dicepress", "content"]
    time.sleep(1)
    assert running(process.pid) == []


def running(group: int) -> list[str]:
    """The processes of a group that still run; one that nobody has asked about since it ended does not."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = place.read_text().rsplit(")", 1)
        except OSError:
            continue
        state, _, its_group = rest.split()[:3]
        if int(its_group) == group and state != "Z":
            found.append(name)
    return found
