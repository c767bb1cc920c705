"""What several groups of tests share: our own content as a built site, made once a session."""

from pathlib import Path

import pytest

from generator.edition import Edition
from generator.order import Order
from generator.pipeline import build

CONTENT = Path(__file__).parents[1] / "content"


LONGEST = ("test_pipeline.py", "test_questions.py")
"""The files that build all of our content."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that no core waits for it at the end."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site of our own content: its pages alone, without PDFs, workbooks and data."""
    out = tmp_path_factory.mktemp("real") / "site"
    outcome = build(Order(CONTENT, out, Edition("test", "2026-01-02"), formats=("html",)))
    assert outcome.problems == ()
    return out
