"""Tool calls and requests, for those who want to watch the game master at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import structlog

from mud.agent import Call, CallRecord, Observer, Usage

from .sentences import Sentences

Watcher = Callable[[str, CallRecord], None]
"""Called with the name of the player (or "the engine") and each call that was answered."""

log = structlog.get_logger(__name__)


class TurnObserver(Observer):
    """Logs a turn's calls and requests, and hands its story on in whole sentences.

    `prompts` says by which prompts the story is told; `spend` is called with what each request cost.
    """

    def __init__(
        self,
        turn: str,
        who: str,
        kind: str,
        prompts: str,
        tell: Callable[[str], None],
        watcher: Watcher | None,
        spend: Callable[[Usage], None],
    ) -> None:
        self._log = log.bind(turn=turn, who=who, kind=kind)
        self._who = who
        self._prompts = prompts
        self._tell = tell
        self._watcher = watcher
        self._spend = spend
        self._sentences = Sentences()

    def story(self, piece: str) -> None:
        """See `Observer`."""
        if sentences := self._sentences.take(piece):
            self._tell(sentences)

    def call_started(self, call: Call, arguments: Mapping[str, Any] | str) -> None:
        """See `Observer`."""

    def call_finished(self, record: CallRecord) -> None:
        """See `Observer`."""
        self._log.info("tool call", tool=record.call.name, ok=record.ok, seconds=round(record.seconds, 4))
        self._log.debug(
            "tool call in full", tool=record.call.name, arguments=record.arguments, result=record.result.text
        )
        if self._watcher is not None:
            self._watcher(self._who, record)

    def answered(self, request: int, reason: str, usage: Usage, seconds: float) -> None:
        """See `Observer`."""
        self._spend(usage)
        self._log.info(
            "model answered",
            request=request,
            reason=reason,
            **_tokens(usage),
            seconds=round(seconds, 4),
            prompts=self._prompts,
        )

    def unanswered(self, key: str, usage: Usage, seconds: float) -> None:
        """See `Observer`."""
        self._spend(usage)
        self._log.info(
            "model did not answer",
            why=key,
            **_tokens(usage),
            seconds=round(seconds, 4),
            prompts=self._prompts,
        )

    def end(self) -> None:
        """The story is told: hand on what does not end like a sentence, too."""
        if rest := self._sentences.rest():
            self._tell(rest)


def _tokens(usage: Usage) -> dict[str, int | bool]:
    return {
        "prompt": usage.prompt,
        "cached": usage.cached,
        "completion": usage.completion,
        "estimated": usage.estimated,
    }
