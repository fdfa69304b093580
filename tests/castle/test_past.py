"""What the log tells of a room."""

from __future__ import annotations

from typing import Any

from mud.castle.castle import Castle
from mud.castle.past import FIRST_LOOK, LONGEST, MOST, Past
from mud.graph.driver import Record
from mud.world.events import Emoted
from mud.world.grid import Direction
from mud.world.model import Who
from mud.world.records import to_record
from tests.rig.clock import BEGIN

from .helping import Guests


class Log:
    """A log in which every so many places something happens in the room."""

    def __init__(self, places: int, every: int) -> None:
        self.places = range(every, places + 1, every)
        self.asked: list[tuple[int, int]] = []

    async def read(self, query: str, **given: Any) -> list[Record]:
        self.asked.append((given["after"], given["until"]))
        found = [place for place in self.places if given["after"] < place <= given["until"]]
        return [_record(place) for place in reversed(found)][: given["most"]]


def _record(seq: int) -> Record:
    event = Emoted(id=f"e{seq}", at=BEGIN, seq=seq, who=Who("p", "Ada"), room="r", text="hums.")
    return to_record(event)


async def places_of(log: Log, after: int, until: int) -> list[int]:
    past = Past(log)  # type: ignore[arg-type]  # of a graph it asks nothing else
    return [event.seq for event in await past.in_room("r", after=after, until=until)]


async def test_all_that_happened_is_found_in_order_once() -> None:
    assert await places_of(Log(9_000, 100), 6_000, 9_000) == list(range(6_100, 9_001, 100))


async def test_of_much_the_newest_is_read_in_one_look() -> None:
    log = Log(100_000, 1)
    assert await places_of(log, 0, 100_000) == list(range(100_001 - MOST, 100_001))
    assert log.asked == [(100_000 - FIRST_LOOK, 100_000)]


async def test_what_lies_too_far_back_is_not_looked_for() -> None:
    log = Log(10**6, 10**6 + 1)
    assert await places_of(log, 0, 10**6) == []
    assert log.asked[-1][0] == 10**6 - LONGEST
    assert len(log.asked) < 10


async def test_the_log_of_a_castle_is_read(castle: Castle, guests: Guests) -> None:
    ada, bob = await guests.come("Ada"), await guests.come("Bob")
    before = castle.writer.seq
    await castle.speech.emote(ada, "hums.")
    await guests.walk(bob, Direction.NORTH)
    await castle.speech.emote(ada, "stops.")
    found = await castle.past.in_room(ada.room_id, after=before, until=castle.writer.seq)
    assert [event.text for event in found if isinstance(event, Emoted)] == ["hums.", "stops."]
    assert [event.seq for event in found] == [before + 1, before + 3]
