"""What must hold of every castle: invariants, each by name, looked for in the graph.

Nearly every invariant is a query over one page of things, so that a castle of any size is checked a page at a time. Two ask how the rooms
hang together, and read the whole map for it: some 250 bytes of memory for each room.

What looks broken is looked at once more before it is reported. Beside a running server, a page and what it is held against may have been
read on two sides of a commit.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from mud.graph.driver import Record
from mud.world.grid import Direction, Position

from .endless import free_cells

PAGE = 2_000  # things in one query


@dataclass(frozen=True, slots=True)
class Breach:
    """An invariant that does not hold, and the ids of the things (of one page) for which it does not."""

    invariant: str
    ids: tuple[str, ...]


class Reads(Protocol):
    """Whoever runs reading queries by their names: a `Graph`."""

    async def read(self, query: str, **parameters: Any) -> list[Record]:
        """The rows of a query."""
        ...


Find = Callable[[Reads, int], AsyncIterator[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Invariant:
    """Something that always holds.

    `find(graph, page)` yields the ids of those things for which it does not, having looked at no more than `page` of them at once.
    """

    name: str
    find: Find


def castle_invariants() -> tuple[Invariant, ...]:
    """The invariants of everything that this package writes."""
    return (
        paged("castle_one"),
        paged("castle_original"),
        paged("castle_bounds"),
        paged("room_half_made"),
        paged("room_cell"),
        paged("room_words"),
        paged("door_direction"),
        paged("door_pair"),
        paged("door_single"),
        Invariant("room_unreachable", _unreachable),
        Invariant("castle_endless", _walled_in),
        paged("player_place"),
        paged("player_account"),
        paged("player_lives"),
        paged("account_player"),
        paged("account_name"),
        paged("guest_name"),
        paged("ghost_place"),
        paged("ghost_name"),
        paged("ghost_texts"),
        paged("opinion"),
        paged("opinion_single"),
        paged("item_holder"),
        paged("words_attached"),
        paged("event_id", first=0),
        paged("event_order", first=0),
        paged("event_count"),
    )


async def check(
    graph: Reads, invariants: Sequence[Invariant] | None = None, *, page: int = PAGE
) -> AsyncIterator[Breach]:
    """Every breach of these invariants; of the castle's, if none are given. Raises `GraphUnavailable`, `GraphError`."""
    for invariant in castle_invariants() if invariants is None else invariants:
        async for ids in invariant.find(graph, page):
            yield Breach(invariant.name, ids)


def paged(name: str, first: str | int = "") -> Invariant:
    """The invariant that the query `check/NAME` looks for.

    It takes `after` and `limit`, and returns one row: `last` (where the next page goes on), `seen` (how many things it looked at; 0 when
    it looks at all of them at once) and `broken` (ids). `first` comes before every `last`.
    """

    async def find(graph: Reads, page: int) -> AsyncIterator[tuple[str, ...]]:
        async def look(after: str | int) -> Record:
            rows = await graph.read(f"check/{name}", after=after, limit=page)
            return rows[0] if rows else {"last": None, "seen": 0, "broken": []}

        after = first
        while True:
            row = await look(after)
            if row["broken"]:
                again = set((await look(after))["broken"])
                if still := tuple(i for i in row["broken"] if i in again):
                    yield still
            if row["seen"] < page:
                return
            after = row["last"]

    return Invariant(name, find)


@dataclass(slots=True)
class _Map:
    """The rooms by their cells: whether they are made, the ways out of them, and the porch among them."""

    made: dict[Position, bool] = field(default_factory=dict)
    doors: dict[Position, str] = field(default_factory=dict)
    porch: Position | None = None

    def reached(self) -> set[Position]:
        """The cells that ways over doors lead to from the porch."""
        if self.porch is None:
            return set()
        found, edge = {self.porch}, [self.porch]
        while edge:
            here = edge.pop()
            for direction in Direction:
                there = here.towards(direction)
                if direction.value in self.doors[here] and there in self.made and there not in found:
                    found.add(there)
                    edge.append(there)
        return found

    def endless(self) -> bool:
        """Whether a blank room can be reached that is not walled in."""
        if not any(self.made.values()):
            return False
        blank = [cell for cell in self.reached() if not self.made[cell]]
        xs, ys = zip(*((cell.x, cell.y) for cell, made in self.made.items() if made), strict=True)
        west, east, south, north = min(xs), max(xs), min(ys), max(ys)
        if any(not (west <= cell.x <= east and south <= cell.y <= north) for cell in blank):
            return True  # outside the bounds nothing walls a room in
        free = free_cells(self.made)
        return any(cell in free for cell in blank)


async def _read_map(graph: Reads, page: int) -> _Map:
    known, after = _Map(), ""
    while True:
        rows = await graph.read("check/map", after=after, limit=page)
        for row in rows:
            if None in (row["floor"], row["x"], row["y"]):
                continue  # the invariant of cells tells of it
            cell = Position(row["floor"], row["x"], row["y"])
            known.made[cell] = bool(row["made"])
            known.doors[cell] = "".join(row["doors"])
            if row["start"]:
                known.porch = cell
        if len(rows) < page:
            return known
        after = rows[-1]["id"]


async def _unreachable(graph: Reads, page: int) -> AsyncIterator[tuple[str, ...]]:
    """Rooms to which no way over doors leads from the porch."""
    known = await _read_map(graph, page)
    lost = known.made.keys() - known.reached()
    if lost:
        known = await _read_map(graph, page)
        lost &= known.made.keys() - known.reached()
    for cell in sorted(lost):
        rows = await graph.read("rooms/at", floor=cell.floor, x=cell.x, y=cell.y)
        yield tuple(str(row["id"]) for row in rows)


async def _walled_in(graph: Reads, page: int) -> AsyncIterator[tuple[str, ...]]:
    """The castle, if there is no blank room that can be reached and from which a way leads out of its bounds."""
    if not (await _read_map(graph, page)).endless() and not (await _read_map(graph, page)).endless():
        yield ("castle",)
