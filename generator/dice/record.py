"""Frozen classes of named values, as `dataclasses` makes them, for an engine that is there at once.

Importing `dataclasses`, and letting it write and compile the methods of some thirty classes, takes longer than all else
that importing the engine does. Here one constructor serves all. Fields are declared in the same way, a value in the
class is the default, and type checkers read both alike.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, NoReturn, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        """Says nothing where no type checker listens; importing `typing` for it takes a while, too."""
        return lambda kind: kind


@dataclass_transform(frozen_default=True, eq_default=False)
class Record:
    """Named values that never change; each record is equal to itself alone, and its class can be matched by place."""

    field_names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        # `inspect.get_annotations` would do, but importing `inspect` is most of what `dataclasses` costs.
        own = cls.__dict__.get("__annotations__", ())  # noqa: RUF063
        cls.field_names += tuple(own)
        cls.__match_args__ = cls.field_names  # type: ignore[attr-defined, misc]

    def __init__(self, *values: Any, **named: Any) -> None:
        names, mine = self.field_names, self.__dict__
        mine.update(zip(names, values))  # noqa: B905 - as many of each as there are is told below, at no cost
        if named or len(values) != len(names):
            self._fill(len(values), named)

    def _fill(self, given: int, named: dict[str, Any]) -> None:
        """Takes the values that were named, and defaults for what is left."""
        names, mine, kind = self.field_names, self.__dict__, type(self)
        mine.update(named)
        mine.update((name, getattr(kind, name)) for name in names if name not in mine and hasattr(kind, name))
        if len(mine) != len(names) or given + len(named) > len(names):
            raise TypeError(f"{kind.__name__} takes {', '.join(names)}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name!r} of {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name!r} of {type(self).__name__} cannot be removed")

    def __repr__(self) -> str:
        named = (f"{name}={getattr(self, name)!r}" for name in self.field_names)
        return f"{type(self).__name__}({', '.join(named)})"

    def but(self, **changed: Any) -> Self:
        """The same record with some values changed."""
        kept = {name: getattr(self, name) for name in self.field_names}
        return type(self)(**{**kept, **changed})


class ByValue(Record):
    """A record that is equal to every record of its class with the same values."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or all(getattr(self, name) == getattr(other, name) for name in self.field_names)

    def __hash__(self) -> int:
        return hash(tuple([self.__dict__[name] for name in self.field_names]))
