"""Questions that come up at the table: two clicks lead from the front page to a cell that answers, as it is shown."""

from pathlib import Path

import pytest
import yaml

from tests.built_pages import cells, links

pytestmark = pytest.mark.slow

FILES = sorted((Path(__file__).parent / "questions").glob("*.yml"))
QUESTIONS = [(file.stem, question) for file in FILES for question in yaml.safe_load(file.read_text(encoding="utf-8"))]
SYSTEMS = {path.parent.name for path in (Path(__file__).parents[1] / "content").glob("*/system.yml")} - {"samples"}


def test_every_system_is_asked() -> None:
    assert {file.stem for file in FILES} == SYSTEMS
    for file in FILES:
        fewest = 5 if file.stem == "across" else 10
        assert len([system for system, _ in QUESTIONS if system == file.stem]) >= fewest, file.stem


@pytest.fixture(scope="module")
def two_clicks(real_site: Path) -> set[str]:
    """Every page that two clicks reach."""
    first = {page for page in links(real_site, "index.html") if page.endswith(".html")}
    return first.union(*(links(real_site, page) for page in first))


@pytest.mark.parametrize(
    ("system", "question"), QUESTIONS, ids=[f"{system}: {question['ask']}" for system, question in QUESTIONS]
)
def test_the_answer_is_read_off(real_site: Path, two_clicks: set[str], system: str, question: dict[str, str]) -> None:
    page = question["page"]
    assert page.startswith(f"{system}/")
    assert page in two_clicks
    shown = cells(real_site, page, question["table"])
    assert shown[question["row"], question["column"]] == question["answer"]
