"""What stands on the client's screen: text and the prompt, kept apart."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """What to show next: what moves the cursor to where the text begins, the text, and whether it ends in a prompt."""

    lead: bytes
    text: str
    prompted: bool


class Screen:
    """Gathers what is said between two writes, so that one write carries it all with the prompt at its end.

    Text that comes while a prompt stands begins on a line of its own, and the prompt is shown again below it. Of text that cannot leave,
    about `room` characters are held: the oldest goes first, and `lost` is said in its place.
    """

    __slots__ = (
        "_ahead",
        "_behind",
        "_below",
        "_held",
        "_leaving",
        "_lost",
        "_midline",
        "_next",
        "_room",
        "_size",
        "_standing",
        "_step",
        "overflowed",
    )

    def __init__(self, room: int, lost: str) -> None:
        self._room = room
        self._lost = lost
        self._held: deque[str] = deque()
        self._size = 0
        self._next: str | None = None  # the prompt that the next picture is to end in
        self._standing: str | None = (
            None  # the prompt that the last picture ended in, while nobody has answered it
        )
        self._behind = False  # the cursor is behind a prompt that was answered by a hidden line
        self._midline = False  # the cursor is behind text
        self._below = False  # the cursor is on a fresh line, but perhaps not at its start
        self._step = False  # go to a new line even if there is no text
        self._ahead = False  # the prompt to come was answered already, by a line typed ahead
        self._leaving = False  # nobody is to be asked anything any more
        self.overflowed = False  # text was thrown away since the last picture

    def would_overflow(self, text: str) -> bool:
        """Whether there is text waiting that this would drive out."""
        return bool(self._held) and self._size + len(text) > self._room

    def say(self, text: str) -> None:
        """Add text."""
        if not text:
            return
        self._held.append(text)
        self._size += len(text)
        while self._size > self._room and len(self._held) > 1:
            self._size -= len(self._held.popleft())
            self.overflowed = True

    def ask(self, prompt: str) -> None:
        """Set the prompt to stand at the end."""
        self._next = prompt
        self._ahead = False

    def entered(self, *, echoed: bool, returned: bool = True) -> None:
        """A line was entered. `echoed`: the client moved its cursor to the next line, as it does unless ECHO is ours. `returned`: and to
        that line's start.
        """
        self._below = echoed and not returned
        self._behind = not echoed and (self._behind or self._standing is not None)
        self._midline = self._midline and not echoed
        self._standing = None

    def taken(self) -> None:
        """A line is about to be answered. One that was typed ahead answers the prompt that stands now, which is not shown again."""
        self._behind = self._behind or self._standing is not None
        self._standing = None
        self._ahead = self._next is not None

    def end_line(self) -> None:
        """Go to a new line, as the client did not when a hidden line was entered. No prompt stands after it."""
        self._standing = None
        self._behind = self._step = True

    def leave(self) -> None:
        """What is said now is the last: no prompt comes after it."""
        self._leaving = True

    def picture(self) -> Picture | None:
        """All that waits, put together; None if there is nothing to show."""
        body, prompt = "".join(self._held), self._next
        if self.overflowed:
            body = f"{self._lost}\n{body}"
        if not (body or self._step) and (prompt is None or prompt == self._standing):
            self._next = None
            return None
        new_line = self._standing is not None or self._behind
        new_line = new_line or (self._midline and (not body or self.overflowed))
        if prompt is None:
            prompt = self._standing
        if self._leaving:
            prompt = None
        if prompt is not None and body and not body.endswith("\n"):
            body += "\n"
        self._held.clear()
        self._size = 0
        self._next = None
        self._standing = None if self._ahead else prompt
        lead = b"\r\n" if new_line else b"\r" if self._below else b""
        self._behind = self._ahead and prompt is not None
        self._ahead = self._below = self._step = self.overflowed = False
        self._midline = prompt is None and bool(body) and not body.endswith("\n")
        return Picture(lead, body + (prompt or ""), prompt is not None)
