"""The rules of doors, as plain reckoning over a room and its four neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mud.world.grid import Direction
from mud.world.model import DoorWord, Room


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The room in a neighbouring cell: its id, its texts in its own language, and whether it has a door towards us."""

    id: str
    name: str
    description: str
    door_to_us: bool

    @property
    def blank(self) -> bool:
        """Whether nobody has made it yet."""
        return not self.name


Neighbours = Mapping[Direction, Neighbour]


def door_words(room: Room, neighbours: Neighbours) -> dict[Direction, DoorWord]:
    """What the game master is told of each direction.

    Door: a door is there. No door: the room is made and has none there, or the neighbour is made and has none towards us. Unknown: the
    room is blank and may choose.
    """
    return {direction: _word(room, direction, neighbours.get(direction)) for direction in Direction}


def _word(room: Room, direction: Direction, neighbour: Neighbour | None) -> DoorWord:
    if direction in room.doors:
        return DoorWord.DOOR
    if not room.blank or (neighbour is not None and not neighbour.blank):
        return DoorWord.NO_DOOR
    return DoorWord.UNKNOWN


def allowed(wished: Iterable[Direction], words: Mapping[Direction, DoorWord]) -> tuple[Direction, ...]:
    """Those of the wished-for directions in which a door may be made, in the order N, E, S, W."""
    wishes = set(wished)
    return tuple(d for d in Direction if d in wishes and words[d] is DoorWord.UNKNOWN)
