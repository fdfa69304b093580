"""Endless is an invariant: a blank room that is not walled in can always be reached.

Reached is easy: a blank room exists only behind a door, and doors never go. Not walled in means: from its cell a way over cells without a
made room leads out of the castle's bounds. The check after a fill asks first for a blank room outside the bounds of all made rooms, at
four index look-ups: such a one lies one cell beyond them (a blank room is next to a made one), is never walled in, and nearly always
there is one. Only when there is none is a way out looked for, from a few blank rooms and over a bounded number of cells, whatever the
castle's size. A way that is longer than that counts as none: then a door too many is opened, and the castle is endless all the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from mud.graph.driver import Transaction
from mud.world.grid import Direction, Position

MOST_STARTS = 50  # blank rooms from which a way out is looked for
MOST_CELLS = 500  # looked at for one way out
AT_ONCE = 25  # cells whose surroundings are looked up in one query

Look = Callable[[Collection[Position]], Awaitable[Mapping[Position, bool]]]
"""Looks cells up: those that have a room, and whether it is made (True) or blank (False)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The smallest rectangle of cells that holds every made room."""

    west: int
    east: int
    south: int
    north: int

    def depth(self, cell: Position) -> int:
        """How many steps it is from a cell to the nearest one outside; 0 for one that is outside."""
        across = min(cell.x - self.west, self.east - cell.x)
        return max(0, 1 + min(across, cell.y - self.south, self.north - cell.y))


@dataclass(frozen=True, slots=True)
class Opening:
    """A door that keeps the castle endless: out of the made room at `position`."""

    position: Position
    direction: Direction


async def needed_opening(tx: Transaction, filled: Position) -> Opening | None:
    """What must be opened after the room at `filled` was made, inside its transaction; None nearly always."""
    floor = filled.floor
    row = (await tx.run("rooms/bounds", floor=floor))[0]
    bounds = Bounds(row["west"], row["east"], row["south"], row["north"])
    beyond = {
        "west": bounds.west - 1,
        "east": bounds.east + 1,
        "south": bounds.south - 1,
        "north": bounds.north + 1,
    }
    if await tx.run("rooms/blank_outside", floor=floor, **beyond):
        return None

    async def look(cells: Collection[Position]) -> dict[Position, bool]:
        found = await tx.run(
            "rooms/in_cells", floor=floor, cells=[{"x": cell.x, "y": cell.y} for cell in cells]
        )
        return {Position(floor, room["x"], room["y"]): room["made"] for room in found}

    rooms = await tx.run("rooms/some_blank", floor=floor, most=MOST_STARTS)
    if await leads_out((Position(floor, room["x"], room["y"]) for room in rooms), bounds, look):
        return None
    beside = {filled.towards(direction): direction for direction in Direction}
    taken = await look(beside.keys())
    for cell, direction in beside.items():
        if cell not in taken and await leads_out([cell], bounds, look):
            return Opening(filled, direction)
    outermost = (await tx.run("rooms/easternmost", floor=floor, east=bounds.east))[0]
    return Opening(Position(floor, bounds.east, outermost["y"]), Direction.EAST)


async def leads_out(starts: Iterable[Position], bounds: Bounds, look: Look, most: float = MOST_CELLS) -> bool:
    """Whether a way over cells without a made room leads out of the bounds, from one of the starts (cells without a made room).

    The cells nearest to the outside are tried first. After `most` cells the search is given up, and no way counts as found.
    """
    seen = set(starts)
    edge = [(bounds.depth(cell), cell) for cell in seen]
    heapify(edge)
    while edge and edge[0][0] > 0 and len(seen) < most:
        tried = [heappop(edge)[1] for _ in range(min(AT_ONCE, len(edge)))]
        around = {cell.towards(direction) for cell in tried for direction in Direction} - seen
        seen |= around
        rooms = await look(around)
        for cell in around:
            if not rooms.get(cell, False):
                heappush(edge, (bounds.depth(cell), cell))
    return bool(edge) and edge[0][0] == 0
