"""The JSON Schema of the definition files, made from the schema that the loader itself uses, for editors.

An editor that is pointed at it completes keys and marks mistakes while an author writes. It says what a file may
look like; which names an expression may use, and what fields must agree on, only `dicepress check` can tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from generator.content.calculator_definitions import CalculatorsDef
from generator.content.chart_definitions import ChartDef
from generator.content.claim_definitions import ClaimDef
from generator.content.file_definitions import ExampleDef, PublishedDef, SiteDef, SystemDef
from generator.content.finder_definitions import FinderDef
from generator.content.origins import Definition
from generator.content.print_definitions import PrintDef
from generator.content.table_definitions import KINDS

Schema = dict[str, Any]

_REFERENCE = "#/$defs/{model}"

# What may be written without quotes and is text to the loader; an editor's YAML takes it for something else.
_SCALARS = ("string", "number", "boolean")

# A key that only one sort of file without a kind has at its top.
_MARKS: Mapping[str, type[Definition]] = {
    "pages": SiteDef,
    "chapters": SystemDef,
    "steps": ExampleDef,
    "products": PrintDef,
    "questions": FinderDef,
    "calculators": CalculatorsDef,
}

# What pydantic calls these fields is a form of its own making; the loader takes the others too.
_LONE_ITEM = {
    ("Axis", "values"),
    ("InputDef", "values"),
    ("EachDef", "values"),
    ("DerivedRange", "groups"),
    ("ChainDef", "rounds"),
    ("LookupDef", "table"),
}


def json_schema() -> Schema:
    """One schema for every file: the `kind`, or a key that only one sort of file has, tells which rules it is under."""
    models: list[type[BaseModel]] = [*KINDS.values(), ChartDef, *_MARKS.values(), ClaimDef, PublishedDef]
    _, made = models_json_schema([(model, "validation") for model in models], ref_template=_REFERENCE)
    definitions: dict[str, Schema] = made["$defs"]
    for name, definition in definitions.items():
        definition["properties"] = {
            key: _as_written(name, key, field) for key, field in definition.get("properties", {}).items()
        }
        definition.pop("title", None)
    _give_names(definitions["BoundItem"])
    definitions["PublishedFile"] = {"type": "array", "items": _to("PublishedDef")}
    definitions["ClaimsFile"] = {"type": "array", "items": _to("ClaimDef")}
    definitions["UnknownKind"] = {
        "properties": {"kind": {"enum": [*KINDS, "chart"]}},
        "required": ["kind"],
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A file of a Dicepress content folder",
        **_choice(),
        "$defs": dict(sorted(definitions.items())),
    }


def _choice() -> Schema:
    """The rules by what a file holds; a mistake is then told under the right ones, not under all at once."""
    choice: Schema = _to("UnknownKind")
    for key, owner in _MARKS.items():
        choice = {"if": {"required": [key]}, "then": _to(owner.__name__), "else": choice}
    choice = {"if": {"type": "array"}, "then": _to("PublishedFile"), "else": choice}
    claims = {"type": "array", "contains": {"required": ["says"]}}
    choice = {"if": claims, "then": _to("ClaimsFile"), "else": choice}
    for kind, model in {**KINDS, "chart": ChartDef}.items():
        told = {"properties": {"kind": {"const": kind}}, "required": ["kind"], "type": "object"}
        choice = {"if": told, "then": _to(model.__name__), "else": choice}
    return choice


def _to(model: str) -> Schema:
    return {"$ref": _REFERENCE.format(model=model)}


def _as_written(owner: str, key: str, field: Schema) -> Schema:
    """The schema of a field as authors may write it: what has a short form gets it, and text needs no quotes."""
    field = _loose({name: value for name, value in field.items() if name not in ("title", "default")})
    if (owner, key) in _LONE_ITEM:
        lists = [option for option in field.get("anyOf", [field]) if option.get("type") == "array"]
        return {"anyOf": [*lists, {"type": list(_SCALARS)}]}
    if (owner, key) == ("ClaimDef", "over"):
        return {**field, "additionalProperties": {"anyOf": [field["additionalProperties"], {"type": list(_SCALARS)}]}}
    if (owner, key) == ("ChainDef", "expected"):
        return {"anyOf": [*field["anyOf"], {"type": "boolean"}]}
    return field


def _loose(part: Any) -> Any:
    if isinstance(part, list):
        return [_loose(one) for one in part]
    if not isinstance(part, dict):
        return part
    if part.get("$ref", "").endswith("/FormatDef"):
        return {"anyOf": [part, {"$ref": "#/$defs/FormatDef/properties/style"}]}
    loose = {key: _loose(value) for key, value in part.items() if key != "title"}
    if loose.get("type") in ("string", ["string", "number"]) and "const" not in loose:
        loose["type"] = list(_SCALARS)
    if loose.get("type") == "integer":
        loose = {"anyOf": [loose, {"type": "string", "pattern": "^[0-9]+$"}]}
    if loose.get("type") == "boolean":
        loose = {"enum": [True, False, "true", "false"]}
    if "anyOf" in loose:
        # None stands for a key that is left out; written as nothing it is an error.
        loose["anyOf"] = [option for option in loose["anyOf"] if option != {"type": "null"}]
    return loose


def _give_names(item: Schema) -> None:
    """An item with names of its own has them beside its label, not under a key."""
    names: Mapping[str, Any] = item["properties"].pop("names")
    item["additionalProperties"] = names.get("additionalProperties", {"type": list(_SCALARS)})
