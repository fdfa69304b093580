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
    """A call as the model wrote it. `arguments` is JSON text, or what the model took for it; `extra` as in `Message`."""

    id: str
    name: str
    arguments: str
    extra: Mapping[str, Any] = field(default_factory=dict)


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
    """Tokens of one request, as the endpoint counted them; `estimated` says that it did not, and that we did."""

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.completion + other.completion,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A further piece of the answer's plain text. An empty one says only that the model is still at work."""

    text: str


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A further piece of the tool call number `index` of the answer. `id` and `name` may be empty in all but a call's first piece.

    `extra` are unknown fields of the call that the endpoint wants back with it.
    """

    index: int
    arguments: str = ""
    id: str = ""
    name: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of an answer. `reason`: "stop", "tool_calls", "length", "content_filter", …; a stream without a `Finish` was cut off."""

    reason: str
    usage: Usage = Usage()
    extra: Mapping[str, Any] = field(default_factory=dict)


Delta = TextDelta | CallDelta | Finish


class ModelError(Exception):
    """A model could not answer.

    `key` names the kind for whoever words it to a user ("unavailable", "refused", "rate limited", …); `detail` and `hint` are for the
    operator: what was said, and what may help. `retry_after`: seconds after which the same may succeed, where the endpoint says so.
    """

    def __init__(
        self, key: str, detail: str = "", *, retry_after: float | None = None, hint: str = ""
    ) -> None:
        super().__init__(f"{key}: {detail}" if detail else key)
        self.key = key
        self.detail = detail
        self.retry_after = retry_after
        self.hint = hint


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
