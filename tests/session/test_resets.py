"""A reset of the castle with people in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from mud.castle.check import check
from mud.castle.errors import ResetMeanwhile
from mud.castle.reset import Progress, unwatched
from mud.master.master import Hearer
from mud.master.seat import Seat
from mud.world import events as e

from .games import PASSWORD, Game, Held
from .test_deaths import deadly
from .wires import MemoryWire

OVER = "The castle shudders, forgets itself"


async def make_admin(game: Game, name: str) -> None:
    """Give somebody the flag, as an operator does."""
    account = await game.castle.accounts.find(name.casefold())
    assert account is not None
    await game.castle.accounts.set_admin(account, True)
    await game.settle()


async def an_admin(game: Game, name: str = "Ada") -> MemoryWire:
    """An admin in play."""
    wire = await game.account(name)
    await make_admin(game, name)
    assert "You are an admin of the castle from now on." in wire.read()
    return wire


@asynccontextmanager
async def in_the_middle(game: Game, *, with_accounts: bool = False) -> AsyncIterator[None]:
    """A reset that was begun; it goes on when the context ends, and is over then."""
    held, finish = Held(), game.castle.reset.finish
    game.master.holds.append(held)

    async def waiting(progress: Progress = unwatched, *, patiently: bool = False) -> e.CastleReset | None:
        await held.here()
        return await finish(progress, patiently=patiently)

    game.castle.reset.finish = waiting  # type: ignore[method-assign]
    _, resets = await game.hub.resets.tally()
    running = asyncio.create_task(game.hub.resets.run(resets, by=None, with_accounts=with_accounts))
    await game.settle(lambda: held.waiting)
    yield
    held.go.set()
    await running
    game.castle.reset.finish = finish  # type: ignore[method-assign]
    await game.settle()
    assert [breach async for breach in check(game.castle.writer._graph)] == []


async def test_an_admin_is_told_what_goes_and_asked_twice(game: Game) -> None:
    ada, bob = await an_admin(game), await game.guest("Bob")
    await game.does(bob, "north")
    asked = await game.does(ada, "@reset")
    assert (
        "What goes: 3 rooms beside the porch and the one behind its door, which turns dark again; 1 ghost with all"
        in asked
    )
    assert "2 players are in the castle now" in asked
    assert "1 account with their players" in asked
    assert "Write: yes." in asked
    assert "Write: reset." in await game.does(ada, "yes")
    bob.read()
    told = await game.does(ada, "reset")
    assert "The walls begin to run like wax" in told
    assert told.index("wax") < told.index(OVER) < told.index("The Porch")
    seen = bob.read()
    assert seen.index("wax") < seen.index(OVER) < seen.index("The Porch") < seen.index("Ada")
    assert game.castle.resets == 1
    reset = next(event for event in game.events if isinstance(event, e.CastleReset))
    assert reset.by is not None
    assert reset.by.name == "Ada"
    assert await game.does(bob, "say anew") == 'You say: "anew"\n'
    assert ada.read() == 'Bob says: "anew"\n'


@pytest.mark.parametrize(
    ("answers", "seen"), [(["no"], 1), ([""], 1), (["yes", "yes"], 1), (["yes", ""], 1), (["help"], 1)]
)
async def test_any_other_answer_leaves_the_castle_as_it_is(game: Game, answers: list[str], seen: int) -> None:
    ada = await an_admin(game)
    told = await game.does(ada, "@reset")
    for answer in answers:
        told += await game.does(ada, answer)
    assert told.count("The castle stays as it is.") == seen
    assert game.castle.resets == 0
    assert "You say" in await game.does(ada, "say on")


async def test_what_was_typed_ahead_is_no_answer(game: Game) -> None:
    ada = await an_admin(game)
    told = await game.does(ada, "@reset", "yes", "reset")
    assert "Write: yes." in told
    assert "Write: reset." not in told
    assert game.castle.resets == 0


async def test_for_others_there_is_no_such_command(game: Game) -> None:
    ada, bob = await an_admin(game), await game.account("Bob")
    assert "The castle hears: @reset. " in await game.does(bob, "@reset")
    assert "@reset" not in await game.does(bob, "help")
    unknown = (await game.does(bob, "help @nothing")).replace("@nothing", "@reset")
    assert await game.does(bob, "help @reset") == unknown
    assert "@reset: Make the castle anew" in await game.does(ada, "help")
    assert "Admins: Ada." in await game.does(ada, "@admins")


async def test_who_is_an_admin_no_longer_can_do_it_no_longer(game: Game) -> None:
    ada = await an_admin(game)
    account = await game.castle.accounts.find("ada")
    assert account is not None
    await game.castle.accounts.set_admin(account, False)
    await game.settle()
    assert "You are an admin no longer." in ada.read()
    assert "The castle hears: @admins. " in await game.does(ada, "@admins")


async def test_lines_are_held_and_help_who_and_quit_go_on(game: Game) -> None:
    ada, bob, eve = [await game.guest(name) for name in ("Ada", "Bob", "Eve")]
    await game.does(ada, "north")
    async with in_the_middle(game):
        assert "wax" in ada.read()
        assert "Your line waits until it is done (1 of 3)." in await game.does(ada, "say one")
        assert "(2 of 3)" in await game.does(ada, "look")
        assert "(3 of 3)" in await game.does(ada, "a sentence")
        assert "3 lines wait already" in await game.does(ada, "north")
        assert "3 souls are awake" in await game.does(ada, "who")
        assert "These words" in await game.does(ada, "help")
        assert "Farewell, Eve." in await game.does(eve, "quit")
        assert eve.closed
        assert game.events[-1].__class__ is e.FellAsleep
        bob.read()
    seen = ada.read()
    assert seen.index(OVER) < seen.index('You say: "one"') < seen.index("The castle hears: a sentence.")
    assert "north" not in [asked.line for asked in game.master.asked]
    assert 'Ada says: "one"' in bob.read()


async def test_who_comes_in_meanwhile_waits_and_is_told_so(game: Game) -> None:
    await game.account("Ada")
    async with in_the_middle(game):
        bob, ada = game.connect(), game.connect()
        bob.type("guest Bob")
        ada.type("Ada", PASSWORD)
        await game.settle(lambda: "made anew" in bob.text and "made anew" in ada.text)
        assert "The Porch" not in bob.text
        assert "You were here already" not in ada.text
    assert "The Porch" in bob.text
    assert "You were here already" in ada.text


async def test_a_turn_that_runs_ends_and_none_of_it_is_committed(game: Game) -> None:
    ada = await game.guest("Ada")
    held = game.master.hold()
    ended: list[str] = []

    async def slow(seat: Seat, line: str, hearer: Hearer) -> None:
        hearer.story("It begins. ")
        try:
            await held.here()
        except asyncio.CancelledError:
            ended.append(line)
            raise

    game.master.answer = slow
    await game.does(ada, "wait for it", "and this")
    async with in_the_middle(game):
        assert ended == ["wait for it"]
    game.master.answer = game.master.tell
    assert [asked.line for asked in game.master.asked] == ["wait for it"]
    assert "The castle hears: again." in await game.does(ada, "again")


async def test_in_the_middle_of_a_fill(game: Game) -> None:
    ada = await game.guest("Ada")
    held = game.master.hold()

    async def slow(seat: Seat, line: str, hearer: Hearer) -> None:
        await held.here()

    game.master.make = slow
    assert "step into the dark" in await game.does(ada, "north")
    async with in_the_middle(game):
        pass
    game.master.make = game.master.make_room
    seen = ada.read()
    assert seen.index(OVER) < seen.index("The Porch")
    assert "The Hall" in await game.does(ada, "north")


async def test_the_dead_are_told_and_begin_anew_on_the_porch(game: Game) -> None:
    ada = await game.account("Ada")
    await game.does(ada, "north")
    deadly(game)
    await game.does(ada, "jump", "jump again")
    async with in_the_middle(game):
        assert "Your line waits" not in await game.does(ada, "")
    assert OVER in ada.read()
    assert "The Porch" in await game.does(ada, "")


async def test_one_whose_link_is_lost_comes_back_to_the_porch(game: Game) -> None:
    ada = await game.account("Ada")
    await game.does(ada, "north")
    ada.hang_up()
    await game.settle()
    async with in_the_middle(game):
        pass
    back = await game.login("Ada")
    assert OVER in back.text
    assert "The Porch" in back.text
    assert "You say" in await game.does(back, "say here")


async def test_with_the_accounts_those_who_came_by_one_are_sent_away(game: Game) -> None:
    ada, bob = await game.account("Ada"), await game.guest("Bob")
    async with in_the_middle(game, with_accounts=True):
        pass
    assert "The castle has forgotten your name" in ada.text
    assert ada.closed
    assert "You alone are awake" in await game.does(bob, "who")
    again = game.connect()
    again.type("Ada")
    await game.settle()
    assert "Nobody called Ada has come here before." in again.text


async def test_what_was_said_of_a_castle_that_is_no_more_is_refused(game: Game) -> None:
    ada = await an_admin(game)
    await game.does(ada, "@reset")
    await game.does(ada, "yes")
    await game.hub.resets.run(0, by=None, with_accounts=False)
    await game.settle()
    ada.read()
    assert "The castle has been made anew meanwhile." in await game.does(ada, "reset")
    assert game.castle.resets == 1
    with pytest.raises(ResetMeanwhile):
        await game.hub.resets.run(0, by=None, with_accounts=False)


async def test_what_the_game_master_knew_is_gone_with_the_castle(game: Game) -> None:
    ada = await game.guest("Ada")
    await game.does(ada, "north")
    presence = game.hub.find("Ada")
    assert presence is not None
    presence.seat.talks["ghost"] = 3
    presence.seat.conversation.keep("hello", (), "A story.")
    async with in_the_middle(game):
        pass
    seat = presence.seat
    assert (seat.talks, seat.came, seat.conversation.messages) == ({}, None, ())
