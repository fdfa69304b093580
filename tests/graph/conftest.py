"""A graph with the schema and a castle's counter, on each backend in turn, and a clock for waiting without waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.graph.schema import migrate

QUERIES = {
    "test/make": "UNWIND $rows AS row CREATE (t:Thing {key: row.key, value: row.value}) RETURN row.n AS n",
    "test/change": "UNWIND $rows AS row MATCH (t:Thing {key: row.key}) SET t.value = row.value RETURN row.n AS n",
    "test/things": "MATCH (t:Thing) RETURN t.key AS key, t.value AS value ORDER BY key",
    "test/unique": "CREATE CONSTRAINT thing_key IF NOT EXISTS FOR (t:Thing) REQUIRE t.key IS UNIQUE",
    "test/log": "MATCH (e:Event) RETURN e.seq AS seq, e.actor AS actor ORDER BY seq",
    "test/counter": "MATCH (c:Castle) RETURN c.seq AS seq",
    "test/another": "MATCH (c:Castle) SET c.seq = c.seq + 1 RETURN c.seq AS seq",
}


class WaitingClock:
    """A clock whose time passes only by sleeping, which gives everybody else a turn."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(2030, 10, 31, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock() -> WaitingClock:
    """A clock that tests need not wait for."""
    return WaitingClock()


@pytest.fixture
async def graph(empty_graph: GraphAddress) -> AsyncIterator[Graph]:
    """A graph with nothing but its schema and a counter at 0."""
    own = Queries.load(Files().cypher())
    queries = Queries({**{name: own[name] for name in own.below("")}, **QUERIES})
    connected = await Graph.connect(empty_graph, queries)
    await connected.run_alone(QUERIES["test/unique"])
    await migrate(connected)
    yield connected
    await connected.close()
