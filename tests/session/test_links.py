"""Connections that are lost, taken over, idle or ended: nobody is in play twice, and nobody stands there forgotten."""

from __future__ import annotations

import asyncio

import pytest

from mud.castle.players import Placed
from mud.graph.errors import GraphUnavailable
from mud.master.master import Hearer
from mud.master.seat import Seat
from mud.session.missed import MOST_LINES
from mud.world import events as e
from mud.world.deadline import Stop

from .games import PASSWORD, Game


async def test_a_second_login_takes_over_the_first(game: Game) -> None:
    first = await game.account("Ada")
    await game.does(first, "n")
    bob = await game.guest("Bob")
    second = await game.login("ada")
    assert "Somebody has come in by your name from elsewhere" in first.text
    assert first.closed
    assert "You were here already, by another way." in second.text
    assert "The Hall" in second.text
    assert second.prompt == "> "
    assert bob.read() == ""
    assert len([event for event in game.events if isinstance(event, e.Woke | e.FellAsleep)]) == 0
    first.type("s")
    await game.settle()
    assert (await game.does(second, "look")).startswith("The Hall")


async def test_a_lost_link_stands_for_the_grace_time_and_comes_back(game: Game) -> None:
    ada, bob = await game.account("Ada"), await game.guest("Bob")
    ada.hang_up()
    await game.settle()
    assert bob.read() == "Ada stops in mid-breath and stares at nothing.\n"
    assert "Ada (staring at nothing)" in await game.does(bob, "who")
    game.clock.advance(119)
    await game.settle()
    assert game.hub.find("Ada") is not None
    again = await game.login("Ada")
    assert "You blink. You are still where you stood." in again.text
    assert "The Porch" in again.text
    assert bob.read() == "Ada blinks and is here again.\n"
    game.clock.advance(200)
    await game.settle()
    assert game.hub.find("Ada") is not None


async def test_what_one_would_have_read_meanwhile_is_told_on_the_return(game: Game) -> None:
    hold = game.master.hold()

    async def tell(seat: Seat, line: str, hearer: Hearer) -> None:
        hearer.story("You knock. ")
        await hold.here()
        hearer.story("Nobody answers. ")
        hearer.story("Then\nsomebody does.")

    ada, bob = await game.account("Ada"), await game.guest("Bob")
    ada.read()
    game.master.answer = tell
    await game.does(ada, "knock")
    ada.hang_up()
    await game.settle()
    hold.go.set()
    await game.settle(until=lambda: not game.hub.find("Ada").turns.busy)  # type: ignore[union-attr]
    await game.does(bob, "say Ada?", "tell Ada wake up")
    again = await game.login("Ada")
    assert again.text.partition("You blink.")[2].startswith(
        " You are still where you stood.\n"
        "While you stared at nothing:\n"
        "You knock. Nobody answers. Then\n"
        "somebody does.\n"
        'Bob says: "Ada?"\n'
        'Bob tells you: "wake up"\n'
        "The Porch"
    )
    assert (await game.does(again, "look")).startswith("The Porch")
    again.hang_up()
    await game.settle()
    assert "stared at nothing" not in (await game.login("Ada")).text


async def test_of_much_that_was_missed_the_newest_is_told(game: Game) -> None:
    ada, bob = await game.account("Ada"), await game.guest("Bob")
    ada.hang_up()
    await game.settle()
    for number in range(MOST_LINES + 2):
        await game.does(bob, f"say {number}")
        game.clock.advance(0.1)
    told = (await game.login("Ada")).text
    assert '(Of what came first, 2 lines are lost.)\nBob says: "2"\n' in told
    assert f'Bob says: "{MOST_LINES + 1}"\n' in told


async def test_after_the_grace_time_one_falls_asleep_and_wakes_where_one_was(game: Game) -> None:
    ada, bob = await game.account("Ada"), await game.guest("Bob")
    await game.does(ada, "n")
    await game.does(bob, "n")
    ada.hang_up()
    await game.settle()
    bob.read()
    game.clock.advance(121)
    await game.settle()
    assert bob.read() == "Ada, who had been staring at nothing, sinks into sleep and fades from the room.\n"
    assert game.hub.find("Ada") is None
    again = await game.login("Ada")
    assert "Welcome back, Ada." in again.text
    assert "The Hall" in again.text
    assert bob.read() == "Ada stirs and wakes.\n"


async def test_a_guest_whose_grace_ends_is_gone_for_good(game: Game) -> None:
    ada = await game.guest("Ada")
    ada.hang_up()
    await game.settle()
    bob = game.connect()
    bob.type("guest Ada")
    await game.settle()
    assert "Somebody is called Ada already." in bob.text
    game.clock.advance(121)
    await game.settle()
    cyd = game.connect()
    assert "For tonight you are Ada" in await game.does(cyd, "guest Ada")
    assert game.hub.find("Ada") is not None
    assert len([event for event in game.events if isinstance(event, e.LifeBegan)]) == 2


async def test_the_third_login_leaves_one_connection(game: Game) -> None:
    wires = [await game.account("Ada")]
    wires += [game.connect() for _ in range(3)]
    for wire in wires[1:]:
        wire.type("Ada", PASSWORD)
    await game.settle()
    assert [wire.closed for wire in wires].count(False) == 1
    (open_wire,) = [wire for wire in wires if not wire.closed]
    assert (await game.does(open_wire, "look")).startswith("The Porch")
    assert len(game.castle.view.peek(game.hub.find("Ada").seat.room_id).players) == 1  # type: ignore[union-attr]


