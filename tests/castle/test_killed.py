"""Killed in mid-write, engine or server: what was acknowledged is there, and no event without its change, nor change without its event."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from dataclasses import asdict
from pathlib import Path

from mud.castle.castle import Castle, open_castle
from mud.castle.errors import Refused
from mud.castle.lease import Holder, Lease
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.embedded import EmbeddedGraph
from mud.graph.errors import GraphError
from mud.graph.queries import Queries
from mud.world import events as e
from mud.world.chance import RandomIds, SystemClock
from mud.world.model import Lang

from .helping import PORCH, Guests, N, breaches, logged, run, standing

ROOT = Path(__file__).parents[2]


async def told_by_log(graph: Graph) -> dict[str, object]:
    """What must be in the graph, reckoned from the log alone."""
    places: dict[str, tuple[str, str]] = {}
    rooms, ghosts, opinions = set(), {}, {}
    for event in await logged(graph):
        match event:
            case (
                e.LifeBegan(player=who, room=room)
                | e.Woke(player=who, room=room)
                | e.Moved(who=who, room=room)
            ):
                places[who.id] = "IN", room
            case e.FellAsleep(player=who, room=room):
                places[who.id] = "ASLEEP_IN", room
            case e.RoomMade(room=room, name=name):
                rooms.add((room, name))
            case e.GhostMade(room=room, ghost=ghost):
                ghosts[ghost.id] = room
            case e.OpinionChanged(ghost=ghost_who, player=who, opinion=opinion, score=score):
                opinions[ghost_who.id, who.id] = opinion, score
            case _:
                pass
    return {"places": places, "rooms": rooms, "ghosts": ghosts, "opinions": opinions}


async def in_graph(graph: Graph) -> dict[str, object]:
    """The same, as it is."""
    places = await run(
        graph, "MATCH (p:Player)-[at]->(r:Room) WHERE type(at) <> 'WARNED_IN' RETURN p.id, type(at), r.id"
    )
    rooms = await run(graph, "MATCH (r:Room) WHERE r.name <> '' AND NOT r:Start RETURN r.id, r.name")
    ghosts = await run(graph, "MATCH (g:Ghost)-[:IN]->(r:Room) RETURN g.id, r.id")
    opinions = await run(
        graph, "MATCH (g:Ghost)-[t:THINKS_OF]->(p:Player) RETURN g.id, p.id, t.opinion, t.score"
    )
    return {
        "places": {player: (state, room) for player, state, room in map(dict.values, places)},
        "rooms": {tuple(row.values()) for row in rooms},
        "ghosts": {row["g.id"]: row["r.id"] for row in ghosts},
        "opinions": {(ghost, who): (text, score) for ghost, who, text, score in map(dict.values, opinions)},
    }


async def assert_whole(graph: Graph, acknowledged: set[tuple[str, int]]) -> None:
    """The log holds all that was acknowledged, and the graph is what the log tells, no more and no less."""
    assert await breaches(graph, page=500) == []
    assert acknowledged <= {(event.id, event.seq) for event in await logged(graph)}
    assert await in_graph(graph) == await told_by_log(graph)


async def test_a_server_killed_in_mid_write(graph: Graph, graph_backend: GraphAddress) -> None:
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.rig.walkers", stdin=PIPE, stdout=PIPE, cwd=ROOT
    )
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(json.dumps(asdict(graph_backend)).encode())
    server.stdin.close()
    acknowledged: set[tuple[str, int]] = set()
    while len(acknowledged) < 150:
        line = await server.stdout.readline()
        assert line, "the server ended by itself"
        if line.startswith(b"["):
            acknowledged.add(tuple(json.loads(line)))
    server.kill()
    acknowledged |= {tuple(json.loads(line)) async for line in server.stdout if line.endswith(b"]\n")}
    await server.wait()
    await assert_whole(graph, acknowledged)
    holder = Holder.this_process(ids := RandomIds())
    await Lease(
        graph, ImpatientClock(), holder
    ).take()  # the old one is known to be dead: nobody waits for it to run out
    clock = SystemClock()
    lease = Lease(graph, clock, holder)
    async with open_castle(graph, clock=clock, ids=ids, lang=Lang.EN, porch=PORCH, lease=lease):
        assert await run(graph, "MATCH (p:Player)-[:IN]->() RETURN p.id") == []
    assert await breaches(graph, page=500) == []


class ImpatientClock(SystemClock):
    """A clock that nobody may wait by."""

    async def sleep(self, seconds: float) -> None:
        raise AssertionError(f"somebody waits for {seconds} s")


async def test_an_engine_killed_in_mid_write(tmp_path: Path) -> None:
    engine = EmbeddedGraph(tmp_path / "data", memory="256m", clock=SystemClock())
    address = await engine.start()
    changes: list[bool] = []
    back = asyncio.Event()

    def on_change(up: bool) -> None:
        changes.append(up)
        if up:
            back.set()

    watching = asyncio.create_task(engine.watch(on_change))
    graph = await Graph.connect(address, Queries.load(Files().cypher()))
    acknowledged: set[tuple[str, int]] = set()
    try:
        async with standing(graph) as castle:
            guests = Guests(castle)
            walkers = [
                asyncio.create_task(_to_and_fro(castle, guests, acknowledged, back)) for _ in range(12)
            ]
            while len(acknowledged) < 200:
                await asyncio.wait(walkers, timeout=0.02)
            os.kill(json.loads((tmp_path / "data" / "graph.json").read_text())["pid"], signal.SIGKILL)
            await asyncio.gather(*walkers)
        assert changes == [False, True]
        assert len(acknowledged) >= 300
        await assert_whole(graph, acknowledged)
    finally:
        watching.cancel()
        await graph.close()
        await engine.stop()


async def _to_and_fro(
    castle: Castle, guests: Guests, acknowledged: set[tuple[str, int]], back: asyncio.Event
) -> None:
    """Walk between two rooms, until some steps after the engine has come back."""
    stand = await guests.come()
    steps_after, way = 0, N
    while steps_after < 10:
        try:
            moved = await castle.rooms.move(stand, way)
        except (
            GraphError,
            Refused,
        ):  # the engine was away for too long, or a step that was given up had been made
            placed = await _where(castle, stand.player.id)
            stand = castle.stand(stand.player, placed) if placed else stand
            way = way.opposite
            continue
        acknowledged.add((moved.id, moved.seq))
        stand, way = castle.stand(stand.player, moved.room), way.opposite
        steps_after += back.is_set()


async def _where(castle: Castle, player: str) -> str | None:
    try:
        return (await castle.players.wake(player)).room_id
    except GraphError:
        return None
