"""What one player sees of what happens: events and rooms in words, and nothing told twice."""

from __future__ import annotations

from mud.bus.local import Bus
from mud.text import Block, Scribe, Viewer
from mud.world import events as e
from mud.world.events import Committed, Event
from mud.world.model import RoomView

from .feed import Seen


class Sight:
    """Words what a player perceives. `_picture` is the room that they were shown last, and the event up to which it was true."""

    def __init__(self, bus: Bus, scribe: Scribe) -> None:
        self._bus = bus
        self._scribe = scribe
        self._picture: tuple[str, int] | None = None

    def event(self, seen: Seen, viewer: Viewer) -> Block | None:
        """The event as this viewer perceives it; None if there is nothing to tell, or the room that they were shown tells it already."""
        if self._in_picture(seen, viewer):
            return None
        return self._scribe.event(seen.event, viewer)

    def room(self, view: RoomView, viewer: Viewer, arrival: Seen | None = None) -> Block:
        """The room in which they stand: as they found it when they arrived, if `view` is the arrival's, else as it is now."""
        as_of = _seq(arrival.event) if arrival is not None and view is arrival.view else self._bus.seq
        self._picture = (view.room.id, as_of)
        block = self._scribe.room(view, viewer.lang, viewer.id)
        if view.room.blank and arrival is not None:
            dark = self._scribe.words.line(viewer.lang, "play.into_the_dark")
            return Block((dark, *block.lines[1:]))
        return block

    def _in_picture(self, seen: Seen, viewer: Viewer) -> bool:
        """Whether somebody came or went before the room was shown, so that who is there was told with it."""
        if self._picture is None:
            return False
        room_id, seq = self._picture
        return seen.room_id == room_id and _seq(seen.event) <= seq and _changes_who_is_here(seen.event)


def _seq(event: Event) -> int:
    return event.seq if isinstance(event, Committed) else 0


def _changes_who_is_here(event: Event) -> bool:
    return isinstance(event, (e.Moved, e.Woke, e.LifeBegan, e.FellAsleep, e.GhostMade))
