"""From a YAML document to a definition, with pydantic's findings said in our own words at their places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from pydantic import ValidationError

from generator.content import sentences as say
from generator.content.fields import described
from generator.content.origins import Definition, Origin, Reading
from generator.content.source_file import Text
from generator.content.table_definitions import KINDS, TableDef
from generator.content.yaml_source import Document, FieldPath, Places, Value
from generator.diagnostics import Problem, allowed_words
from generator.remembering import remembered

Kind = TypeVar("Kind", bound=Definition)


@remembered(lambda model, document, origin: (model, id(document), origin.id, origin.source))
def validated(model: type[Kind], document: Document, origin: Origin) -> tuple[Kind | None, tuple[Problem, ...]]:
    """The definition that `document` holds, or every reason why it holds none."""
    reading = Reading(replace(origin, text=document.file.text, places=document.places, keys=document.keys))
    try:
        return model.model_validate(document.data, context=reading), ()
    except ValidationError as found:
        errors = found.errors(include_url=False)
        return None, tuple(_problem(document, reading, error) for error in errors)


def build_models() -> None:
    """Let all definitions that are imported be ready to validate, for whoever is about to fork.

    Each would be when it is first asked, but in every process anew.
    """
    models: list[type[Definition]] = [Definition]
    for model in models:
        models += model.__subclasses__()
        if not model.__subclasses__():
            model.model_rebuild()


def validated_table(document: Document, origin: Origin) -> tuple[TableDef | None, tuple[Problem, ...]]:
    """The table that `document` declares, by its kind."""
    data = document.data
    if not isinstance(data, dict):
        message = say.MUST_BE_KEYS.format(subject=subject(()), given=described(data))
        return None, (Problem(document.places[()], message),)
    kind = data.get("kind")
    if kind is None:
        message = say.MISSING_KEY.format(key="'kind'")
        return None, (Problem(document.places[()], message, allowed_words("", KINDS)),)
    if not isinstance(kind, str):
        message = say.MUST_BE_TEXT.format(subject="'kind'", given=described(kind))
        return None, (Problem(document.places[("kind",)], message, allowed_words("", KINDS)),)
    if kind not in KINDS:
        message = say.UNKNOWN_KIND.format(kind=described(kind))
        return None, (Problem(document.places[("kind",)], message, allowed_words(kind, KINDS)),)
    return validated(KINDS[kind], document, origin)


@remembered(lambda document: id(document))  # noqa: PLW0108  # `id` alone takes any object
def items(document: Document) -> tuple[Document, ...]:
    """The items of a document that is a list, each as a document of its own."""
    assert isinstance(document.data, list), "asked for lists only"
    places, keys, none = document.places.by_item(), document.keys.by_item(), Places(document.file, {})
    return tuple(
        Document(document.file, item, places.get(index, none), keys.get(index, none))
        for index, item in enumerate(document.data)
    )


def subject(path: FieldPath) -> str:
    """How a sentence calls the field at `path`."""
    if not path:
        return "this definition"
    if isinstance(path[-1], int):
        return f"item {path[-1] + 1} of {subject(path[:-1])}"
    return f"'{path[-1]}'"


def _problem(document: Document, reading: Reading, error: Any) -> Problem:
    path, value = _followed(document.data, error["loc"])
    place = document.places[path]
    if error["type"] == "refusal":
        context = error["ctx"]
        is_key = error["loc"][-1] == "[key]"
        place = document.keys[path] if is_key else place
        message = context["sentence"].format(subject="this key" if is_key else subject(path), **context["words"])
        if context["column"] and isinstance(value, Text):
            place = value.at(context["column"])
        return Problem(place, message, context["allowed"])
    if error["type"] == "missing":
        return Problem(place, say.MISSING_KEY.format(key=f"'{error['loc'][-1]}'"))
    if error["type"] == "extra_forbidden":
        _, parent = _followed(document.data, path[:-1])
        known = reading.parts[id(parent)].keys()
        key = str(path[-1])
        return Problem(document.keys[path], say.UNKNOWN_KEY.format(key=say.quoted(key)), allowed_words(key, known))
    sentence = say.MUST_BE_LIST if error["type"] in ("tuple_type", "list_type") else say.MUST_BE_KEYS
    return Problem(place, sentence.format(subject=subject(path), given=described(value)))


def _followed(data: Value, steps: tuple[str | int, ...]) -> tuple[FieldPath, Value]:
    """The path that pydantic's location takes through the data, without its own marks for unions and keys."""
    path: FieldPath = ()
    for step in steps:
        # pydantic numbers what it wraps in a list, and marks its unions; those are not in the data.
        found = _child(data, step)
        if found is not None:
            data, path = found, (*path, step)
    return path, data


def _child(data: Value, step: str | int) -> Value | None:
    if isinstance(data, dict):
        return data.get(step) if isinstance(step, str) else None
    return data[step] if isinstance(data, list) and isinstance(step, int) else None
