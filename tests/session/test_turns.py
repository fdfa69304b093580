"""Acting while a turn runs."""

from __future__ import annotations

from mud.master.master import Hearer
from mud.master.seat import Seat

from .games import Game, Held
from .wires import MemoryWire


async def begin(game: Game, wire: MemoryWire) -> Held:
    """Somebody asks for something, and the castle has told half of it."""
    hold = game.master.hold()

    async def answer(seat: Seat, line: str, hearer: Hearer) -> None:
        if not hold.go.is_set():
            hearer.story("Once upon a time. ")
            await hold.here()
        hearer.story(f"And then {line}. ")

    game.master.answer = answer
    assert await game.does(wire, "tale") == ""
    game.clock.advance(0.3)  # no further sentence comes: the first is shown
    await game.settle()
    assert wire.read() == "Once upon a time.\n"
    return hold


async def test_looking_and_talking_go_on_while_a_turn_runs(game: Game) -> None:
    ada, bob = await game.guest("Ada"), await game.guest("Bob")
    hold = await begin(game, ada)
    assert "The Porch" in await game.does(ada, "look")
    assert await game.does(ada, "say oh") == 'You say: "oh"\n'
    assert "2 souls are awake" in await game.does(ada, "who")
    assert await game.does(bob, "say ah") == 'Bob says: "ah"\n'.replace("Bob says", "You say")
    assert ada.read() == 'Bob says: "ah"\n'
    hold.go.set()
    await game.settle()
    assert ada.text == "And then tale.\n"
    assert ada.prompt == "> "


async def test_lines_wait_their_turn_and_no_more_than_so_many(game: Game) -> None:
    ada = await game.guest("Ada")
    hold = await begin(game, ada)
    said = await game.does(ada, "one", "two", "three", "four")
    assert [line.rpartition("turn")[2] for line in said.splitlines()[:3]] == [
        " (1 of 3).",
        " (2 of 3).",
        " (3 of 3).",
    ]
    assert "This one is lost" in said.splitlines()[3]
    hold.go.set()
    await game.settle()
    assert ada.read() == "And then tale.\nAnd then one.\nAnd then two.\nAnd then three.\n"
    assert [asked.line for asked in game.master.asked] == ["tale", "one", "two", "three"]


async def test_walking_away_breaks_the_turn_off_and_what_waits_is_forgotten(game: Game) -> None:
    ada = await game.guest("Ada")
    await begin(game, ada)
    await game.does(ada, "and then?")
    seen = await game.does(ada, "n")
    assert seen.startswith("You turn away; the castle breaks off in mid-sentence.\nYou step into the dark.")
    assert "And then" not in seen
    assert "The Hall" in seen
    assert [asked.line for asked in game.master.asked] == ["tale"]
    seat = game.hub.find("Ada").seat  # type: ignore[union-attr]
    assert "You also said this, and were not answered: and then?" in seat.happened


async def test_a_wall_breaks_nothing_off(game: Game) -> None:
    ada = await game.guest("Ada")
    hold = await begin(game, ada)
    assert "no door to the west" in await game.does(ada, "w")
    hold.go.set()
    await game.settle()
    assert ada.text == "And then tale.\n"


async def test_stop_breaks_off(game: Game) -> None:
    ada = await game.guest("Ada")
    await begin(game, ada)
    assert await game.does(ada, "stop") == "The castle falls silent.\n"
    assert ada.sent == []
    assert (await game.does(ada, "look")).startswith("The Porch")


async def test_one_who_turns_back_out_of_the_dark_leaves_the_room_to_the_engine(game: Game) -> None:
    ada = await game.guest("Ada")
    hold = game.master.hold()

    async def slowly(seat: Seat, line: str, hearer: Hearer) -> None:
        await hold.here()

    game.master.make = slowly
    await game.does(ada, "n")
    assert game.master.leases == set(game.master.fills)
    assert "The Porch" in await game.does(ada, "s")
    assert (game.master.leases, game.master.released) == (set(), game.master.fills)


async def test_a_takeover_breaks_the_turn_off_and_keeps_the_conversation(game: Game) -> None:
    ada = await game.account("Ada")
    await begin(game, ada)
    seat = game.hub.find("Ada").seat  # type: ignore[union-attr]
    again = await game.login("Ada")
    assert "And then" not in ada.text + again.text
    assert game.hub.find("Ada").seat is seat  # type: ignore[union-attr]


async def test_leaving_breaks_off(game: Game) -> None:
    ada = await game.guest("Ada")
    await begin(game, ada)
    said = await game.does(ada, "quit")
    assert said == "You lie down where you are and fall asleep.\nThe mist closes behind you. Farewell, Ada.\n"
    assert ada.closed
    assert game.hub.everybody() == []


async def test_what_was_told_but_not_yet_shown_is_dropped_with_the_turn(game: Game) -> None:
    ada = await game.guest("Ada")
    hold = game.master.hold()
    person = game.hub.find("Ada")
    assert person is not None

    async def answer(seat: Seat, line: str, hearer: Hearer) -> None:
        hearer.story("Too late. ")
        person.turns.cancel("play.stopped")
        await hold.here()

    game.master.answer = answer
    assert await game.does(ada, "tale") == "The castle falls silent.\n"
