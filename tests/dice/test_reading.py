"""The parser's tables are kept beside the compiled modules, and what is kept never decides what is read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ASKED = """
import sys
from generator.dice.notation import NotationError, parse, parse_function
for read, text in ((parse, "mean(max(a, 3) given a > 2) where a = 4d6kh3!{5,6}"), (parse, "2d6 >="), (parse, "2d6 % 3"),
                   (parse_function, "f(x) = if(x > 1, f(x - 1), 12.5%)"), (parse_function, "f(x = 2")):
    try:
        print(read(text))
    except NotationError as error:
        print(error.column, error.message, error.allowed)
print(sys.modules["lark"].__version__)
"""


def _told(kept: Path, **environment: str) -> str:
    known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    run = subprocess.run(
        [sys.executable, "-c", ASKED],
        env={**known, "PYTHONPYCACHEPREFIX": str(kept), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""
    return run.stdout


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The one file of tables, made by a first reading."""
    _told(tmp_path)
    (tables,) = tmp_path.rglob("notation.lark.tables")
    return tables


def test_the_tables_are_read_again_and_read_the_same(kept: Path, tmp_path: Path) -> None:
    made = kept.stat().st_mtime_ns
    assert _told(tmp_path) == _told(tmp_path / "elsewhere", PYTHONDONTWRITEBYTECODE="1")
    assert kept.stat().st_mtime_ns == made
    assert not list((tmp_path / "elsewhere").rglob("*.tables"))


@pytest.mark.parametrize("keep", [0, 1, 100, 20_000], ids=["empty", "a byte", "a line", "half"])
def test_damaged_tables_are_made_again(kept: Path, tmp_path: Path, keep: int) -> None:
    whole = kept.read_bytes()
    assert len(whole) > 30_000
    kept.write_bytes(whole[:keep])
    assert _told(tmp_path) == _told(tmp_path / "elsewhere")
    # Two makings differ by some bytes in how they number what is shared.
    assert len(kept.read_bytes()) > 0.99 * len(whole)


def test_tables_of_another_grammar_are_made_again(kept: Path, tmp_path: Path) -> None:
    checksum, _, body = kept.read_bytes().partition(b"\n")
    kept.write_bytes(checksum[::-1] + b"\n" + body)
    _told(tmp_path)
    assert kept.read_bytes().startswith(checksum + b"\n")


def test_without_a_place_for_them_everything_is_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert _told(tmp_path / "file") == _told(tmp_path / "elsewhere")
