"""The view is what the graph says, whatever happens while it is read."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from mud.castle.castle import Castle
from mud.castle.errors import NoDoor, NotBlank
from mud.castle.view import NoSuchRoom, View
from mud.graph.driver import Graph, Record
from mud.world.events import SleepReason
from mud.world.grid import Direction
from mud.world.model import DoorWord, RoomView

from .helping import E, Guests, N, S, W, a_ghost, a_room, fill, run


def as_seen(view: RoomView) -> tuple[object, ...]:
    """A room without the order in which people came into it."""
    return view.room, dict(view.words), set(view.ghosts), set(view.players)


async def differences(castle: Castle, graph: Graph) -> list[str]:
    """The ids of rooms that the castle's view shows otherwise than they are."""
    fresh = View(graph)
    wrong = []
    for row in await run(graph, "MATCH (r:Room) RETURN r.id AS id"):
        room = str(row["id"])
        known = castle.view.peek(room)
        if known is not None and as_seen(known) != as_seen(await fresh.room(room)):
            wrong.append(room)
    return wrong


class Pausing:
    """A graph that lets something happen before or after it answers a query."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.before: dict[str, Callable[[], Awaitable[object]]] = {}
        self.after: dict[str, Callable[[], Awaitable[object]]] = {}

    async def read(self, query: str, **parameters: Any) -> list[Record]:
        if query in self.before:
            await self.before.pop(query)()
        rows = await self._graph.read(query, **parameters)
        if query in self.after:
            await self.after.pop(query)()
        return rows


async def test_after_walks_by_many_it_equals_the_graph(castle: Castle, guests: Guests, graph: Graph) -> None:
    dice = random.Random("walks")
    stands = [await guests.come() for _ in range(6)]

    async def wander(n: int) -> None:
        for _ in range(12):
            await castle.view.room(stands[n].room_id)
            way = dice.choice(list(Direction))
            try:
                stands[n] = await guests.walk(stands[n], way)
                ghosts = [a_ghost()] if dice.random() < 0.5 else []
                ways = [way for way in Direction if dice.random() < 0.5]
                await fill(castle, stands[n], a_room(doors=ways, ghosts=ghosts))
            except (NoDoor, NotBlank):
                pass

    await asyncio.gather(*(wander(n) for n in range(6)))
    await castle.players.sleep(stands[0].player.id, SleepReason.QUIT)
    assert await differences(castle, graph) == []


async def test_who_comes_while_a_room_is_read_is_in_it(castle: Castle, guests: Guests, graph: Graph) -> None:
    ann, ben = await guests.come("Ann"), await guests.walk(await guests.come("Ben"), N)
    for moment in ("before", "after"):
        pausing = Pausing(graph)
        view = View(pausing)  # type: ignore[arg-type]
        castle.listen(view.apply)
        getattr(pausing, moment)["rooms/view"] = partial(guests.walk, ann, N)
        assert {p.name for p in (await view.room(ben.room_id)).players} == {"Ann", "Ben"}
        ann = castle.stand(ann.player, ben.room_id)
        ann = await guests.walk(ann, S)


async def test_a_second_reader_does_not_hide_from_the_first_what_changed(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    ann, ben = await guests.come("Ann"), await guests.walk(await guests.come("Ben"), N)
    pausing = Pausing(graph)
    view = View(pausing)  # type: ignore[arg-type]
    castle.listen(view.apply)
    second: list[asyncio.Task[RoomView]] = []

    async def meanwhile() -> None:
        await guests.walk(ann, N)
        second.append(asyncio.create_task(view.room(ben.room_id)))
        await asyncio.sleep(0)  # it has begun to read

    pausing.after["rooms/view"] = meanwhile
    assert {p.name for p in (await view.room(ben.room_id)).players} == {"Ann", "Ben"}
    assert {p.name for p in (await second[0]).players} == {"Ann", "Ben"}


async def test_a_neighbour_made_while_a_blank_room_is_read_shows_in_its_doors(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    """Two blank cells side by side; one is made, without a door to the other, between the two queries that read that one."""
    ann = await guests.walk(await guests.come("Ann"), N)
    await fill(castle, ann, a_room("Hall", [N, E]))
    ben = await guests.walk(await guests.come("Ben"), N, E)
    ann = await guests.walk(ann, N)
    await fill(castle, ben, a_room("East", [N]))
    ben = await guests.walk(ben, N)
    pausing = Pausing(graph)
    view = View(pausing)  # type: ignore[arg-type]
    castle.listen(view.apply)
    pausing.after["rooms/neighbours"] = lambda: fill(castle, ann, a_room("North", [N, W]))
    seen = await view.room(ben.room_id)
    assert seen.words == {N: DoorWord.UNKNOWN, E: DoorWord.UNKNOWN, S: DoorWord.DOOR, W: DoorWord.NO_DOOR}


async def test_a_full_view_keeps_those_with_people_in_them(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.come()
    view = View(graph, most=1)
    porch = await view.room(stand.room_id)
    rows = await run(graph, "MATCH (r:Room) WHERE r.name = '' RETURN r.id AS id")
    dark = str(rows[0]["id"])
    async with asyncio.timeout(10):
        assert (await view.room(dark)).room.blank
        assert await view.room(stand.room_id) == porch
    assert view.peek(stand.room_id) is not None and view.peek(dark) is None


async def test_a_room_that_is_not_there_is_said_to_be_so(castle: Castle) -> None:
    with pytest.raises(NoSuchRoom):
        await castle.view.room("nowhere")
