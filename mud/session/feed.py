"""What one player is shown: everything in one order, each piece whole."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from mud.text import Block
from mud.world.events import Event
from mud.world.model import RoomView

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Seen:
    """An event that was perceived: in which room its viewer stood, and how their room looked at that moment (None: not known)."""

    event: Event
    room_id: str | None
    view: RoomView | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """A look at the room in which the player stands, as it is when the look is shown."""


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of the engine's for this player alone."""

    block: Block


@dataclass(slots=True)
class Telling:
    """One story, for as long as it is wanted: what was not shown when it is broken off never is."""

    feed: Feed
    live: bool = True

    def story(self, sentence: str) -> None:
        """See `mud.master.master.Hearer`."""
        if self.live:
            self.feed.put(Story(sentence, self))


@dataclass(frozen=True, slots=True)
class Story:
    """Whole sentences of a story."""

    text: str
    telling: Telling


@dataclass(frozen=True, slots=True)
class Ready:
    """What was going on has ended: the story is told, and the prompt is due unless more is to come."""


Item = Seen | Look | Words | Story | Ready


Rest = Callable[[], Awaitable[None]]
"""What is still to be done until an item is shown."""


class Feed:
    """Shows items one after another, in the order in which they were put in, all that came in one turn of the loop in the next.

    `show` shows an item and returns None, or the rest of the work if something has to be waited for: then all others wait with it.
    """

    def __init__(self, show: Callable[[Item], Rest | None]) -> None:
        self._show = show
        self._items: deque[Item] = deque()
        self._due = False  # whether `_show_all` is to come, or a rest is being waited for
        self._rest: Rest | None = None
        self._halted = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()

    def put(self, item: Item) -> None:
        """Let something be shown after all that waits already."""
        self._items.append(item)
        if not self._due:
            self._due = True
            self._empty.clear()
            asyncio.get_running_loop().call_soon(self._show_all)

    async def drained(self) -> None:
        """Wait until everything has been shown."""
        await self._empty.wait()

    async def run(self) -> None:
        """Wait for what has to be waited for, until cancelled."""
        while True:
            await self._halted.wait()
            self._halted.clear()
            rest, self._rest = self._rest, None
            if rest is not None:
                try:
                    await rest()
                except Exception:
                    log.exception("could not be shown")
            self._show_all()

    def _show_all(self) -> None:
        """Show what is there, up to the first thing that has to be waited for."""
        while self._items:
            item = self._next()
            try:
                rest = self._show(item)
            except Exception:
                log.exception("could not be shown", item=type(item).__name__)
                continue
            if rest is not None:
                self._rest = rest
                self._halted.set()
                return
        self._due = False
        self._empty.set()

    def _next(self) -> Item:
        """The next item; sentences of one story that wait together are one."""
        item = self._items.popleft()
        while isinstance(item, Story) and self._items:
            after = self._items[0]
            if not isinstance(after, Story) or after.telling is not item.telling:
                break
            item = Story(item.text + after.text, item.telling)
            self._items.popleft()
        return item
