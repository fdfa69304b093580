"""The castle that is measured, as plain values: where its rooms, doors, ghosts and sleepers are.

Columns of rooms stand side by side, north of a gallery that joins them. From the south, in each column:

    1           a room of the gallery; that at x = 0, where the porch's door leads, is the plaza, in which a crowd sleeps
    2           a chamber with one ghost, and one sleeper who talks to it
    3 …         rooms where nobody is, as many as the castle is to have
    the last    two halls: in the southern one five players sleep, who walk north and south between the two

A player who walks north and south in turn never leaves the two halls, wherever in them the walk begins: the northern one has no other
door. Behind both ends of the gallery lies a blank room, outside the bounds of all that are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mud.world.grid import Direction, Position
from mud.world.model import Lang, Words

COLUMNS = 200
GALLERY, CHAMBER, LEAST_HEIGHT = 1, 2, 4
IN_A_HALL, IN_THE_CROWD = 5, 200

PLAZA = Position(0, 0, GALLERY)


GHOST = (
    Words(
        Lang.EN,
        "Agatha",
        "a thin lady in grey silk who counts the flagstones under her breath",
        "Proud, lonely, and afraid of losing count.",
    ),
    Words(
        Lang.KO,
        "아가타",
        "회색 비단옷을 입고 바닥돌을 중얼중얼 세는 야윈 부인",
        "자존심이 세고 외로우며, 세던 수를 잊을까 두려워한다.",
    ),
)
"""What every ghost is, in English and in Korean."""


@dataclass(frozen=True, slots=True)
class Sleeper:
    """A player with an account, asleep in a room."""

    name: str
    position: Position


class Layout:
    """A castle of so many made rooms besides the porch.

    Raises `ValueError` for a number that is no multiple of `columns`, or too small for two halls and a chamber in each.
    """

    def __init__(self, rooms: int, columns: int = COLUMNS) -> None:
        self.height, rest = divmod(rooms, columns)
        if rest or self.height < LEAST_HEIGHT:
            raise ValueError(
                f"rooms: a multiple of {columns}, {LEAST_HEIGHT * columns} or more, but not {rooms}"
            )
        self.west, self.east = -(columns // 2), columns - columns // 2 - 1

    def made(self) -> Iterator[Position]:
        """The rooms to make: all but the porch."""
        for x in range(self.west, self.east + 1):
            for y in range(GALLERY, self.height + 1):
                yield Position(0, x, y)

    def blank(self) -> Iterator[Position]:
        """The blank rooms."""
        yield Position(0, self.west - 1, GALLERY)
        yield Position(0, self.east + 1, GALLERY)

    def doors(self) -> Iterator[tuple[Position, Direction]]:
        """Each door but the porch's, once: the room on its one side, and the direction in which it leads from there."""
        yield Position(0, self.west - 1, GALLERY), Direction.EAST
        for position in self.made():
            if position.y < self.height:
                yield position, Direction.NORTH
            if position.y == GALLERY:
                yield position, Direction.EAST

    def haunted(self) -> Iterator[Position]:
        """The rooms with a ghost."""
        for x in range(self.west, self.east + 1):
            yield Position(0, x, CHAMBER)

    def sleepers(self) -> Iterator[Sleeper]:
        """Who has an account: p0000 and so on in the halls, t0000 and so on in the chambers, b0000 and so on on the plaza."""
        for column, x in enumerate(range(self.west, self.east + 1)):
            for n in range(IN_A_HALL):
                yield Sleeper(f"p{column * IN_A_HALL + n:04d}", Position(0, x, self.height - 1))
            yield Sleeper(f"t{column:04d}", Position(0, x, CHAMBER))
        for n in range(IN_THE_CROWD):
            yield Sleeper(f"b{n:04d}", PLAZA)


def room_texts(position: Position) -> tuple[Words, Words]:
    """A made room's texts, in English and in Korean."""
    where, strokes = f"{position.x + 1_000}-{position.y}", position.y * 7 % 40 + 2
    return (
        Words(
            Lang.EN,
            f"Hall {where}",
            f"The stones of hall {where} hum quietly underfoot. Torches gutter along the walls, and the damp air smells of iron "
            f"and old smoke. Somebody has scratched {strokes} strokes into the plaster and then given up counting. In a niche stands "
            "the stump of a candle that nobody has lit for a hundred years.",
        ),
        Words(
            Lang.KO,
            f"{where} 홀",
            f"{where} 홀의 돌바닥이 발밑에서 나직이 울린다. 벽을 따라 횃불이 꺼질 듯 타고, 축축한 공기에서는 쇠와 오래된 연기 냄새가 "
            f"난다. 누군가 회벽에 줄을 {strokes}개 긋다가 세기를 그만두었다. 벽감에는 백 년 동안 아무도 켜지 않은 초가 서 있다.",
        ),
    )
