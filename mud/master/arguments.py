"""The types of the tools' arguments, and how what models write is read as them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from mud.castle.texts import LOOK_MOST, NAME_MOST, OPINION_MOST, ROOM_MOST, SPEECH_MOST
from mud.world.grid import Direction

_DIRECTIONS = {
    "N": ("n", "north", "북", "북쪽"),
    "E": ("e", "east", "동", "동쪽"),
    "S": ("s", "south", "남", "남쪽"),
    "W": ("w", "west", "서", "서쪽"),
}
_BY_WORD = {word: direction for direction, words in _DIRECTIONS.items() for word in words}


def read_direction(value: Any) -> Any:
    """One direction, as models like to write it; anything else is left for validation to refuse."""
    return _BY_WORD.get(value.strip().casefold(), value) if isinstance(value, str) else value


Way = Annotated[Direction, BeforeValidator(read_direction)]
Name = Annotated[str, Field(max_length=NAME_MOST)]
Look = Annotated[str, Field(max_length=LOOK_MOST)]
Opinion = Annotated[str, Field(max_length=OPINION_MOST)]
Prose = Annotated[str, Field(max_length=ROOM_MOST)]
Speech = Annotated[str, Field(max_length=SPEECH_MOST)]
Score = Annotated[int, Field(ge=-100, le=100)]


class RoomWords(BaseModel):
    """A room's texts in the castle's other language."""

    name: Name
    description: Prose


class GhostWords(BaseModel):
    """A ghost's texts in the castle's other language."""

    name: Name
    appearance: Look
    character: Look


class NewGhost(GhostWords):
    """A ghost to be."""

    in_other_language: GhostWords | None = None
