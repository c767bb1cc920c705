"""What several groups of tests share: our own content as a built site, made once a session."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.publish.manifest import check_manifest
from tests.our_site import our_site

LONGEST = ("test_pipeline.py",)
"""The files that take longest; the site that others read is built in the first of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that no core waits for it at the end."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the site of our own content, without PDFs. All processes read it, so nobody may change it."""
    own = tmp_path_factory.getbasetemp()
    # A process of pytest-xdist has a folder of its own in that of the session.
    site = our_site(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
    yield site
    assert check_manifest(site) == (), "a test changed the site that all read"
