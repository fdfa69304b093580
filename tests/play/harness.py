"""Players for tests: real sockets, a real server, and a readable way to say what happens.

alice = await game.enters("Alice")
await alice.types("north")
await alice.sees("The Hall")
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

PATIENCE = 30.0  # seconds for something to be seen
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
IAC, SB, SE, NOP = 255, 250, 240, 241


class NotSeen(AssertionError):
    """A player did not see what they should have."""


class Tester:
    """One connection: a plain telnet client that answers no option, as nc is one."""

    __test__ = False

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._read = 0
        self._more = asyncio.Event()
        self._negotiation = bytearray()
        self.screen = ""
        self.raw = b""
        self.gone = False
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def connect(cls, port: int) -> Tester:
        """A new connection."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def types(self, line: str, *, ending: str = "\r\n") -> None:
        """Send a line."""
        self._writer.write((line + ending).encode())
        await self._writer.drain()

    async def sends(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)
        await self._writer.drain()

    async def sees(self, *texts: str) -> str:
        """Wait until these texts have come, one after the other, after all that was seen before; what came with them."""
        start = self._read
        for text in texts:
            while (found := _flat(self.screen[self._read :]).find(text)) < 0:
                await self._wait_for_more(text)
            self._read += found + len(text)
        return self.screen[start : self._read]

    async def sees_end(self) -> None:
        """Wait until the server has hung up."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({self._task})

    def has_not_seen(self, text: str) -> None:
        """Nothing of the kind has come so far, from the start."""
        assert text not in _flat(self.screen), f"{text!r} was seen:\n{self.screen}"

    async def vanishes(self) -> None:
        """Break the connection, without a word."""
        self._writer.transport.abort()
        await self.sees_end()

    async def leaves(self) -> None:
        """Close the connection in order."""
        self._task.cancel()
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()

    async def _wait_for_more(self, text: str) -> None:
        self._more.clear()
        if self.gone:
            raise NotSeen(
                f"{text!r} was not seen before the end, after:\n{self.screen[: self._read]}<here>{self.screen[self._read :]}"
            )
        try:
            async with asyncio.timeout(PATIENCE):
                await self._more.wait()
        except TimeoutError:
            seen = f"{self.screen[: self._read]}<here>{self.screen[self._read :]}"
            raise NotSeen(f"{text!r} was not seen in time, after:\n{seen}") from None

    async def _listen(self) -> None:
        try:
            while data := await self._reader.read(65536):
                self.raw += data
                self.screen += _ANSI.sub("", self._plain(data).decode("utf-8", "replace")).replace(
                    "\r\n", "\n"
                )
                self._more.set()
        except ConnectionError:
            pass
        finally:
            self.gone = True
            self._more.set()

    def _plain(self, data: bytes) -> bytes:
        """Without telnet commands; one that is cut off waits for its rest."""
        data = bytes(self._negotiation) + data
        self._negotiation.clear()
        plain, i = bytearray(), 0
        while i < len(data):
            if data[i] != IAC:
                plain.append(data[i])
                i += 1
                continue
            end = _command_end(data, i)
            if end is None:
                self._negotiation += data[i:]
                break
            if data[i + 1] == IAC:
                plain.append(IAC)
            i = end
        return bytes(plain)


def _command_end(data: bytes, start: int) -> int | None:
    """Where the telnet command that begins at `start` ends; None if it is not all there yet."""
    if start + 1 >= len(data):
        return None
    if data[start + 1] == SB:
        end = data.find(bytes([IAC, SE]), start)
        return None if end < 0 else end + 2
    length = 3 if 251 <= data[start + 1] <= 254 else 2
    return start + length if start + length <= len(data) else None


def _flat(text: str) -> str:
    """The text as if no window had wrapped it: one line end is a space, of the same length."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)
