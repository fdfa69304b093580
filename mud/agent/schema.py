"""JSON Schemas plain enough for every server: references inlined, no null alternatives, every free string bounded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

DEFAULT_MAX_LENGTH = 2_000
"""Characters allowed in a string whose type names no limit of its own."""

_ONE = ("items", "additionalProperties", "not")
_MANY = ("anyOf", "oneOf", "allOf", "prefixItems")
_BY_NAME = ("properties", "patternProperties")
# Titles repeat names; a discriminator's mapping holds references.
_LEFT_OUT = ("$defs", "$ref", "title", "discriminator")


class RecursiveSchema(TypeError):
    """A type contains itself, so that it cannot be written without references."""


def plain_schema(schema: Mapping[str, Any]) -> Schema:
    """The same schema without `$ref`, `title`, `const` and null alternatives, and with a `maxLength` on every free string.

    Raises `RecursiveSchema` for a type that contains itself.
    """
    return _plain(schema, schema.get("$defs", {}), frozenset())


def _plain(node: Mapping[str, Any], defs: Mapping[str, Any], inside: frozenset[str]) -> Schema:
    if "$ref" in node:
        name = str(node["$ref"]).rpartition("/")[2]
        if name in inside:
            raise RecursiveSchema(name)
        # What a type's docstring says is for programmers; a field's own description stands beside the reference.
        meant = {k: v for k, v in defs[name].items() if k != "description"}
        return _plain({**meant, **{k: v for k, v in node.items() if k != "$ref"}}, defs, inside | {name})
    plain: Schema = {}
    for key, value in node.items():
        if key in _LEFT_OUT or (key == "default" and value is None):
            continue
        if key in _BY_NAME:
            plain[key] = {name: _plain(each, defs, inside) for name, each in value.items()}
        elif key in _MANY:
            plain[key] = [_plain(each, defs, inside) for each in value]
        elif key in _ONE and isinstance(value, Mapping):
            plain[key] = _plain(value, defs, inside)
        elif key == "const":
            plain["enum"] = [value]
        else:
            plain[key] = value
    return _bounded(_without_null(plain))


def _without_null(node: Schema) -> Schema:
    choices = node.get("anyOf")
    if choices is None:
        return node
    rest = {key: value for key, value in node.items() if key != "anyOf"}
    kept = [choice for choice in choices if choice != {"type": "null"}]
    return {**kept[0], **rest} if len(kept) == 1 else {**rest, "anyOf": kept}


def _bounded(node: Schema) -> Schema:
    if node.get("type") == "string" and not node.keys() & {"enum", "maxLength", "format"}:
        node["maxLength"] = DEFAULT_MAX_LENGTH
    return node


_WORDS = {"string": "a string", "integer": "an integer", "number": "a number", "boolean": "true or false"}
_LIMITS = {
    "string": ("minLength", "maxLength", " characters"),
    "integer": ("minimum", "maximum", ""),
    "number": ("minimum", "maximum", ""),
    "array": ("minItems", "maxItems", " of them"),
}


def describe(schema: Mapping[str, Any]) -> str:
    """What a schema asks for, in a few words: "one of N, E, S, W", "an integer from 1 to 6"."""
    if "enum" in schema:
        return "one of " + ", ".join(str(each) for each in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(describe(each) for each in schema["anyOf"])
    kind = str(schema.get("type", ""))
    if kind == "array":
        return f"a list{_limits(schema, kind)}, each {describe(schema.get('items', {}))}"
    if kind == "object":
        names = ", ".join(schema.get("properties", {}))
        return f"an object with {names}" if names else "an object"
    return _WORDS.get(kind, "a value") + _limits(schema, kind)


def _limits(schema: Mapping[str, Any], kind: str) -> str:
    if kind not in _LIMITS:
        return ""
    low, high, unit = _LIMITS[kind]
    least, most = schema.get(low), schema.get(high)
    if least is not None and most is not None:
        return f" from {least} to {most}{unit}"
    if most is not None:
        return f" of at most {most}{unit}"
    return "" if least is None else f" of at least {least}{unit}"
