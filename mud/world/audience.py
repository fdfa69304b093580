"""Who perceives an event: decided in one place, for players, ghosts and logs alike."""

from __future__ import annotations

from .events import (
    AccountMade,
    AdminChanged,
    CastleFounded,
    CastleReset,
    Event,
    Moved,
    OpinionChanged,
    PutInWords,
    ResetBegan,
    Told,
    WayOpened,
)

_PEOPLE = ("who", "player", "to")  # as events call those who act, and those to whom something is done


def rooms_of(event: Event) -> tuple[str, ...]:
    """The ids of the rooms in which the event can be perceived; empty when it happens in no room."""
    match event:
        case Moved():
            return (event.from_room, event.room)
        case Told() | AccountMade() | AdminChanged() | CastleFounded() | ResetBegan():
            return ()
        case CastleReset():
            return (event.porch,)
        case _:
            room: str = event.room  # type: ignore[union-attr]  # every other kind happens in one room
            return (room,)


def for_everybody(event: Event) -> bool:
    """Whether everybody perceives the event, wherever they are."""
    return isinstance(event, CastleReset)


def named_in(event: Event, person_id: str) -> bool:
    """Whether the event is of what that person did, or of what was done to them: such a one may perceive it otherwise than all others."""
    people = (getattr(event, part, None) for part in _PEOPLE)
    return any(who is not None and who.id == person_id for who in people)


def perceives(event: Event, viewer_id: str, room_id: str | None) -> bool:
    """Whether somebody in that room sees or hears the event.

    `room_id` is the room in which the viewer stands when the event happens, None for somebody who stands nowhere. A tell reaches the two
    whom it concerns, wherever they are, and a reset everybody; opinions, translations and the castle's own work on its walls are seen by
    nobody.
    """
    match event:
        case Told():
            return viewer_id in (event.who.id, event.to.id)
        case OpinionChanged() | WayOpened() | PutInWords():
            return False
        case _:
            return for_everybody(event) or (room_id is not None and room_id in rooms_of(event))
