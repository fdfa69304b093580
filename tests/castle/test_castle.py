"""The castle as a whole: founded once, under a lease, with its schema, and stopped when it is no longer ours."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
from datetime import UTC, datetime, timedelta

import pytest
from neo4j.exceptions import ConstraintError

from mud.castle.castle import open_castle
from mud.castle.errors import CastleBusy
from mud.castle.lease import BEAT, LIFE, Holder, Lease
from mud.graph.driver import Graph
from mud.graph.errors import GraphConflict, GraphTooNew
from mud.graph.schema import migrate
from mud.graph.writer import AnotherWriter, WriterStopped
from mud.world.events import CastleFounded
from mud.world.model import Lang
from tests.rig.clock import ManualClock

from .helping import PORCH, Guests, N, NumberedIds, breaches, logged, run, standing


class HandClock:
    """A clock that stands still but for those who sleep: each sleep moves it on, and tells whoever watches."""

    def __init__(self) -> None:
        self.time = datetime(2030, 10, 31, tzinfo=UTC)
        self.slept: list[float] = []
        self.on_sleep: list[Lease] = []

    def now(self) -> datetime:
        return self.time

    def monotonic(self) -> float:
        return self.time.timestamp()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += timedelta(seconds=seconds)
        for lease in self.on_sleep:
            await beat(lease)


async def beat(lease: Lease) -> None:
    """One heartbeat, which others who ask at that moment may delay."""
    while True:
        with contextlib.suppress(GraphConflict):
            await lease._graph.write(lease._renew)
            return


def gone_pid() -> int:
    """A number under which a process of this machine ran that does not any more."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    return ended.pid


async def holder(graph: Graph) -> object:
    rows = await run(graph, "MATCH (l:Lease) RETURN l.token AS token")
    return [row["token"] for row in rows]


async def one_of_five_gets_it(graph: Graph, clock: HandClock) -> None:
    """Five servers ask for the lease at once, the one that has it stays alive, and the others are refused."""
    leases = [Lease(graph, clock, Holder(f"machine {n}", n, str(n))) for n in range(5)]
    taking = [asyncio.ensure_future(lease.take()) for lease in leases]
    done, waiting = await asyncio.wait(taking, return_when=asyncio.FIRST_COMPLETED)
    winners = [lease for lease, task in zip(leases, taking, strict=True) if task in done]
    assert len(winners) == 1
    clock.on_sleep.extend(winners)
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, CastleBusy) for result in results)


async def test_it_is_founded_once(graph: Graph) -> None:
    async with standing(graph) as castle:
        uid = castle.uid
        assert await breaches(graph) == []
    async with standing(graph, run="second", ids_prefix="second") as castle:
        assert castle.uid == uid
    assert [type(event) for event in await logged(graph)] == [CastleFounded]
    assert await holder(graph) == []


async def test_a_second_server_is_refused_and_told_who_is_there(graph: Graph) -> None:
    clock = HandClock()
    first = Lease(graph, clock, Holder("tower", 7, "first"))
    await first.take()
    clock.on_sleep.append(first)  # it is alive: while the second waits, its heart beats
    with pytest.raises(CastleBusy) as refusal:
        await Lease(graph, clock, Holder("cellar", 8, "second")).take()
    assert refusal.value.values == {"holder": "process 7 on tower"}
    assert await holder(graph) == ["first"]


async def test_a_castle_is_not_opened_beside_another_server(graph: Graph) -> None:
    clock = HandClock()
    first = Lease(graph, clock, Holder("tower", 7, "first"))
    await first.take()
    clock.on_sleep.append(first)
    second = Lease(graph, clock, Holder("cellar", 8, "second"))
    with pytest.raises(CastleBusy):
        async with open_castle(
            graph, clock=clock, ids=NumberedIds(), lang=Lang.EN, porch=PORCH, lease=second
        ):
            pytest.fail("it was opened")
    assert await run(graph, "MATCH (r:Room) RETURN r") == []
    assert await holder(graph) == ["first"]


async def test_a_lease_that_is_not_renewed_runs_out(graph: Graph) -> None:
    clock = HandClock()
    await Lease(graph, clock, Holder("tower", 7, "first")).take()
    began = clock.now()
    await Lease(graph, clock, Holder("cellar", 8, "second")).take()
    assert LIFE <= clock.now() - began <= LIFE + timedelta(seconds=2)
    assert await holder(graph) == ["second"]


