"""Copies of the valid sample tree with something wrong in them, for tests of what the loader says."""

from __future__ import annotations

import shutil
from pathlib import Path

HERE = Path(__file__).parent
VALID = HERE / "valid"
INVALID = HERE / "invalid"

# A case in one of these folders takes the place of this file of the valid tree.
REPLACED = {
    "site": "site.yml",
    "system": "sample/system.yml",
    "table": "sample/tables/target.yml",
    "example": "sample/examples/lift.yml",
    "page": "sample/rolling.md",
    "published": "sample/published/published.yml",
    "printed": "sample/published/targets.csv",
    "print": "sample/print.yml",
    "calculators": "sample/calculators.yml",
    "claims": "sample/claims.yml",
    "finder": "sample/finder.yml",
}


def cases() -> tuple[Path, ...]:
    """Every case: a file that takes another's place, or under `tree/` a folder laid over the valid tree."""
    files = [path for folder in REPLACED for path in (INVALID / folder).iterdir() if path.suffix != ".expected"]
    folders = [path for path in (INVALID / "tree").iterdir() if path.is_dir()]
    return tuple(sorted(files + folders))


def expected(case: Path) -> Path:
    """The file that holds what the loader says of a case."""
    return case.parent / f"{case.stem if case.is_file() else case.name}.expected"


def tree_with(case: Path, folder: Path) -> Path:
    """A content folder in `folder` that is the valid tree with this case in it."""
    content = folder / "content"
    shutil.copytree(VALID, content)
    if case.is_dir():
        shutil.copytree(case, content, dirs_exist_ok=True)
    else:
        shutil.copyfile(case, content / REPLACED[case.parent.name])
    return content
