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

from .helping import Guests, standing


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
