"""What the colophon says of a release: the version, and a date that does not depend on when it was built."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from generator import __version__


@dataclass(frozen=True, slots=True)
class Edition:
    """The version of the project, and the date of the content as `YYYY-MM-DD`, empty where nothing tells it."""

    version: str
    date: str


def edition_of(content: Path) -> Edition:
    """The edition of a content folder: dated by SOURCE_DATE_EPOCH, else by its last commit, never by the clock."""
    stamp = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not stamp.isdigit():
        stamp = _last_commit(content)
    date = datetime.fromtimestamp(int(stamp), UTC).strftime("%Y-%m-%d") if stamp.isdigit() else ""
    return Edition(__version__, date)


def _last_commit(content: Path) -> str:
    command = ["git", "log", "-1", "--format=%ct", "--", "."]
    try:
        return subprocess.run(command, cwd=content, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
