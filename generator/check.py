"""What an author asks most often: every problem in the content, looking again only at parts that changed.

A part is a system, or everything that belongs to none. What was found good is kept in `.dicepress/` with the checksums
of all files that this depended on: the part's own, the list of systems, and the files behind what its pages take from
other systems. While those are the same, and the program is, the part is good still. A part with a problem is never
kept, and nothing is believed that is not whole.

Where nothing changed, only files are read: what looks at parts, `judging.py`, is imported when there is one to look at.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from generator.collecting import without_collecting
from generator.content.parts import SITE_PAGES, part_of
from generator.diagnostics import Problem
from generator.jobs.press import press_version
from generator.jobs.store import NAME, write_whole
from generator.listing import files_below

if TYPE_CHECKING:
    from generator.judging import Basis


def check(content: Path, *, cached: bool = True, jobs: int = 1) -> tuple[Problem, ...]:
    """Every problem in the content; without `cached`, found by looking at everything.

    Parts are looked at in `jobs` processes side by side, where there is work for them.
    """
    # Importing what looks at parts makes many objects, all of which stay.
    with without_collecting(sweep=False):
        return _checked(content, cached=cached, jobs=jobs)


def _checked(content: Path, *, cached: bool, jobs: int) -> tuple[Problem, ...]:
    files = _files(content)
    if files is None:
        from generator import judging

        return judging.unread(content)
    parts = {part_of(path, files) for path in files} | {SITE_PAGES}
    if not cached:
        return _judged(content, files, None, parts, jobs)[0]
    folder = content.absolute().parent / NAME
    place = folder / f"checked-{content.absolute().name}.json"
    good = {part: basis for part, basis in _read(place).items() if _holds(part, basis, files)}
    if not parts - good.keys():
        return ()
    problems, bases = _judged(content, files, folder, parts - good.keys(), jobs)
    if not problems and _files(content) == files:
        # Content that changed while it was read is judged the next time.
        good |= bases
    _write(place, good)
    return problems


def _judged(
    content: Path, files: Mapping[str, str], folder: Path | None, parts: Collection[str], jobs: int
) -> tuple[tuple[Problem, ...], dict[str, Basis]]:
    from generator import judging

    verdicts = judging.verdicts(judging.Case(content, files, folder), parts, jobs)
    bases: dict[str, Basis] = {}
    for verdict in verdicts:
        bases |= verdict.bases
    return judging.problems_of(verdicts), bases


def _holds(part: str, basis: Basis, files: Mapping[str, str]) -> bool:
    same = all(files.get(path) == checksum for path, checksum in basis.items())
    return same and all(path in basis for path in files if part_of(path, files) == part)


def _files(content: Path) -> dict[str, str] | None:
    """The checksum of every file below the content folder; None where one cannot be read."""
    with suppress(OSError):
        names = files_below(content)
        return {name: hashlib.sha256((content / name).read_bytes()).hexdigest() for name in names} or None
    return None


def _read(place: Path) -> dict[str, Basis]:
    """What this program found good; nothing where what is kept is damaged or another program's."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        seal, _, body = place.read_text(encoding="utf-8").partition("\n")
        if seal == _seal(body):
            return {str(part): dict(basis) for part, basis in json.loads(body).items()}
    return {}


def _write(place: Path, good: Mapping[str, Basis]) -> None:
    body = json.dumps(good, sort_keys=True)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, f"{_seal(body)}\n{body}".encode())


def _seal(body: str) -> str:
    return hashlib.sha256(f"{press_version()}\n{body}".encode()).hexdigest()
