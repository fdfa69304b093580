"""The words for a room's four directions."""

from __future__ import annotations

import pytest

from mud.castle.doors import Neighbour, allowed, door_words
from mud.world.grid import Direction, Position
from mud.world.model import DoorWord, Lang, Room

from .helping import E, N, S, W

MADE = Neighbour("m", "Hall", "A hall.", door_to_us=False)
BLANK = Neighbour("b", "", "", door_to_us=False)


def room(name: str, *doors: Direction) -> Room:
    return Room("r", Position(0, 0, 0), name, name, Lang.EN, frozenset(doors))


@pytest.mark.parametrize(
    ("here", "neighbour", "word"),
    [
        (room("Hall", N), None, DoorWord.DOOR),
        (room("Hall", N), MADE, DoorWord.DOOR),
        (room("Hall", N), BLANK, DoorWord.DOOR),
        (room("", N), MADE, DoorWord.DOOR),
        (room("", N), BLANK, DoorWord.DOOR),
        (room("Hall"), None, DoorWord.NO_DOOR),
        (room("Hall"), MADE, DoorWord.NO_DOOR),
        (room("Hall"), BLANK, DoorWord.NO_DOOR),
        (room(""), MADE, DoorWord.NO_DOOR),
        (room(""), BLANK, DoorWord.UNKNOWN),
        (room(""), None, DoorWord.UNKNOWN),
    ],
)
def test_words(here: Room, neighbour: Neighbour | None, word: DoorWord) -> None:
    around = {} if neighbour is None else {N: neighbour}
    assert door_words(here, around)[N] is word


def test_every_direction_has_a_word() -> None:
    words = door_words(room("", S), {N: MADE, E: BLANK})
    assert words == {N: DoorWord.NO_DOOR, E: DoorWord.UNKNOWN, S: DoorWord.DOOR, W: DoorWord.UNKNOWN}


def test_doors_are_allowed_only_where_nothing_is_known() -> None:
    words = {N: DoorWord.NO_DOOR, E: DoorWord.UNKNOWN, S: DoorWord.DOOR, W: DoorWord.UNKNOWN}
    assert allowed([W, S, E, N], words) == (E, W)
    assert allowed([N, S], words) == ()
