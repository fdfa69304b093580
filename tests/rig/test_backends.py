"""The graphs that tests run on answer, and are empty when a test asks for that."""

from __future__ import annotations

import neo4j

from mud.graph.driver import GraphAddress


def connect(address: GraphAddress) -> neo4j.AsyncDriver:
    auth = None if address.password is None else (address.user, address.password)
    return neo4j.AsyncGraphDatabase.driver(address.uri, auth=auth)


async def count(driver: neo4j.AsyncDriver, database: str) -> int:
    records, _, _ = await driver.execute_query("MATCH (n) RETURN count(n) AS n", database_=database)
    number: int = records[0]["n"]
    return number


async def leave_something(address: GraphAddress) -> tuple[int, int]:
    """How many nodes there are before and after two are left."""
    async with connect(address) as driver:
        before = await count(driver, address.database)
        await driver.execute_query("CREATE (:A)-[:R]->(:B)", database_=address.database)
        return before, await count(driver, address.database)


async def test_an_empty_graph_is_empty(empty_graph: GraphAddress) -> None:
    assert await leave_something(empty_graph) == (0, 2)


async def test_and_is_so_again_for_the_next_test(empty_graph: GraphAddress) -> None:
    assert await leave_something(empty_graph) == (0, 2)
