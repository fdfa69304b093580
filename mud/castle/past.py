"""The past: what the log tells of a room."""

from __future__ import annotations

from mud.graph.driver import Graph, Record
from mud.world.events import Committed
from mud.world.records import from_record

MOST = 50  # events that are read
FIRST_LOOK = 256  # places of the log in one query; each further one goes back over so many times as many:
FURTHER = (
    4  # in a room where much happens the first finds enough, and where little does the others find little
)
LONGEST = 4_000  # places that are looked back over in all: at 60,000 events they cost the embedded engine a tenth of a second


class Past:
    """Reads the log. What it costs is bounded, however long the log and a sleep are."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    async def in_room(self, room_id: str, *, after: int, until: int) -> list[Committed]:
        """What happened in a room behind one place of the log and up to another, in order: the newest `MOST` events within the last
        `LONGEST` places. Raises `GraphUnavailable`.
        """
        first, look = max(after, until - LONGEST), FIRST_LOOK
        found: list[Record] = []
        while until > first and len(found) < MOST:
            start = max(first, until - look)
            left = MOST - len(found)
            found += await self._graph.read("log/in_room", room=room_id, after=start, until=until, most=left)
            until, look = start, look * FURTHER
        return [from_record(row) for row in reversed(found)]
