"""Dask's executor, for a publisher who has a cluster already. Needs the extra `dicepress[dask]`."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

TIMEOUT = 10
"""Seconds to wait for the cluster's answer."""


class ClusterError(Exception):
    """The cluster cannot be used; the text says why and what to do."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of the cluster whose scheduler is at `address`, such as `tcp://10.0.0.1:8786`.

    Its workers need the same dicepress with the same libraries. Raises ClusterError.
    """
    try:
        import distributed  # noqa: PLC0415  an extra that few have
    except ImportError:
        raise ClusterError("--dask needs an extra; install it with: pip install 'dicepress[dask]'") from None
    try:
        make: Any = distributed.Client
        client = make(address, timeout=TIMEOUT)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask cluster answers at {address}: {error}") from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise ClusterError(f"the Dask cluster at {address} has no workers; start some with: dask worker {address}")
        # Equal jobs of two builds are two jobs: the cluster may not answer one from its memory of the other.
        yield client.get_executor(pure=False, retries=0)
