"""A game for each test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries

from .games import Game, open_game


@pytest.fixture
async def game(empty_embedded: GraphAddress) -> AsyncIterator[Game]:
    """A game in a new castle."""
    graph = await Graph.connect(empty_embedded, Queries.load(Files().cypher()))
    opened: asyncio.Future[Game] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def keep() -> None:
        """A castle is closed by the task that opened it, which a fixture's own is not."""
        try:
            async with open_game(graph) as game:
                opened.set_result(game)
                await over.wait()
        except BaseException as error:
            if not opened.done():
                opened.set_exception(error)
            raise

    keeping = asyncio.create_task(keep())
    yield await opened
    over.set()
    await keeping
    await graph.close()
