"""The manifest: every published file with its size, its checksum and what it was made from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from generator.diagnostics import Location, Problem
from generator.listing import files_below

NAME = "manifest.json"


def write_manifest(site: Path, made_from: Mapping[str, tuple[str, ...]], *, maker: str) -> None:
    """List every file under `site` into its manifest. `made_from` maps published paths to their sources."""
    entries = [
        {
            "path": path,
            "size": (site / path).stat().st_size,
            "sha256": checksum(site / path),
            "from": list(made_from.get(path, ())),
        }
        for path in published_files(site)
    ]
    text = json.dumps({"maker": maker, "files": entries}, ensure_ascii=False, indent=1)
    (site / NAME).write_text(text + "\n", encoding="utf-8", newline="\n")


def published_files(site: Path) -> list[str]:
    """Paths below `site` in a fixed order, without the manifest itself and without hidden files."""
    return [path for path in files_below(site) if path != NAME and not path.startswith(".")]


def listed_files(site: Path) -> tuple[str, ...]:
    """The files that the manifest of `site` lists; none where there is no manifest that can be read."""
    try:
        return tuple(entry["path"] for entry in json.loads((site / NAME).read_text(encoding="utf-8"))["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def check_manifest(site: Path) -> tuple[Problem, ...]:
    """What differs between the files under `site` and what its manifest says of them."""
    manifest = site / NAME
    try:
        listed = {entry["path"]: entry for entry in json.loads(manifest.read_text(encoding="utf-8"))["files"]}
    except FileNotFoundError:
        return (Problem(Location(str(manifest)), "there is no manifest", "build the site first"),)
    except (ValueError, KeyError, TypeError):
        return (Problem(Location(str(manifest)), "the manifest cannot be read", "build the site again"),)
    present = set(published_files(site))
    problems = [Problem(Location(str(site / path)), "the file is missing") for path in listed.keys() - present]
    problems += [
        Problem(Location(str(site / path)), "the file is not in the manifest") for path in present - listed.keys()
    ]
    problems += [
        Problem(Location(str(site / path)), "the file was altered after it was published")
        for path in present & listed.keys()
        if checksum(site / path) != listed[path]["sha256"]
    ]
    return tuple(sorted(problems))


def checksum(path: Path) -> str:
    """The SHA-256 of a file, as the manifest states it."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
