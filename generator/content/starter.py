"""A new system for an author to start from: a few files that build at once, and its line in `site.yml`.

The files are templates in `generator/starter/`; in their YAML and Markdown `$title` stands for the system's title.
"""

from __future__ import annotations

from pathlib import Path
from re import fullmatch

import yaml

from generator.content import sentences as say
from generator.content.fields import ID_PATTERN
from generator.content.load import RESERVED_SYSTEMS

STARTER = Path(__file__).resolve().parent.parent / "starter"


class NotStartedError(ValueError):
    """Why nothing was written, as a sentence."""


def new_system(content: Path, name: str) -> tuple[Path, ...]:
    """Write the system `name` into a content folder, which is made where there is none, and list it in `site.yml`.

    Gives every file that was written or changed. Raises NotStartedError, and writes nothing, where the name cannot be
    that of a system, where something of this name exists, or where `site.yml` cannot be added to.
    """
    if not fullmatch(ID_PATTERN, name):
        raise NotStartedError(say.MUST_BE_ID.format(subject="the name of a system", given=say.quoted(name)))
    if name in RESERVED_SYSTEMS:
        raise NotStartedError(say.RESERVED_ID.format(kind="a system", name=f"'{name}'"))
    if (content / name).exists():
        raise NotStartedError(f"{content / name} exists already; choose another name")
    site = content / "site.yml"
    is_new = not site.exists()
    if is_new and content.exists() and any(content.iterdir()):
        raise NotStartedError(f"{content} has files but no site.yml; name the content folder with --content")
    source = (STARTER / "site" / "site.yml" if is_new else site).read_text(encoding="utf-8")
    listed = with_system(source, name)
    title = name.replace("-", " ").capitalize()
    written = _copied(STARTER / "site", content, title) if is_new else [site]
    written += _copied(STARTER / "system", content / name, title)
    site.write_text(listed, encoding="utf-8")
    return tuple(written)


def with_system(source: str, name: str) -> str:
    """The text of a `site.yml` with one more system at the end of its list, and nothing else changed.

    Raises NotStartedError where the list cannot be found or names the system already.
    """
    try:
        root = yaml.compose(source, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        root = None
    if not isinstance(root, yaml.MappingNode):
        raise NotStartedError("site.yml cannot be read; mend what `dicepress check` reports first")
    listed = next((value for key, value in root.value if key.value == "systems"), None)
    if listed is None:
        return source.rstrip("\n") + f"\nsystems: [{name}]\n"
    if not isinstance(listed, yaml.SequenceNode):
        raise NotStartedError("'systems' in site.yml is not a list; mend it first")
    items = [item for item in listed.value if isinstance(item, yaml.ScalarNode)]
    if name in (item.value for item in items):
        raise NotStartedError(f"site.yml lists {name} already")
    if not items:
        at = listed.end_mark.index - 1
        return f"{source[:at]}{name}{source[at:]}"
    if listed.flow_style:
        at = items[-1].end_mark.index
        return f"{source[:at]}, {name}{source[at:]}"
    # After the line of the last item, which a comment may end; the dash stands where the others do.
    at = source.find("\n", items[-1].end_mark.index)
    at = len(source) if at < 0 else at
    return f"{source[:at]}\n{' ' * listed.start_mark.column}- {name}{source[at:]}"


def _copied(templates: Path, folder: Path, title: str) -> list[Path]:
    written = []
    for template in sorted(path for path in templates.rglob("*") if path.is_file()):
        path = folder / template.relative_to(templates)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template.read_text(encoding="utf-8").replace("$title", title), encoding="utf-8")
        written.append(path)
    return written
