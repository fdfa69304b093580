"""What goes out to a client: one write for all that was said in one go."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

from mud.telnet.client import Client
from mud.telnet.limits import Limits
from mud.telnet.screen import Screen
from mud.telnet.waiting import Clock, at_most

_NOT_TEXT = re.compile(
    r"\x1b(?!\[[0-9;:]*m)|[^\n\x1b -~\xa0-\U0010ffff]"
)  # all controls but LF and SGR sequences


class Outbox:
    """Gathers text and telnet commands, and writes them once per turn of the loop.

    While the socket takes no more, text waits in the screen, which bounds it; a client for which text had to be thrown away and that has
    read nothing for `limits.stalled` seconds is dropped by `drop`. `mark` gives what stands behind a prompt.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        *,
        client: Client,
        screen: Screen,
        clock: Clock,
        limits: Limits,
        mark: Callable[[], bytes],
        drop: Callable[[str], None],
    ) -> None:
        # No buffer of the transport's own beyond the last write: "paused" then means that the socket is full.
        transport.set_write_buffer_limits(high=0)
        self._transport = transport
        self._client = client
        self._screen = screen
        self._clock = clock
        self._limits = limits
        self._mark = mark
        self._drop = drop
        self._loop = asyncio.get_running_loop()
        self._commands: list[bytes] = []
        self._due = False
        self._paused_at: float | None = None
        self._closing = False
        self._empty: asyncio.Future[None] | None = None

    def command(self, data: bytes) -> None:
        """Add a telnet command, which goes before the text of this turn of the loop."""
        if not self._transport.is_closing():
            self._commands.append(data)
            self._schedule()

    def send(self, text: str, prompt: str | None) -> None:
        """Add text, and the prompt to stand at the end."""
        if self._closing:
            return
        if self._paused_at is None and self._screen.would_overflow(text):
            self.write()
        self._screen.say(text)
        if prompt is not None:
            self._screen.ask(prompt)
        if self._screen.overflowed and self._stalled():
            self._drop("reads nothing")
        self._schedule()

    def end_line(self) -> None:
        """Move the client's cursor to a new line."""
        self._screen.end_line()
        self._schedule()

    def write(self) -> None:
        """Write all that waits, if the socket takes it."""
        self._due = False
        if self._paused_at is not None or self._transport.is_closing():
            return
        data = b"".join(self._commands)
        self._commands.clear()
        if (picture := self._screen.picture()) is not None:
            data += picture.lead + encoded(picture.text, self._client.codec)
            if picture.prompted:
                data += self._mark()
        if data:
            self._transport.write(data)
        if self._closing:
            self._transport.close()  # which still sends what it holds
        self._tell_if_empty()

    def pause(self) -> None:
        """The socket takes no more."""
        self._paused_at = self._clock.monotonic()

    def resume(self) -> None:
        """The socket has taken all."""
        self._paused_at = None
        self.write()

    def close(self) -> None:
        """Hang up once all has left; nothing more is taken."""
        self._closing = True
        self._screen.leave()
        self._schedule()

    def lost(self) -> None:
        """The connection is gone."""
        self._closing = True
        self._paused_at = None
        self._commands.clear()
        self._tell_if_empty()

    async def flush(self) -> None:
        """Wait until all has left or the connection is gone, but no longer than `limits.flush` seconds."""
        self.write()
        if self._paused_at is not None:
            if self._empty is None:
                self._empty = self._loop.create_future()
            await at_most(self._clock, self._limits.flush, asyncio.shield(self._empty))

    def _schedule(self) -> None:
        if not self._due:
            self._due = True
            self._loop.call_soon(self.write)

    def _stalled(self) -> bool:
        return (
            self._paused_at is not None and self._clock.monotonic() - self._paused_at > self._limits.stalled
        )

    def _tell_if_empty(self) -> None:
        if self._paused_at is None and self._empty is not None:
            self._empty.set_result(None)
            self._empty = None


def encoded(text: str, codec: str) -> bytes:
    """Text as telnet carries it (RFC 854): CR LF for LF, IAC doubled; what the client's charset lacks becomes "?"."""
    text = _NOT_TEXT.sub("", text).replace("\n", "\r\n")
    return text.encode(codec, "replace").replace(b"\xff", b"\xff\xff")
