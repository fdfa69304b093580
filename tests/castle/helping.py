"""Castles for tests: opened on a graph, with players in them."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from mud.castle.castle import Castle, Porch, open_castle
from mud.castle.check import Breach, check
from mud.castle.lease import Holder, Lease
from mud.castle.rooms import MadeRoom
from mud.graph.driver import Graph
from mud.world.chance import SystemClock
from mud.world.events import Committed
from mud.world.grid import Direction, Position
from mud.world.model import GhostProposal, Lang, RoomProposal, Stand, Words
from mud.world.records import from_record

N, E, S, W = Direction

PORCH = Porch(
    Words(Lang.EN, "The Porch", "A creaking porch, and one towering door."),
    Words(Lang.KO, "현관 앞 마루", "삐걱거리는 마루와 까마득한 문 하나."),
)


class NumberedIds:
    """Ids in the order in which they were asked for."""

    def __init__(self, prefix: str = "id") -> None:
        self._prefix = prefix
        self._numbers = itertools.count(1)

    def new(self) -> str:
        return f"{self._prefix}{next(self._numbers):06}"


class TickingClock(SystemClock):
    """The machine's clock, but no two moments of it are the same, and it begins on a given day."""

    def __init__(self) -> None:
        self._moments = itertools.count(1)

    def now(self) -> datetime:
        return datetime(2030, 10, 31, tzinfo=UTC) + timedelta(milliseconds=next(self._moments))


@asynccontextmanager
async def standing(graph: Graph, *, run: str = "us", ids_prefix: str = "id") -> AsyncIterator[Castle]:
    """The castle of a graph, under a lease of this process. A second run on one graph needs ids of its own."""
    clock = TickingClock()
    lease = Lease(graph, clock, Holder("here", 1, run))
    async with open_castle(
        graph, clock=clock, ids=NumberedIds(ids_prefix), lang=Lang.EN, porch=PORCH, lease=lease
    ) as castle:
        yield castle


class Guests:
    """Makes guests, each with a name of its own, and remembers where they stand."""

    def __init__(self, castle: Castle) -> None:
        self.castle = castle
        self._numbers = itertools.count(1)

    async def come(self, name: str | None = None) -> Stand:
        """A new guest on the porch."""
        name = name or f"Guest{next(self._numbers)}"
        placed = await self.castle.players.guest(name, name.casefold())
        return self.castle.stand(placed.player, placed.room_id)

    async def walk(self, stand: Stand, *ways: Direction) -> Stand:
        """Where the guest stands after going these ways."""
        for way in ways:
            moved = await self.castle.rooms.move(stand, way)
            stand = self.castle.stand(stand.player, moved.room)
        return stand


def a_room(
    name: str = "A room", doors: Iterable[Direction] = (), ghosts: Iterable[GhostProposal] = ()
) -> RoomProposal:
    """A room that is proposed."""
    return RoomProposal(name, f"{name} of grey stone.", frozenset(doors), Lang.EN, ghosts=tuple(ghosts))


def a_ghost(name: str = "Agatha") -> GhostProposal:
    """A ghost that is proposed."""
    return GhostProposal(name, "Thin as smoke.", "Melancholy.", Lang.EN)


async def fill(castle: Castle, stand: Stand, room: RoomProposal, turn: str = "turn") -> MadeRoom:
    """Make the blank room in which a player stands."""
    return await castle.rooms.make(stand.room_id, room, stand, turn)


async def breaches(graph: Graph, page: int = 50) -> list[Breach]:
    """What does not hold in this graph."""
    return [breach async for breach in check(graph, page=page)]


async def run(graph: Graph, statement: str, **parameters: object) -> list[dict[str, object]]:
    """Run a statement that the castle itself has no query for, in the way of somebody with a database console."""
    records, _, _ = await graph._driver.execute_query(
        statement, parameters, database_=graph._address.database
    )
    return [record.data() for record in records]


async def logged(graph: Graph) -> list[Committed]:
    """Every event of the log, in its order."""
    rows = await run(graph, "MATCH (e:Event) RETURN e {.*} AS event ORDER BY e.seq")
    return [from_record(row["event"]) for row in rows]  # type: ignore[arg-type]


async def cells(graph: Graph) -> dict[Position, list[str]]:
    """The ids of the rooms in each cell."""
    found: dict[Position, list[str]] = {}
    for row in await run(graph, "MATCH (r:Room) RETURN r.id AS id, r.floor AS floor, r.x AS x, r.y AS y"):
        found.setdefault(Position(row["floor"], row["x"], row["y"]), []).append(str(row["id"]))  # type: ignore[arg-type]
    return found


def escapes(known: dict[Position, bool], start: Position) -> bool:
    """Whether a way over cells that are not made leads from here to a cell outside all that are known: reckoned by plain search."""
    far = 1 + max(max(abs(cell.x), abs(cell.y)) for cell in (*known, start))
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        if max(abs(here.x), abs(here.y)) >= far:
            return True
        for direction in Direction:
            there = here.towards(direction)
            if not known.get(there, False) and there not in seen:
                seen.add(there)
                edge.append(there)
    return False


async def doors(graph: Graph) -> set[tuple[str, str, str]]:
    """Every door: from which room, which way, to which room."""
    rows = await run(
        graph, "MATCH (a:Room)-[d:DOOR]->(b:Room) RETURN a.id AS a, d.direction AS way, b.id AS b"
    )
    return {(str(row["a"]), str(row["way"]), str(row["b"])) for row in rows}
