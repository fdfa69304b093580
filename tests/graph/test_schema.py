"""Migrations: each once, in order."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.errors import ConstraintViolated, GraphError, GraphTooNew
from mud.graph.queries import Queries
from mud.graph.schema import migrate

OWN = Queries.load(Files().cypher())
NEEDED = {name: OWN[name] for name in ("castle/schema", "castle/set_schema")}
FIRST = "// First.\nCREATE CONSTRAINT part_id IF NOT EXISTS FOR (p:Part) REQUIRE p.id IS UNIQUE;"
MAKE = "CREATE (:Part {id: $id})"


def with_migrations(*texts: str) -> Queries:
    """Queries with these migrations, in order."""
    numbered = {f"schema/{number:04}_step": text for number, text in enumerate(texts, 1)}
    return Queries(
        {**NEEDED, **numbered, "test/make": MAKE, "test/parts": "MATCH (p:Part) RETURN p.id AS id"}
    )


@pytest.fixture
async def address(empty_graph: GraphAddress) -> AsyncIterator[GraphAddress]:
    yield empty_graph


async def schema(graph: Graph) -> object:
    return [row["schema"] for row in await graph.read("castle/schema")]


async def test_each_is_run_once_in_order(address: GraphAddress) -> None:
    graph = await Graph.connect(
        address, with_migrations(FIRST, "CREATE (:Part {id: 'a'});CREATE (:Part {id: 'b'});")
    )
    assert await schema(graph) == []
    assert await migrate(graph) == 2
    assert await schema(graph) == [2]
    assert await migrate(graph) == 2  # and is not run again: the parts would break their constraint
    assert sorted(row["id"] for row in await graph.read("test/parts")) == ["a", "b"]
    await graph.close()
    later = await Graph.connect(address, with_migrations(FIRST, "never run;", "CREATE (:Part {id: 'c'})"))
    assert await migrate(later) == 3
    assert sorted(row["id"] for row in await later.read("test/parts")) == ["a", "b", "c"]
    await later.close()


async def test_one_that_fails_is_not_noted(address: GraphAddress) -> None:
    graph = await Graph.connect(address, with_migrations(FIRST, "THIS IS NO CYPHER;"))
    with pytest.raises(GraphError):
        await migrate(graph)
    assert await schema(graph) == [1]
    await graph.close()


async def test_a_graph_of_later_code_is_refused(address: GraphAddress) -> None:
    graph = await Graph.connect(address, with_migrations(FIRST))
    await graph.write(lambda tx: tx.run("castle/set_schema", schema=2))
    with pytest.raises(GraphTooNew) as refusal:
        await migrate(graph)
    assert refusal.value.values == {"found": 2, "known": 1}
    await graph.close()


async def test_a_constraint_is_named_as_what_was_violated(address: GraphAddress) -> None:
    graph = await Graph.connect(address, with_migrations(FIRST))
    await migrate(graph)
    await graph.write(lambda tx: tx.run("test/make", id="a"))
    with pytest.raises(ConstraintViolated):
        await graph.write(lambda tx: tx.run("test/make", id="a"))
    assert [row["id"] for row in await graph.read("test/parts")] == ["a"]
    await graph.close()


async def test_the_castles_own_schema_can_be_made_twice(address: GraphAddress) -> None:
    """As after a server that died between the last statement and the note that it was done."""
    graph = await Graph.connect(address, OWN)
    number = await migrate(graph)
    await graph.write(lambda tx: tx.run("castle/set_schema", schema=number - 1))
    assert await migrate(graph) == number
    await graph.close()


def test_statements_of_a_file_come_without_comments() -> None:
    queries = Queries({"a": "// One; two.\nRETURN 1;\n// Three\nRETURN\n 2;\n", "b/c": "", "b/a": ""})
    assert queries.statements("a") == ["RETURN 1", "RETURN\n 2"]
    assert queries.below("b/") == ["b/a", "b/c"]
