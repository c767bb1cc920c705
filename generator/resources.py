"""Where the project's own files lie: beside the package in a checkout, inside it where it was installed."""

from __future__ import annotations

from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent
_INSTALLED = Path(__file__).resolve().parent / "_project"
PROJECT = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT

TEMPLATES = PROJECT / "templates"
MKDOCS = PROJECT / "mkdocs.yml"
