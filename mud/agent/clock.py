"""The little that the loop needs of a clock, so that tests need no waiting."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """Measures and waits, in seconds."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment, never running backwards."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for that many seconds of this clock."""
        ...
