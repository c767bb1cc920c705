"""Processes end when their work does not: at once where the builder is interrupted, and with the builder."""

import subprocess
import sys

import pytest

from generator.jobs.workers import InProcess, forked, workers

# Both kinds of processes, given more than they could do in time; the block ends by Ctrl-C.
INTERRUPTED = """
import sys, time
from generator.jobs import workers
if __name__ == "__main__":
    start = time.monotonic()
    try:
        with getattr(workers, sys.argv[1])(2) as executor:
            assert not isinstance(executor, workers.InProcess)
            tasks = [executor.submit(time.sleep, 60) for _ in range(4)]
            while not any(task.running() for task in tasks):
                time.sleep(0.01)
            start = time.monotonic()
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        print(time.monotonic() - start)
"""


@pytest.mark.parametrize("kind", ["forked", "workers"])
def test_an_interrupted_block_ends_its_processes_at_once(kind: str) -> None:
    program = [sys.executable, "-c", INTERRUPTED, kind]
    told = subprocess.run(program, check=True, capture_output=True, text=True, timeout=50)
    assert float(told.stdout) < 1
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("kind", [forked, workers])
def test_one_process_is_this_one(kind: object) -> None:
    assert callable(kind)
    with kind(1) as executor:
        assert isinstance(executor, InProcess)
