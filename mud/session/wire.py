"""What a session needs of the connection under it. Telnet is one; a browser's socket may be another."""

from __future__ import annotations

from typing import Protocol


class WireClosed(Exception):
    """The other end is gone, or we hung up: there will be no more lines."""


class Wire(Protocol):
    """One connection, carrying whole lines in and text out. Facts about the client change as negotiation goes on."""

    @property
    def address(self) -> str:
        """The peer's address, without the port."""
        ...

    @property
    def origin(self) -> str:
        """What limits for an address are counted by: the address; of IPv6 its network of 64 bits, which one household or machine has."""
        ...

    @property
    def width(self) -> int:
        """Columns of the client's window: 40 to 250, 80 while unknown."""
        ...

    @property
    def height(self) -> int:
        """Rows of the client's window: 10 to 100, 24 while unknown."""
        ...

    @property
    def colour(self) -> bool:
        """Whether the client is known to show ANSI colours (16 of them at least)."""
        ...

    @property
    def client(self) -> str:
        """The client's own name for itself or its terminal; "" while unknown."""
        ...

    @property
    def language(self) -> str:
        """The client's language as its locale says it ("ko", "en"); "" while unknown."""
        ...

    @property
    def masks(self) -> bool | None:
        """Whether the client hides what is typed at a password prompt; None while unknown."""
        ...

    @property
    def waiting(self) -> int:
        """How many lines have come and wait to be taken."""
        ...

    async def line(self) -> str:
        """The next line typed: decoded, NFC, cleaned of control characters, without its end. Raises `WireClosed` after the last one:
        what is sent may arrive all the same, until `gone`.
        """
        ...

    def send(self, text: str, *, prompt: str | None = None) -> None:
        """Queue text (lines ended by LF; SGR sequences are the only control sequences in it), and the prompt to stand after it, if any.

        Text that comes while a prompt stands unanswered begins on a line of its own. Never waits: a client that does not read loses the
        oldest text, is told so, and is dropped when that does not help.
        """
        ...

    def mask(self, on: bool) -> None:
        """Ask the client to hide (or show again) what is typed, by ECHO alone. To be asked again, on or off, after each hidden line."""
        ...

    async def flush(self) -> None:
        """Wait until what was sent has left, or the connection is gone; at most a few seconds."""
        ...

    def close(self) -> None:
        """Hang up once what was sent has left."""
        ...

    async def gone(self) -> None:
        """Wait until nothing that is sent arrives any more."""
        ...
