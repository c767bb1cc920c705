"""The content folder as a whole: `load` reads everything and finds all problems of all files in one run."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from generator.content import sentences as say
from generator.content.definitions import Content
from generator.content.file_definitions import SiteDef
from generator.content.markdown_calls import Page
from generator.content.origins import Origin
from generator.content.parts import SITE_PAGES
from generator.content.systems import Listing, known_names, lend_system, list_system, load_page, load_system
from generator.content.tree import Tree
from generator.content.validation import validated
from generator.diagnostics import Location, Problem

# Folders of the published site that are not systems.
RESERVED_SYSTEMS = ("assets", "data", "downloads")
# Site-wide pages that the program writes.
RESERVED_PAGES = ("check", "downloads", "glossary")


@dataclass(frozen=True)
class Loaded:
    """The content, or in its place every problem that keeps it from being used, sorted by place.

    Neither, where parts were asked for and what others lend them is not there: a problem of these others.
    """

    content: Content | None
    problems: tuple[Problem, ...] = ()


def load(root: Path, parts: Collection[str] = ()) -> Loaded:
    """Read the content folder `root`. Problems name files as `root` was given: `content/sixes/system.yml`.

    `parts` names the systems to read, and the site-wide pages as SITE_PAGES, where the others are known to be good;
    what their pages take from other systems is read too.
    """
    if not root.is_dir():
        return Loaded(None, (Problem(Location(root.as_posix()), say.NO_FOLDER),))
    tree = Tree(root)
    site = _site(tree)
    names = _system_names(tree, site) if site else tree.folders_with("system.yml")
    listings = tuple(list_system(tree, name) for name in names)
    pages: tuple[Page, ...] = ()
    if site and SITE_PAGES in (parts or (SITE_PAGES,)):
        pages = _pages(tree, site, listings)
    elif site:
        tree.used.update(f"{stem}.md" for stem in site.pages)
    systems = {
        listing.id: load_system(tree, listing, listings)
        for listing in listings
        if listing.id in (parts or (listing.id,))
    }
    chapters = [chapter for system in systems.values() if system for chapter in system.chapters]
    called = [name.split("/", 1) for page in (*pages, *chapters) for name in page.names_elsewhere]
    lent = frozenset(system for system, _ in called).difference(systems)
    for listing in listings:
        if listing.id not in systems:
            tree.lost_track(listing.id)
        if listing.id in lent:
            systems[listing.id] = lend_system(tree, listing, {item for system, item in called if system == listing.id})
    if site:
        tree.note_unused((*site.systems, *site.samples))
    if tree.problems or site is None or any(systems[name] is None for name in lent & systems.keys()):
        return Loaded(None, tuple(sorted(set(tree.problems))))
    loaded = (systems.get(listing.id) for listing in listings)
    return Loaded(Content(site, pages, tuple(system for system in loaded if system), lent))


def _site(tree: Tree) -> SiteDef | None:
    if not tree.has("site.yml"):
        tree.note([Problem(Location(tree.shown("site.yml")), say.NO_SITE_FILE)])
        return None
    document = tree.document("site.yml")
    if document is None:
        return None
    site, problems = validated(SiteDef, document, Origin("site", "site.yml"))
    tree.note(problems)
    if site and site.pages[:1] != ("index",):
        tree.note([Problem(site.where("pages", 0), say.FIRST_INDEX.format(subject="'pages'"))])
    return site


def _pages(tree: Tree, site: SiteDef, listings: Collection[Listing]) -> tuple[Page, ...]:
    known = known_names(listings, None, {})
    pages = []
    for index, stem in enumerate(site.pages):
        source = f"{stem}.md"
        if stem in RESERVED_PAGES:
            message = say.RESERVED_ID.format(kind="a page", name=f"'{stem}'")
            tree.note([Problem(site.where("pages", index), message)])
            continue
        if tree.is_listed_once(source, "page", site.where("pages", index), stem, site.pages[:index]):
            page = load_page(tree, stem, source, known)
            pages += [page] if page else []
    return tuple(pages)


def _system_names(tree: Tree, site: SiteDef) -> tuple[str, ...]:
    page_folders = {stem.split("/")[0] for stem in site.pages if "/" in stem}
    names: list[str] = []
    listed = [("systems", index, name) for index, name in enumerate(site.systems)]
    listed += [("samples", index, name) for index, name in enumerate(site.samples)]
    for key, index, name in listed:
        place = site.where(key, index)
        if name in RESERVED_SYSTEMS:
            tree.note([Problem(place, say.RESERVED_ID.format(kind="a system", name=f"'{name}'"))])
        elif name in page_folders:
            tree.note([Problem(place, say.SAME_NAME.format(name=f"'{name}'", other="a folder of pages"))])
        elif tree.is_listed_once(f"{name}/system.yml", "system", place, name, names):
            names.append(name)
    return tuple(names)
