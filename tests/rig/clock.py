"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from datetime import UTC, datetime, timedelta

BEGIN = datetime(2030, 10, 31, tzinfo=UTC)


class ManualClock:
    """Time passes when `advance` says so; whoever sleeps wakes in the order in which they are due.

    `now` is later by a millisecond each time it is asked, so that no two events have the same moment.
    """

    def __init__(self) -> None:
        self._time = 0.0
        self._moments = itertools.count(1)
        self._numbers = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=self._time, milliseconds=next(self._moments))

    def monotonic(self) -> float:
        return self._time

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._time + seconds, next(self._numbers), waking))
        await waking

    def advance(self, seconds: float) -> None:
        """Let that many seconds pass at once."""
        until = self._time + seconds
        while self._sleepers and self._sleepers[0][0] <= until:
            due, _, waking = heapq.heappop(self._sleepers)
            self._time = max(self._time, due)
            if not waking.done():
                waking.set_result(None)
        self._time = until

    @property
    def waited_for(self) -> list[float]:
        """How many seconds each sleeper still has to wait, the shortest first."""
        return sorted(due - self._time for due, _, waking in self._sleepers if not waking.done())