async def test_one_who_is_silent_is_warned_once_and_falls_asleep(game: Game) -> None:
    ada = await game.account("Ada")
    game.clock.advance(3_301)
    await game.settle()
    assert "In 5 minutes you will fall asleep." in ada.read()
    await game.does(ada, "look")
    game.clock.advance(3_299)
    await game.settle()
    assert ada.read() == ""
    game.clock.advance(5)
    await game.settle()
    assert "In 5 minutes you will fall asleep." in ada.read()
    game.clock.advance(300)
    await game.settle()
    assert "Your eyes fall shut where you stand." in ada.read()
    assert ada.closed
    assert isinstance(game.events[-1], e.FellAsleep)
    assert game.events[-1].why is e.SleepReason.IDLE


async def test_stopping_tells_everybody_and_all_fall_asleep(game: Game) -> None:
    bob, ada = await game.guest("Bob"), await game.account("Ada")
    bob.read()
    await game.hub.stop(Stop(game.clock).within(3.0))
    for wire in (ada, bob):
        assert wire.read() == (
            "The whole castle falls asleep, and you with it. Nothing is lost; come back later and you will wake here.\n"
        )
        assert wire.closed
    asleep = [event for event in game.events if isinstance(event, e.FellAsleep)]
    assert {event.player.name for event in asleep} == {"Ada", "Bob"}
    late = game.connect()
    late.type("Ada", PASSWORD)
    await game.settle()
    assert "The castle is falling asleep. Come back later." in late.text


async def test_who_hangs_up_while_coming_in_is_not_left_standing(game: Game) -> None:
    wire = game.connect()
    wire.type("guest")
    wire.hang_up()
    await game.settle()
    assert len(game.hub.everybody()) == 1
    game.clock.advance(121)
    await game.settle()
    assert game.hub.everybody() == []
    assert isinstance(game.events[-1], e.FellAsleep)


async def test_a_connection_that_is_cut_off_while_coming_in_leaves_a_clock_running(game: Game) -> None:
    """The server of connections may cancel one at any moment, also while the castle wakes its player."""
    wire = await game.account("Ada")
    await game.does(wire, "quit")
    game.connect().type("Ada", PASSWORD)
    coming, woken = game.serving[-1], asyncio.Event()
    game.castle.listen(lambda _: woken.set())
    await woken.wait()
    coming.cancel()
    await asyncio.wait({coming})
    game.wires.pop()
    await game.settle()
    ada = game.hub.find("Ada")
    assert ada is not None
    assert ada.link is None
    game.clock.advance(121)
    await game.settle()
    assert isinstance(game.events[-1], e.FellAsleep)
    assert game.hub.everybody() == []


async def test_who_is_back_in_time_does_not_fall_asleep(game: Game) -> None:
    await game.account("Ada")
    ada = game.hub.find("Ada")
    assert ada is not None
    await game.hub.sleep(ada, e.SleepReason.LINK_LOST)
    assert game.hub.find("Ada") is ada
    assert not any(isinstance(event, e.FellAsleep) for event in game.events)


async def test_who_says_no_more_but_listens_is_answered_to_the_end(game: Game) -> None:
    hold = game.master.hold()

    async def tell(seat: Seat, line: str, hearer: Hearer) -> None:
        await hold.here()
        hearer.story("You wait. ")
        hearer.story("Nothing happens.")

    ada, bob = await game.account("Ada"), await game.guest("Bob")
    ada.read()
    game.master.answer = tell
    ada.type("wait")
    ada.say_no_more()
    await game.settle()
    assert (ada.text, bob.text) == ("", "")
    hold.go.set()
    await game.settle(until=game.serving[0].done)
    await game.settle()
    assert ada.read() == "You wait. Nothing happens.\n"
    assert bob.read() == "Ada stops in mid-breath and stares at nothing.\n"


async def test_who_is_gone_altogether_is_not_waited_for(game: Game) -> None:
    hold = game.master.hold()

    async def tell(seat: Seat, line: str, hearer: Hearer) -> None:
        await hold.here()

    ada, bob = await game.account("Ada"), await game.guest("Bob")
    game.master.answer = tell
    await game.does(ada, "wait")
    ada.hang_up()
    await game.settle()
    assert bob.read() == "Ada stops in mid-breath and stares at nothing.\n"
    hold.go.set()


async def test_a_name_that_was_made_is_not_left_standing_when_the_graph_fails_at_that_moment(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    wake = game.castle.players.wake

    async def fail(player_id: str) -> Placed:
        monkeypatch.setattr(game.castle.players, "wake", wake)
        raise GraphUnavailable(uri="bolt://here", detail="gone")

    monkeypatch.setattr(game.castle.players, "wake", fail)
    wire = game.connect()
    wire.type("Ada", PASSWORD, PASSWORD)
    await game.settle()
    assert "The castle has lost its memory for a moment." in wire.text
    await game.settle(until=lambda: isinstance(game.events[-1], e.FellAsleep))
    assert game.hub.everybody() == []
    assert "Welcome back, Ada." in await game.does(wire, "Ada", PASSWORD)
