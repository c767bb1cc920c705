"""Nothing half done: a site is built in a hidden folder beside the published one and takes its place in one step.

On Linux the two folders change names in a single system call, so there is no moment without a whole site. Elsewhere
there are two renames; a build that finds the trace of one killed between them puts the old site back first.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.publish.manifest import NAME

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_KEPT = ".gitkeep"


class NotOursError(Exception):
    """The output folder holds something that no build of ours put there; it would be lost."""


@contextmanager
def staged(out: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[Path]:
    """Give an empty folder to build into. Leaving the block in peace puts it in the place of `out`.

    An error inside the block leaves `out` as it was and removes the folder. One build at a time: a second one calls
    `waiting` and then waits. Raises NotOursError, and OSError where the disk refuses.
    """
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    _refuse_foreign(out)
    with _only_one(out, waiting):
        _clear_traces(out)
        fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}.new-", dir=out.parent))
        fresh.chmod(0o755)
        try:
            yield fresh
            if (out / _KEPT).exists():
                (fresh / _KEPT).touch()
            _swap(fresh, out)
        finally:
            # Also what was put beside it under its name.
            for trace in out.parent.glob(f"{fresh.name}*"):
                shutil.rmtree(trace, ignore_errors=True)


def _refuse_foreign(out: Path) -> None:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise NotOursError(f"{out} is not a folder")
    if out.exists() and not (out / NAME).exists() and any(p.name != _KEPT for p in out.iterdir()):
        raise NotOursError(f"{out} holds files that are not a published site")


@contextmanager
def _only_one(out: Path, waiting: Callable[[], None]) -> Iterator[None]:
    # The lock is on the folder that holds the site, so that no lock file remains behind.
    folder = os.open(out.parent, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _clear_traces(out: Path) -> None:
    old = out.parent / f".{out.name}.old"
    if old.exists() and not out.exists():
        old.rename(out)
    for trace in out.parent.glob(f".{out.name}.new-*"):
        shutil.rmtree(trace, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)


def _swap(fresh: Path, out: Path) -> None:
    if not out.exists():
        fresh.rename(out)
    elif not _exchange(fresh, out):
        old = out.parent / f".{out.name}.old"
        out.rename(old)
        fresh.rename(out)
        shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change names at once; False where the system cannot."""
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        return False
    if renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(code, os.strerror(code), str(other))
