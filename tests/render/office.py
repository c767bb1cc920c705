"""LibreOffice without a window: what it makes of a file, for the tests of whatever it can read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Convert = Callable[[Path, str], Path]
"""Converts a file to a target such as `pdf`; gives the folder of what came out."""
