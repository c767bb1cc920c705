"""A build that fails, is killed or meets a foreign folder leaves the published site as it was."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from generator.publish import staging
from generator.publish.staging import NotOursError, staged


def _publish(out: Path, text: str) -> None:
    with staged(out) as fresh:
        (fresh / "index.html").write_text(text)
        (fresh / "manifest.json").write_text("{}")


def _folder(out: Path) -> dict[str, str]:
    return {p.relative_to(out.parent).as_posix(): p.read_text() for p in out.parent.rglob("*") if p.is_file()}


def test_the_first_and_the_second_site_are_whole(tmp_path: Path) -> None:
    out = tmp_path / "site"
    _publish(out, "one")
    _publish(out, "two")
    assert _folder(out) == {"site/index.html": "two", "site/manifest.json": "{}"}
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_two_renames_do_the_same_where_folders_cannot_be_exchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "_exchange", lambda *_: False)
    out = tmp_path / "site"
    _publish(out, "one")
    _publish(out, "two")
    assert _folder(out) == {"site/index.html": "two", "site/manifest.json": "{}"}
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_an_error_leaves_the_site_and_no_litter(tmp_path: Path) -> None:
    out = tmp_path / "site"
    _publish(out, "one")
    before = _folder(out)
    with pytest.raises(RuntimeError, match="broken"), staged(out) as fresh:
        (fresh / "index.html").write_text("half")
        raise RuntimeError("broken")
    assert _folder(out) == before


def test_a_folder_of_somebody_elses_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "photos"
    out.mkdir()
    (out / "holiday.jpg").write_text("sun")
    with pytest.raises(NotOursError, match="not a published site"):
        _publish(out, "one")
    assert _folder(out) == {"photos/holiday.jpg": "sun"}


def test_an_empty_folder_that_git_keeps_stays_kept(tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / ".gitkeep").touch()
    _publish(out, "one")
    assert (out / ".gitkeep").exists()


def test_a_build_killed_between_two_renames_is_mended_by_the_next(tmp_path: Path) -> None:
    out = tmp_path / "site"
    _publish(out, "one")
    out.rename(tmp_path / ".site.old")
    with pytest.raises(RuntimeError), staged(out):
        raise RuntimeError
    assert _folder(out) == {"site/index.html": "one", "site/manifest.json": "{}"}


def _hold(out: Path, ready: Path) -> None:
    with staged(out) as fresh:
        (fresh / "index.html").write_text("half")
        ready.touch()
        time.sleep(60)


def test_a_killed_build_leaves_the_site_and_the_next_removes_its_litter(tmp_path: Path) -> None:
    out, ready = tmp_path / "home" / "site", tmp_path / "ready"
    _publish(out, "one")
    process = multiprocessing.get_context("spawn").Process(target=_hold, args=(out, ready))
    process.start()
    while not ready.exists():
        time.sleep(0.01)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    assert (out / "index.html").read_text() == "one"
    _publish(out, "two")
    assert [p.name for p in out.parent.iterdir()] == ["site"]


def test_a_second_build_waits_and_says_so(tmp_path: Path) -> None:
    out, ready = tmp_path / "home" / "site", tmp_path / "ready"
    process = multiprocessing.get_context("spawn").Process(target=_hold, args=(out, ready))
    process.start()
    while not ready.exists():
        time.sleep(0.01)
    told: list[str] = []

    def waiting() -> None:
        told.append("waiting")
        process.kill()

    with staged(out, waiting) as fresh:
        (fresh / "manifest.json").write_text("{}")
    process.join()
    assert told == ["waiting"]
