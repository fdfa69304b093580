"""A reset leaves the castle as new around those who are in it: exactly the table of what goes and what stays."""

from __future__ import annotations

import pytest

from mud.castle.castle import Castle
from mud.castle.check import check
from mud.castle.errors import Elsewhere, NoSuchPlayer, ResetMeanwhile, UnderReset
from mud.castle.reset import Reset
from mud.graph.driver import Graph
from mud.graph.errors import GraphUnavailable
from mud.world import events as e
from mud.world.model import Lang, Player, Tally

from .helping import (
    E,
    Guests,
    N,
    NumberedIds,
    S,
    TickingClock,
    a_ghost,
    a_room,
    breaches,
    cells,
    doors,
    fill,
    logged,
    run,
    standing,
)

PLACES = "MATCH (p:Player)-[at:IN|ASLEEP_IN|DIED_IN]->(r:Room) RETURN p.name AS name, type(at) AS how, r:Start AS porch"
OTHERS = """
MATCH (n) WHERE NOT (n:Castle OR n:Lease OR n:Event OR n:Room OR n:Player OR n:Account)
RETURN n.name AS name
"""


async def places(graph: Graph) -> list[tuple[object, ...]]:
    """Everybody's name, how they are in their room, and whether that is the porch."""
    return sorted(tuple(row.values()) for row in await run(graph, PLACES))


async def reset(castle: Castle, *, with_accounts: bool = False, batch: int = 200) -> e.CastleReset:
    """Reset the castle in batches of that size."""
    resetting = Reset(
        graph=castle.reset._graph,
        writer=castle.writer,
        clock=TickingClock(),
        ids=NumberedIds("reset"),
        lang=Lang.EN,
        batch=batch,
    )
    _, resets = await resetting.tally()
    await resetting.begin(resets, by=None, with_accounts=with_accounts)
    over = await resetting.finish()
    assert over is not None
    return over


async def assert_as_new(graph: Graph) -> None:
    """The rooms and doors are those of a new castle, and nothing is left of what was made."""
    assert await breaches(graph) == []
    rooms = await run(
        graph, "MATCH (r:Room) RETURN r.name AS name, r.x AS x, r.y AS y, r.made IS NULL AS blank ORDER BY y"
    )
    assert [tuple(row.values()) for row in rooms] == [("The Porch", 0, 0, False), ("", 0, 1, True)]
    assert sorted(way for _, way, _ in await doors(graph)) == ["N", "S"]
    assert await run(graph, OTHERS) == [{"name": "현관 앞 마루"}]  # the porch's own texts
    relationships = await run(graph, "MATCH (n)-[r]->() RETURN DISTINCT type(r) AS kind")
    assert {row["kind"] for row in relationships} <= {
        "DOOR",
        "IN_WORDS",
        "IN",
        "ASLEEP_IN",
        "DIED_IN",
        "PLAYS",
        "LIVED_BEFORE",
    }
    [castle] = await run(graph, "MATCH (c:Castle) RETURN c {.resets, .resetting, .reset} AS c")
    assert castle["c"] == {"resets": 1, "resetting": False, "reset": None}


