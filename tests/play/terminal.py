"""A program in a pseudo-terminal, as somebody sits before it: they type, and read the screen.

terminal = await Terminal.start("telnet", "127.0.0.1", "4000")
terminal.types("north\r")
await terminal.shows("The Hall")
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyte
from ptyprocess import PtyProcess

COLUMNS, ROWS = 100, 50
_NEVER_SEEN = bytes(set(range(0x20)) - set(b"\a\b\t\n\v\f\r\x0e\x0f\x1b"))
"""Control characters that terminals pass over, which this screen would take for the end of a line: nc shows telnet commands as they are."""

PATIENCE = 30.0  # seconds for something to be shown
ENTER = "\r"


class NotShown(AssertionError):
    """The screen did not show what it should have."""


class Terminal:
    """One program and its screen. All that was ever on the screen is in `transcript`, as the program wrote it."""

    def __init__(self, process: PtyProcess) -> None:
        self._process = process
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        self.transcript = b""
        self.gone = False
        asyncio.get_running_loop().add_reader(process.fd, self._read)

    @classmethod
    async def start(cls, *command: str, home: Path, locale: str = "C.UTF-8") -> Terminal:
        """Start a program in a terminal with colours, with that folder for its home, in that locale: of those in the home too."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "TERM": "xterm-256color",
            "LANG": locale,
            "LC_ALL": locale,
            "LOCPATH": f"{home}:/usr/lib/locale",
        }
        return cls(PtyProcess.spawn(list(command), env=environment, dimensions=(ROWS, COLUMNS)))

    @property
    def text(self) -> str:
        """What the screen shows, its rows joined, any run of blanks as one."""
        return " ".join(" ".join(self._screen.display).split())

    def types(self, text: str) -> None:
        """Press these keys."""
        self._process.write(text.encode())

    async def shows(self, *texts: str) -> None:
        """Wait until the screen shows all of these."""
        for text in texts:
            await self._until(lambda text=text: text in self.text, text)

    async def shows_again(self, text: str) -> None:
        """Wait until the screen shows it twice."""
        await self._until(lambda: self.text.count(text) > 1, f"{text} {text}")

    async def ends(self) -> None:
        """Wait until the program has ended."""
        await self._until(lambda: self.gone, "the end")

    def close(self) -> None:
        """End it."""
        self._stop_reading()
        self._process.close(force=True)

    async def _until(self, shown: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not shown():
                    if self.gone:
                        raise NotShown(f"{what!r} was not shown before the end:\n{self._picture()}")
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise NotShown(f"{what!r} was not shown in time:\n{self._picture()}") from None

    def _picture(self) -> str:
        return "\n".join(row.rstrip() for row in self._screen.display if row.strip())

    def _read(self) -> None:
        data = b""
        with suppress(OSError):  # as Linux says that the other side of a pseudo-terminal is closed
            data = os.read(self._process.fd, 65536)
        if not data:
            self.gone = True
            self._stop_reading()
        self.transcript += data
        self._stream.feed(data.translate(None, _NEVER_SEEN))
        self._changed.set()

    def _stop_reading(self) -> None:
        if not self._process.closed:
            asyncio.get_running_loop().remove_reader(self._process.fd)
