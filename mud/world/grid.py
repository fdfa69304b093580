"""The grid that the castle stands on: directions and positions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """One of the four ways out of a square room."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def opposite(self) -> Direction:
        """The way back."""
        return _OPPOSITE[self]

    @property
    def step(self) -> tuple[int, int]:
        """(dx, dy) of one step this way; x grows eastwards, y grows northwards."""
        return _STEP[self]


_OPPOSITE = {
    Direction.NORTH: Direction.SOUTH,
    Direction.EAST: Direction.WEST,
    Direction.SOUTH: Direction.NORTH,
    Direction.WEST: Direction.EAST,
}
_STEP = {
    Direction.NORTH: (0, 1),
    Direction.EAST: (1, 0),
    Direction.SOUTH: (0, -1),
    Direction.WEST: (-1, 0),
}


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A cell of the castle. `floor` is 0 everywhere until stairs exist."""

    floor: int
    x: int
    y: int

    def towards(self, direction: Direction) -> Position:
        """The neighbouring cell in that direction."""
        dx, dy = direction.step
        return Position(self.floor, self.x + dx, self.y + dy)

    def __str__(self) -> str:
        return f"({self.x}, {self.y})" if self.floor == 0 else f"({self.x}, {self.y}, floor {self.floor})"
