"""Players: waking, sleeping, dying, living again; guests and accounts."""

from __future__ import annotations

import asyncio

import pytest

from mud.castle.castle import Castle
from mud.castle.errors import NameTaken, NoSuchPlayer
from mud.graph.driver import Graph
from mud.world.events import AccountMade, Died, FellAsleep, LifeBegan, SleepReason, Warned, Woke
from mud.world.model import Account, Lang, Stand

from .helping import Guests, N, S, a_ghost, a_room, breaches, fill, logged, run, standing


async def kill(castle: Castle, stand: Stand) -> None:
    """Let a player die by the cold, in two turns."""
    for turn in ("first", "second"):
        await castle.deaths.threaten(stand, how="So cold.", cause="the cold", turn=turn, lang=Lang.EN)


async def count(graph: Graph, player_id: str) -> object:
    return (await run(graph, "MATCH (p:Player {id: $id}) RETURN count(p) AS n", id=player_id))[0]["n"]


async def test_a_sleeper_wakes_where_it_fell_asleep(castle: Castle, guests: Guests, graph: Graph) -> None:
    account = await castle.accounts.create("Mina", "mina", "hash", Lang.KO)
    placed = await castle.players.wake(account.player.id)
    stand = await guests.walk(castle.stand(placed.player, placed.room_id), N)
    await castle.players.sleep(account.player.id, SleepReason.IDLE)
    assert (await castle.view.room(stand.room_id)).players == ()
    await castle.players.sleep(account.player.id, SleepReason.IDLE)  # asleep already: nothing happens
    woken = await castle.players.wake(account.player.id)
    assert woken.room_id == stand.room_id
    assert woken.slept is not None
    again = await castle.players.wake(account.player.id)  # awake already: nothing happens
    assert (again.player, again.room_id, again.slept) == (woken.player, woken.room_id, None)
    kinds = [type(event) for event in await logged(graph)]
    assert (kinds.count(FellAsleep), kinds.count(Woke)) == (1, 1)
    assert await breaches(graph) == []


async def test_nobody_wakes_who_is_not_there_to_wake(castle: Castle, guests: Guests) -> None:
    with pytest.raises(NoSuchPlayer):
        await castle.players.wake("nobody")
    dead = await guests.come()
    await kill(castle, dead)
    with pytest.raises(NoSuchPlayer):
        await castle.players.wake(dead.player.id)


