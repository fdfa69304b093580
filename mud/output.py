"""Standard output that cannot be written never ends a game.

An operator pipes the server's words into a program that goes away, closes the terminal, or fills the disk that keeps them. Then the words
are lost, and nothing else: who plays is to notice none of it.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO


class Unfailing(io.TextIOWrapper):
    """A text stream whose words may be lost, and that never raises an `OSError` for it."""

    def write(self, text: str, /) -> int:
        """Write `text`, or lose it."""
        try:
            return super().write(text)
        except OSError as error:
            self._let_go(error)
            return len(text)

    def flush(self) -> None:
        """Write what is held, or lose it."""
        try:
            super().flush()
        except OSError as error:
            self._let_go(error)

    def _let_go(self, error: OSError) -> None:
        """Nobody will ever read a broken pipe again; what is held for it would fail anew at each write, and at the end of the process."""
        if isinstance(error, BrokenPipeError):
            with suppress(OSError):
                nothing = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nothing, self.fileno())
                os.close(nothing)


def be_unfailing() -> None:
    """From now on, writing to standard output and standard error raises no `OSError`."""
    sys.stdout, sys.stderr = _unfailing(sys.stdout), _unfailing(sys.stderr)


def _unfailing(stream: TextIO) -> Unfailing:
    return Unfailing(stream.buffer, stream.encoding, "backslashreplace", line_buffering=True)
