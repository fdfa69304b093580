"""What must hold of every castle: invariants, each by name, looked for in the graph.

Nearly every invariant is a query over one page of things, so that a castle of any size is checked a page at a time. Two ask how the rooms
hang together, and read the whole map for it: some 250 bytes of memory for each room.

What looks broken is looked at again before it is reported. Beside a running server, a page and what it is held against may have been read
on two sides of a commit.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

from mud.graph.driver import Record
from mud.world.grid import Direction, Position

from .endless import Bounds, leads_out
from .errors import UnderReset

PAGE = 2_000  # things in one query
LOOKS = 4  # at what looks broken: what is so every time is

ROOM, PLAYER, ACCOUNT, GHOST, ITEM, EVENT = "room", "player", "account", "ghost", "item", "event"

_END = "\uffff"  # comes after every id


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


class Pages:
    """The things of a graph in pages of so many, each named by where it begins and where the next one does.

    A page has both bounds because one engine looks a range up in the index only then: with a limit in place of the second bound it would
    read all things for every page.
    """

    def __init__(self, graph: Reads, page: int) -> None:
        self.graph = graph
        self._page = page
        self._known: dict[str, list[dict[str, Any]]] = {}
        self._map: _Map | None = None

    async def of(self, kind: str) -> list[dict[str, Any]]:
        """The pages of a kind of thing, as the parameters `from` and `to`. The query `check/pages_KIND` says where each begins."""
        if kind not in self._known:
            rows = await self.graph.read(f"check/pages_{kind}", page=self._page)
            firsts = [row["first"] for row in rows]
            ends = [first + self._page for first in firsts] if kind == EVENT else [*firsts[1:], _END]
            self._known[kind] = [{"from": first, "to": end} for first, end in zip(firsts, ends, strict=False)]
        return self._known[kind]

    async def map(self, *, anew: bool = False) -> _Map:
        """How the rooms hang together; read once, but for who wants it `anew`."""
        if self._map is None or anew:
            self._map = await _read_map(self)
        return self._map


Find = Callable[[Pages], AsyncIterator[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Invariant:
    """Something that always holds. `find` yields the ids of those things for which it does not."""

    name: str
    find: Find


def castle_invariants() -> tuple[Invariant, ...]:
    """The invariants of everything that this package writes."""
    return (
        whole("castle_one"),
        whole("castle_original"),
        whole("castle_bounds"),
        paged("room_half_made", ROOM),
        paged("room_cell", ROOM),
        paged("room_words", ROOM),
        paged("door_direction", ROOM),
        paged("door_pair", ROOM),
        paged("door_single", ROOM),
        Invariant("room_unreachable", _unreachable),
        Invariant("castle_endless", _walled_in),
        paged("player_place", PLAYER),
        paged("player_account", PLAYER),
        paged("player_lives", PLAYER),
        paged("account_player", ACCOUNT),
        paged("account_name", ACCOUNT),
        paged("guest_name", PLAYER),
        paged("ghost_place", GHOST),
        paged("ghost_name", GHOST),
        paged("ghost_texts", GHOST),
        paged("opinion", GHOST),
        paged("opinion_single", GHOST),
        paged("item_holder", ITEM),
        whole("words_attached"),
        paged("event_id", EVENT),
        paged("event_order", EVENT),
        Invariant("event_count", _miscounted),
    )


async def check(
    graph: Reads, invariants: Sequence[Invariant] | None = None, *, page: int = PAGE
) -> AsyncIterator[Breach]:
    """Every breach of these invariants; of the castle's, if none are given.

    Raises `UnderReset` (a castle of which only a part is left holds to nothing), `GraphUnavailable`, `GraphError`.
    """
    pages = Pages(graph, page)
    began = await _resets(graph)
    for invariant in castle_invariants() if invariants is None else invariants:
        async for ids in invariant.find(pages):
            if await _resets(graph) != began:
                raise UnderReset
            yield Breach(invariant.name, ids)


async def _resets(graph: Reads) -> list[int]:
    """How often the castle was reset. Raises `UnderReset`."""
    rows = await graph.read("castle/counters")
    if any(row["resetting"] for row in rows):
        raise UnderReset
    return [row["resets"] for row in rows]


def paged(name: str, kind: str) -> Invariant:
    """The invariant that the query `check/NAME` looks for in one page of a kind of thing.

    It takes `from` and `to`, and returns one row: `broken`, the ids of those for which it does not hold.
    """

    async def find(pages: Pages) -> AsyncIterator[tuple[str, ...]]:
        for bounds in await pages.of(kind):
            if ids := await _broken(pages.graph, name, bounds):
                yield ids

    return Invariant(name, find)


def whole(name: str) -> Invariant:
    """The invariant that the query `check/NAME` looks for in the whole graph at once; it returns `broken` too."""

    async def find(pages: Pages) -> AsyncIterator[tuple[str, ...]]:
        if ids := await _broken(pages.graph, name, {}):
            yield ids

    return Invariant(name, find)


async def _broken(graph: Reads, name: str, bounds: dict[str, Any]) -> tuple[str, ...]:
    """The ids that a query calls broken every time."""
    broken = await _look(graph, name, bounds)
    for _ in range(LOOKS - 1):
        if not broken:
            break
        again = set(await _look(graph, name, bounds))
        broken = [i for i in broken if i in again]
    return tuple(broken)


async def _look(graph: Reads, name: str, bounds: dict[str, Any]) -> list[str]:
    return [str(i) for row in await graph.read(f"check/{name}", **bounds) for i in row["broken"]]


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

    async def endless(self) -> bool:
        """Whether a blank room can be reached that is not walled in."""
        made = [cell for cell, is_made in self.made.items() if is_made]
        if not made:
            return False
        xs, ys = {cell.x for cell in made}, {cell.y for cell in made}
        bounds = Bounds(min(xs), max(xs), min(ys), max(ys))

        async def look(cells: Collection[Position]) -> dict[Position, bool]:
            return {cell: self.made[cell] for cell in cells if cell in self.made}

        blank = (cell for cell in self.reached() if not self.made[cell])
        return await leads_out(blank, bounds, look, most=inf)


async def _read_map(pages: Pages) -> _Map:
    known = _Map()
    for bounds in await pages.of(ROOM):
        [page] = await pages.graph.read("check/map", **bounds)
        for floor, x, y, made, start, doors in page["rooms"]:
            if None in (floor, x, y):
                continue  # the invariant of cells tells of it
            cell = Position(floor, x, y)
            known.made[cell] = bool(made)
            known.doors[cell] = "".join(doors)
            if start:
                known.porch = cell
    return known


async def _unreachable(pages: Pages) -> AsyncIterator[tuple[str, ...]]:
    """Rooms to which no way over doors leads from the porch."""
    known = await pages.map()
    lost = known.made.keys() - known.reached()
    if lost:
        known = await pages.map(anew=True)
        lost &= known.made.keys() - known.reached()
    for cell in sorted(lost):
        rows = await pages.graph.read("rooms/at", floor=cell.floor, x=cell.x, y=cell.y)
        yield tuple(str(row["id"]) for row in rows)


async def _walled_in(pages: Pages) -> AsyncIterator[tuple[str, ...]]:
    """The castle, if there is no blank room that can be reached and from which a way leads out of its bounds."""
    if not await (await pages.map()).endless() and not await (await pages.map(anew=True)).endless():
        yield ("castle",)


async def _miscounted(pages: Pages) -> AsyncIterator[tuple[str, ...]]:
    """The castle, if its counter does not stand where the log ends, with as many events in it.

    The log's end is read before the counter, and the events up to the counter after it: a server that writes meanwhile breaks nothing.
    """
    end = (await pages.graph.read("check/log_end"))[0]["end"]
    for castle in await pages.graph.read("castle/counters"):
        seq = castle["seq"]
        if (
            seq is None
            or end > seq
            or (await pages.graph.read("check/log_count", to=seq))[0]["events"] != seq
        ):
            yield ("castle",)