async def test_a_dead_process_of_this_machine_is_not_waited_for(graph: Graph) -> None:
    clock = HandClock()
    await Lease(graph, clock, Holder("here", gone_pid(), "first")).take()
    await Lease(graph, clock, Holder("here", os.getpid(), "second")).take()
    assert clock.slept == []
    assert await holder(graph) == ["second"]


async def test_of_two_who_find_a_dead_ones_lease_one_gets_it(graph: Graph) -> None:
    clock = HandClock()
    await migrate(graph)
    await Lease(graph, clock, Holder("here", gone_pid(), "dead")).take()
    clock.time += LIFE * 2
    await one_of_five_gets_it(graph, clock)


async def test_a_lease_is_the_only_one_even_before_there_is_a_schema(graph: Graph) -> None:
    await run(graph, "DROP CONSTRAINT lease_id IF EXISTS")
    await Lease(graph, HandClock(), Holder("tower", 7, "first")).take()
    with pytest.raises(ConstraintError):
        await run(graph, "CREATE (l:Lease {id: 'server', token: 'second'})")


async def test_of_servers_that_start_at_once_on_an_empty_graph_one_gets_it(graph: Graph) -> None:
    await run(graph, "DROP CONSTRAINT lease_id IF EXISTS")
    await one_of_five_gets_it(graph, HandClock())


async def test_who_was_silent_for_too_long_learns_that_another_has_the_castle(graph: Graph) -> None:
    clock = HandClock()
    first = Lease(graph, clock, Holder("tower", 7, "first"))
    await first.take()
    clock.time += LIFE * 2
    await Lease(graph, clock, Holder("cellar", 8, "second")).take()
    with pytest.raises(CastleBusy) as refusal:
        await first.keep()
    assert clock.slept == [BEAT]
    assert refusal.value.values == {"holder": "process 8 on cellar"}
    await first.release()
    assert await holder(graph) == ["second"]


async def test_a_graph_of_later_code_is_refused(graph: Graph) -> None:
    async with standing(graph):
        pass
    await run(graph, "MATCH (c:Castle) SET c.schema = 1000")
    with pytest.raises(ExceptionGroup) as failure:
        async with standing(graph):
            pytest.fail("it was opened")
    (refusal,) = failure.value.exceptions
    assert isinstance(refusal, GraphTooNew)
    assert refusal.values["found"] == 1000
    assert await holder(graph) == []


async def test_the_lease_is_kept_while_a_long_migration_runs(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()

    async def until() -> object:
        return await run(graph, "MATCH (l:Lease) RETURN l.until AS until")

    async def long(graph: Graph) -> int:
        number = await migrate(graph)
        taken = await until()
        while await until() == taken:
            clock.advance(BEAT)
        return number

    monkeypatch.setattr("mud.castle.castle.migrate", long)
    lease = Lease(graph, clock, Holder("tower", 7, "first"))
    async with open_castle(graph, clock=clock, ids=NumberedIds(), lang=Lang.EN, porch=PORCH, lease=lease):
        assert await holder(graph) == ["first"]


async def test_a_castle_that_somebody_else_writes_to_is_left_at_once(graph: Graph) -> None:
    with pytest.raises(ExceptionGroup) as failure:
        async with standing(graph) as castle:
            guests = Guests(castle)
            stand = await guests.come()
            await run(graph, "MATCH (c:Castle) SET c.seq = c.seq + 1")
            with pytest.raises(AnotherWriter):
                await castle.rooms.move(stand, N)
            with pytest.raises(AnotherWriter):
                await castle.rooms.move(stand, N)
            await asyncio.Event().wait()
    assert failure.group_contains(AnotherWriter)
    assert await run(graph, "MATCH (:Player)-[:IN]->(r:Room) RETURN r.name AS name") == [
        {"name": "The Porch"}
    ]
    assert await holder(graph) == []


async def test_what_waits_when_a_castle_closes_is_written_first(graph: Graph) -> None:
    async with standing(graph) as castle:
        guests = Guests(castle)
        stands = [await guests.come() for _ in range(5)]
        moving = [asyncio.ensure_future(castle.rooms.move(stand, N)) for stand in stands]
        await asyncio.sleep(0)
    moved = [await move for move in moving]
    assert len({event.seq for event in moved}) == 5
    with pytest.raises(WriterStopped):
        await castle.rooms.move(stands[0], N)
