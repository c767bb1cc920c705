"""Commands begin at once: nothing is imported before it is needed, and what only workers need never by the builder."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from generator.jobs.installed import versions
from generator.jobs.workers import _PRELOADED

_ASKS = "import sys; {imports}; print(*sorted(sys.modules))"

# What makes and reads workbooks, pages, fonts and printed files.
_MAKERS = {"PIL", "fontTools", "mkdocs", "openpyxl", "pikepdf", "weasyprint"}

_READERS = {"lark", "lxml", "numpy", "pydantic", "yaml"}


def _imported(imports: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", _ASKS.format(imports=imports)], check=True, capture_output=True, text=True
    )
    return set(told.stdout.split())


@pytest.mark.parametrize(
    ("imports", "unneeded"),
    [
        ("import generator.cli", _MAKERS | _READERS | {"concurrent", "jinja2", "markdown", "rich"}),
        ("import generator.check", _MAKERS | _READERS | {"email", "jinja2", "markdown", "multiprocessing", "rich"}),
        ("import generator.judging", _MAKERS | {"jinja2", "lark", "markdown", "numpy", "rich"}),
        ("import generator.publish.standing", _MAKERS | _READERS | {"email", "jinja2", "markdown", "rich"}),
        ("import generator.pipeline", _MAKERS | {"lark", "numpy", "rich"}),
    ],
)
def test_nothing_is_imported_that_is_not_needed_yet(imports: str, unneeded: set[str]) -> None:
    assert not _imported(imports) & unneeded


def test_a_check_of_what_did_not_change_reads_files_alone(tmp_path: Path) -> None:
    content = tmp_path / "content"
    content.mkdir()
    (content / "index.md").write_text("# A shelf\n", encoding="utf-8")
    (content / "site.yml").write_text("title: A shelf\ntagline: For tests\npages: [index]\nsystems: []\n", "utf-8")
    asked = f"from pathlib import Path; from generator.check import check; print(check(Path({str(content)!r})))"
    assert "pydantic" in _imported(asked)
    assert not _imported(asked) & (_READERS | {"email", "rich"})


def test_every_definition_is_ready_before_a_check_forks() -> None:
    asked = (
        "import generator.judging; from generator.content.validation import build_models; build_models();"
        "from generator.content.json_schema import _MARKS, ChartDef, ClaimDef, KINDS, PublishedDef;"
        "models = [*_MARKS.values(), *KINDS.values(), ChartDef, ClaimDef, PublishedDef];"
        "assert all(model.__pydantic_complete__ for model in models)"
    )
    assert _imported(asked)


def test_the_fork_server_imports_what_lays_pages_out_and_no_more_than_most_jobs_need() -> None:
    imported = _imported("import " + ", ".join(_PRELOADED))
    assert imported >= {"pikepdf", "weasyprint", "generator.publish.readback.print", "generator.publish.readback.pages"}
    assert not imported & {"openpyxl", "numpy", "mkdocs"}


def test_versions_are_those_that_python_tells_of_its_libraries() -> None:
    asked = ("brotli", "jinja2", "lxml", "pikepdf", "pillow", "pydantic", "pyyaml", "weasyprint", "no-such-library")
    found = {name: metadata.version(name) for name in asked[:-1]}
    assert versions(asked) == {**found, "no-such-library": "-"}


def test_a_version_that_no_name_tells_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["/no/such/folder"])
    monkeypatch.setattr(metadata, "version", lambda name: f"{name}-9")
    assert versions(["jinja2"]) == {"jinja2": "jinja2-9"}
