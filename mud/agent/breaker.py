"""A breaker: a model that fails again and again is left alone, until it is seen to answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import chain, repeat

import structlog

from mud.agent.clock import Clock
from mud.agent.model import Finish, Message, Model, ModelError, Request
from mud.agent.report import TurnFailed
from mud.agent.streaming import streaming

FAILURES = 3
PAUSES = (15.0, 30.0, 60.0, 120.0, 300.0)
PATIENCE = 30.0

_PROBE = Request(
    (
        Message("system", "You are asked whether you are there."),
        Message("user", "Answer with one word."),
    ),
    tool_choice="none",
)

_LASTING = frozenset({"key refused", "no such model", "quota spent"})
"""Model errors that no further try will mend: they open it at once."""

_OF_THE_PROMPT = frozenset({"too long", "refused"})
"""Model errors that say nothing of the next request."""

_OF_THE_MODEL = frozenset({"timeout", "silence", "cut off", "garbled"})
"""Failures of a run that are the endpoint's fault. What a model did with its turn (twenty calls, an endless answer) is none of them."""

_log = structlog.get_logger(__name__)


class Breaker:
    """Counts failures in a row, over all users of a model. `open`: they were too many, and nobody should ask it now.

    While it is open, `watch` asks a few words of the model from time to time; an answer closes it.
    """

    def __init__(
        self, model: Model, clock: Clock, *, failures: int = FAILURES, pauses: Sequence[float] = PAUSES
    ) -> None:
        """`failures`: so many in a row open it. `pauses`: seconds before each time it is asked again, the last one over and over."""
        self._model = model
        self._clock = clock
        self._most = failures
        self._pauses = tuple(pauses)
        self._failures = 0
        self._wanted = 0.0  # seconds that the endpoint itself asked to wait
        self._opened = asyncio.Event()

    @property
    def open(self) -> bool:
        """Whether the model is left alone."""
        return self._opened.is_set()

    def succeeded(self) -> None:
        """A run of the model came to its end."""
        self._failures = 0

    def failed(self, failure: TurnFailed) -> None:
        """A run of the model failed."""
        error = failure.error
        if error is not None and error.key not in _OF_THE_PROMPT:
            self._wanted = error.retry_after or 0.0
            self._failures += self._most if error.key in _LASTING else 1
        elif failure.key in _OF_THE_MODEL:
            self._failures += 1
        if self._failures >= self._most and not self.open:
            _log.warning("model left alone", model=self._model.name, why=str(failure))
            self._opened.set()

    async def watch(self, changed: Callable[[bool], None]) -> None:
        """Ask again while it is open, until cancelled. `changed` is called with whether it is open, each time that this changes."""
        while True:
            await self._opened.wait()
            changed(True)
            for pause in chain(self._pauses, repeat(self._pauses[-1])):
                await self._clock.sleep(max(pause, self._wanted))
                if await self._answers():
                    break
            self._failures = 0
            self._opened.clear()
            _log.warning("model answers again", model=self._model.name)
            changed(False)

    async def _answers(self) -> bool:
        """Whether the model answers a few words to their end."""
        self._wanted = 0.0
        try:
            async with asyncio.timeout(PATIENCE), streaming(self._model, _PROBE) as deltas:
                async for delta in deltas:
                    if isinstance(delta, Finish):
                        return True
        except ModelError as error:
            self._wanted = error.retry_after or 0.0
            _log.info("model still fails", model=self._model.name, why=str(error))
        except TimeoutError:
            _log.info("model still fails", model=self._model.name, why="silence")
        except Exception:
            _log.exception("a model broke its contract", model=self._model.name)
        return False
