"""A server that resets its castle and is killed in the middle of it: run as a process of its own.

Reads from standard input, as JSON, the graph's address, whether accounts go too, and after how many batches it dies (-1: after the marker
but before the first). Prints "marked" once the marker is committed; ends by itself only when the reset is over before that.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys

from mud.castle.castle import open_castle
from mud.castle.lease import Holder, Lease
from mud.castle.reset import Reset
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.world.chance import RandomIds, SystemClock
from mud.world.model import Lang

from ..castle.helping import PORCH


def die() -> None:
    """Die at once, as by `kill -9`."""
    os.kill(os.getpid(), signal.SIGKILL)


async def main() -> None:
    """Reset until killed."""
    asked = json.loads(sys.stdin.read())
    graph = await Graph.connect(GraphAddress(**asked["address"]), Queries.load(Files().cypher()))
    clock, ids = SystemClock(), RandomIds()
    lease = Lease(graph, clock, Holder.this_process(ids))
    left = asked["batches"]

    def batch_done(what: str, gone: int) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            die()

    async with open_castle(graph, clock=clock, ids=ids, lang=Lang.EN, porch=PORCH, lease=lease) as castle:
        reset = Reset(graph=graph, writer=castle.writer, clock=clock, ids=ids, lang=Lang.EN, batch=2)
        _, resets = await reset.tally()
        await reset.begin(resets, by=None, with_accounts=asked["with_accounts"])
        sys.stdout.write("marked\n")
        sys.stdout.flush()
        if left == -1:
            die()
        await reset.finish(batch_done)


if __name__ == "__main__":
    asyncio.run(main())
