"""How fast a connection may send lines: what comes faster is taken later, not thrown away."""

from __future__ import annotations

from mud.world.chance import Clock

BURST = 2.0  # seconds' worth of lines that may come at once


class Pace:
    """A token bucket: `rate` lines a second for long, some more at once."""

    def __init__(self, clock: Clock, rate: float) -> None:
        self._clock = clock
        self._rate = rate
        self._most = max(1.0, rate * BURST)
        self._tokens = self._most
        self._counted = clock.monotonic()

    async def take(self) -> None:
        """Wait until a further line may be taken."""
        now = self._clock.monotonic()
        self._tokens = min(self._most, self._tokens + (now - self._counted) * self._rate)
        self._counted = now
        self._tokens -= 1.0
        if self._tokens < 0:
            await self._clock.sleep(-self._tokens / self._rate)
