"""Clock, ids and dice: everything that would make two runs of a castle differ.

They are handed to whoever needs them, so that a recorded castle can be replayed exactly and tests need no waiting. No other module
asks the machine for the time, for randomness or for a unique id.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol, TypeVar

T = TypeVar("T")


class Clock(Protocol):
    """Tells the time and waits."""

    def now(self) -> datetime:
        """The date and time, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds since some fixed moment, never running backwards."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for that many seconds of this clock."""
        ...


class Ids(Protocol):
    """Makes ids that nothing else has."""

    def new(self) -> str:
        """A fresh id: 32 lower-case hexadecimal digits or another short ASCII word."""
        ...


class Dice(Protocol):
    """Makes choices by chance."""

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, which must not be empty."""
        ...

    def roll(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class RandomIds:
    """Ids by chance (RFC 9562, version 4), as 32 hexadecimal digits."""

    def new(self) -> str:
        return uuid.uuid4().hex


class SeededDice:
    """Dice that fall the same way for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - chance in a game, not a secret

    def pick(self, options: Sequence[T]) -> T:
        return self._random.choice(options)

    def roll(self) -> float:
        return self._random.random()
