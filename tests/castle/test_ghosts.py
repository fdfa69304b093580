"""Ghosts: how they come into being, what they say, and what they think."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mud.castle.castle import Castle
from mud.castle.errors import (
    BadScore,
    BadText,
    DuplicateGhost,
    Elsewhere,
    GhostNotHere,
    NotTheMaker,
    TooManyGhosts,
)
from mud.castle.ghosts import MOST_IN_A_ROOM
from mud.graph.driver import Graph
from mud.world.events import OpinionChanged, Said
from mud.world.model import Lang, Opinion, Stand, Words

from .helping import Guests, N, a_ghost, a_room, breaches, fill, logged, run


@pytest.fixture
async def hall(castle: Castle, guests: Guests) -> Stand:
    """Where a guest stands who has made a room with the ghost of Agatha in it, in the turn "made"."""
    stand = await guests.walk(await guests.come("Ada"), N)
    await fill(castle, stand, a_room("Hall", [N], [a_ghost("Agatha")]), "made")
    return stand


async def agatha(castle: Castle, stand: Stand) -> str:
    return (await castle.view.room(stand.room_id)).ghosts[0].id


async def test_the_turn_that_made_a_room_may_bring_more(castle: Castle, hall: Stand, graph: Graph) -> None:
    proposal = replace(a_ghost("Bertram"), words=(Words(Lang.KO, "버트럼", "흐릿하다.", "무뚝뚝하다."),))
    ghost = await castle.ghosts.make(hall, proposal, "made")
    assert ghost.said_in(Lang.KO).name == "버트럼"
    assert [g.name for g in (await castle.view.room(hall.room_id)).ghosts] == ["Agatha", "Bertram"]
    castle.view.clear()
    assert ghost in (await castle.view.room(hall.room_id)).ghosts
    assert await breaches(graph) == []


async def test_no_other_turn_may(castle: Castle, hall: Stand, guests: Guests) -> None:
    with pytest.raises(NotTheMaker):
        await castle.ghosts.make(hall, a_ghost("Bertram"), "another")
    porch = await guests.come()
    with pytest.raises(NotTheMaker):
        await castle.ghosts.make(porch, a_ghost("Bertram"), "made")


async def test_names_are_unique_in_a_room(castle: Castle, hall: Stand) -> None:
    with pytest.raises(DuplicateGhost) as refusal:
        await castle.ghosts.make(hall, a_ghost("  agatha "), "made")
    assert refusal.value.values == {"name": "agatha"}


async def test_a_room_holds_so_many(castle: Castle, hall: Stand) -> None:
    for n in range(MOST_IN_A_ROOM - 1):
        await castle.ghosts.make(hall, a_ghost(f"Ghost {n}"), "made")
    with pytest.raises(TooManyGhosts):
        await castle.ghosts.make(hall, a_ghost("One more"), "made")
    assert len((await castle.view.room(hall.room_id)).ghosts) == MOST_IN_A_ROOM


async def test_opinions_change_and_their_history_stays(castle: Castle, hall: Stand, graph: Graph) -> None:
    ghost, ada = await agatha(castle, hall), hall.player
    assert await castle.ghosts.opinions(ada.id, hall.room_id) == {}
    first = await castle.ghosts.think(hall, ghost, "Too loud.", -20, because="an event")
    assert (first.before, first.score) == ("", -20)
    second = await castle.ghosts.think(hall, ghost, " Quite  nice. ")
    assert (second.before, second.opinion, second.score) == ("Too loud.", "Quite nice.", -20)
    opinions = await castle.ghosts.opinions(ada.id, hall.room_id)
    assert opinions == {ghost: Opinion(ghost, ada.id, "Quite nice.", -20)}
    history = await run(
        graph,
        "MATCH (:Ghost {id: $ghost})-[c:CHANGED_MIND]->(:Player {id: $player})"
        " RETURN c.opinion AS opinion, c.event AS event, c.because AS because, c.at AS at ORDER BY c.at",
        ghost=ghost,
        player=ada.id,
    )
    assert [(h["opinion"], h["event"], h["because"]) for h in history] == [
        ("Too loud.", first.id, "an event"),
        ("Quite nice.", second.id, None),
    ]
    assert [h["at"] for h in history] == [first.at.isoformat(), second.at.isoformat()]
    assert [event for event in await logged(graph) if isinstance(event, OpinionChanged)] == [first, second]
    assert await breaches(graph) == []


async def test_a_ghost_elsewhere_has_no_opinion(
    castle: Castle, hall: Stand, guests: Guests, graph: Graph
) -> None:
    ghost = await agatha(castle, hall)
    porch = await guests.come("Porter")
    before = await logged(graph)
    with pytest.raises(GhostNotHere) as refusal:
        await castle.ghosts.think(porch, ghost, "Nice.")
    assert refusal.value.values == {"here": ()}
    with pytest.raises(GhostNotHere) as refusal:
        await castle.ghosts.think(hall, "nobody", "Nice.")
    assert refusal.value.values == {"here": (ghost,)}
    assert await logged(graph) == before
    assert await castle.ghosts.opinions(porch.player.id, hall.room_id) == {}


async def test_opinions_are_bounded(castle: Castle, hall: Stand) -> None:
    ghost = await agatha(castle, hall)
    for score in (-101, 101):
        with pytest.raises(BadScore):
            await castle.ghosts.think(hall, ghost, "Nice.", score)
    for text in ("", "x" * 501):
        with pytest.raises(BadText):
            await castle.ghosts.think(hall, ghost, text)
    for score in (-100, 0, 100):
        assert (await castle.ghosts.think(hall, ghost, "Nice.", score)).score == score


async def test_a_ghost_speaks_to_whom_it_shares_a_room_with(
    castle: Castle, hall: Stand, guests: Guests, graph: Graph
) -> None:
    who = (await castle.view.room(hall.room_id)).ghosts[0].who
    said = await castle.ghosts.say(hall, who, "Leave.", Lang.EN, "떠나라.")
    assert (said.who, said.to, said.other) == (who, hall.player.who, "떠나라.")
    porch = await guests.come()
    with pytest.raises(GhostNotHere):
        await castle.ghosts.say(porch, who, "Leave.", Lang.EN)
    await guests.walk(hall, N)
    with pytest.raises(Elsewhere):
        await castle.ghosts.say(hall, who, "Leave.", Lang.EN)
    assert [event for event in await logged(graph) if isinstance(event, Said)] == [said]