@pytest.mark.parametrize("batch", [200, 2, 1])
async def test_what_goes_and_what_stays(lived_in: Castle, graph: Graph, guests: Guests, batch: int) -> None:
    present = await guests.walk(await guests.come("Present"), N, E)
    for name in ("Asleep", "Awake"):
        account = await lived_in.accounts.create(name, name.casefold(), "hash", Lang.EN)
        placed = await lived_in.players.wake(account.player.id)
        await guests.walk(lived_in.stand(placed.player, placed.room_id), N)
        if name == "Asleep":
            await lived_in.players.sleep(placed.player.id, e.SleepReason.QUIT)
    dying = await guests.walk(await guests.come("Dying"), N)
    for turn in "12":
        await lived_in.deaths.threaten(dying, how="It falls.", cause="a beam", turn=turn, lang=Lang.EN)
    await lived_in.deaths.threaten(
        await guests.come("Warned"), how="It looms.", cause="a beam", turn="1", lang=Lang.EN
    )
    await run(graph, "MATCH (r:Room {name: 'Hall'}) CREATE (:Item {id: 'lamp', name: 'lamp'})-[:IN]->(r)")
    await run(
        graph, "MATCH (p:Player {name: 'Present'}) CREATE (:Item {id: 'key', name: 'key'})-[:HELD_BY]->(p)"
    )
    told = await logged(graph)
    tally, _ = await lived_in.reset.tally()
    assert tally == Tally(rooms=4, ghosts=2, items=2, players=5, accounts=3)

    over = await reset(lived_in, batch=batch)

    await assert_as_new(graph)
    assert await places(graph) == [
        ("Asleep", "ASLEEP_IN", True),
        ("Awake", "IN", True),
        ("Dying", "DIED_IN", True),  # and still connected: may begin a new life
        ("Mina", "DIED_IN", True),
        ("Mina", "IN", True),
        ("Present", "IN", True),
        ("Walker", "IN", True),
        ("Warned", "IN", True),
    ]
    assert (await logged(graph))[: len(told)] == told
    began, last = (await logged(graph))[len(told) :]
    assert isinstance(began, e.ResetBegan)
    assert began.gone == over.gone == tally
    assert last == over
    assert (lived_in.resets, over.resets, over.by) == (1, 1, None)
    view = await lived_in.view.room(over.porch)
    assert {who.name for who in view.players} == {"Awake", "Mina", "Present", "Walker", "Warned"}
    assert (await lived_in.players.next_life(dying.player)).room_id == over.porch
    stand = await guests.walk(lived_in.stand(present.player, over.porch), N)
    made = await fill(lived_in, stand, a_room("Anew", [N, E], [a_ghost()]))
    assert made.room.name == "Anew"
    assert await breaches(graph) == []


async def test_accounts_go_only_when_that_is_asked(lived_in: Castle, graph: Graph) -> None:
    over = await reset(lived_in, with_accounts=True, batch=2)
    await assert_as_new(graph)
    assert await places(graph) == [("Walker", "IN", True)]
    assert await run(graph, "MATCH (a:Account) RETURN a.name") == []
    assert over.with_accounts
    assert over.gone.accounts == 1


async def test_a_guest_who_is_gone_goes_with_all_lives_and_a_connected_one_keeps_theirs(
    castle: Castle, graph: Graph, guests: Guests
) -> None:
    async def dies(player: Player, room: str) -> Player:
        for turn in "12":
            await castle.deaths.threaten(
                castle.stand(player, room), how="It falls.", cause="a beam", turn=turn, lang=Lang.EN
            )
        return (await castle.players.next_life(player)).player

    for name in ("Gone", "Here"):
        stand = await guests.come(name)
        third = await dies(await dies(stand.player, stand.room_id), stand.room_id)
        if name == "Gone":
            await castle.players.sleep(third.id, e.SleepReason.QUIT)
    await reset(castle)
    await assert_as_new(graph)
    assert await places(graph) == [("Here", "DIED_IN", True), ("Here", "DIED_IN", True), ("Here", "IN", True)]


