"""Results that one process keeps from one question to the next: of pure functions, and only while it is asked for.

A preview and a build that watches ask for it from save to save, and a check from one part of the content to the next. A
build that runs once remembers nothing here; what it keeps lies in `.dicepress/`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")

LIMIT = 20_000
"""Results kept at once; those not asked for longest go first."""

_Memory = OrderedDict[Hashable, tuple[Any, Any]]
_memories: list[_Memory] = []


@contextmanager
def remembering() -> Iterator[None]:
    """While the block lasts, functions that are `remembered` give back what they made of the same arguments."""
    _memories.append(OrderedDict())
    try:
        yield
    finally:
        _memories.pop()


def remembered(key: Callable[Given, Hashable]) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Let a pure function be remembered by `key` of its arguments, which are kept alive: a key may hold `id`s."""

    def decorate(function: Callable[Given, Made]) -> Callable[Given, Made]:
        @wraps(function)
        def asked(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            if not _memories:
                return function(*args, **kwargs)
            memory = _memories[-1]
            at = (function, key(*args, **kwargs))
            if at in memory:
                memory.move_to_end(at)
            else:
                memory[at] = ((args, kwargs), function(*args, **kwargs))
                if len(memory) > LIMIT:
                    memory.popitem(last=False)
            made: Made = memory[at][1]
            return made

        return asked

    return decorate
