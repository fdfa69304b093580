"""Puts what is seen into words, once for all who read the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from mud.world.audience import named_in
from mud.world.events import Event
from mud.world.model import Lang, RoomView

from .render import Viewer, render
from .room import others_block, sight_block
from .styled import Block
from .words import Wordbook

MOST_KEPT = 1_024  # a block is about a kilobyte

_Made = tuple[tuple[object, ...], Block | None]


class Scribe:
    """Words events and rooms for whoever sees them, and keeps the newest `most`.

    Of those who stand in one room and speak one language, all read of an event the same, but for those whom it names; and all see the
    same room, but for who else is there. Things are known by identity: they never change, and nobody has to compare their texts.
    """

    def __init__(self, words: Wordbook, most: int = MOST_KEPT) -> None:
        self.words = words
        self._most = most
        self._made: OrderedDict[Hashable, _Made] = OrderedDict()

    def event(self, event: Event, viewer: Viewer) -> Block | None:
        """See `render`."""
        named = viewer.id if named_in(event, viewer.id) else None
        key = (id(event), viewer.lang, viewer.room_id, named)
        return self._once(key, (event,), lambda: render(event, viewer, self.words))

    def room(self, view: RoomView, lang: Lang, me_id: str) -> Block:
        """See `room_block`."""
        key = (id(view.room), id(view.ghosts), lang)
        seen = self._once(key, (view.room, view.ghosts), lambda: sight_block(view, lang, self.words))
        return (seen or Block()) + others_block(view, lang, me_id, self.words)

    def _once(self, key: Hashable, of: tuple[Any, ...], make: Callable[[], Block | None]) -> Block | None:
        """What was made of these things. They are kept with it: while they are, nothing else has their identity."""
        if (made := self._made.get(key)) is None:
            made = self._made[key] = (of, make())
            if len(self._made) > self._most:
                self._made.popitem(last=False)
        return made[1]
