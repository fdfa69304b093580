"""A wire in memory: tests type at one end and read what was sent."""

from __future__ import annotations

import asyncio
import re

from mud.session.wire import WireClosed

_SGR = re.compile(r"\x1b\[[0-9;]*m")


class MemoryWire:
    """One connection without a network."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.address = self.origin = address
        self.width = 250
        self.height = 24
        self.colour = False
        self.client = ""
        self.language = ""
        self.masks: bool | None = True
        self.masked = False
        self.masked_lines: list[str] = []
        self.sent: list[tuple[str, str | None]] = []
        self.closed = False
        self.ended = False
        self.awaited = False
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._gone = asyncio.Event()

    # what a session calls

    async def line(self) -> str:
        if self.closed:
            raise WireClosed
        self.awaited = True
        line = await self._lines.get()
        self.awaited = False
        if line is None or self.closed:
            self.ended = True
            self.closed = self.closed or self._gone.is_set()
            raise WireClosed
        if self.masked:
            self.masked_lines.append(line)
        return line

    @property
    def waiting(self) -> int:
        return self._lines.qsize()

    def send(self, text: str, *, prompt: str | None = None) -> None:
        if not self.closed:
            self.sent.append((text, prompt))

    def mask(self, on: bool) -> None:
        self.masked = on

    async def flush(self) -> None:
        """All has left already."""

    def close(self) -> None:
        self.closed = True
        self._lines.put_nowait(None)
        self._gone.set()

    async def gone(self) -> None:
        await self._gone.wait()

    # what a test calls

    def type(self, *lines: str) -> None:
        """Type lines, one after another."""
        for line in lines:
            self._lines.put_nowait(line)

    def hang_up(self) -> None:
        """The link breaks."""
        self._lines.put_nowait(None)
        self._gone.set()

    def say_no_more(self) -> None:
        """Close only the sending half: the other is still read."""
        self._lines.put_nowait(None)

    @property
    def quiet(self) -> bool:
        """Whether all that was typed was taken, and more is waited for."""
        return self.closed or self.ended or (self.awaited and self._lines.empty())

    @property
    def text(self) -> str:
        """All that was sent, without colours and prompts."""
        return _SGR.sub("", "".join(text for text, _ in self.sent))

    @property
    def prompt(self) -> str | None:
        """The prompt that stands at the end of all."""
        return self.sent[-1][1] if self.sent else None

    def read(self) -> str:
        """What was sent since the last read."""
        text = self.text
        self.sent.clear()
        return text
