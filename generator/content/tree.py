"""The content folder during one load: its files, its problems, and in the end what nothing used."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from os import walk
from pathlib import Path

from generator.content import sentences as say
from generator.content.source_file import SourceFile, read_source
from generator.content.yaml_source import Document, read_yaml
from generator.diagnostics import Location, Problem

# What belongs where, as the problem of an unused file says it.
_EXPECTED = {
    "tables": "*.yml",
    "charts": "*.yml",
    "examples": "*.yml",
    "published": "published.yml, *.csv",
    "": "site.yml, *.md, one folder a system",
}
_SYSTEM_EXPECTED = (
    "system.yml, calculators.yml, claims.yml, finder.yml, print.yml, *.md, tables/, charts/, examples/, published/"
)


@dataclass
class Tree:
    """One run over the content folder. Paths are below `root`; problems name them as `root` was given."""

    root: Path
    problems: list[Problem] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)

    def shown(self, path: str) -> str:
        """How problems name the file at `path`."""
        return (self.root / path).as_posix()

    def note(self, problems: Iterable[Problem]) -> None:
        """Keeps problems for the end of the run."""
        self.problems += problems

    def has(self, path: str) -> bool:
        """Whether something stands at `path`, be it usable or not."""
        return (self.root / path).exists() or (self.root / path).is_symlink()

    def source(self, path: str) -> SourceFile | None:
        """The file at `path`; a problem is noted where it cannot be used."""
        self.used.add(path)
        file = read_source(self.root, path)
        if isinstance(file, SourceFile):
            return file
        self.note([file])
        return None

    def document(self, path: str) -> Document | None:
        """The YAML file at `path`; its problems are noted."""
        file = self.source(path)
        if file is None:
            return None
        document, problems = read_yaml(file)
        self.note(problems)
        return document

    def stems(self, folder: str, suffix: str) -> tuple[str, ...]:
        """The names of the files of one kind in a folder, in order."""
        return tuple(sorted(path.stem for path in (self.root / folder).glob(f"*{suffix}") if _matters(path.name)))

    def folders_with(self, name: str) -> tuple[str, ...]:
        """The folders that hold a file of this name, in order."""
        return tuple(sorted(path.parent.name for path in self.root.glob(f"*/{name}")))

    def is_listed_once(self, path: str, kind: str, place: Location, name: str, earlier: Collection[str]) -> bool:
        """Whether a list that names a file at `place` names it for the first time, and the file is there."""
        if name in earlier:
            self.note([Problem(place, say.LISTED_TWICE.format(name=f"'{name}'"))])
        elif not self.has(path):
            message = say.NO_FILE.format(kind=kind, name=f"'{name}'", path=self.shown(path))
            self.note([Problem(place, message)])
        else:
            return True
        return False

    def lost_track(self, folder: str) -> None:
        """Count no file of `folder` as unused, because the list of its files cannot be read."""
        self.unknown.add(folder + "/")

    def note_unused(self, systems: Collection[str]) -> None:
        """Notes every file that nothing used."""
        for path in self._files():
            if path not in self.used and not path.startswith(tuple(self.unknown)):
                self.note(self._unused(path, systems))

    def _unused(self, path: str, systems: Collection[str]) -> Iterator[Problem]:
        place = Location(self.shown(path))
        top, _, rest = path.partition("/")
        if top not in systems:
            if rest == "system.yml":
                yield Problem(place, say.UNLISTED_SYSTEM.format(path=self.shown("site.yml")))
            elif self.has(f"{top}/system.yml"):
                return
            elif path.endswith(".md"):
                yield Problem(place, say.UNLISTED_PAGE.format(path=self.shown("site.yml")))
            else:
                yield Problem(place, say.UNUSED_FILE, f"allowed: {_EXPECTED['']}")
            return
        folder = rest.rpartition("/")[0]
        system = self.shown(f"{top}/system.yml")
        if folder == "tables" and rest.endswith(".yml"):
            yield Problem(place, say.UNLISTED_TABLE.format(path=system))
        elif folder == "charts" and rest.endswith(".yml"):
            yield Problem(place, say.UNLISTED_CHART.format(path=system))
        elif folder == "published" and rest.endswith(".csv"):
            yield Problem(place, say.UNLISTED_PRINTED.format(path=self.shown(f"{top}/published/published.yml")))
        elif not folder and rest.endswith(".md"):
            yield Problem(place, say.UNLISTED_CHAPTER.format(path=system))
        else:
            expected = _EXPECTED.get(folder, _SYSTEM_EXPECTED) if folder else _SYSTEM_EXPECTED
            yield Problem(place, say.UNUSED_FILE, f"allowed: {expected}")

    def _files(self) -> Iterator[str]:
        for folder, names, files in walk(self.root):
            names[:] = [name for name in names if _matters(name)]
            for name in filter(_matters, files):
                yield (Path(folder) / name).relative_to(self.root).as_posix()


def _matters(name: str) -> bool:
    """Whether a file is content; hidden files and what editors leave behind are not."""
    return not name.startswith((".", "#")) and not name.endswith(("~", ".swp", ".tmp"))
