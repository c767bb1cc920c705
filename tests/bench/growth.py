"""How a build grows: generated catalogues of 10, 100 and 1,000 tables, pages, sheets and data, each in a process anew.

Run it with `python -m tests.bench.growth [COUNT …]`. It prints, for each catalogue, the time of a cold build and of one
that finds nothing changed, the size of the site, and the most memory that the main process held, for one table each as
well. With `--pdf` the table packs are printed too.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

COUNTS = (10, 100, 1000)
PER_SYSTEM = 100
_ROOT = Path(__file__).parents[2]
CREDIT = "credit: {game: Made, author: Nobody, year: '2026', license: CC0}\n"


def write_catalogue(content: Path, count: int) -> None:
    """Content of `count` grids of 20 rows and 8 columns, a hundred to a system."""
    systems = [f"made-{first // PER_SYSTEM}" for first in range(0, count, PER_SYSTEM)]
    write(content / "site.yml", f"title: Made\ntagline: Grown\npages: [index]\nsystems: [{', '.join(systems)}]\n")
    write(content / "index.md", "# Made\n\nGrown.\n\n## More\n\nNothing.\n")
    for number, system in enumerate(systems):
        tables = range(number * PER_SYSTEM, min(count, (number + 1) * PER_SYSTEM))
        names = ", ".join(f"table-{table}" for table in tables)
        head = f"title: Made {number}\nsummary: Grown.\n{CREDIT}chapters: [index]\ntables: [{names}]\n"
        write(content / system / "system.yml", head)
        write(content / system / "index.md", f"# Made {number}\n\nGrown.\n")
        for table in tables:
            write(
                content / system / "tables" / f"table-{table}.yml",
                definition(table, "on top"),
            )


def definition(number: int, words: str) -> str:
    """A grid of 20 rows and 8 columns, no two alike."""
    return (
        f"kind: grid\ntitle: Table {number}\ncaption: Chances with {number} {words}.\n"
        "rows: {name: target, title: Target, values: 5..24}\n"
        "columns: {name: dice, title: Dice, values: 1..8}\n"
        f"cell: P((dice)d6 + {number} >= target + {number})\nformat: {{style: percent, digits: 2}}\n"
    )


def write(path: Path, text: str) -> None:
    """A file with all the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _built(folder: Path, formats: str) -> tuple[float, float]:
    """Seconds and most megabytes of the main process of one build."""
    code = (
        "import resource, sys\nfrom click.testing import CliRunner\nfrom generator.cli import main\n"
        "done = CliRunner().invoke(main, sys.argv[1:])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
        "sys.exit(done.output if done.exit_code else 0)\n"
    )
    command = [sys.executable, "-c", code, "build", "--only", formats]
    command += ["--content", str(folder / "content"), "--out", str(folder / "site")]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, int(done.stdout) / 1024


def main(arguments: list[str]) -> None:
    """Print a line a catalogue."""
    formats = "html,pdf,xlsx,data" if "--pdf" in arguments else "html,xlsx,data"
    counts = [int(word) for word in arguments if word.isdigit()] or COUNTS
    print(f"{'tables':>7} {'cold s':>8} {'ms each':>8} {'again s':>8} {'site MB':>8} {'kB each':>8} {'main MB':>8}")
    for count in counts:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            write_catalogue(folder / "content", count)
            cold, memory = _built(folder, formats)
            again, _ = _built(folder, formats)
            size = sum(path.stat().st_size for path in (folder / "site").rglob("*") if path.is_file())
            print(
                f"{count:7} {cold:8.1f} {1000 * cold / count:8.0f} {again:8.2f} {size / 1e6:8.1f}"
                f" {size / count / 1e3:8.1f} {memory:8.0f}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
