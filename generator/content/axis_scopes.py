"""What the items of an axis must agree on: which names they give, and that none stands there twice."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content import sentences as say
from generator.content.expressions import AxisItem, Functions, item_expressions, name_problems
from generator.content.origins import Definition, FieldPath
from generator.content.table_parts import AXIS_FORMAT, Axis, AxisEntry, BoundItem
from generator.diagnostics import Problem


def axis_problems(definition: Definition, path: FieldPath, axis: Axis, functions: Functions) -> Iterator[Problem]:
    """Everything that the items of an axis do not agree on; `path` is where the definition declares it."""
    seen: set[tuple[str, ...]] = set()
    for index, item in enumerate(axis.values):
        yield from _constants(item, functions)
        text = _item_text(item)
        if text in seen:
            yield Problem(definition.where(*path, "values", index), say.LISTED_TWICE.format(name=_item_name(item)))
        seen.add(text)
    yield from _names(definition, path, axis)


def constant_problems(item: AxisItem, functions: Functions) -> Iterator[Problem]:
    """Every name in an item where there are none to use."""
    for expression in item_expressions(item):
        yield from name_problems(expression, (), functions)


def _names(definition: Definition, path: FieldPath, axis: Axis) -> Iterator[Problem]:
    bound = [index for index, item in enumerate(axis.values) if isinstance(item, BoundItem)]
    if not bound:
        if not axis.name:
            yield Problem(definition.where(*path), say.MISSING_KEY.format(key="'name'"))
        return
    if len(bound) < len(axis.values):
        other = next(index for index in range(len(axis.values)) if index not in bound)
        yield Problem(definition.where(*path, "values", other), say.AXIS_MIXED)
        return
    for unused, is_given in (("name", bool(axis.name)), ("format", axis.format != AXIS_FORMAT)):
        if is_given:
            yield Problem(definition.where(*path, unused), say.AXIS_UNUSED.format(key=f"'{unused}'"))
    first = axis.values[0]
    for index, item in enumerate(axis.values):
        assert isinstance(item, BoundItem) and isinstance(first, BoundItem), "all of them are"
        if item.names.keys() != first.names.keys():
            given, wanted = (", ".join(sorted(names)) or "none" for names in (item.names, first.names))
            message = say.AXIS_NAMES.format(given=given, wanted=wanted)
            yield Problem(definition.where(*path, "values", index), message)


def _constants(item: AxisEntry, functions: Functions) -> Iterator[Problem]:
    if isinstance(item, BoundItem):
        for expression in item.names.values():
            yield from name_problems(expression, (), functions)
    else:
        yield from constant_problems(item, functions)


def _item_text(item: AxisEntry) -> tuple[str, ...]:
    if isinstance(item, BoundItem):
        return ("label", item.label)
    return tuple(expression.text for expression in item_expressions(item))


def _item_name(item: AxisEntry) -> str:
    if isinstance(item, BoundItem):
        return f"'{item.label}'"
    texts = _item_text(item)
    name = "..".join(texts[:2])
    return f"'{name} by {texts[2]}'" if len(texts) > 2 else f"'{name}'"
