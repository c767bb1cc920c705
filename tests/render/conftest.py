"""What the tests of several formats share."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.render.office import Convert


@pytest.fixture(scope="session")
def convert(tmp_path_factory: pytest.TempPathFactory) -> Convert:
    office = shutil.which("soffice")
    assert office, "LibreOffice is missing; on Debian or Ubuntu run: sudo apt-get install libreoffice-calc"
    profile = tmp_path_factory.mktemp("profile")

    def run(source: Path, target: str) -> Path:
        out = tmp_path_factory.mktemp("out")
        done = subprocess.run(
            [
                office,
                f"-env:UserInstallation=file://{profile}",
                "--headless",
                "--convert-to",
                target,
                "--outdir",
                str(out),
                str(source),
            ],
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0 and any(out.iterdir()), f"LibreOffice made nothing of {source}: {done.stderr}"
        return out

    return run
