"""What happened to a room while somebody slept in it, in a few lines."""

from __future__ import annotations

from collections.abc import Iterable

from mud.text import Block, Line, Viewer, Wordbook, render
from mud.world import events as e

MOST_LINES = 5

_WEIGHT = {e.CastleReset: 4, e.Died: 3, e.GhostMade: 2, e.Said: 1, e.Emoted: 1, e.Acted: 1}
"""What is told, and what of it goes first when there is too much. Who came and went is told by the room itself, or is over."""


def while_asleep(events: Iterable[e.Committed], viewer: Viewer, words: Wordbook) -> Block | None:
    """The events, in order, as somebody would have seen them who is awake now: the most important, of those the newest, and how many more
    there were. None if there is nothing to tell.
    """
    told = [event for event in events if type(event) in _WEIGHT]
    told.sort(key=lambda event: (_WEIGHT[type(event)], event.seq), reverse=True)
    chosen = sorted(told[:MOST_LINES], key=lambda event: event.seq)
    lines = [line for event in chosen for line in _lines(event, viewer, words)]
    if not lines:
        return None
    heading = words.line(viewer.lang, "play.while_asleep")
    rest = len(told) - len(chosen)
    more = [words.line(viewer.lang, "play.while_asleep_more", n=rest)] if rest else []
    return Block((heading, *lines, *more))


def _lines(event: e.Committed, viewer: Viewer, words: Wordbook) -> tuple[Line, ...]:
    block = render(event, viewer, words)
    return () if block is None else tuple(Line.of("  ") + line for line in block.lines)
