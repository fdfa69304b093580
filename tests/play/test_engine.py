"""The embedded engine dies or hangs under people who play: they are told, wait, and go on; nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from mud.app import running
from mud.settings import Settings
from mud.world.chance import RandomIds, SystemClock

from .conftest import Game


async def test_play_goes_on_by_itself_when_the_engine_was_killed(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, mud_data_dir=tmp_path, mud_telnet_port=0, mud_seed="play")  # type: ignore[call-arg]  # its own argument
    people = AsyncExitStack()
    async with running(settings, clock=SystemClock(), ids=RandomIds()) as server:
        game = Game(server, settings, people, asyncio.create_task(server.stopping.wait()))
        ada, bob = await game.enters("Ada"), await game.enters("Bob")
        await ada.types("north")
        await ada.sees("The darkness takes shape.", "Doors:", "> ")
        await ada.types("say remember me")
        await ada.sees('remember me"')  # said to the ghost who is alone with Ada
        os.kill(json.loads((tmp_path / "graph.json").read_text())["pid"], signal.SIGKILL)
        await bob.sees("The castle has lost its thread.")
        await bob.types("look")  # looking needs no graph
        await bob.sees("The Porch")
        await bob.types("say hello?")
        await bob.sees("The castle remembers again. Go on.")
        await bob.sees('You say: "hello?"')
        await bob.types("north")
        await bob.sees("Ada is here.")
        await people.aclose()
        await game.stops()


async def test_the_server_stops_though_the_engine_hangs(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, mud_data_dir=tmp_path, mud_telnet_port=0, mud_seed="play")  # type: ignore[call-arg]  # its own argument
    people = AsyncExitStack()
    async with AsyncExitStack() as serving:
        server = await serving.enter_async_context(running(settings, clock=SystemClock(), ids=RandomIds()))
        game = Game(server, settings, people, asyncio.create_task(server.stopping.wait()))
        ada = await game.enters("Ada")
        engine = json.loads((tmp_path / "graph.json").read_text())["pid"]
        os.kill(engine, signal.SIGSTOP)
        await ada.types("say is anybody listening?")
        waiting = await game.connects()
        began = asyncio.get_running_loop().time()
        await game.stops()
        await serving.aclose()
        assert (
            asyncio.get_running_loop().time() - began < 4.6
        )  # of the five, what Python takes to end comes on top
    await ada.sees("The whole castle falls asleep")
    await ada.sees_end()
    await waiting.sees_end()
    assert ada.screen.endswith("you will wake here.\n")
    await people.aclose()
    with pytest.raises(ProcessLookupError):
        os.kill(engine, 0)
