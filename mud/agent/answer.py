"""One answer of a model, put together from its deltas."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mud.agent.arguments import ArgumentsWrong, join_surrogates, read_object
from mud.agent.model import CallDelta, Delta, Finish, Message, TextDelta, ToolCall, Usage
from mud.agent.result import ToolResult

_WELL = '{"ok": true'  # how the text of each such result begins
_WENT_WELL = _WELL + "}"
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Garbled(Exception):
    """The deltas do not make an answer: a piece for a call that was complete already, or no end in sight."""


@dataclass(slots=True)
class PendingCall:
    """A call that may still be arriving. `id` is ours, unique in a run; `said_id` the model's, which need not be."""

    index: int
    id: str
    said_id: str = ""
    name: str = ""
    arguments: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def take(self, delta: CallDelta) -> None:
        """Add a piece. Some servers repeat id and name with each: the first ones count."""
        self.said_id = self.said_id or delta.id
        self.name = self.name or delta.name
        self.arguments += delta.arguments
        if delta.extra:
            self.extra = {**self.extra, **delta.extra}


@dataclass(slots=True)
class Answer:
    """What has arrived of an answer, and the result of each call that was complete.

    `refused`: a call was not carried out, nor any after it. `told`: a final tool was. `reads`: a tool that only reads was.
    """

    text: str = ""
    calls: list[PendingCall] = field(default_factory=list)
    results: list[ToolResult] = field(default_factory=list)
    refused: bool = False
    told: bool = False
    reads: bool = False
    finish: Finish | None = None
    _size: int = 0

    @property
    def begun(self) -> bool:
        """Whether anything has arrived that counts: reasoning alone does not."""
        return bool(self.text or self.calls)

    @property
    def heard(self) -> bool:
        """Whether anything at all has arrived."""
        return self._size > 0

    @property
    def arriving(self) -> PendingCall | None:
        """The call whose pieces are still coming."""
        return self.calls[-1] if len(self.calls) > len(self.results) else None

    @property
    def usage(self) -> Usage:
        """The tokens that it cost, as the endpoint counted; zeros while unknown."""
        return self.finish.usage if self.finish else Usage()

    def measure(self, delta: Delta, limit: int) -> None:
        """Count a delta's characters, and one for itself. Raises `Garbled` when the answer has more than `limit` of them."""
        match delta:
            case TextDelta(text):
                self._size += len(text) + 1
            case CallDelta():
                self._size += len(delta.arguments) + len(delta.name) + 1
        if self._size > limit:
            raise Garbled("an answer without end")

    def begins(self, delta: CallDelta) -> bool:
        """Whether a piece is the first of another call, so that the one before it is complete. Raises `Garbled`.

        A new id makes a new call even at the same index: some servers number all calls of an answer 0.
        """
        last = self.calls[-1] if self.calls else None
        if last is None or delta.index > last.index:
            return True
        if delta.index == last.index:
            return bool(delta.id and last.said_id and delta.id != last.said_id)
        raise Garbled(f"a piece of call {delta.index} came after call {last.index} had begun")

    def messages(self) -> tuple[Message, ...]:
        """The whole answer and its results, as they are sent back.

        Endpoints refuse a history with names or arguments out of form, so what was not usable is sent back in a usable form.
        """
        calls = tuple(
            ToolCall(call.id, _usable_name(call.name), _usable_arguments(call.arguments), call.extra)
            for call in self.calls
        )
        results = tuple(
            Message("tool", result.text, call_id=call.id)
            for call, result in zip(self.calls, self.results, strict=True)
        )
        extra = self.finish.extra if self.finish else {}
        return (Message("assistant", join_surrogates(self.text), calls, extra=extra), *results)


def without_result(message: Message) -> Message:
    """The message, but of a result only that the call went well; a refusal stays, for it says what would have been right."""
    return (
        replace(message, content=_WENT_WELL)
        if message.role == "tool" and message.content.startswith(_WELL)
        else message
    )


def _usable_name(name: str) -> str:
    return name if _NAME.fullmatch(name) else "unknown"


def _usable_arguments(text: str) -> str:
    try:
        return json.dumps(read_object(text), ensure_ascii=False)
    except ArgumentsWrong:
        return "{}"
