"""All our content as a built site, made once a session: the process that needs it first builds, the others wait.

Building takes about a minute, and pytest-xdist gives every process fixtures of its own. Whoever reads the site must
leave it as it is, for the others read it too; who changes one copies it before.
"""

from __future__ import annotations

import fcntl
import json
import traceback
from pathlib import Path

from generator.edition import Edition
from generator.jobs.workers import cores, workers
from generator.order import Order, Step
from generator.pipeline import build

CONTENT = Path(__file__).parents[1] / "content"
EDITION = Edition("test", "2026-01-02")
FORMATS = ("html", "xlsx", "data")
"""All but the PDFs, which take longer than everything else and have tests of their own."""


def our_site(shared: Path) -> Path:
    """The folder of the site, alone in its folder below `shared`, which is the same for all processes of a session.

    A build that failed, in whatever process, is an AssertionError in each.
    """
    told = shared / "our-site.json"
    site = shared / "our-site" / "site"
    with (shared / "our-site.lock").open("w") as lock:
        # The system lets go of the lock when its holder ends, however it ends, so that nobody waits for the dead.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            told.write_text(json.dumps(_faults(site)), encoding="utf-8")
    faults = json.loads(told.read_text(encoding="utf-8"))
    assert not faults, "\n".join(faults)
    return site


def _faults(site: Path) -> list[str]:
    """Build the site; what went wrong is told, so that it can be told to all."""
    steps: list[Step] = []
    try:
        with workers(cores()) as executor:
            outcome = build(Order(CONTENT, site, EDITION, formats=FORMATS), steps.append, executor)
    except Exception:
        return [traceback.format_exc()]
    faults = [str(problem) for problem in outcome.problems]
    if "checks" not in {step.name for step in steps}:
        faults.append("the build told of no checks")
    return faults
