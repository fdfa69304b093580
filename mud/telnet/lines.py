"""Puts lines together out of whatever pieces the network delivers."""

from __future__ import annotations

import re
from collections.abc import Callable

from mud.telnet.charsets import whole_characters

_END = re.compile(rb"[\r\n]")
_SECOND_HALF = {0x0D: b"\n\0", 0x0A: b"\r"}  # what may still belong to an end that began with this byte


class LineAssembler:
    """Bytes in, lines out, as bytes without their ends.

    An end is CR LF, CR NUL (RFC 854), LF, CR or LF CR, and may be split between pieces. It counts as soon as its first byte is there, so
    nobody waits for a second one that may not come. Of a longer line `limit` bytes are kept (whole UTF-8 characters); the rest, up to its
    end, is dropped, and `too_long` is called once when that begins.
    """

    __slots__ = ("_held", "_limit", "_overflowing", "_pending", "_too_long")

    def __init__(self, limit: int, too_long: Callable[[], None]) -> None:
        self._limit = limit
        self._too_long = too_long
        self._held = bytearray()
        self._overflowing = False
        self._pending = b""

    def feed(self, piece: bytes) -> list[bytes]:
        """The lines that end in this piece."""
        lines: list[bytes] = []
        start = 0
        while start < len(piece):
            if self._pending:
                belongs = piece[start] in self._pending
                self._pending = b""
                start += belongs
                continue
            end = _END.search(piece, start)
            if end is None:
                self._keep(piece[start:])
                break
            self._keep(piece[start : end.start()])
            self._pending = _SECOND_HALF[piece[end.start()]]
            start = end.end()
            lines.append(self._take())
        return lines

    def rub_out(self) -> None:
        """The client asks to erase the last character (IAC EC): it is edited out with the rest of the line's keys."""
        self._keep(b"\x7f")

    def rub_out_line(self) -> None:
        """The client asks to erase the line so far (IAC EL)."""
        self._held.clear()
        self._overflowing = False

    def _keep(self, data: bytes) -> None:
        if self._overflowing or not data:
            return
        self._held += data
        if len(self._held) > self._limit:
            self._held = bytearray(whole_characters(bytes(self._held), self._limit))
            self._overflowing = True
            self._too_long()

    def _take(self) -> bytes:
        line = bytes(self._held)
        self._held.clear()
        self._overflowing = False
        return line
