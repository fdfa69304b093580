"""How far a run has come: what was done, told and spent, and what went wrong."""

from __future__ import annotations

import json

from mud.agent.limits import Limits
from mud.agent.model import ModelError, Usage
from mud.agent.report import CallRecord, FailureKey, Observer, Outcome, TurnFailed

_WITHHELD = frozenset({"refused", "content filter"})


class Progress:
    """The account of one run. Whatever fails, fails through here, so that a failure says what had been done and told."""

    def __init__(self, limits: Limits, observer: Observer) -> None:
        self.limits = limits
        self.observer = observer
        self.records: list[CallRecord] = []
        self.story = ""
        self.requests = 0
        self.usage = Usage()
        self._failures = 0
        self._failure = ""

    @property
    def committed(self) -> tuple[CallRecord, ...]:
        """The calls that took effect."""
        return tuple(record for record in self.records if record.ok and not record.reads)

    @property
    def withheld(self) -> bool:
        """Whether the run failed because the endpoint would not hear of it, or would not let its answer through."""
        return self._failure in _WITHHELD

    def notes(self) -> list[str]:
        """How a run ended that did not come to its end, in lines for the history: why, what took effect, and what was shown."""
        why = f"failed: {self._failure}" if self._failure else "was broken off"
        told = f' The user read only this of it: "{self.story.strip()}"' if self.story.strip() else ""
        return [
            f"[The answer to this {why}.{told}]",
            *(f"[But this was done: {record.call.name} {_as_written(record)}]" for record in self.committed),
        ]

    def outcome(self) -> Outcome:
        """The account of a run that came to its end."""
        return Outcome(self.story, tuple(self.records), self.requests, self.usage)

    def tell(self, piece: str) -> None:
        """Show a further piece of the story. From the first one on it cannot be taken back."""
        if piece:
            self.story += piece
            self.observer.story(piece)

    def answered(self, reason: str, usage: Usage, seconds: float) -> None:
        """Account for an answer that came to its end."""
        self.requests += 1
        self.usage += usage
        self.observer.answered(self.requests, reason, usage, seconds)

    def unanswered(self, key: str, usage: Usage, seconds: float) -> None:
        """Account for a request that came to no whole answer."""
        self.usage += usage
        self.observer.unanswered(key, usage, seconds)

    def failed(self, key: FailureKey, detail: str = "", error: ModelError | None = None) -> TurnFailed:
        """The failure that ends the run, to be raised."""
        self._failure = error.key if error is not None else key
        return TurnFailed(key, detail, committed=self.committed, story=self.story, error=error)

    def count_failure(self, what: str) -> None:
        """Count a failure of any kind: all are in one count, so that none can go round the cap. Raises `TurnFailed` beyond it."""
        self._failures += 1
        if self._failures > self.limits.failures:
            raise self.failed("too many failures", what)


def _as_written(record: CallRecord) -> str:
    given = record.arguments
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
