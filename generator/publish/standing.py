"""Whether a build would change anything: what stands in the output folder, and what it was built from.

After a build the checksum of all that it was made from is kept with that of the manifest it wrote. While both are the
same, and every file still is what the manifest says, there is nothing to do. Nothing heavy is imported here.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from generator.jobs.press import press_version
from generator.jobs.store import NAME, write_whole
from generator.listing import files_below
from generator.order import Order
from generator.publish import manifest


@dataclass(frozen=True, slots=True)
class Standing:
    """What was published, in numbers."""

    systems: int
    tables: int


def inputs(order: Order) -> str:
    """One checksum of everything that the published bytes depend on. Raises OSError where content cannot be read."""
    options = (
        sorted(set(order.systems)), sorted(set(order.formats)), sorted(set(order.papers)),
        order.edition.version, order.edition.date,
    )  # fmt: skip
    total = hashlib.sha256(f"{press_version()}\n{options}\n".encode())
    for name in files_below(order.content):
        data = (order.content / name).read_bytes()
        total.update(f"{name} {len(data)}\n".encode())
        total.update(data)
    return total.hexdigest()


def standing(order: Order) -> Standing | None:
    """What stands published, where it is exactly what `order` would make; None where a build has to find out."""
    try:
        kept = json.loads(_place(order.out).read_bytes())
        if kept["inputs"] != inputs(order) or kept["manifest"] != manifest.checksum(order.out / manifest.NAME):
            return None
        known = Standing(int(kept["systems"]), int(kept["tables"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if manifest.check_manifest(order.out) else known


def remember(order: Order, made_from: str, known: Standing) -> None:
    """Keep what `order.out` was built from. A disk that refuses costs only the time of the next build."""
    try:
        kept = {"inputs": made_from, "manifest": manifest.checksum(order.out / manifest.NAME), **asdict(known)}
        place = _place(order.out)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, json.dumps(kept).encode())
    except OSError:
        return


def cache_folder(out: Path) -> Path:
    """Where the results of builds into `out` are kept: beside it."""
    return out.absolute().parent / NAME


def _place(out: Path) -> Path:
    return cache_folder(out) / f"standing-{out.name}.json"
