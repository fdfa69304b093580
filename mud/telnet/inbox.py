"""What comes in from a client: as many lines as somebody wants to read, and no more."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from mud.session.wire import WireClosed

_SLICE = 256  # bytes looked at before the queue is looked at again
_TURN = 4_096  # bytes looked at in one turn of the loop: negotiation costs a microsecond or two a byte


class Source(Protocol):
    """Where the bytes come from, as far as it can be held up."""

    def pause_reading(self) -> None:
        """Let the other end wait."""
        ...

    def resume_reading(self) -> None:
        """Go on."""
        ...


class Inbox:
    """A queue of lines. When `waiting` of them wait to be taken, the socket is not read, and a flood backs up to whoever sends it.

    `digest` makes lines of bytes and puts them here by `put`.
    """

    def __init__(self, source: Source, *, waiting: int, digest: Callable[[bytes], None]) -> None:
        self._source = source
        self._most = waiting
        self._digest = digest
        self._loop = asyncio.get_running_loop()
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._held_up = False
        self._due = False
        self._ended = False
        self._closed = False
        self._wanted: asyncio.Future[None] | None = None

    @property
    def waiting(self) -> int:
        """How many lines wait to be taken."""
        return len(self._lines)

    def receive(self, data: bytes) -> None:
        """Bytes from the socket."""
        if self._closed:
            return
        self._rest += data
        if not self._due:
            self._work()

    def put(self, line: bytes) -> None:
        """A line is whole."""
        if not self._closed:
            self._lines.append(line)
            self._wake()

    def end(self) -> None:
        """There will be no more; what came is still there to be taken."""
        self._ended = True
        self._wake()

    def lose(self) -> None:
        """Nobody is there any more to be answered: lines that wait are still there to be taken, a flood behind them is not."""
        self._rest = b""
        self.end()

    def close(self) -> None:
        """Nobody is to take anything any more."""
        self._closed = True
        self._lines.clear()
        self._rest = b""
        self.end()

    async def take(self) -> bytes:
        """The next line, for one reader at a time. Raises `WireClosed` after the last one."""
        while not self._lines:
            if self._ended and not self._rest:
                raise WireClosed
            self._wanted = self._loop.create_future()
            await self._wanted
        line = self._lines.popleft()
        if (self._held_up or self._rest) and len(self._lines) <= self._most // 2:
            self._go_on()
        return line

    def _work(self) -> None:
        self._due = False
        rest, position = self._rest, 0
        while position < min(len(rest), _TURN) and len(self._lines) < self._most:
            self._digest(rest[position : position + _SLICE])
            position += _SLICE
        if self._ended:
            self._wake()
        self._rest = self._rest[position:]
        if self._rest or len(self._lines) >= self._most:
            self._hold_up()
            if len(self._lines) < self._most:
                self._go_on()
        elif self._held_up and not self._ended:
            self._held_up = False
            self._source.resume_reading()

    def _hold_up(self) -> None:
        if not self._held_up and not self._ended:
            self._held_up = True
            self._source.pause_reading()

    def _go_on(self) -> None:
        if not self._due:
            self._due = True
            self._loop.call_soon(self._work)

    def _wake(self) -> None:
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(None)
