"""The graph as the rest of the house sees it: named queries read and run in transactions, and errors with names.

Always Neo4j's own driver over Bolt, whichever engine answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import neo4j
from neo4j import exceptions as bolt

from .errors import (
    CommitUnknown,
    ConstraintViolated,
    GraphConflict,
    GraphError,
    GraphTimeout,
    GraphUnavailable,
    GraphWrongPassword,
)
from .queries import Queries

T = TypeVar("T")
Record = dict[str, Any]

_UNAVAILABLE = (
    bolt.ServiceUnavailable,
    bolt.SessionExpired,
    bolt.ConnectionPoolError,
    bolt.ConnectionAcquisitionTimeoutError,
    bolt.DatabaseUnavailable,
    bolt.IncompleteCommit,
    ConnectionError,
)


@dataclass(frozen=True, slots=True)
class GraphAddress:
    """Where a graph answers, and as whom to speak to it. `password` None: it asks for none."""

    uri: str
    user: str
    password: str | None = field(repr=False)
    database: str


class Transaction:
    """An open transaction, which runs named queries."""

    def __init__(self, inner: neo4j.AsyncTransaction, queries: Queries) -> None:
        self._inner = inner
        self._queries = queries

    async def run(self, query: str, **parameters: Any) -> list[Record]:
        """Run one query and return its rows."""
        return await _rows(await self._inner.run(self._queries[query], parameters))


class Graph:
    """A connection pool to one database, and the queries that may be run on it."""

    def __init__(
        self, driver: neo4j.AsyncDriver, address: GraphAddress, queries: Queries, seconds: float
    ) -> None:
        self._driver = driver
        self._address = address
        self._seconds = seconds
        self.queries = queries

    @classmethod
    async def connect(cls, address: GraphAddress, queries: Queries, *, seconds: float = 15.0) -> Graph:
        """Open a pool and see that the graph answers. `seconds`: the longest that one query or transaction may take.

        Raises `GraphUnavailable` and `GraphWrongPassword`.
        """
        driver = neo4j.AsyncGraphDatabase.driver(
            address.uri,
            auth=(address.user, address.password) if address.password is not None else None,
            connection_timeout=5.0,
            connection_acquisition_timeout=seconds,
            # Each transaction is timed here; the timer of the driver costs a task for every message. None is none, whatever its types say.
            connection_write_timeout=None,  # type: ignore[arg-type]
            max_connection_pool_size=24,
            keep_alive=True,
            notifications_min_severity="OFF",
            user_agent="agentic-dungeon",
        )
        graph = cls(driver, address, queries, seconds)
        try:
            with _translated(graph._address):
                await driver.verify_connectivity()
        except GraphError:
            await driver.close()
            raise
        return graph

    async def read(self, query: str, **parameters: Any) -> list[Record]:
        """Run a reading query, once more if the connection had gone stale, and return its rows.

        It has a transaction of its own, which the graph opens and ends with it: one way there and back.
        """
        for last in (False, True):
            try:
                async with self._session(neo4j.READ_ACCESS) as session:
                    return await _rows(await session.run(self.queries[query], parameters))
            except (GraphUnavailable, GraphConflict):
                if last:
                    raise
        raise AssertionError("unreachable")

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one transaction and commit it; anything it raises rolls back. One try: the writer decides about more.

        Raises `CommitUnknown` when the connection broke during the commit itself.
        """
        committing = False
        try:
            async with (
                self._session(neo4j.WRITE_ACCESS) as session,
                await session.begin_transaction() as inner,
            ):
                value = await work(Transaction(inner, self.queries))
                committing = True
                await inner.commit()
                return value
        except (GraphUnavailable, GraphTimeout) as error:
            if committing:
                raise CommitUnknown(**error.values) from error
            raise

    async def run_alone(self, statement: str) -> None:
        """Run a statement of the schema in a transaction of its own, as schema changes need it."""
        with _translated(self._address):
            async with self._driver.session(database=self._address.database) as session:
                await (await session.run(statement)).consume()

    async def close(self) -> None:
        """Close every connection."""
        await self._driver.close()

    @asynccontextmanager
    async def _session(self, access: str) -> AsyncIterator[neo4j.AsyncSession]:
        with _translated(self._address):
            async with (
                asyncio.timeout(self._seconds),
                self._driver.session(database=self._address.database, default_access_mode=access) as session,
            ):
                yield session


async def _rows(result: neo4j.AsyncResult) -> list[Record]:
    return [record.data() async for record in result]


class _translated:  # noqa: N801 - reads as a statement
    """Turns the driver's errors into ours."""

    def __init__(self, address: GraphAddress) -> None:
        self._address = address

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        match error:
            case None | GraphError():
                return
            case bolt.AuthError():
                raise GraphWrongPassword(uri=self._address.uri, user=self._address.user) from error
            case bolt.ConstraintError():
                raise ConstraintViolated(detail=error.message or "") from error
            case TimeoutError():
                raise GraphTimeout(uri=self._address.uri) from error
            case bolt.TransientError():
                raise GraphConflict(detail=error.message or "") from error
            case OSError() | bolt.ServiceUnavailable():
                raise GraphUnavailable(uri=self._address.uri, detail=str(error)) from error
            case _ if isinstance(error, _UNAVAILABLE):
                raise GraphUnavailable(uri=self._address.uri, detail=str(error)) from error
            case bolt.Neo4jError() | bolt.DriverError():
                raise GraphError(detail=str(error)) from error
            case _:
                return
