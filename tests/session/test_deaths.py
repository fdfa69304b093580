"""Death and what comes after."""

from __future__ import annotations

from mud.master.master import Hearer
from mud.master.seat import Seat
from mud.world.model import Lang

from .games import PASSWORD, Game


def deadly(game: Game) -> None:
    """From now on every turn threatens with the well."""

    async def threaten(seat: Seat, line: str, hearer: Hearer) -> None:
        stand = game.castle.stand(seat.player, seat.room_id)
        await game.castle.deaths.threaten(stand, how="You fall.", cause="the well", turn=line, lang=Lang.EN)
        hearer.story("It is deep. ")

    game.master.answer = threaten


async def test_death_is_told_the_story_ends_and_enter_begins_a_new_life(game: Game) -> None:
    ada, bob = await game.account("Ada"), await game.guest("Bob")
    deadly(game)
    assert "You are in mortal danger: the well." in await game.does(ada, "jump")
    assert "Ada is in mortal danger: the well." in bob.read()
    dead = await game.does(ada, "jump again")
    assert (
        dead.index("You are dead. It was the well.") < dead.index("It is deep.") < dead.index("Press Enter")
    )
    assert bob.read() == "Ada dies before your eyes. It was the well.\n"
    assert "alone" in await game.does(bob, "who")
    life = await game.does(ada, "")
    assert "You step out of the mist, with nothing." in life
    assert "The Porch" in life
    assert bob.read() == "Ada steps out of the mist, the very likeness of the Ada who died.\n"
    assert (await game.does(ada, "say here")) == 'You say: "here"\n'
    assert game.hub.find("Ada").seat.former == "Ada"  # type: ignore[union-attr]


async def test_the_dead_do_nothing_but_leave(game: Game) -> None:
    ada = await game.account("Ada")
    deadly(game)
    await game.does(ada, "jump", "jump again")
    assert "Welcome back" not in ada.text
    assert "Farewell, Ada." in await game.does(ada, "quit")
    again = await game.login("Ada")
    assert "You step out of the mist, with nothing." in again.text
    assert "The Porch" in again.text


async def test_a_takeover_of_the_dead(game: Game) -> None:
    ada = await game.account("Ada")
    deadly(game)
    await game.does(ada, "jump", "jump again")
    again = game.connect()
    again.type("Ada", PASSWORD)
    await game.settle()
    assert "Press Enter" in again.text
    assert "The Porch" in await game.does(again, "")
    ada.type("")
    await game.settle()
    assert [person.player.name for person in game.hub.everybody()] == ["Ada"]


async def test_who_dies_while_the_link_is_lost_reads_of_it_on_the_return(game: Game) -> None:
    ada = await game.account("Ada")
    deadly(game)
    await game.does(ada, "jump")
    ada.type("jump again")
    ada.hang_up()
    await game.settle()
    again = await game.login("Ada")
    told = again.text.partition("While you stared at nothing:")[2]
    assert told.index("You are dead. It was the well.") < told.index("It is deep.")
    assert told.index("It is deep.") < told.index("The ghosts will remember you.")
    assert told.count("Press Enter") == 1
    assert "The Porch" in await game.does(again, "")


async def test_a_guest_lives_again_too(game: Game) -> None:
    ada = await game.guest("Ada")
    deadly(game)
    await game.does(ada, "jump", "jump again")
    assert "The Porch" in await game.does(ada, "go on")
    assert "The Porch" in await game.does(ada, "look")


async def test_what_was_typed_before_the_offer_of_a_new_life_does_not_take_it(game: Game) -> None:
    ada = await game.account("Ada")
    deadly(game)
    ada.type("jump", "jump again", *[""] * 200)  # more than are taken at once
    await game.settle(until=lambda: "Press Enter" in ada.text)
    assert ada.waiting
    while ada.waiting:
        game.clock.advance(0.1)
        await game.settle(until=lambda: not ada.waiting or game.clock.waited_for[0] < 1)
    game.clock.advance(0.1)
    await game.settle()
    assert "You step out of the mist" not in ada.read()
    assert "You step out of the mist" in await game.does(ada, "")
