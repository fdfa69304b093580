"""Going through doors, and making blank rooms."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from mud.castle.castle import Castle
from mud.castle.errors import BadText, DuplicateGhost, Elsewhere, NoDoor, NotBlank, Refused, TooManyGhosts
from mud.castle.rooms import MadeRoom
from mud.graph.driver import Graph
from mud.world.events import GhostMade, Moved, RoomMade, SleepReason, WayOpened
from mud.world.grid import Position
from mud.world.model import DoorWord, Lang, Words

from .helping import E, Guests, N, S, W, a_ghost, a_room, breaches, cells, doors, fill, logged, run


async def test_a_new_castle_is_a_porch_and_the_dark_behind_its_door(castle: Castle, graph: Graph) -> None:
    found = await cells(graph)
    assert set(found) == {Position(0, 0, 0), Position(0, 0, 1)}
    porch = await castle.view.room(found[Position(0, 0, 0)][0])
    dark = await castle.view.room(found[Position(0, 0, 1)][0])
    assert porch.room.name == "The Porch" and porch.room.said_in(Lang.KO).name == "현관 앞 마루"
    assert porch.words == {N: DoorWord.DOOR, E: DoorWord.NO_DOOR, S: DoorWord.NO_DOOR, W: DoorWord.NO_DOOR}
    assert dark.room.blank
    assert dark.words == {N: DoorWord.UNKNOWN, E: DoorWord.UNKNOWN, S: DoorWord.DOOR, W: DoorWord.UNKNOWN}
    assert [type(event).__name__ for event in await logged(graph)] == ["CastleFounded"]


async def test_a_move_takes_a_player_from_one_room_to_the_next(castle: Castle, guests: Guests) -> None:
    stand = await guests.come("Ada")
    moved = await castle.rooms.move(stand, N)
    assert (moved.from_room, moved.direction, moved.who.name) == (stand.room_id, N, "Ada")
    assert [p.name for p in (await castle.view.room(moved.room)).players] == ["Ada"]
    assert (await castle.view.room(stand.room_id)).players == ()


async def test_a_move_without_a_door_is_refused_and_names_the_open_ones(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.come()
    for way in (E, S, W):
        with pytest.raises(NoDoor) as refusal:
            await castle.rooms.move(stand, way)
        assert refusal.value.values == {"direction": way, "open": (N,)}
    assert not [event for event in await logged(graph) if isinstance(event, Moved)]


async def test_acts_from_where_a_player_is_no_longer_are_refused(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    """One who has moved, fallen asleep, died, or whose castle was reset meanwhile."""
    moved, asleep, dead, early = [await guests.come() for _ in range(4)]
    await guests.walk(moved, N)
    await castle.players.sleep(asleep.player.id, SleepReason.QUIT)
    for turn in ("1", "2"):
        await castle.deaths.threaten(dead, how="Cold.", cause="the cold", turn=turn, lang=Lang.EN)
    early = replace(early, resets=early.resets + 1)
    events = await logged(graph)
    for stand in (moved, asleep, dead, early):
        with pytest.raises(Elsewhere):
            await castle.rooms.move(stand, N)
        with pytest.raises(Elsewhere):
            await castle.speech.say(stand, "Hello?", Lang.EN)
        with pytest.raises(Elsewhere):
            await castle.speech.act(stand, "waves", Lang.EN)
        with pytest.raises(Elsewhere):
            await castle.rooms.make(stand.room_id, a_room(), stand)
        with pytest.raises(Elsewhere):
            await castle.ghosts.think(stand, "any", "Nice.")
        with pytest.raises(Elsewhere):
            await castle.ghosts.make(stand, a_ghost(), "turn")
        with pytest.raises(Elsewhere):
            await castle.deaths.threaten(stand, how="Cold.", cause="the cold", turn="9", lang=Lang.EN)
    assert await logged(graph) == events


async def test_a_blank_room_becomes_what_was_proposed(castle: Castle, guests: Guests, graph: Graph) -> None:
    stand = await guests.walk(await guests.come(), N)
    proposal = replace(
        a_room("Hall", [N, E, S], [a_ghost("Agatha")]), words=(Words(Lang.KO, "홀", "잿빛 돌로 된 홀."),)
    )
    made = await fill(castle, stand, proposal)
    assert (set(made.opened), made.refused, made.by_engine) == ({N, E}, (), None)
    seen = await castle.view.room(stand.room_id)
    assert seen.room == made.room and seen.ghosts == made.ghosts
    assert seen.words == {N: DoorWord.DOOR, E: DoorWord.DOOR, S: DoorWord.DOOR, W: DoorWord.NO_DOOR}
    assert seen.room.said_in(Lang.KO) == Words(Lang.KO, "홀", "잿빛 돌로 된 홀.")
    assert set(await cells(graph)) == {Position(0, *xy) for xy in ((0, 0), (0, 1), (0, 2), (1, 1))}
    made_event, ghost_event = (await logged(graph))[-2:]
    assert isinstance(made_event, RoomMade) and set(made_event.doors) == {N, E, S}
    assert isinstance(ghost_event, GhostMade) and ghost_event.ghost == made.ghosts[0]
    assert await breaches(graph) == []


async def test_a_made_room_is_never_made_again(castle: Castle, guests: Guests, graph: Graph) -> None:
    stand = await guests.walk(await guests.come(), N)
    await fill(castle, stand, a_room("Hall", [N]))
    before = await doors(graph), await logged(graph)
    for who in (stand, castle.resets):
        with pytest.raises(NotBlank) as refusal:
            await castle.rooms.make(stand.room_id, a_room("Other", [E], [a_ghost()]), who)
        assert refusal.value.values == {"name": "Hall"}
    assert (await doors(graph), await logged(graph)) == before
    assert (await castle.view.room(stand.room_id)).room.name == "Hall"


async def test_two_who_fill_one_blank_room_at_once_get_one_room(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    """Fifty times: one of them makes it, the other is told what it has become."""
    ann, ben = await guests.come("Ann"), await guests.come("Ben")
    for n in range(50):
        ann, ben = await asyncio.gather(guests.walk(ann, N), guests.walk(ben, N))
        assert ann.room_id == ben.room_id
        results = await asyncio.gather(
            fill(castle, ann, a_room(f"Ann {n}", [N])),
            fill(castle, ben, a_room(f"Ben {n}", [N, E])),
            return_exceptions=True,
        )
        made = [result for result in results if isinstance(result, MadeRoom)]
        refused = [result for result in results if isinstance(result, NotBlank)]
        assert (len(made), len(refused)) == (1, 1)
        assert refused[0].values["name"] == made[0].room.name
        assert (await castle.view.room(ann.room_id)).room == made[0].room
    assert {len(ids) for ids in (await cells(graph)).values()} == {1}
    assert len([event for event in await logged(graph) if isinstance(event, RoomMade)]) == 50
    assert await breaches(graph) == []


async def test_no_door_is_driven_through_the_wall_of_a_made_neighbour(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    """Around a square of four cells: the last one lies between two made rooms that have no doors towards it."""
    stand = await guests.walk(await guests.come(), N)
    await fill(castle, stand, a_room("South west", [E, N]))
    east = await guests.walk(stand, E)
    await fill(castle, east, a_room("South east", [N]))
    north = await guests.walk(east, N)
    await fill(castle, north, a_room("North east", [N]))  # and none to the west
    last = await guests.walk(north, S, W, N)
    assert (await castle.view.room(last.room_id)).words[E] is DoorWord.NO_DOOR
    made = await fill(castle, last, a_room("North west", [N, E, S, W]))
    assert (set(made.opened), made.refused) == ({N, W}, (E,))
    with pytest.raises(NoDoor) as refusal:
        await castle.rooms.move(last, E)
    assert refusal.value.values["open"] == (N, S, W)
    assert await breaches(graph) == []


async def test_blank_cells_are_made_once_and_joined(castle: Castle, guests: Guests, graph: Graph) -> None:
    """Two made rooms that open into one blank cell share it."""
    ann, ben = await guests.walk(await guests.come(), N), await guests.walk(await guests.come(), N)
    await fill(castle, ann, a_room("Hall", [N, E]))
    east = await guests.walk(ann, E)
    await fill(castle, east, a_room("East", [N]))
    north = await guests.walk(ben, N)
    await fill(castle, north, a_room("North", [E]))
    via_east, via_north = await guests.walk(east, N), await guests.walk(north, E)
    assert via_east.room_id == via_north.room_id
    assert {len(ids) for ids in (await cells(graph)).values()} == {1}
    assert (await castle.view.room(via_east.room_id)).room.doors == {S, W}


async def test_a_fill_that_would_wall_the_castle_in_gets_a_door(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.walk(await guests.come(), N)
    made = await fill(castle, stand, a_room("Hall"))
    assert made.by_engine is not None and made.opened == (made.by_engine.direction,)
    assert made.room.doors == {S, made.by_engine.direction}
    room_event, way = (await logged(graph))[-2:]
    assert isinstance(room_event, RoomMade) and isinstance(way, WayOpened)
    assert room_event.opened == made.opened
    assert await breaches(graph) == []


async def test_where_the_last_room_cannot_open_one_the_outermost_does(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    """A spiral closes around its own end, and somebody at a database console has sealed the way out that was opened then."""
    stand = await guests.walk(await guests.come(), N)
    for way in (E, N, N, W, W, S):
        await fill(castle, stand, a_room(f"Towards {way}", [way]))
        stand = await guests.walk(stand, way)
    await fill(castle, stand, a_room("Before the end", [E]))
    stand = await guests.walk(stand, E)
    await run(
        graph,
        "MATCH (r:Room {name: ''}) WHERE r.id <> $end SET r.name = 'Sealed', r.description = 'Sealed.'",
        end=stand.room_id,
    )
    made = await fill(castle, stand, a_room("The end"))
    assert made.by_engine is not None and made.by_engine.room != stand.room_id
    assert made.opened == ()
    outermost = await castle.view.room(made.by_engine.room)
    assert outermost.words[made.by_engine.direction] is DoorWord.DOOR
    assert await breaches(graph) == []


@pytest.mark.parametrize(
    ("proposal", "refusal"),
    [
        (replace(a_room(), name=" \n"), BadText),
        (replace(a_room(), description="\u200b"), BadText),
        (replace(a_room(), name="x" * 81), BadText),
        (replace(a_room(), words=(Words(Lang.KO, "", "글"),)), BadText),
        (a_room(ghosts=[a_ghost("Agatha"), a_ghost("AGATHA")]), DuplicateGhost),
        (a_room(ghosts=[a_ghost(str(n)) for n in range(5)]), TooManyGhosts),
        (a_room(ghosts=[replace(a_ghost(), character=" ")]), BadText),
    ],
)
async def test_a_bad_proposal_makes_nothing_at_all(
    castle: Castle, guests: Guests, graph: Graph, proposal: object, refusal: type[Refused]
) -> None:
    stand = await guests.walk(await guests.come(), N)
    before = await run(graph, "MATCH (n) RETURN count(n) AS nodes")
    with pytest.raises(refusal):
        await fill(castle, stand, proposal)  # type: ignore[arg-type]
    assert await run(graph, "MATCH (n) RETURN count(n) AS nodes") == before
    assert (await castle.view.room(stand.room_id)).room.blank


async def test_a_player_makes_only_the_room_where_it_stands(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.come()
    dark = (await cells(graph))[Position(0, 0, 1)][0]
    with pytest.raises(Elsewhere):
        await castle.rooms.make(dark, a_room(), stand)
    made = await castle.rooms.make(dark, a_room("By the engine"), castle.resets)
    assert made.room.id == dark


async def test_fifty_moves_at_once_leave_each_player_in_one_place(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stands = [await guests.come() for _ in range(50)]
    moved = await asyncio.gather(*(castle.rooms.move(stand, N) for stand in stands))
    assert len({event.seq for event in moved}) == 50
    places = await run(
        graph, "MATCH (p:Player)-[:IN]->(r:Room) RETURN p.id AS player, collect(r.id) AS rooms"
    )
    assert {str(row["player"]): row["rooms"] for row in places} == {
        event.who.id: [event.room] for event in moved
    }


async def test_of_two_moves_of_one_player_at_once_one_is_made(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.come()
    results = await asyncio.gather(*(castle.rooms.move(stand, N) for _ in range(10)), return_exceptions=True)
    assert [type(result) for result in results] == [Moved] + [Elsewhere] * 9
    assert await breaches(graph) == []
