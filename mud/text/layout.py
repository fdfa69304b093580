"""Lays blocks out for one window: wrapped to its width, coloured if it can, and clean of anything that could command it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from wcwidth import iter_graphemes
from wcwidth import width as _cells_of

from .clean import clean
from .styled import Block, Line, Meaning, Span

SGR: Mapping[Meaning, str] = MappingProxyType(
    {
        Meaning.TITLE: "1",
        Meaning.EXIT: "4",
        Meaning.GHOST: "35",
        Meaning.PLAYER: "1",
        Meaning.DANGER: "1;31",
        Meaning.DIM: "2",
    }
)
"""How a meaning looks, as parameters of Select Graphic Rendition (ECMA-48, 8.3.117). What is not here looks like plain prose.

Of the 16 colours only red and magenta are legible on black and on white alike, at 3 to 1 or more with xterm's values; the rest is left
to bold, underlined and faint, which take the reader's own colours.
"""

_RESET = "\x1b[0m"
_HANG = 2  # columns
_WORDS = re.compile(r"( *)([^ ]+)")


def cells(text: str) -> int:
    """How many columns the text takes: two for Hangul, Han and most emoji, none for combining marks."""
    return len(text) if text.isascii() else _cells_of(text, control_codes="ignore")


def lay_out(block: Block, width: int, *, colour: bool = False) -> str:
    """The block for a window of that many columns: rows ended by LF, with SGR sequences when `colour` is true.

    Words are kept whole where they fit in a row. One that does not is broken between characters as a reader sees them (grapheme clusters),
    at least one to a row, however narrow the window.
    """
    return "".join(_rows_of(line, width, colour) for line in block.lines)


@lru_cache(maxsize=2_048)  # a room is looked at again and again, and what happens in it is read by many
def _rows_of(line: Line, width: int, colour: bool) -> str:
    return "".join("".join(_painted(span, colour) for span in row.spans) + "\n" for row in wrap(line, width))


def wrap(line: Line, width: int) -> list[Line]:
    """The line, cleaned, as rows of at most that many columns, without the spaces at which it was broken.

    A line that begins with spaces, as an entry of a list does, goes on a little further in.
    """
    spans = [Span(clean(span.text), span.meaning) for span in line.spans]
    text = "".join(span.text for span in spans)
    if cells(text) <= width:
        return [Line(tuple(span for span in spans if span.text))]
    indent = len(text) - len(text.lstrip(" "))
    hang = max(0, min(indent + _HANG, width // 2)) if indent else 0
    first, *others = _rows(text, width, width - hang)
    further = (
        Line((Span(" " * hang), *_cut(spans, *row))) if hang else Line(tuple(_cut(spans, *row)))
        for row in others
    )
    return [Line(tuple(_cut(spans, *first))), *further]


def paint(line: Line, *, colour: bool = False) -> str:
    """The line as text, cleaned but neither wrapped nor ended: what a prompt needs."""
    return "".join(_painted(Span(clean(span.text), span.meaning), colour) for span in line.spans)


def _painted(span: Span, colour: bool) -> str:
    looks = SGR.get(span.meaning) if colour and span.meaning else None
    return f"\x1b[{looks}m{span.text}{_RESET}" if looks and span.text else span.text


def _cut(spans: list[Span], start: int, end: int) -> Iterator[Span]:
    """The parts of the spans that lie between two places of their joined text."""
    offset = 0
    for span in spans:
        piece = span.text[max(start - offset, 0) : max(end - offset, 0)]
        if piece:
            yield Span(piece, span.meaning)
        offset += len(span.text)


def _rows(text: str, width: int, further: int) -> list[tuple[int, int]]:
    """Where each row of a text too long for one begins and ends; `further` is the width of all but the first."""
    rows: list[tuple[int, int]] = []
    start = end = used = 0
    for word in _WORDS.finditer(text):
        gap = word.end(1) - word.start(1)
        needed = cells(word[2])
        if used + gap + needed <= width:
            end, used = word.end(), used + gap + needed
            continue
        if end > start:
            rows.append((start, end))
            width = further
        start, end, used = word.start(2), word.end(2), needed
        if needed > width:
            *full, (start, end) = _broken(word[2], start, width, further)
            rows.extend(full)
            width = further
            used = cells(text[start:end])
    return [*rows, (start, end)]


def _broken(word: str, offset: int, width: int, further: int) -> list[tuple[int, int]]:
    """A word too long for a row, as full rows and a last one; `offset` is where it begins, `further` the width of all but the first row."""
    rows: list[tuple[int, int]] = []
    start = end = offset
    used = 0
    for grapheme in iter_graphemes(word):
        needed = cells(grapheme)
        if used + needed > width and end > start:
            rows.append((start, end))
            start, used, width = end, 0, further
        end, used = end + len(grapheme), used + needed
    return [*rows, (start, end)]
