"""A castle for each test, on each graph in turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from mud.castle.castle import Castle
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.world.events import SleepReason
from mud.world.model import Lang, Words

from .helping import E, Guests, N, S, W, a_ghost, a_room, fill, standing


@pytest.fixture
async def graph(empty_graph: GraphAddress) -> AsyncIterator[Graph]:
    """An empty graph, on each backend in turn."""
    connected = await Graph.connect(empty_graph, Queries.load(Files().cypher()))
    yield connected
    await connected.close()


@pytest.fixture
async def castle(graph: Graph) -> AsyncIterator[Castle]:
    """A new castle, on each backend in turn."""
    opened: asyncio.Future[Castle] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def keep() -> None:
        """A castle is closed by the task that opened it, which a fixture's own is not."""
        async with AsyncExitStack() as stack:
            try:
                opened.set_result(await stack.enter_async_context(standing(graph)))
            except BaseException as error:
                opened.set_exception(error)
                raise
            await over.wait()

    keeping = asyncio.create_task(keep())
    yield await opened
    over.set()
    await keeping


@pytest.fixture
def guests(castle: Castle) -> Guests:
    """Makes guests in the castle."""
    return Guests(castle)


@pytest.fixture
async def lived_in(castle: Castle, guests: Guests) -> Castle:
    """A castle with made rooms and blank ones, ghosts, opinions, warnings, the dead, a second life, and guests of every kind."""
    account = await castle.accounts.create("Mina", "mina", "hash", Lang.EN)
    placed = await castle.players.wake(account.player.id)
    mina = await guests.walk(castle.stand(placed.player, placed.room_id), N)
    agatha = a_ghost("Agatha")
    other = Words(Lang.KO, "아가사", "연기처럼 옅다.", "쓸쓸하다.")
    agatha = type(agatha)(agatha.name, agatha.appearance, agatha.character, agatha.lang, (other,))
    hall = a_room("Hall", [N, E, W], [agatha, a_ghost("Bertram")])
    hall = type(hall)(
        hall.name, hall.description, hall.doors, hall.lang, (Words(Lang.KO, "홀", "잿빛 홀."),), hall.ghosts
    )
    made = await fill(castle, mina, hall)
    ghost = made.ghosts[0].id
    await castle.ghosts.think(mina, ghost, "Too loud.", -20)
    await castle.ghosts.think(mina, ghost, "Much too loud.")
    await castle.deaths.threaten(mina, how="It reaches for you.", cause=ghost, turn="1", lang=Lang.EN)
    await castle.deaths.threaten(mina, how="It has you.", cause=ghost, turn="2", lang=Lang.EN)
    await castle.players.next_life(mina.player)
    guest = await guests.walk(await guests.come("Remembered"), N)
    await castle.ghosts.think(guest, ghost, "A draught.", 3)
    await castle.players.sleep(guest.player.id, SleepReason.QUIT)
    walker = await guests.walk(await guests.come("Walker"), N, E)
    await fill(castle, walker, a_room("Study", [S]))
    return castle
