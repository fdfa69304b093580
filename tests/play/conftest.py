"""Whole games: a server on an embedded graph, and people who connect to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from pydantic import SecretStr

from mud.agent.model import Model
from mud.app import Running, running
from mud.castle.check import check
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.settings import Settings
from mud.world.chance import Clock, RandomIds, SystemClock
from tests.rig.backends import Backends

from .harness import Tester

PASSWORD = "a long candle"


class Game:
    """A running server, and the people in it."""

    def __init__(
        self, server: Running, settings: Settings, people: AsyncExitStack, serving: asyncio.Task[object]
    ) -> None:
        self.server = server
        self.settings = settings
        self._people = people
        self._serving = serving

    async def stops(self) -> None:
        """The server stops, as it does by Ctrl-C."""
        self.server.stop()
        await self._serving

    async def connects(self) -> Tester:
        """Somebody at the gate."""
        player = await Tester.connect(self.server.port)
        self._people.push_async_callback(player.leaves)
        await player.sees("Name: ")
        return player

    async def enters(self, name: str, *, language: str = "english") -> Tester:
        """Somebody with a new account, standing on the porch."""
        player = await self.connects()
        if language != "english":
            await player.types(language)
            await player.sees(": ")
        await player.types(name)
        await player.sees("New password: " if language == "english" else "새 비밀번호: ")
        await player.types(PASSWORD)
        await player.sees("The same again: " if language == "english" else ": ")
        await player.types(PASSWORD)
        await player.sees("Doors: north." if language == "english" else "문: 북쪽", "> ")
        return player

    async def comes_back(self, name: str) -> Tester:
        """Somebody who has an account already, once the password is given."""
        player = await self.connects()
        await player.types(name)
        await player.sees(f"Password for {name}: ")
        await player.types(PASSWORD)
        return player


Start = Callable[..., Awaitable[Game]]


@pytest.fixture
async def start(empty_embedded: GraphAddress, backends: Backends, tmp_path: Path) -> AsyncIterator[Start]:
    """Starts games in a new castle: `await start()`, with settings, a model or a clock of one's own."""
    games: list[Game] = []
    people = AsyncExitStack()

    async def begin(*, model: Model | None = None, clock: Clock | None = None, **settings: object) -> Game:
        chosen = Settings(
            _env_file=None,  # type: ignore[call-arg]  # pydantic-settings' own argument
            db_uri=empty_embedded.uri,
            db_user=empty_embedded.user,
            db_pwd=SecretStr(empty_embedded.password or ""),
            db_name=empty_embedded.database,
            mud_data_dir=tmp_path,
            mud_telnet_port=0,
            mud_seed="play",
            **settings,
        )
        started: asyncio.Future[Running] = asyncio.get_running_loop().create_future()

        async def serve() -> None:
            try:
                async with running(
                    chosen, clock=clock or SystemClock(), ids=RandomIds(), model=model
                ) as server:
                    started.set_result(server)
                    await server.stopping.wait()
            except BaseException as error:
                if not started.done():
                    started.set_exception(error)
                raise

        serving = asyncio.create_task(serve())
        games.append(Game(await started, chosen, people, serving))
        return games[-1]

    yield begin
    await people.aclose()
    for game in games:
        await game.stops()
    graph = await Graph.connect(empty_embedded, Queries.load(Files().cypher()))
    assert [breach async for breach in check(graph)] == []
    await graph.close()


@pytest.fixture
async def game(start: Start) -> Game:
    """A game in a new castle, with the storyteller."""
    return await start()
