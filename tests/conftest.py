"""What several groups of tests share: our own content as a built site, made once a session."""

from pathlib import Path

import pytest

from generator.edition import Edition
from generator.order import Order
from generator.pipeline import build

CONTENT = Path(__file__).parents[1] / "content"


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site of our own content: its pages alone, without PDFs, workbooks and data."""
    out = tmp_path_factory.mktemp("real") / "site"
    outcome = build(Order(CONTENT, out, Edition("test", "2026-01-02"), formats=("html",)))
    assert outcome.problems == ()
    return out
