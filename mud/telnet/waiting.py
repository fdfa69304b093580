"""Waiting with an end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Protocol


class Clock(Protocol):
    """The little that the wire needs of a clock, in seconds."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment, never running backwards."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for that many seconds of this clock."""
        ...


async def at_most(clock: Clock, seconds: float, happening: Awaitable[object]) -> bool:
    """Wait for something, but no longer than that many seconds of the clock, and then cancel it; whether it came."""
    wanted = asyncio.ensure_future(happening)
    timer = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({wanted, timer}, return_when=asyncio.FIRST_COMPLETED)
        return wanted.done()
    finally:
        wanted.cancel()
        timer.cancel()
