"""The way to the castle for those who act in it: open, or closed for as long as the castle itself is at work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Passage:
    """Lets acts through one by one or many at once; whoever closes it has the castle alone, and acts wait.

    An act that is through must not pass again: it would wait for itself.
    """

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._empty.set()
        self._through = 0
        self._closing = asyncio.Lock()

    @property
    def is_closed(self) -> bool:
        """Whether acts wait."""
        return not self._open.is_set()

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[None]:
        """Do an act, as soon as the passage is open."""
        await self._open.wait()
        self._through += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._through -= 1
            if not self._through:
                self._empty.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Have the castle alone: entered when every act that was through has ended, and whoever else had closed it has opened it."""
        async with self._closing:
            self._open.clear()
            try:
                await self._empty.wait()
                yield
            finally:
                self._open.set()
