"""A server in which players act as fast as they can: run as a process of its own, so that it can be killed while they do.

Reads the graph's address as JSON from standard input, and prints the id and the place in the log of everything that a player was told
had been committed, one line for each.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys

from mud.castle.castle import Castle, open_castle
from mud.castle.errors import NotBlank
from mud.castle.lease import Holder, Lease
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.world.chance import RandomIds, SystemClock
from mud.world.events import Committed
from mud.world.grid import Direction
from mud.world.model import Lang

from ..castle.helping import PORCH, Guests, a_ghost, a_room

WALKERS = 8


def told(event: Committed) -> None:
    """Print that an event was committed."""
    sys.stdout.write(json.dumps([event.id, event.seq]) + "\n")
    sys.stdout.flush()


async def walk(castle: Castle, guests: Guests, n: int) -> None:
    """Go north for ever, making what is not there yet, talking, and being thought of."""
    stand = await guests.come(f"Walker{n}")
    while True:
        told(moved := await castle.rooms.move(stand, Direction.NORTH))
        stand = castle.stand(stand.player, moved.room)
        with contextlib.suppress(NotBlank):
            await castle.rooms.make(
                stand.room_id, a_room(f"By {n}", list(Direction), [a_ghost("Agatha")]), stand
            )
        told(await castle.speech.say(stand, "Hello?", Lang.EN))
        ghosts = (await castle.view.room(stand.room_id)).ghosts
        told(await castle.ghosts.think(stand, ghosts[0].id, f"Walker {n} again.", n))


async def main() -> None:
    """Play until killed."""
    address = GraphAddress(**json.loads(sys.stdin.read()))
    graph = await Graph.connect(address, Queries.load(Files().cypher()))
    clock, ids = SystemClock(), RandomIds()
    lease = Lease(graph, clock, Holder.this_process(ids))
    async with open_castle(graph, clock=clock, ids=ids, lang=Lang.EN, porch=PORCH, lease=lease) as castle:
        guests = Guests(castle)
        await asyncio.gather(*(walk(castle, guests, n) for n in range(WALKERS)))


if __name__ == "__main__":
    asyncio.run(main())
