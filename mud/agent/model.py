"""What every language model looks like from here: messages and tools in, a stream of deltas out.

The shapes are those of the Chat Completions wire, because every compatible endpoint speaks it; nothing of any SDK is in them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the model wrote it. `arguments` is JSON text, or what the model took for it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation.

    `calls` are an assistant's tool calls; `call_id` says which call a tool's message answers; `extra` keeps unknown fields that an
    endpoint wants back.
    """

    role: Role
    content: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as a model is told of it; `parameters` is a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a model. `tool_choice` "required" asks for at least one call where the endpoint can."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSchema, ...] = ()
    tool_choice: Literal["auto", "required", "none"] = "auto"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request, as the endpoint counted them."""

    prompt: int = 0
    cached: int = 0
    completion: int = 0


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A further piece of the answer's plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A further piece of the tool call number `index` of the answer. `id` and `name` may be empty in all but a call's first piece."""

    index: int
    arguments: str = ""
    id: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of an answer. `reason`: "stop", "tool_calls", "length", "content_filter", …; a stream without a `Finish` was cut off."""

    reason: str
    usage: Usage = Usage()
    extra: Mapping[str, Any] = field(default_factory=dict)


Delta = TextDelta | CallDelta | Finish


class ModelError(Exception):
    """A model could not answer. `key` names the kind for whoever words it ("unavailable", "refused", "rate limited", …)."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(f"{key}: {detail}" if detail else key)
        self.key = key
        self.detail = detail


class Model(Protocol):
    """A language model, or what acts as one."""

    @property
    def name(self) -> str:
        """Its name, for logs."""
        ...

    def stream(self, request: Request) -> AsyncIterator[Delta]:
        """Answer a request piece by piece.

        Raises `ModelError` when it cannot. Closing the iterator (or cancelling who reads it) ends the request upstream.
        """
        ...
