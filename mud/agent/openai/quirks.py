"""What some endpoint does otherwise than the others, each with its source.

Here are the quirks of *requests*: fields that an endpoint refuses. Nothing is known of any endpoint beforehand. The request is made as
OpenAI's own documents have it; when an endpoint refuses it and says why, the field is given another form, and that is remembered for as
long as the server runs. The quirks of *answers* need no memory: `reply.py` reads every form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mud.agent.openai.failures import EndpointError, NoSuchModel, RequestRefused, ServerFailed

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Quirk:
    """A refusal, known by what it says, and how the body of a request is changed then. `source`: where it was seen."""

    name: str
    says: re.Pattern[str]
    change: Callable[[Body], None]
    source: str


def _says(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _leave_out(field: str) -> Callable[[Body], None]:
    def change(body: Body) -> None:
        body.pop(field, None)

    return change


def _choose_freely(body: Body) -> None:
    if body.get("tool_choice") == "required":
        body["tool_choice"] = "auto"


def _empty_text(body: Body) -> None:
    for message in body["messages"]:
        if message["content"] is None:
            message["content"] = ""


def _empty_reasoning(body: Body) -> None:
    for message in body["messages"]:
        if message["role"] == "assistant":
            message.setdefault("reasoning_content", "")


def _any_json(body: Body) -> None:
    if "response_format" in body:
        body["response_format"] = {"type": "json_object"}


QUIRKS: tuple[Quirk, ...] = (
    Quirk(
        "tool_choice",
        _says(r"tool_choice|tool choice"),
        _choose_freely,
        "DeepSeek while it thinks: deepseek-ai/DeepSeek-V3#1376",
    ),
    Quirk(
        "reasoning_content",
        _says(r"reasoning_content.{0,60}passed back"),
        _empty_reasoning,
        "DeepSeek wants it with every answer of a conversation with tools, also with those that another model gave: "
        "api-docs.deepseek.com/guides/thinking_mode, deepseek-ai/deepseek-harness discussion 739",
    ),
    Quirk(
        "temperature",
        _says(r"temperature"),
        _leave_out("temperature"),
        "OpenAI's reasoning models take only their default: QwenLM/qwen-code#921",
    ),
    Quirk(
        "stream_options",
        _says(r"stream_options|include_usage"),
        _leave_out("stream_options"),
        "vLLM before 0.5, Fireworks, Bedrock behind Databricks: FlowiseAI/Flowise#2866, anomalyco/opencode#4698",
    ),
    Quirk(
        "null content",
        _says(r"content.{0,40}(<nil>|null|none|expected a string)"),
        _empty_text,
        "Ollama wants text where OpenAI wants null: pydantic/pydantic-ai#5206",
    ),
    Quirk(
        "response_format",
        _says(r"response_format|json_schema"),
        _any_json,
        "DeepSeek knows only json_object: api-docs.deepseek.com/guides/json_mode",
    ),
    Quirk(
        "no response_format",
        _says(r"response_format|json_object"),
        _leave_out("response_format"),
        "LM Studio refuses json_object: lmstudio-ai/lmstudio-bug-tracker#189",
    ),
)


class Habits:
    """What one endpoint was found to refuse."""

    def __init__(self) -> None:
        self._found: list[Quirk] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The quirks found, by name."""
        return tuple(quirk.name for quirk in self._found)

    def apply(self, body: Body) -> Body:
        """The request as this endpoint takes it. Changes `body` itself."""
        for quirk in self._found:
            quirk.change(body)
        return body

    def learn(self, error: EndpointError) -> str | None:
        """The name of a quirk that the refusal shows, not known before, so that the request may go better now; None if there is none."""
        # Some servers answer 500 where 400 is meant, or 404 where a feature is lacking.
        if not isinstance(error, (RequestRefused, ServerFailed, NoSuchModel)):
            return None
        for quirk in QUIRKS:
            if quirk not in self._found and quirk.says.search(error.detail):
                self._found.append(quirk)
                return quirk.name
        return None
