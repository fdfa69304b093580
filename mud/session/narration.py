"""A story that arrives sentence by sentence, set in whole rows."""

from __future__ import annotations

from mud.text import Block, Line, lay_out


class Narration:
    """Gives back the rows that are full, and keeps the last one open for the sentence that follows.

    `changes` counts what was added or ended: whoever waits for more can see whether anything came.

    Rows never change once they are full, as words are put into them one after another. Clients need them whole: some show nothing of a
    row before its end (Mudlet #4312).
    """

    def __init__(self) -> None:
        self.changes = 0
        self._paragraph = ""
        self._given = 0  # rows of the paragraph given already
        self._width = 0

    def add(self, text: str, width: int) -> str:
        """Further sentences, for a window of that width: what to send of the story now."""
        first, *others = text.split("\n")
        sent = self._go_on(first, width)
        for part in others:
            sent += self.end() + self._go_on(part, width)
        return sent

    def end(self) -> str:
        """The paragraph ends here, or something else is to be sent: the row that is still open."""
        rest = "".join(self._rows()[self._given :]) if self._paragraph else ""
        self._paragraph, self._given = "", 0
        self.changes += 1
        return rest

    def _go_on(self, text: str, width: int) -> str:
        if not self._paragraph:
            self._width = width  # a window that changes meanwhile is followed from the next paragraph on
        self._paragraph += text
        self.changes += 1
        full = self._rows()[self._given : -1]
        self._given += len(full)
        return "".join(full)

    def _rows(self) -> list[str]:
        paragraph = self._paragraph.strip()
        return (
            lay_out(Block.of(Line.of(paragraph)), self._width).splitlines(keepends=True) if paragraph else []
        )
