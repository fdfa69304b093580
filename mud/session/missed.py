"""What somebody would have read while their link was lost."""

from __future__ import annotations

from collections import deque

from mud.text import Block, Line, Wordbook
from mud.world.model import Lang

MOST_LINES = 40  # the newest are kept


class Missed:
    """Keeps lines until they can be told, and counts those that it had to let go."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque()
        self._let_go = 0
        self._story = ""

    def keep(self, block: Block) -> None:
        """Keep these lines."""
        self._end_story()
        for line in block.lines:
            self._keep(line)

    def keep_story(self, text: str) -> None:
        """Keep further sentences of a story; LF parts its paragraphs."""
        *ended, self._story = (self._story + text).split("\n")
        for paragraph in ended:
            self._keep_paragraph(paragraph)

    def told(self, lang: Lang, words: Wordbook) -> Block | None:
        """All that was kept, under a heading, and forgotten now; None if there is nothing."""
        self._end_story()
        if not self._lines:
            return None
        heading = [words.line(lang, "play.missed")]
        if self._let_go:
            heading.append(words.line(lang, "play.missed_more", n=self._let_go))
        block = Block((*heading, *self._lines))
        self._lines.clear()
        self._let_go = 0
        return block

    def _end_story(self) -> None:
        self._keep_paragraph(self._story)
        self._story = ""

    def _keep_paragraph(self, text: str) -> None:
        if text.strip():
            self._keep(Line.of(text.strip()))

    def _keep(self, line: Line) -> None:
        self._lines.append(line)
        if len(self._lines) > MOST_LINES:
            self._lines.popleft()
            self._let_go += 1
