"""Who witnessed an event, and what listeners hear of it."""

from __future__ import annotations

import asyncio
import json

import pytest

from mud.castle.castle import Castle
from mud.graph.driver import Graph
from mud.world.events import Committed, SleepReason
from mud.world.model import Lang

from .helping import Guests, N, S, a_ghost, a_room, fill, logged, run


async def witnesses(graph: Graph, kind: str) -> list[set[str]]:
    """Those of every event of a kind, in the order of the log, by name where they have one."""
    rows = await run(
        graph,
        "MATCH (e:Event {kind: $kind}) WITH e ORDER BY e.seq RETURN [id IN e.witnesses | id] AS ids",
        kind=kind,
    )
    named = await run(graph, "MATCH (n) WHERE n:Player OR n:Ghost RETURN n.id AS id, n.name AS name")
    names = {row["id"]: row["name"] for row in named}
    return [{str(names.get(i, i)) for i in row["ids"]} for row in rows]  # type: ignore[attr-defined]


@pytest.mark.parametrize("known", [True, False], ids=["view", "no view"])
async def test_those_are_witnesses_who_could_perceive_it(
    castle: Castle, guests: Guests, graph: Graph, known: bool
) -> None:
    """Whether or not the rooms are in the view."""

    async def look() -> None:
        castle.view.clear()
        if known:
            for row in await run(graph, "MATCH (r:Room) RETURN r.id AS id"):
                await castle.view.room(str(row["id"]))

    ann, ben, cat = await guests.come("Ann"), await guests.come("Ben"), await guests.come("Cat")
    ann = await guests.walk(ann, N)
    ghost = (await fill(castle, ann, a_room(doors=[N], ghosts=[a_ghost("Agatha")]))).ghosts[0]
    for act in (
        castle.speech.say(ann, "Hello.", Lang.EN),
        castle.speech.say(ben, "Is it dark?", Lang.EN),
        castle.ghosts.think(ann, ghost.id, "Loud."),
        castle.rooms.move(cat, N),
        castle.players.sleep(cat.player.id, SleepReason.QUIT),
        castle.speech.emote(ann, "shivers."),
    ):
        await look()
        await act
    assert await witnesses(graph, "Said") == [{"Ann", "Agatha"}, {"Ben", cat.player.id}]
    assert await witnesses(graph, "OpinionChanged") == [{"Agatha"}]
    assert (await witnesses(graph, "Moved"))[-1] >= {"Ann", "Ben", "Agatha"}
    assert await witnesses(graph, "Emoted") == [{"Ann", "Agatha"}]


async def test_within_one_commit_who_has_come_in_hears_what_follows(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    ann, ben = await guests.walk(await guests.come("Ann"), N), await guests.come("Ben")
    castle.view.clear()
    first = castle.speech.say(ann, "Nobody here.", Lang.EN)
    arrival = castle.rooms.move(ben, N)
    cat = await guests.walk(await guests.come("Cat"), N)
    last = castle.speech.say(cat, "Ben!", Lang.EN)
    before = len(await logged(graph))
    await asyncio.gather(first, arrival, last)
    assert [type(event).__name__ for event in (await logged(graph))[before:]] == ["Said", "Moved", "Said"]
    assert (await witnesses(graph, "Said"))[-2:] == [{"Ann", "Cat"}, {"Ann", "Ben", "Cat"}]


async def test_listeners_hear_the_log_in_its_order(castle: Castle, guests: Guests, graph: Graph) -> None:
    heard: list[Committed] = []
    castle.listen(heard.append)
    stands = [await guests.come() for _ in range(10)]
    await asyncio.gather(
        *(guests.walk(stand, N, S, N) for stand in stands),
        *(guests.come(f"Late{n}") for n in range(5)),
    )
    assert heard == (await logged(graph))[1:]
    assert [event.seq for event in heard] == list(range(2, len(heard) + 2))


async def test_a_listener_that_fails_harms_nobody(castle: Castle, guests: Guests, graph: Graph) -> None:
    def fail(_: Committed) -> None:
        raise RuntimeError

    heard: list[Committed] = []
    castle.listen(fail)
    castle.listen(heard.append)
    stands = [await guests.come() for _ in range(3)]
    await asyncio.gather(*(castle.speech.say(stand, "Hello.", Lang.EN) for stand in stands))
    assert heard == (await logged(graph))[1:]
    assert len(heard) == 6


async def test_the_log_keeps_plain_properties(castle: Castle, guests: Guests, graph: Graph) -> None:
    """What queries ask for stands beside the whole event, which is JSON."""
    stand = await guests.come("Ada")
    said = await castle.speech.say(stand, "안녕", Lang.KO)
    row = (await run(graph, "MATCH (e:Event {id: $id}) RETURN e {.*} AS e", id=said.id))[0]["e"]
    assert isinstance(row, dict)
    data = json.loads(row.pop("data"))
    assert row == {
        "id": said.id,
        "seq": said.seq,
        "kind": "Said",
        "at": said.at.isoformat(),
        "actor": stand.player.id,
        "room": stand.room_id,
        "witnesses": [stand.player.id],
    }
    assert (data["text"], data["lang"]) == ("안녕", "ko")
