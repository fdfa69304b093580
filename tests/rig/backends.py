"""The graphs that tests run on, each started when the first test asks for it and kept until the last."""

from __future__ import annotations

import os
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import neo4j

from mud.graph.driver import GraphAddress
from mud.graph.embedded import EmbeddedGraph
from mud.world.chance import SystemClock

from .neo4j import neo4j as real_neo4j

NAMES = ("embedded", "neo4j")

BATCH = 5_000  # nodes deleted in one transaction


class Backends:
    """Graphs by name; an async context manager, which ends those that it started."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._addresses: dict[str, GraphAddress] = {}
        self._drivers: dict[str, neo4j.AsyncDriver] = {}

    async def __aenter__(self) -> Backends:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()

    async def address(self, name: str) -> GraphAddress:
        """Where the graph of that name answers."""
        if name not in self._addresses:
            self._addresses[name] = await (self._embedded() if name == "embedded" else self._neo4j())
        return self._addresses[name]

    async def wipe(self, name: str) -> None:
        """Delete every node and relationship; constraints and indexes stay."""
        if name not in self._drivers:
            address = await self.address(name)
            auth = None if address.password is None else (address.user, address.password)
            driver = neo4j.AsyncGraphDatabase.driver(address.uri, auth=auth)
            self._drivers[name] = await self._stack.enter_async_context(driver)
        deleted = BATCH
        while deleted == BATCH:
            records, _, _ = await self._drivers[name].execute_query(
                "MATCH (n) WITH n LIMIT $most DETACH DELETE n RETURN count(*) AS deleted",
                most=BATCH,
                database_=self._addresses[name].database,
            )
            deleted = records[0]["deleted"]

    async def _embedded(self) -> GraphAddress:
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="mud-embedded-"))
        graph = EmbeddedGraph(Path(folder), memory="512m", clock=SystemClock())
        self._stack.push_async_callback(graph.stop)
        return await graph.start()

    async def _neo4j(self) -> GraphAddress:
        """The server that TEST_DB_URI names, else one from its jars."""
        uri = os.environ.get("TEST_DB_URI")
        if not uri:
            return self._stack.enter_context(real_neo4j())
        return GraphAddress(
            uri,
            os.environ.get("TEST_DB_USER", "neo4j"),
            os.environ.get("TEST_DB_PWD"),
            os.environ.get("TEST_DB_NAME", "neo4j"),
        )
