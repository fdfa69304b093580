"""One turn as its tools see it: on whose behalf they act, and where."""

from __future__ import annotations

from dataclasses import dataclass, field

from mud.castle.castle import Castle
from mud.world.events import Said
from mud.world.model import Lang, RoomView, Stand

from .seat import Seat


@dataclass(eq=False, slots=True)
class Turn:
    """What a turn acts on. `stand` moves only by the turn's own calls, and each call is checked against it when it commits.

    In a turn on the engine's behalf `seat` and `stand` are None: it makes the room, and is bound to nobody, but to the castle that has been
    reset so many times. `seen` says whether the
    others in the room have noticed anything of the turn yet.
    """

    id: str
    castle: Castle
    room_id: str
    lang: Lang
    seat: Seat | None = None
    stand: Stand | None = None
    said: Said | None = None
    seen: bool = False
    dead: bool = False
    resets: int = field(init=False)

    def __post_init__(self) -> None:
        self.resets = self.castle.resets

    @property
    def other_lang(self) -> Lang:
        """The language that the castle speaks besides the player's."""
        return other(self.lang)

    async def room(self) -> RoomView:
        """The room as it is now."""
        return await self.castle.view.room(self.room_id)


def other(lang: Lang) -> Lang:
    """The other of the castle's two languages."""
    return Lang.KO if lang is Lang.EN else Lang.EN
