"""Loads the castle of `layout` into a graph: as valid as one that was played in, and much faster made.

    python -m bench.world --rooms 10000 --check      into the graph that the settings name, which must be empty

The founding is the engine's own; the rest goes past the one writer, in large batches, so no server may run on that graph meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

import neo4j
from argon2 import PasswordHasher

from mud.castle.castle import open_castle
from mud.castle.check import check
from mud.castle.lease import Holder, Lease
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.opening import open_graph, read_porch
from mud.session.skeleton import Skeletons
from mud.settings import Settings
from mud.world import events as e
from mud.world.chance import Clock, Ids, RandomIds, SystemClock
from mud.world.grid import Direction, Position
from mud.world.model import Ghost, Lang, Who, Words
from mud.world.records import to_record

from .layout import GHOST, Layout, Sleeper, room_texts

T = TypeVar("T")

PASSWORD = "lantern-and-moth"  # noqa: S105 - of accounts that live for minutes
BATCH = 1_000  # things in one statement

ORIGINAL = "MATCH (r:Original) RETURN r.id AS id, r.floor AS floor, r.x AS x, r.y AS y, r:Start AS porch"
ROOMS = """
UNWIND $rows AS row
MERGE (r:Room {id: row.room.id}) SET r += row.room
CREATE (r)-[:IN_WORDS]->(w:Words) SET w = row.words
"""
BLANK_ROOMS = "UNWIND $rows AS row CREATE (r:Room) SET r = row"
DOORS = """
UNWIND $rows AS row
MATCH (a:Room {id: row.room}) MATCH (b:Room {id: row.to})
CREATE (a)-[:DOOR {direction: row.direction}]->(b) CREATE (b)-[:DOOR {direction: row.opposite}]->(a)
"""
GHOSTS = """
UNWIND $rows AS row
MATCH (r:Room {id: row.room})
CREATE (g:Ghost)-[:IN]->(r) CREATE (g)-[:IN_WORDS]->(w:Words) SET g = row.ghost, w = row.words
"""
SLEEPERS = """
UNWIND $rows AS row
MATCH (r:Room {id: row.room})
CREATE (a:Account)-[:PLAYS]->(p:Player)-[:ASLEEP_IN]->(r) SET a = row.account, p = row.player
"""
EVENTS = "UNWIND $rows AS row CREATE (e:Event) SET e = row"
CASTLE = """
MATCH (c:Castle {id: 'castle'})
SET c.seq = $seq, c.west = $west, c.east = $east, c.south = 0, c.north = $north
"""


@dataclass(frozen=True, slots=True)
class Made:
    """A row for a loading query, and what the log is to tell of it."""

    row: dict[str, Any]
    events: tuple[e.Committed, ...] = ()


async def load(graph: Graph, address: GraphAddress, layout: Layout, *, clock: Clock, ids: Ids) -> None:
    """Found a castle in the empty graph that answers there, and make all of the layout in it.

    Raises `GraphError`, and the driver's own errors.
    """
    lease = Lease(graph, clock, Holder.this_process(ids))
    porch = read_porch(Files(), Lang.EN)
    async with open_castle(graph, clock=clock, ids=ids, lang=Lang.EN, porch=porch, lease=lease) as castle:
        pass
    auth = (address.user, address.password) if address.password is not None else None
    async with (
        neo4j.AsyncGraphDatabase.driver(address.uri, auth=auth) as driver,
        driver.session(database=address.database) as session,
    ):
        await _Loading(session, layout, clock=clock, ids=ids, seq=castle.writer.seq).run()


class _Loading:
    """One run of the loader. `seq` is the place in the log of the last event so far."""

    def __init__(
        self, session: neo4j.AsyncSession, layout: Layout, *, clock: Clock, ids: Ids, seq: int
    ) -> None:
        self._session = session
        self._layout = layout
        self._at = clock.now()
        self._ids = ids
        self._seq = seq
        self._skeletons = Skeletons()
        self._password = PasswordHasher().hash(PASSWORD)
        self._rooms: dict[Position, str] = {}
        self._porch = ""

    async def run(self) -> None:
        """Make all of the layout."""
        layout = self._layout
        async for row in await self._session.run(ORIGINAL):
            self._rooms[Position(row["floor"], row["x"], row["y"])] = row["id"]
            if row["porch"]:
                self._porch = row["id"]
        for position in (*layout.made(), *layout.blank()):
            self._rooms.setdefault(position, self._ids.new())
        await self._write(ROOMS, layout.made(), self._room)
        await self._write(BLANK_ROOMS, layout.blank(), self._blank)
        await self._write(DOORS, layout.doors(), self._door)
        await self._write(GHOSTS, layout.haunted(), self._ghost)
        await self._write(SLEEPERS, layout.sleepers(), self._sleeper)
        await self._run(CASTLE, seq=self._seq, west=layout.west, east=layout.east, north=layout.height)

    async def _write(self, query: str, things: Iterable[T], make: Callable[[T], Made]) -> None:
        left = iter(things)
        while batch := [make(thing) for thing in islice(left, BATCH)]:
            await self._run(query, rows=[made.row for made in batch])
            events = [event for made in batch for event in made.events]
            if events:
                numbered = enumerate(events, self._seq + 1)
                await self._run(EVENTS, rows=[to_record(replace(event, seq=seq)) for seq, event in numbered])
                self._seq += len(events)

    async def _run(self, query: str, **parameters: Any) -> None:
        async def work(tx: neo4j.AsyncManagedTransaction) -> None:
            await (await tx.run(query, parameters)).consume()

        await self._session.execute_write(work)

    def _room(self, position: Position) -> Made:
        room, (own, other) = self._rooms[position], room_texts(position)
        made = e.RoomMade(
            id=self._ids.new(),
            at=self._at,
            room=room,
            position=position,
            name=own.name,
            description=own.description,
            lang=own.lang,
            doors=(Direction.NORTH, Direction.SOUTH),
            opened=(Direction.NORTH,),
            words=(other,),
        )
        texts = {"name": own.name, "description": own.description, "lang": own.lang.value}
        row = {
            "room": {**self._cell(position), **texts, "made": self._at.isoformat()},
            "words": _words(other),
        }
        return Made(row, (made,))

    def _blank(self, position: Position) -> Made:
        return Made({**self._cell(position), "name": "", "description": "", "lang": Lang.EN.value})

    def _cell(self, position: Position) -> dict[str, Any]:
        return {
            "id": self._rooms[position],
            "floor": position.floor,
            "x": position.x,
            "y": position.y,
            "position": [position.x, position.y],
        }

    def _door(self, door: tuple[Position, Direction]) -> Made:
        position, direction = door
        return Made(
            {
                "room": self._rooms[position],
                "to": self._rooms[position.towards(direction)],
                "direction": direction.value,
                "opposite": direction.opposite.value,
            }
        )

    def _ghost(self, position: Position) -> Made:
        own, other = GHOST
        ghost = Ghost(self._ids.new(), own.name, own.description, own.character, own.lang, (other,))
        node = {
            "id": ghost.id,
            "name": ghost.name,
            "appearance": ghost.appearance,
            "character": ghost.character,
            "lang": ghost.lang.value,
            "made": self._at.isoformat(),
        }
        row = {"room": self._rooms[position], "ghost": node, "words": _words(other)}
        made = e.GhostMade(id=self._ids.new(), at=self._at, room=self._rooms[position], ghost=ghost)
        return Made(row, (made,))

    def _sleeper(self, sleeper: Sleeper) -> Made:
        account, who, room = (
            self._ids.new(),
            Who(self._ids.new(), sleeper.name),
            self._rooms[sleeper.position],
        )
        at = self._at.isoformat()
        row = {
            "room": room,
            "account": {
                "id": account,
                "name": sleeper.name,
                "skeleton": self._skeletons.of(sleeper.name),
                "password": self._password,
                "admin": False,
                "made": at,
            },
            "player": {"id": who.id, "name": who.name, "guest": False, "began": at},
        }
        made = e.AccountMade(id=self._ids.new(), at=self._at, account=account, name=sleeper.name)
        began = e.LifeBegan(id=self._ids.new(), at=self._at, player=who, room=self._porch)
        asleep = e.FellAsleep(id=self._ids.new(), at=self._at, player=who, room=room, why=e.SleepReason.QUIT)
        return Made(row, (made, began, asleep))


def _words(words: Words) -> dict[str, str]:
    texts = {"lang": words.lang.value, "name": words.name, "description": words.description}
    return {**texts, "character": words.character} if words.character else texts


async def _main(rooms: int, checking: bool) -> int:
    clock = SystemClock()
    async with open_graph(Settings(), Files(), clock) as opened:
        began = clock.monotonic()
        await load(opened.graph, opened.address, Layout(rooms), clock=clock, ids=RandomIds())
        print(f"{rooms} rooms loaded in {clock.monotonic() - began:.1f} s")
        breaches = [breach async for breach in check(opened.graph)] if checking else []
    for breach in breaches:
        print(f"{breach.invariant}: {' '.join(breach.ids[:5])}")
    return 1 if breaches else 0


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rooms", type=int, default=1_000, help="made rooms besides the porch (default 1000)"
    )
    parser.add_argument("--check", action="store_true", help="check the castle's invariants afterwards")
    options = parser.parse_args()
    return asyncio.run(_main(options.rooms, options.check))


if __name__ == "__main__":
    raise SystemExit(main())
