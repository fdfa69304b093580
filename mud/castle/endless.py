"""Endless is an invariant: a blank room that is not walled in can always be reached.

Reached is easy: a blank room exists only behind a door, and doors never go. Not walled in means: from its cell a way over cells without a
made room leads out of the castle's bounds. The check after a fill asks first for a blank room outside the bounds of all made rooms, at
four index look-ups: such a one lies one cell beyond them (a blank room is next to a made one), is never walled in, and nearly always
there is one. Only when there is none are all rooms read and a way out searched for, which a castle of any size has next to no chance to
need.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mud.graph.driver import Transaction
from mud.world.grid import Direction, Position

Cells = Mapping[Position, bool]
"""Cells that have a room, and whether it is made (True) or blank (False)."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A door that keeps the castle endless: out of the made room at `position`."""

    position: Position
    direction: Direction


async def needed_opening(tx: Transaction, filled: Position) -> Opening | None:
    """What must be opened after the room at `filled` was made, inside its transaction; None nearly always."""
    bounds = (await tx.run("rooms/bounds", floor=filled.floor))[0]
    beyond = {
        "west": bounds["west"] - 1,
        "east": bounds["east"] + 1,
        "south": bounds["south"] - 1,
        "north": bounds["north"] + 1,
    }
    if await tx.run("rooms/blank_outside", floor=filled.floor, **beyond):
        return None
    rows = await tx.run("rooms/cells", floor=filled.floor)
    return opening({Position(filled.floor, row["x"], row["y"]): bool(row["made"]) for row in rows}, filled)


def opening(cells: Cells, filled: Position) -> Opening | None:
    """The door to open, if no blank room is free: from the room just made if a way leads out from there, else from the outermost one."""
    free = free_cells(cells)
    if any(not made and position in free for position, made in cells.items()):
        return None
    for direction in Direction:
        beyond = filled.towards(direction)
        if beyond not in cells and beyond in free:
            return Opening(filled, direction)
    outermost = max(
        position for position, made in cells.items() if made
    )  # the easternmost, then the northernmost
    return Opening(outermost, Direction.EAST)


def free_cells(cells: Cells) -> set[Position]:
    """The cells in and just around the castle's bounds from which a way over cells without a made room leads out."""
    made = {position for position, is_made in cells.items() if is_made}
    if not made:
        return set(cells)
    floor = next(iter(made)).floor
    west, east = min(p.x for p in made) - 1, max(p.x for p in made) + 1
    south, north = min(p.y for p in made) - 1, max(p.y for p in made) + 1
    start = Position(floor, west, south)  # outside the bounds, and so is the whole frame around them
    free, queue = {start}, deque([start])
    while queue:
        for cell in _around(queue.popleft()):
            inside = west <= cell.x <= east and south <= cell.y <= north
            if inside and cell not in made and cell not in free:
                free.add(cell)
                queue.append(cell)
    return free


def _around(position: Position) -> Iterable[Position]:
    return (position.towards(direction) for direction in Direction)