async def test_what_began_before_is_refused_and_what_is_under_way_is_not_begun_again(
    castle: Castle, graph: Graph, guests: Guests
) -> None:
    stand = await guests.walk(await guests.come(), N)
    made = await fill(castle, stand, a_room("Hall", [N], [a_ghost()]))
    _, resets = await castle.reset.tally()
    await castle.reset.begin(resets, by=stand.player.who, with_accounts=False)
    before = await cells(graph)
    with pytest.raises(Elsewhere):
        await castle.rooms.move(stand, N)
    with pytest.raises(Elsewhere):
        await castle.speech.say(stand, "Hello?", Lang.EN)
    with pytest.raises(Elsewhere):
        await castle.ghosts.say(stand, made.ghosts[0].who, "Hm?", Lang.EN)
    with pytest.raises(Elsewhere):
        await castle.ghosts.think(stand, made.ghosts[0].id, "Late.")
    blank = (await run(graph, "MATCH (r:Room {name: ''}) RETURN r.id AS id LIMIT 1"))[0]["id"]
    with pytest.raises(Elsewhere):
        await castle.rooms.make(str(blank), a_room("By the engine"), resets)
    with pytest.raises(UnderReset):
        await castle.reset.begin(resets, by=None, with_accounts=False)
    with pytest.raises(UnderReset):
        await castle.reset.begin(resets + 1, by=None, with_accounts=False)
    with pytest.raises(UnderReset):  # of what is left nothing is said
        await breaches(graph)
    assert await cells(graph) == before
    over = await castle.reset.finish()
    assert over is not None
    assert over.by == stand.player.who
    assert await castle.reset.finish() is None
    with pytest.raises(ResetMeanwhile):
        await castle.reset.begin(resets, by=None, with_accounts=False)
    with pytest.raises(Elsewhere):
        await castle.rooms.move(stand, S)
    await castle.rooms.move(castle.stand(stand.player, over.porch), N)


async def test_one_who_falls_asleep_meanwhile_sleeps_on_the_porch_and_a_guest_is_gone(
    castle: Castle, graph: Graph, guests: Guests
) -> None:
    account = await castle.accounts.create("Mina", "mina", "hash", Lang.EN)
    placed = await castle.players.wake(account.player.id)
    await guests.walk(castle.stand(placed.player, placed.room_id), N)
    guest = await guests.walk(await guests.come("Guest"), N)
    await castle.reset.begin(0, by=None, with_accounts=False)
    await castle.players.sleep(placed.player.id, e.SleepReason.QUIT)
    await castle.players.sleep(guest.player.id, e.SleepReason.QUIT)
    await castle.reset.finish()
    await assert_as_new(graph)
    assert await places(graph) == [("Mina", "ASLEEP_IN", True)]
    with pytest.raises(NoSuchPlayer):
        await castle.players.wake(guest.player.id)
    woken = await castle.players.wake(placed.player.id)
    told = await castle.past.in_room(woken.room_id, after=woken.slept or 0, until=castle.writer.seq)
    assert e.CastleReset in {type(event) for event in told}


async def test_a_castle_that_was_left_half_reset_is_finished_when_it_opens(graph: Graph) -> None:
    async with standing(graph) as castle:
        guests = Guests(castle)
        stand = await guests.walk(await guests.come(), N)
        await fill(castle, stand, a_room("Hall", [N, E], [a_ghost()]))
        await castle.reset.begin(0, by=None, with_accounts=False)
    async with standing(graph, run="second", ids_prefix="second") as castle:
        await assert_as_new(graph)
        assert castle.resets == 1
        assert await places(graph) == []


async def test_a_graph_that_fails_in_between_is_waited_for(lived_in: Castle, graph: Graph) -> None:
    await lived_in.reset.begin(0, by=None, with_accounts=False)
    failures = 0

    def fail(what: str, gone: int) -> None:
        nonlocal failures
        if what == "rooms" and failures < 2:
            failures += 1
            raise GraphUnavailable(uri="bolt://nowhere", detail="gone")

    with pytest.raises(GraphUnavailable):
        await lived_in.reset.finish(fail)
    assert await lived_in.reset.finish(fail, patiently=True) is not None
    await assert_as_new(graph)


async def test_a_check_that_a_reset_overtakes_says_so_rather_than_call_the_castle_broken(
    castle: Castle, graph: Graph
) -> None:
    await run(
        graph,
        "CREATE (:Room {id: 'island', floor: 0, x: 9, y: 9, position: [9, 9], name: '', description: ''})",
    )
    checking = check(graph)
    assert (await anext(checking)).invariant == "room_unreachable"
    await reset(castle)
    await run(graph, "CREATE (:Item {id: 'lamp'})")
    with pytest.raises(UnderReset):
        await anext(checking)
