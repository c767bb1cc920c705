"""What a process does with memory: no search for garbage among values that live to the end, and none kept unused."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting(*, sweep: bool = True) -> Iterator[None]:
    """No search for garbage but, where asked to `sweep`, one at the end, and that one among new objects alone.

    A layout makes millions of linked boxes that live to its end, and a library holds all that was made for it;
    looking among them only costs time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    if sweep:
        gc.freeze()
    try:
        yield
    finally:
        if sweep:
            gc.collect()
            gc.unfreeze()
        gc.enable()


def end_unsearched() -> None:
    """Spare the process, which is about to end, its last search for garbage: it goes through all that was made."""
    gc.freeze()


def give_back() -> None:
    """Give the memory that lies unused back to the system, where its library can; a layout leaves hundreds of MB."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def keep_no_large_blocks() -> None:
    """Give each large block back to the system as soon as it is free, where the system's library can.

    That library begins to keep such blocks when it has seen some come and go: whole files, what is sent to other
    processes. What lives longer settles between them, and the process grows by what it does not hold.
    """
    options = getattr(ctypes.CDLL(None), "mallopt", None)
    if options is not None:
        options(_MMAP_THRESHOLD, _LARGE)


# The name of the option in malloc.h, and the bytes that the library itself begins with.
_MMAP_THRESHOLD = -3
_LARGE = 1 << 17
