"""What every definition is made of: groups of known keys that remember where they were written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, PrivateAttr, ValidationInfo, model_validator

from generator.diagnostics import Location

FieldPath = tuple[str | int, ...]


@dataclass(frozen=True)
class Origin:
    """Which file a definition was read from, its text, and where each of its fields stands in it."""

    id: str = ""
    source: str = ""
    text: str = ""
    places: Mapping[FieldPath, Location] = field(default_factory=dict)
    keys: Mapping[FieldPath, Location] = field(default_factory=dict)

    def where(self, path: FieldPath) -> Location:
        """The place of the field at `path`, or of the nearest part of the file that holds it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Location(self.source))


@dataclass(frozen=True)
class Reading:
    """What validation knows of the file, and what it notes: which part of the schema each mapping met."""

    origin: Origin
    parts: dict[int, type[Part]] = field(default_factory=dict)


class Part(BaseModel):
    """A group of keys. Keys that it does not know are errors.

    How to validate it is worked out where it is first needed: most parts only within the definition that holds them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _noted(cls, data: Any, info: ValidationInfo) -> Any:
        if isinstance(info.context, Reading):
            info.context.parts[id(data)] = cls
        return data

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """The keys that authors may write here."""
        return tuple(known.alias or name for name, known in cls.model_fields.items())


class SharedPart(Part):
    """A part that several kinds of definitions hold. It is worked out at once, or each of them would do it again."""

    model_config = ConfigDict(defer_build=False)


class Definition(Part):
    """A part that is a whole file, or an item of one, and can say where each of its fields stands."""

    _origin: Origin = PrivateAttr(default_factory=Origin)

    def model_post_init(self, context: Any) -> None:
        """Keeps the file that the definition was read from."""
        if isinstance(context, Reading):
            self._origin = context.origin

    @property
    def id(self) -> str:
        """The file's stem."""
        return self._origin.id

    @property
    def source(self) -> str:
        """The file below `content/`, as in `sixes/tables/target-by-average.yml`."""
        return self._origin.source

    @property
    def text(self) -> str:
        """The whole file as its author wrote it."""
        return self._origin.text

    def where(self, *path: str | int) -> Location:
        """The place of a field, as in `where("derived", 0, "value")`, or of the nearest part around it."""
        return self._origin.where(path)

    def where_key(self, *path: str | int) -> Location:
        """The place of the key of a field, where the word itself is at fault and not what it holds."""
        return self._origin.keys.get(path, self.where(*path))
