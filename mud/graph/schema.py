"""Numbered migrations: each is run once, in order, and the castle's node keeps how far it came."""

from __future__ import annotations

import structlog

from .driver import Graph
from .errors import GraphTooNew

log = structlog.get_logger(__name__)


async def migrate(graph: Graph) -> int:
    """Bring the graph's schema up to this code's and return its number.

    A migration is a file `schema/NNNN_name.cypher`; its statements must be harmless when run again, because a server may die between
    the last of them and the note that they are done. Raises `GraphTooNew` for a graph made by later code.
    """
    names = graph.queries.below("schema/")
    known = len(names)
    rows = await graph.read("castle/schema")
    done: int = rows[0]["schema"] if rows else 0
    if done > known:
        raise GraphTooNew(found=done, known=known)
    for number, name in enumerate(names[done:], done + 1):
        for statement in graph.queries.statements(name):
            await graph.run_alone(statement)
        await graph.write(lambda tx, number=number: tx.run("castle/set_schema", schema=number))  # type: ignore[misc]
        log.info("schema migrated", number=number, name=name)
    return known
