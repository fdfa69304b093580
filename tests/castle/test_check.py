"""Every invariant holds of a castle in which everything has happened, and each is seen to be broken when it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from mud.castle.castle import Castle
from mud.castle.check import Invariant, Pages, castle_invariants, check
from mud.graph.driver import Graph, Record, Transaction

from .helping import Guests, N, S, a_room, breaches, fill, run

BROKEN = {
    "castle_one": ["CREATE (c:Castle {id: 'second'}) RETURN c.id AS id"],
    "castle_original": [
        "MATCH (o:Original) WHERE NOT o:Start DETACH DELETE o WITH 1 AS one MATCH (s:Start) RETURN s.id AS id",
        "MATCH (s:Start) SET s.x = 7 RETURN s.id AS id",
        "MATCH (s:Start) DETACH DELETE s WITH 1 AS one MATCH (o:Original) RETURN o.id AS id",
        "CREATE (s:Room:Start {id: 'another'}) RETURN s.id AS id",
    ],
    "castle_bounds": ["MATCH (c:Castle) SET c.east = c.east + 1 RETURN c.id AS id"],
    "room_half_made": [
        "MATCH (r:Room {name: 'Hall'}) SET r.description = '' RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'}) SET r.name = '' RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'}) SET r.description = ' \t\n ' RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'}) REMOVE r.description RETURN r.id AS id",
        "MATCH (r:Room {name: ''}) WITH r LIMIT 1 SET r.name = ' ' RETURN r.id AS id",
    ],
    "room_cell": [
        "MATCH (r:Room {name: 'Hall'}) SET r.position = [5, 5] RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'}) REMOVE r.position RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'}) REMOVE r.x RETURN r.id AS id",
    ],
    "room_words": [
        "MATCH (r:Room {name: 'Hall'}) CREATE (r)-[:IN_WORDS]->(:Words {lang: 'ko', name: 'b'}) RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'})-[:IN_WORDS]->(w) SET w.lang = 'en' RETURN r.id AS id",
    ],
    "door_direction": [
        "MATCH (r:Room {name: 'Hall'})-[d:DOOR {direction: 'S'}]->() SET d.direction = 'NS' RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'})-[d:DOOR {direction: 'S'}]->() SET d.direction = 'E' RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'})-[d:DOOR {direction: 'S'}]->() REMOVE d.direction RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'}), (s:Room:Start) CREATE (r)-[:DOOR {direction: 'N'}]->(s) RETURN r.id AS id",
        "MATCH (r:Room {name: 'Hall'}) CREATE (r)-[:DOOR {direction: 'N'}]->(r) RETURN r.id AS id",
    ],
    "door_pair": [
        "MATCH (r:Room {name: 'Hall'})-[d:DOOR {direction: 'N'}]->(b) DELETE d RETURN b.id AS id",
        "MATCH (r:Room {name: 'Hall'})-[d:DOOR {direction: 'N'}]->(b) SET d.direction = 'S' RETURN b.id AS id",
    ],
    "door_single": [
        "MATCH (r:Room {name: 'Hall'})-[:DOOR {direction: 'N'}]->(b) "
        "CREATE (r)-[:DOOR {direction: 'N'}]->(b) RETURN r.id AS id",
    ],
    "room_unreachable": [
        "CREATE (r:Room {id: 'island', floor: 0, x: 40, y: 40, position: [40, 40], name: '', description: ''}) RETURN r.id AS id",
        "MATCH (r:Room {name: 'Study'})-[d:DOOR]-() DELETE d RETURN r.id AS id",
    ],
    "castle_endless": [
        "MATCH (b:Room {name: ''}) DETACH DELETE b RETURN 'castle' AS id",
        "MATCH (b:Room {name: ''}) SET b.name = 'Made', b.description = 'Made.' RETURN 'castle' AS id",
    ],
    "player_place": [
        "MATCH (p:Player {name: 'Walker'})-[i:IN]->() DELETE i RETURN p.id AS id",
        "MATCH (p:Player {name: 'Walker'}), (s:Start) CREATE (p)-[:IN]->(s) RETURN p.id AS id",
        "MATCH (p:Player {name: 'Walker'}), (s:Start) CREATE (p)-[:ASLEEP_IN]->(s) RETURN p.id AS id",
        "MATCH (p:Player)-[:DIED_IN]->(:Room), (s:Start) CREATE (p)-[:IN]->(s) RETURN p.id AS id",
    ],
    "player_account": [
        "MATCH (a:Account)-[:PLAYS]->(p) CREATE (b:Account {id: 'b'})-[:PLAYS]->(p) RETURN p.id AS id",
        "MATCH (a:Account)-[plays:PLAYS]->(p) DELETE plays RETURN p.id AS id",
        "MATCH (a:Account), (p:Player {name: 'Walker'}) CREATE (a)-[:PLAYS]->(p) RETURN p.id AS id",
        "MATCH (a:Account), (p:Player)-[:DIED_IN]->(:Room) CREATE (a)-[:PLAYS]->(p) RETURN p.id AS id",
    ],
    "player_lives": [
        "MATCH (f:Player)<-[:LIVED_BEFORE]-(), (p:Player {name: 'Walker'}) CREATE (p)-[:LIVED_BEFORE]->(f) RETURN f.id AS id",
        "MATCH (p:Player)-[:LIVED_BEFORE]->(), (g:Player {name: 'Walker'}) CREATE (p)-[:LIVED_BEFORE]->(g) RETURN p.id AS id",
        "MATCH (p:Player)-[:LIVED_BEFORE]->(f), (f)-[d:DIED_IN]->() DELETE d RETURN p.id AS id",
    ],
    "account_player": [
        "MATCH (a:Account)-[plays:PLAYS]->() DELETE plays RETURN a.id AS id",
        "MATCH (a:Account), (p:Player {name: 'Walker'}) CREATE (a)-[:PLAYS]->(p) RETURN a.id AS id",
        "MATCH (a:Account)-[:PLAYS]->(p) CREATE (a)-[:PLAYS]->(p) RETURN a.id AS id",
    ],
    "account_name": [
        "MATCH (a:Account), (p:Player {name: 'Walker'}) SET p.skeleton = a.skeleton RETURN a.id AS id",
        "MATCH (a:Account) REMOVE a.skeleton RETURN a.id AS id",
    ],
    "guest_name": [
        "MATCH (p:Player {name: 'Remembered'}) SET p.skeleton = 'remembered' RETURN p.id AS id",
        "MATCH (p:Player {guest: false})-[:IN]->() SET p.skeleton = 'somebody' RETURN p.id AS id",
        "MATCH (p:Player {name: 'Walker'}) REMOVE p.skeleton RETURN p.id AS id",
    ],
    "ghost_place": [
        "MATCH (g:Ghost {name: 'Agatha'})-[i:IN]->() DELETE i RETURN g.id AS id",
        "MATCH (g:Ghost {name: 'Agatha'}), (s:Start) CREATE (g)-[:IN]->(s) RETURN g.id AS id",
    ],
    "ghost_name": ["MATCH (g:Ghost {name: 'Agatha'}) SET g.name = 'BERTRAM' RETURN g.id AS id"],
    "ghost_texts": [
        "MATCH (g:Ghost {name: 'Agatha'}) SET g.name = ' ' RETURN g.id AS id",
        "MATCH (g:Ghost {name: 'Agatha'}) REMOVE g.character RETURN g.id AS id",
        "MATCH (g:Ghost {name: 'Agatha'})-[:IN_WORDS]->(w) SET w.lang = 'en' RETURN g.id AS id",
    ],
    "opinion": [
        "MATCH (g:Ghost)-[t:THINKS_OF]->(:Player {name: 'Mina'}) SET t.score = -101 RETURN g.id AS id",
        "MATCH (g:Ghost)-[t:THINKS_OF]->(:Player {name: 'Mina'}) SET t.score = 101 RETURN g.id AS id",
        "MATCH (g:Ghost)-[t:THINKS_OF]->(:Player {name: 'Mina'}) SET t.opinion = '' RETURN g.id AS id",
        "MATCH (g:Ghost)-[t:THINKS_OF]->(:Player {name: 'Mina'}) SET t.opinion = 'Never said.' RETURN g.id AS id",
    ],
    "opinion_single": [
        "MATCH (g:Ghost)-[t:THINKS_OF]->(p:Player {name: 'Mina'}) "
        "CREATE (g)-[:THINKS_OF {opinion: t.opinion, score: 1}]->(p) RETURN g.id AS id",
    ],
    "item_holder": [
        "CREATE (i:Item {id: 'lamp'}) RETURN i.id AS id",
        "MATCH (s:Start), (p:Player {name: 'Walker'}) "
        "CREATE (i:Item {id: 'lamp'})-[:IN]->(s), (i)-[:HELD_BY]->(p) RETURN i.id AS id",
    ],
    "words_attached": [
        "CREATE (w:Words {lang: 'ko', name: 'lost'}) RETURN 'ko: lost' AS id",
        "MATCH (g:Ghost {name: 'Bertram'}), (w:Words {name: '홀'}) CREATE (g)-[:IN_WORDS]->(w) RETURN 'ko: 홀' AS id",
    ],
    "event_id": [
        "MATCH (e:Event {seq: 4}) REMOVE e.id RETURN '4' AS id",
        "MATCH (e:Event {seq: 4}) REMOVE e.data RETURN '4' AS id",
    ],
    "event_order": ["MATCH (e:Event {seq: 4}) DELETE e RETURN '5' AS id"],
    "event_count": [
        "MATCH (c:Castle) SET c.seq = c.seq + 1 RETURN c.id AS id",
        "MATCH (c:Castle) WITH c MATCH (e:Event {seq: c.seq}) DELETE e RETURN c.id AS id",
        "MATCH (e:Event {seq: 4}) WITH e MATCH (c:Castle) DELETE e RETURN c.id AS id",
    ],
}


async def test_a_sound_castle_breaks_nothing_whatever_the_pages(lived_in: Castle, graph: Graph) -> None:
    assert await breaches(graph, page=1) == []
    assert await breaches(graph, page=3) == []
    assert await breaches(graph) == []


class Undone(Exception):
    """Rolls a transaction back."""


@dataclass
class Inside:
    """Reads what a transaction has not committed."""

    tx: Transaction

    async def read(self, query: str, **parameters: Any) -> list[Record]:
        return await self.tx.run(query, **parameters)


async def found_when(graph: Graph, statement: str, invariant: Invariant) -> tuple[set[str], set[str]]:
    """The ids that a statement breaks, and those that the invariant names then; afterwards all is whole again."""
    broken: set[str] = set()
    found: set[str] = set()

    async def work(tx: Transaction) -> None:
        result = await tx._inner.run(statement)
        broken.update([record["id"] async for record in result])
        async for ids in invariant.find(Pages(Inside(tx), 3)):
            found.update(ids)
        raise Undone

    with pytest.raises(Undone):
        await graph.write(work)
    return broken, found


async def test_every_invariant_fires(lived_in: Castle, graph: Graph) -> None:
    """Each is broken in every way that somebody at a database console could think of, and names what was broken."""
    invariants = {invariant.name: invariant for invariant in castle_invariants()}
    assert BROKEN.keys() == invariants.keys()
    unseen = []
    for name, statements in BROKEN.items():
        for statement in statements:
            broken, found = await found_when(graph, statement, invariants[name])
            if not broken or not broken <= found:
                unseen.append((name, statement, broken, found))
    assert unseen == []
    assert await breaches(graph) == []


FORBIDDEN = (
    (
        "room_cell",
        "DROP CONSTRAINT room_cell",
        "MATCH (r:Room {name: 'Hall'}) CREATE (s:Room:Copy) SET s = r {.*, id: 'copy'} RETURN r.id AS id",
        "CREATE CONSTRAINT room_cell FOR (r:Room) REQUIRE (r.floor, r.x, r.y) IS UNIQUE",
    ),
    (
        "account_name",
        "DROP CONSTRAINT account_skeleton",
        "MATCH (r:Account) CREATE (s:Account:Copy) SET s = r {.*, id: 'copy'} RETURN r.id AS id",
        "CREATE CONSTRAINT account_skeleton FOR (a:Account) REQUIRE a.skeleton IS UNIQUE",
    ),
    (
        "event_id",
        "DROP CONSTRAINT event_id",
        "MATCH (r:Event {seq: 4}) CREATE (s:Event:Copy) SET s = r {.*, seq: 1000} RETURN '4' AS id",
        "CREATE CONSTRAINT event_id FOR (e:Event) REQUIRE e.id IS UNIQUE",
    ),
)


async def test_what_constraints_forbid_is_seen_where_they_are_missing(lived_in: Castle, graph: Graph) -> None:
    try:
        broken = {}
        for invariant, drop, copy, _ in FORBIDDEN:
            await run(graph, drop)
            broken[invariant] = (await run(graph, copy))[0]["id"]
        found = {(breach.invariant, named) for breach in await breaches(graph) for named in breach.ids}
        assert broken.items() <= found
    finally:
        await run(graph, "MATCH (c:Copy) DETACH DELETE c")
        for *_, restore in FORBIDDEN:
            await run(graph, restore)


async def test_the_log_is_counted_right_whatever_is_written_meanwhile(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    """Before and after everything that the check reads, a server commits an event."""
    walker = await guests.walk(await guests.come("Walker"), N)
    await fill(castle, walker, a_room("Hall", []))

    class Meanwhile:
        async def read(self, query: str, **parameters: Any) -> list[Record]:
            nonlocal walker
            walker = await guests.walk(walker, S)
            rows = await graph.read(query, **parameters)
            walker = await guests.walk(walker, N)
            return rows

    counted = next(invariant for invariant in castle_invariants() if invariant.name == "event_count")
    assert [breach async for breach in check(Meanwhile(), [counted])] == []
