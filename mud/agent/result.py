"""What a tool call comes to: JSON text for the model, and the same as data for whoever watches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from pydantic_core import PydanticSerializationError, to_jsonable_python

MAX_RESULT = 8_000
"""Characters of JSON that a result may have; a longer one is cut."""

_log = structlog.get_logger(__name__)


class ToolRefused(Exception):
    """Raised by a tool that will not do what it was asked.

    `key` names the kind of refusal; `message` tells the model what would have been right; `values` go into the answer beside them.
    """

    def __init__(self, key: str, message: str, **values: Any) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        self.message = message
        self.values = values


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to one call. `text` is what the model reads, `data` the same uncut, `error` the key of a refusal or ""."""

    text: str
    data: Mapping[str, Any]
    error: str = ""

    @property
    def ok(self) -> bool:
        """Whether the tool did what it was asked."""
        return not self.error


def done(value: Any, ignored: list[str] | None = None) -> ToolResult:
    """The result of a tool that returned `value`: its fields if it has some, else as "result". `ignored` names unknown fields."""
    try:
        plain = to_jsonable_python(value)
    except (PydanticSerializationError, ValueError):
        # The deed is done all the same: calling it failed would invite the model to do it again.
        _log.exception("a tool's result cannot be written as JSON", type=type(value).__name__)
        plain = "Done, but the result cannot be shown."
    fields = plain if isinstance(plain, dict) else {} if plain is None else {"result": plain}
    return _result({"ok": True} | {k: v for k, v in fields.items() if k != "ok"}, ignored)


def refused(key: str, message: str, values: Mapping[str, Any] | None = None) -> ToolResult:
    """The result of a call that was not carried out."""
    said = {"ok": False, "error": key, "message": message}
    return _result(said | {k: v for k, v in (values or {}).items() if k not in said}, None, key)


def _result(data: dict[str, Any], ignored: list[str] | None, error: str = "") -> ToolResult:
    if ignored:
        data["ignored"] = ignored
    text = json.dumps(data, ensure_ascii=False, default=str)
    if len(text) > MAX_RESULT:
        # As a string within an object again, so that the model still reads whole JSON.
        head = {key: data[key] for key in ("ok", "error") if key in data}
        text = json.dumps({**head, "cut": True, "result": text[: MAX_RESULT // 2]}, ensure_ascii=False)
    return ToolResult(text, data, error)
