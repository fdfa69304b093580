"""Killed at every step of a reset: whoever opens the castle next finishes it, and nothing differs from one that was let be."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import sys
from asyncio.subprocess import PIPE
from dataclasses import asdict
from pathlib import Path

from mud.castle.castle import Castle
from mud.graph.driver import Graph, GraphAddress
from mud.world.events import CastleReset, ResetBegan, SleepReason
from mud.world.model import Lang

from .helping import E, Guests, N, a_ghost, a_room, fill, logged, run, standing
from .test_reset import assert_as_new, places

ROOT = Path(__file__).parents[2]


async def live_in(castle: Castle) -> None:
    """Let there be something to reset: rooms, ghosts with opinions, a sleeper, somebody dead, a guest who has left, and one who has not."""
    guests = Guests(castle)
    account = await castle.accounts.create("Mina", "mina", "hash", Lang.EN)
    placed = await castle.players.wake(account.player.id)
    mina = await guests.walk(castle.stand(placed.player, placed.room_id), N)
    made = await fill(
        castle, mina, a_room("Hall", [N, E], [a_ghost("Agatha"), a_ghost("Bertram"), a_ghost("Cora")])
    )
    for score in range(3):
        await castle.ghosts.think(mina, made.ghosts[0].id, f"Opinion {score}.", score)
    mina = await guests.walk(mina, E)
    await fill(castle, mina, a_room("Study"))
    for turn in "12":
        await castle.deaths.threaten(mina, how="It falls.", cause="a beam", turn=turn, lang=Lang.EN)
    await castle.players.next_life(mina.player)
    gone = await guests.walk(await guests.come("Gone"), N)
    await castle.ghosts.think(gone, made.ghosts[0].id, "Went.", 1)
    await castle.players.sleep(gone.player.id, SleepReason.QUIT)
    await guests.walk(await guests.come("Here"), N)


async def killed(address: GraphAddress, batches: int, *, with_accounts: bool) -> bool:
    """Let a server reset the castle and be killed after so many batches; False if it was over before."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.rig.resetter", stdin=PIPE, stdout=PIPE, cwd=ROOT
    )
    asked = {"address": asdict(address), "batches": batches, "with_accounts": with_accounts}
    out, _ = await server.communicate(json.dumps(asked).encode())
    assert b"marked" in out
    assert server.returncode in (0, -signal.SIGKILL)
    return server.returncode != 0


async def test_killed_at_every_step(graph: Graph, graph_backend: GraphAddress) -> None:
    steps = 0
    for batches in itertools.chain([-1], itertools.count(1)):
        with_accounts = batches % 2 == 0
        await run(graph, "MATCH (n) WHERE NOT n:Castle DETACH DELETE n")
        await run(graph, "MATCH (c:Castle) SET c.seq = 0, c.resets = 0")
        async with standing(graph, run=f"first {batches}") as castle:
            await live_in(castle)
        half = await killed(graph_backend, batches, with_accounts=with_accounts)
        if half:
            assert await run(graph, "MATCH (c:Castle) RETURN c.resetting") == [{"c.resetting": True}]
        async with standing(graph, run=f"second {batches}", ids_prefix="second") as castle:
            await assert_as_new(graph)
            assert castle.resets == 1
        kept = [] if with_accounts else [("Mina", "ASLEEP_IN", True), ("Mina", "DIED_IN", True)]
        assert await places(graph) == kept
        kinds = [type(event) for event in await logged(graph)]
        assert (kinds.count(ResetBegan), kinds.count(CastleReset)) == (1, 1)
        if not half:
            break
        steps += 1
    assert steps > 8
