"""When a castle would be walled in, and what is opened then."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from hypothesis import given
from hypothesis import strategies as st

from mud.castle.castle import Castle
from mud.castle.endless import AT_ONCE, MOST_CELLS, MOST_STARTS, Bounds, Opening, leads_out, needed_opening
from mud.graph.driver import Graph, Transaction
from mud.world.grid import Position

from .helping import E, N, escapes, run

ROOMS = """
UNWIND $rooms AS room
MERGE (r:Room {floor: 0, x: room.x, y: room.y})
ON CREATE SET r.id = toString(room.x) + ',' + toString(room.y)
SET r.name = room.name, r.description = room.name
WITH count(*) AS rooms
MATCH (r:Room) WHERE r.name <> ''
WITH min(r.x) AS west, max(r.x) AS east, min(r.y) AS south, max(r.y) AS north
MATCH (c:Castle) SET c.west = west, c.east = east, c.south = south, c.north = north
"""

cells = st.dictionaries(
    st.builds(Position, st.just(0), st.integers(-4, 4), st.integers(-4, 4)), st.booleans(), max_size=40
).map(lambda known: known | {Position(0, 0, 0): True})


class Looked:
    """Looks up in a dictionary, and counts."""

    def __init__(self, known: dict[Position, bool]) -> None:
        self._known = known
        self.cells = 0

    async def __call__(self, cells: Collection[Position]) -> dict[Position, bool]:
        self.cells += len(cells)
        return {cell: self._known[cell] for cell in cells if cell in self._known}


def bounds_of(known: dict[Position, bool]) -> Bounds:
    made = [cell for cell, is_made in known.items() if is_made]
    xs, ys = [cell.x for cell in made], [cell.y for cell in made]
    return Bounds(min(xs), max(xs), min(ys), max(ys))


@given(cells, st.data())
def test_a_way_out_is_found_exactly_where_there_is_one(
    known: dict[Position, bool], data: st.DataObject
) -> None:
    open_cells = [Position(0, x, y) for x in range(-5, 6) for y in range(-5, 6)]
    open_cells = [cell for cell in open_cells if not known.get(cell, False)]
    starts = data.draw(st.lists(st.sampled_from(open_cells), max_size=4))
    found = asyncio.run(leads_out(starts, bounds_of(known), Looked(known)))
    assert found == any(escapes(known, start) for start in starts)


def test_a_search_is_given_up_after_so_many_cells_and_finds_nothing_then() -> None:
    hollow = Bounds(-10_000, 10_000, -10_000, 10_000)
    look = Looked({})
    assert not asyncio.run(leads_out([Position(0, 0, 0)], hollow, look))
    assert look.cells < MOST_CELLS + 4 * AT_ONCE


async def opened(
    graph: Graph, made: set[tuple[int, int]], blank: set[tuple[int, int]], filled: Position
) -> object:
    """What is opened, with these rooms in the castle, and not even its first blank one besides."""
    rooms = [{"x": x, "y": y, "name": "Made"} for x, y in sorted(made)]
    rooms += [{"x": x, "y": y, "name": ""} for x, y in sorted(blank)]
    await run(graph, "MATCH (r:Room {name: ''}) DETACH DELETE r")
    await run(graph, ROOMS, rooms=rooms)

    async def ask(tx: Transaction) -> Opening | None:
        return await needed_opening(tx, filled)

    return await graph.write(ask)


async def test_nothing_is_opened_while_a_blank_room_inside_the_bounds_has_a_way_out(
    castle: Castle, graph: Graph
) -> None:
    assert await opened(graph, {(0, 1), (1, 1)}, {(1, 0)}, Position(0, 1, 1)) is None


async def test_the_room_just_made_is_opened_if_it_can_be(castle: Castle, graph: Graph) -> None:
    assert await opened(graph, {(0, 1)}, set(), Position(0, 0, 1)) == Opening(Position(0, 0, 1), N)


RING = {(x, y) for x in range(-2, 3) for y in range(-2, 3) if 2 in (abs(x), abs(y))}


async def test_else_an_outermost_one(castle: Castle, graph: Graph) -> None:
    needed = await opened(graph, RING, {(0, 1)}, Position(0, 0, 0))
    assert isinstance(needed, Opening)
    assert (needed.position.x, needed.direction) == (2, E)


async def test_a_castle_that_is_too_large_to_search_is_opened_to_be_sure(
    castle: Castle, graph: Graph
) -> None:
    """More blank rooms than are asked for lie inside the ring: their number does not matter."""
    wide = 40
    ring = {
        (x, y) for x in range(-wide, wide + 1) for y in range(-wide, wide + 1) if wide in (abs(x), abs(y))
    }
    blank = {(x, y) for x in range(-1, 6) for y in range(2, 14)}
    assert len(blank) > MOST_STARTS
    needed = await opened(graph, ring, blank, Position(0, 0, 0))
    assert isinstance(needed, Opening)
    assert (needed.position.x, needed.direction) == (wide, E)