async def test_a_guest_who_leaves_gives_its_name_back_and_is_gone(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.come("Ada")
    assert await castle.accounts.taken("ada") == "Ada"
    await castle.players.sleep(stand.player.id, SleepReason.QUIT)
    assert await count(graph, stand.player.id) == 0
    assert await castle.accounts.taken("ada") is None
    with pytest.raises(NoSuchPlayer):
        await castle.players.wake(stand.player.id)
    await guests.come("Ada")
    assert await breaches(graph) == []


async def test_a_guest_whom_a_ghost_thinks_of_stays_asleep_without_its_name(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.walk(await guests.come("Ada"), N)
    made = await fill(castle, stand, a_room(doors=[N], ghosts=[a_ghost()]))
    await castle.ghosts.think(stand, made.ghosts[0].id, "A draught.")
    await castle.players.sleep(stand.player.id, SleepReason.LINK_LOST)
    assert await count(graph, stand.player.id) == 1
    with pytest.raises(NoSuchPlayer):
        await castle.players.wake(stand.player.id)
    again = await guests.come("Ada")
    assert again.player.id != stand.player.id
    assert await breaches(graph) == []


async def test_guests_and_accounts_share_the_names(castle: Castle, guests: Guests) -> None:
    await guests.come("Ada")
    with pytest.raises(NameTaken):
        await castle.accounts.create("Ada", "ada", "hash", None)
    with pytest.raises(NameTaken):
        await guests.come("ADA")
    await castle.accounts.create("Mina", "mina", "hash", None)
    with pytest.raises(NameTaken):
        await guests.come("Mina")
    with pytest.raises(NameTaken):
        await castle.accounts.create("MINA", "mina", "hash", None)


async def test_of_twenty_who_want_one_name_at_once_one_gets_it(castle: Castle, graph: Graph) -> None:
    results = await asyncio.gather(
        *(castle.accounts.create(f"Mina{n}", "mina", "hash", None) for n in range(10)),
        *(castle.players.guest(f"Mina{n}", "mina") for n in range(10)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, NameTaken) for result in results) == 19
    assert sum(isinstance(result, Account) for result in results) == 1
    events = await logged(graph)
    assert sum(isinstance(event, AccountMade) for event in events) == 1
    assert sum(isinstance(event, LifeBegan) for event in events) == 1
    assert await breaches(graph) == []


async def test_an_account_is_found_as_it_was_made(castle: Castle) -> None:
    made = await castle.accounts.create("Mina", "mina", "hash", None)
    assert await castle.accounts.find("mina") == made
    await castle.accounts.set_language(made.id, Lang.KO)
    await castle.accounts.set_password(made.id, "other")
    found = await castle.accounts.find("mina")
    assert found is not None and (found.language, found.password) == (Lang.KO, "other")
    assert await castle.accounts.find("nobody") is None


async def test_death_comes_in_a_later_turn_in_the_same_room_by_the_same_cause(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.come("Ada")
    deaths = castle.deaths

    async def threaten(cause: str, turn: str) -> object:
        return await deaths.threaten(stand, how=f"{cause}!", cause=cause, turn=turn, lang=Lang.EN)

    first = await threaten("The Cold", "1")
    assert isinstance(first, Warned)
    again = await threaten("the cold", "1")  # the same turn changes nothing
    assert isinstance(again, Warned) and again.how == first.how
    assert isinstance(await threaten("the fire", "2"), Warned)  # another cause warns for itself
    stand = await guests.walk(stand, N)
    assert isinstance(await threaten("the cold", "3"), Warned)  # another room too
    stand = await guests.walk(stand, S)
    assert [w.cause for w in await deaths.warnings(stand.player.id, stand.room_id)] == [
        "the cold",
        "the fire",
    ]
    died = await threaten("THE COLD", "4")
    assert isinstance(died, Died) and died.room == stand.room_id
    assert (await castle.view.room(stand.room_id)).players == ()
    kinds = [type(event) for event in await logged(graph)]
    assert (kinds.count(Warned), kinds.count(Died)) == (3, 1)
    assert await breaches(graph) == []


async def test_a_ghost_is_a_cause_by_its_id_or_its_name(castle: Castle, guests: Guests) -> None:
    stand = await guests.walk(await guests.come(), N)
    ghost = (await fill(castle, stand, a_room(doors=[N], ghosts=[a_ghost("Agatha")]))).ghosts[0]
    warned = await castle.deaths.threaten(stand, how="!", cause="Agatha", turn="1", lang=Lang.EN)
    assert (warned.cause, warned.cause_name) == (ghost.id, "Agatha")
    died = await castle.deaths.threaten(stand, how="!", cause=ghost.id, turn="2", lang=Lang.EN)
    assert isinstance(died, Died) and died.cause_name == "Agatha"


async def test_a_new_life_begins_on_the_porch_and_ghosts_keep_what_they_think_of_the_old(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    account = await castle.accounts.create("Mina", "mina", "hash", None)
    porch = (await castle.players.wake(account.player.id)).room_id
    stand = await guests.walk(castle.stand(account.player, porch), N)
    ghost = (await fill(castle, stand, a_room(doors=[N], ghosts=[a_ghost()]))).ghosts[0]
    await castle.ghosts.think(stand, ghost.id, "Too loud.", -20)
    with pytest.raises(NoSuchPlayer):
        await castle.players.next_life(account.player)  # it has not died
    await kill(castle, stand)
    life = await castle.players.next_life(account.player)
    assert (life.room_id, life.player.name) == (porch, "Mina") and life.player.id != account.player.id
    assert await castle.players.former_name(life.player.id) == "Mina"
    assert await castle.players.former_name(account.player.id) is None
    found = await castle.accounts.find("mina")
    assert found is not None and found.player == life.player
    assert (await castle.ghosts.opinions(account.player.id, stand.room_id))[ghost.id].score == -20
    assert await castle.ghosts.opinions(life.player.id, stand.room_id) == {}
    with pytest.raises(NoSuchPlayer):
        await castle.players.next_life(account.player)  # it lives again already
    began = (await logged(graph))[-1]
    assert isinstance(began, LifeBegan) and began.former == account.player.who
    assert await breaches(graph) == []


async def test_a_dead_guest_may_live_again_by_its_name_until_it_leaves(
    castle: Castle, guests: Guests, graph: Graph
) -> None:
    stand = await guests.come("Ada")
    await kill(castle, stand)
    with pytest.raises(NameTaken):
        await guests.come("Ada")
    life = await castle.players.next_life(stand.player)
    assert (life.player.name, life.player.guest) == ("Ada", True)
    assert await breaches(graph) == []
    await kill(castle, castle.stand(life.player, life.room_id))
    await castle.players.sleep(life.player.id, SleepReason.QUIT)
    with pytest.raises(NoSuchPlayer):
        await castle.players.next_life(life.player)
    await guests.come("Ada")
    assert await breaches(graph) == []


async def test_a_server_that_starts_puts_to_sleep_who_was_left_awake(graph: Graph) -> None:
    async with standing(graph) as castle:
        account = await castle.accounts.create("Mina", "mina", "hash", None)
        guests = Guests(castle)
        walker = await guests.walk(await guests.come("Walker"), N)
        dead = await guests.come("Dead")
        await kill(castle, dead)
        uid = castle.uid
    async with standing(graph, run="later", ids_prefix="later") as castle:
        assert castle.uid == uid
        assert (await castle.view.room(walker.room_id)).players == ()
        assert [type(event) for event in (await logged(graph))[-2:]] == [FellAsleep, FellAsleep]
        for name in ("walker", "dead"):
            assert await castle.accounts.taken(name) is None
        assert (await castle.players.wake(account.player.id)).player == account.player
        assert await breaches(graph) == []
