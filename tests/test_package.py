"""The wheel and the source archive carry all that a build needs, and work outside the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]


def done(*command: object, cwd: Path, **environment: str) -> str:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    made = subprocess.run([*map(str, command)], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive as a packager would."""
    folder = tmp_path_factory.mktemp("dist")
    done(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    source = folder / archive.name.removesuffix(".tar.gz")
    done(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=source)
    (made,) = folder.glob("*.whl")
    return made


def test_a_new_system_builds_from_an_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    installed, work = tmp_path / "installed", tmp_path / "work"
    work.mkdir()
    done(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "-t", installed, wheel, cwd=work)
    run = (sys.executable, "-m", "generator")
    place = done(
        sys.executable, "-c", "import generator; print(generator.__file__)", cwd=work, PYTHONPATH=str(installed)
    )
    assert place.startswith(str(installed))
    done(*run, "new", "system", "lantern", cwd=work, PYTHONPATH=str(installed))
    assert "1 system(s)" in done(*run, "build", "--jobs", "1", cwd=work, PYTHONPATH=str(installed))
    for path in ("index.html", "lantern/index.html", "downloads/lantern-rulebook-a4.pdf", "downloads/lantern.xlsx"):
        assert (work / "site" / path).stat().st_size > 500
    done(*run, "verify", cwd=work, PYTHONPATH=str(installed))
