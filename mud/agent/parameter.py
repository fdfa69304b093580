"""The parameters of a tool's function: their types as schemas, and values held against them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from pydantic import PydanticUserError, TypeAdapter, ValidationError

from mud.agent.arguments import ArgumentsWrong, shown
from mud.agent.schema import RecursiveSchema, Schema, describe, plain_schema


class ToolDefinitionError(TypeError):
    """A function cannot be a tool as it stands: a fault of the program, found when the tool is made."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter that a model gives."""

    name: str
    required: bool
    schema: Schema
    type: TypeAdapter[Any]

    def validate(self, value: Any) -> Any:
        """The value as the function takes it. Raises `ArgumentsWrong`."""
        try:
            return self.type.validate_python(value)
        except ValidationError as error:
            raise ArgumentsWrong(
                *(
                    _problem(self, each["loc"], each["type"], each["msg"], each["input"], each.get("ctx", {}))
                    for each in error.errors(include_url=False)
                )
            ) from error


def read_parameters(
    function: Callable[..., Any], name: str, docs: Mapping[str, str]
) -> tuple[bool, tuple[Parameter, ...]]:
    """The parameters of a function that is to be the tool `name`, and whether a `ctx` stands before them.

    `docs` describe them by name. Raises `ToolDefinitionError`.
    """
    hints = get_type_hints(function, include_extras=True)
    names = list(inspect.signature(function).parameters.values())
    takes_context = bool(names) and names[0].name == "ctx"
    parameters = []
    for each in names[1:] if takes_context else names:
        if each.kind not in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY):
            raise ToolDefinitionError(f"{name}: {each.name} cannot be given by name")
        if each.name not in hints:
            raise ToolDefinitionError(f"{name}: {each.name} has no type")
        try:
            adapter: TypeAdapter[Any] = TypeAdapter(hints[each.name])
            schema = plain_schema(adapter.json_schema())
        except (PydanticUserError, RecursiveSchema) as error:
            raise ToolDefinitionError(f"{name}: no schema can be made for {each.name}: {error}") from error
        if isinstance(each.default, str | int | float) and each.default != "":
            schema["default"] = each.default
        if each.name in docs:
            schema["description"] = docs[each.name]
        parameters.append(Parameter(each.name, each.default is each.empty, schema, adapter))
    unknown = docs.keys() - {each.name for each in parameters}
    if unknown:
        raise ToolDefinitionError(f"{name}: the docstring tells of unknown arguments {sorted(unknown)}")
    return takes_context, tuple(parameters)


def _problem(
    parameter: Parameter,
    place: tuple[int | str, ...],
    kind: str,
    message: str,
    value: Any,
    context: Mapping[str, Any],
) -> str:
    path = parameter.name + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    if kind == "value_error":  # a validator's own words
        return f"{path}: {context.get('error', message)}"
    schema = _schema_at(parameter.schema, place)
    if schema is None:
        return f"{path}: {message}, not {shown(value)}"
    if kind == "missing":
        return f"{path}: missing, expected {describe(schema)}"
    return f"{path}: expected {describe(schema)}, not {shown(value)}"


def _schema_at(schema: Schema, place: tuple[int | str, ...]) -> Schema | None:
    here: Any = schema
    for step in place:
        here = here.get("items") if isinstance(step, int) else here.get("properties", {}).get(step)
        if not isinstance(here, dict):
            return None
    return here if isinstance(here, dict) else None
