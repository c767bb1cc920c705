"""What is wrong and where: the two values that every stage returns instead of logging or raising."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import PurePath
from typing import NamedTuple


class Location(NamedTuple):
    """A place in a source file; `line` and `column` count from 1, and 0 means the file as a whole."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One thing that keeps a build from being published, with what would be allowed instead."""

    location: Location
    message: str
    allowed: str = ""

    def below(self, folder: PurePath) -> Problem:
        """The same problem with its path seen from outside `folder`."""
        return replace(self, location=self.location._replace(path=str(folder / self.location.path)))

    def as_json(self) -> dict[str, str | int]:
        """The object that `check --json` prints."""
        path, line, column = self.location.path, self.location.line, self.location.column
        return {"path": path, "line": line, "column": column, "message": self.message, "allowed": self.allowed}

    def __str__(self) -> str:
        return f"{self.location}: {self.message}" + (f"; {self.allowed}" if self.allowed else "")


def allowed_words(given: str, known: Collection[str]) -> str:
    """The nearest known word to `given` and the whole list, as the last part of a problem's sentence."""
    listed = "allowed: " + ", ".join(sorted(known)) if known else "nothing is allowed here"
    nearest = get_close_matches(given, sorted(known), n=1)
    return f"did you mean {nearest[0]!r}? {listed}" if nearest else listed
