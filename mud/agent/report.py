"""What a run tells: while it goes on to its observer, at its end as an outcome or a failure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from mud.agent.model import ModelError, Usage
from mud.agent.result import ToolResult
from mud.agent.tool import Call


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call that was answered. `arguments` are as the model gave them: fields, or its text where no fields could be read.

    `reads` says that it only looked; `seconds` is how long it ran.
    """

    call: Call
    arguments: Mapping[str, Any] | str
    result: ToolResult
    reads: bool
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether the tool did what it was asked."""
        return self.result.ok


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished run: the whole story told, every call in order (refused ones too), requests made, and tokens over all of them."""

    story: str
    calls: tuple[CallRecord, ...]
    requests: int
    usage: Usage


FailureKey = Literal[
    "timeout",  # the whole run took too long
    "silence",  # the model sent nothing for too long
    "cut off",  # the stream ended without saying so
    "length",  # the answer ended at the model's limit
    "content filter",  # the endpoint withheld the answer
    "garbled",  # the stream came back to a call that was complete, or its answer had no end
    "model",  # the model could not answer; `detail` is the key of its ModelError
    "repeats itself",  # the same call was refused twice
    "too many failures",
    "too many calls",
    "too many requests",
    "too many tokens",
]


class TurnFailed(Exception):
    """A run did not come to its end.

    `key` names the kind; `detail` is for logs; `committed` are the calls that took effect, which stand; `story` is what had been
    shown, which cannot be taken back; `error` is the model's own, if that was the cause.
    """

    def __init__(
        self,
        key: FailureKey,
        detail: str = "",
        *,
        committed: tuple[CallRecord, ...] = (),
        story: str = "",
        error: ModelError | None = None,
    ) -> None:
        super().__init__(f"{key}: {detail}" if detail else key)
        self.key = key
        self.detail = detail
        self.committed = committed
        self.error = error
        self.story = story


class Observer:
    """Watches a run. Every method does nothing here; override those of interest. They are called in order and must not block."""

    def story(self, piece: str) -> None:
        """A further piece of the story, to be shown as it is."""

    def call_started(self, call: Call, arguments: Mapping[str, Any] | str) -> None:
        """A call is about to be carried out or refused."""

    def call_finished(self, record: CallRecord) -> None:
        """A call was answered."""

    def answered(self, request: int, reason: str, usage: Usage, seconds: float) -> None:
        """Request number `request` (from 1) was answered: why it ended, its tokens as the endpoint counts, how long it took."""

    def unanswered(self, key: str, usage: Usage, seconds: float) -> None:
        """A request came to no whole answer: the kind of failure, the tokens it may have cost, how long it took."""
