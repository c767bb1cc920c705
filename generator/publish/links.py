"""Reads a built site as a browser would follow it: each inner link ends somewhere, and nothing comes from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import unquote, urlsplit

from generator.diagnostics import Location, Problem

# Elements that fetch what they name; an `a` only offers it.
_LOADING = {
    ("audio", "src"),
    ("embed", "src"),
    ("iframe", "src"),
    ("image", "href"),
    ("img", "src"),
    ("img", "srcset"),
    ("input", "src"),
    ("link", "href"),
    ("object", "data"),
    ("script", "src"),
    ("source", "src"),
    ("source", "srcset"),
    ("track", "src"),
    ("use", "href"),
    ("video", "poster"),
    ("video", "src"),
}
_NAMING_ONLY = {"canonical", "alternate", "next", "prev", "author", "license"}


@dataclass(frozen=True, slots=True)
class _Reference:
    line: int
    column: int
    target: str
    loads: bool


@dataclass(slots=True)
class _Page:
    ids: dict[str, int] = field(default_factory=dict)
    references: list[_Reference] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = _Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        line, column = self.getpos()
        if identifier := given.get("id"):
            self.page.ids[identifier] = self.page.ids.get(identifier, 0) + 1
        if tag == "a" and (name := given.get("name")):
            self.page.ids.setdefault(name, 1)
        for name, value in attrs:
            loads = (tag, name) in _LOADING and given.get("rel") not in _NAMING_ONLY
            if value is None or not (loads or name in ("href", "src")):
                continue
            targets = [part.split()[0] for part in value.split(",") if part.split()] if name == "srcset" else [value]
            self.page.references += [_Reference(line, column + 1, target, loads) for target in targets]


def check_links(site_dir: Path, *, url: str = "") -> tuple[Problem, ...]:
    """Every inner `href`, `src` and fragment that leads nowhere, every id that stands twice, every foreign resource.

    `url` is the site's published address; the part of it after the host is where links from the root start.
    """
    pages = {path.relative_to(site_dir).as_posix(): _read(path) for path in sorted(site_dir.rglob("*.html"))}
    base = urlsplit(url).path.rstrip("/") + "/"
    problems: list[Problem] = []
    for name, page in pages.items():
        for identifier, count in page.ids.items():
            if count > 1:
                problems.append(Problem(Location(name), f"the id {identifier!r} stands {count} times on this page"))
        for reference in page.references:
            fault = _fault(site_dir, pages, name, reference, base)
            if fault:
                problems.append(Problem(Location(name, reference.line, reference.column), fault))
    problems += _foreign_in_styles(site_dir)
    return tuple(problems)


def _read(path: Path) -> _Page:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader.page


def _fault(site_dir: Path, pages: dict[str, _Page], name: str, reference: _Reference, base: str) -> str:
    target = reference.target.strip()
    parts = urlsplit(target)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return (
            f"loads {target!r} from elsewhere; everything that a page loads lies in the site" if reference.loads else ""
        )
    path = unquote(parts.path)
    if path.startswith("/"):
        if not path.startswith(base):
            return f"{target!r} leads out of the site, which starts at {base!r}"
        found = normpath(path[len(base) :] or ".")
    else:
        found = normpath((PurePosixPath(name).parent / path).as_posix()) if path else name
    if found.startswith(".."):
        return f"{target!r} leads out of the site"
    if path.endswith("/") or found == ".":
        found = normpath(f"{found}/index.html")
    if not (site_dir / found).is_file():
        return f"{target!r} leads to {found!r}, which does not exist"
    fragment = unquote(parts.fragment)
    if fragment and found in pages and fragment not in pages[found].ids:
        return f"{target!r} leads to an id that {found!r} does not have"
    return ""


def _foreign_in_styles(site_dir: Path) -> list[Problem]:
    problems = []
    for path in sorted(site_dir.rglob("*.css")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            squeezed = line.replace(" ", "").replace('"', "").replace("'", "").lower()
            if any(sign in squeezed for sign in ("url(http:", "url(https:", "url(//", "@importhttp", "@import//")):
                where = Location(path.relative_to(site_dir).as_posix(), number, 1)
                problems.append(Problem(where, "loads a resource from elsewhere"))
    return problems
