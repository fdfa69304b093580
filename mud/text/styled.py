"""A text as the game means it, before any window's width or colour: spans with a meaning, lines of spans, blocks of lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Meaning(StrEnum):
    """What a piece of text is, from which its looks follow."""

    TITLE = "title"
    EXIT = "exit"
    GHOST = "ghost"
    PLAYER = "player"
    SPEECH = "speech"
    DANGER = "danger"
    DIM = "dim"
    PROMPT = "prompt"


class Span(NamedTuple):
    """A piece of text with one meaning; None: plain prose. A tuple, because a line of the castle's is made of many."""

    text: str
    meaning: Meaning | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Spans that follow each other without a break. A window too narrow for it shows it on several rows."""

    spans: tuple[Span, ...] = ()

    @classmethod
    def of(cls, text: str, meaning: Meaning | None = None) -> Line:
        """A line of one span."""
        return cls((Span(text, meaning),))

    @property
    def text(self) -> str:
        """Its words alone."""
        return "".join(span.text for span in self.spans)

    def __add__(self, other: Line) -> Line:
        return Line(self.spans + other.spans)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together and are never torn apart by other text. An empty line parts paragraphs."""

    lines: tuple[Line, ...] = ()

    @classmethod
    def of(cls, *lines: Line) -> Block:
        """A block of these lines."""
        return cls(lines)

    @classmethod
    def prose(cls, texts: Iterable[str], meaning: Meaning | None = None) -> Block:
        """A block with one line for each text."""
        return cls(tuple(Line.of(text, meaning) for text in texts))

    @property
    def text(self) -> str:
        """Its words alone, the lines parted by LF."""
        return "\n".join(line.text for line in self.lines)

    def __add__(self, other: Block) -> Block:
        return Block(self.lines + other.lines)
