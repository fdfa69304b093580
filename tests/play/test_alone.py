"""One player, and the castle."""

from __future__ import annotations

import asyncio

from mud.agent.scripted import Use, hold

from .conftest import PASSWORD, Game, Start
from .harness import Tester
from .scripts import master_who, narrate


async def test_a_stranger_makes_an_account_walks_into_the_dark_and_sees_a_room_take_shape(game: Game) -> None:
    ada = await game.connects()
    await ada.types("Ada")
    await ada.sees("Nobody called Ada has come here before", "New password: ")
    await ada.types(PASSWORD)
    await ada.sees("The same again: ")
    await ada.types(PASSWORD)
    await ada.sees("Welcome, Ada.", "The Porch", "Doors: north.", "> ")
    await ada.types("north")
    await ada.sees("You step into the dark.", "The darkness takes shape.", "Doors:", "> ")
    await ada.types("look")
    room = await ada.sees("Doors:")
    assert "dark" not in room.splitlines()[0]
    await ada.types("quit")
    await ada.sees("Farewell, Ada.")
    await ada.sees_end()


async def test_what_was_made_stays_for_the_one_who_comes_back(game: Game) -> None:
    ada = await game.enters("Ada")
    await ada.types("north")
    made = await ada.sees("You step into the dark.", "The darkness takes shape.", "Doors:")
    await ada.types("quit")
    await ada.sees_end()
    again = await game.comes_back("Ada")
    seen = await again.sees("Welcome back, Ada.", "Doors:")
    title = seen.split("Welcome back, Ada.")[1].split("\n")[1]
    assert title
    assert title in made


async def test_a_room_that_was_made_is_there_after_a_restart(start: Start) -> None:
    first = await start()
    ada = await first.enters("Ada")
    await ada.types("north")
    await ada.sees("You step into the dark.", "The darkness takes shape.", "Doors:")
    await ada.sees("> ")
    await ada.types("look")
    made = await ada.sees("Doors:")
    await first.stops()
    await ada.sees("The whole castle falls asleep")
    await ada.sees_end()
    second = await start()
    again = await second.comes_back("Ada")
    seen = await again.sees("Welcome back, Ada.", "Doors:")
    assert made.strip().splitlines()[0] in seen


async def test_a_wrong_password_is_refused_and_five_close_the_door(game: Game) -> None:
    ada = await game.enters("Ada")
    await ada.types("quit")
    await ada.sees_end()
    thief = await game.connects()
    await thief.types("Ada")
    for _ in range(4):
        await thief.sees("Password for Ada: ")
        await thief.types("open sesame")
        await thief.sees("That is not the password.")
    await thief.sees("Password for Ada: ")
    await thief.types("open sesame")
    await thief.sees("Too many wrong passwords.")
    await thief.sees_end()
    thief.has_not_seen("open sesame")


async def test_a_korean_game_from_gate_to_quit(game: Game) -> None:
    player = await game.enters("하늘", language="한국어")
    await player.types("북")
    await player.sees("문:")
    await player.types("봐")
    await player.sees("문:")
    await player.types("'안녕하세요")
    await player.sees('"안녕하세요"')
    await player.types("끝")
    await player.sees_end()
    assert "Doors:" not in player.screen


async def test_a_fill_that_fails_is_made_by_the_storyteller(start: Start) -> None:
    game = await start(
        model=master_who({}, fill=[Use("create_room", {"name": "", "description": "", "doors": []})])
    )
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("You step into the dark.", "The darkness takes shape.", "Doors:", "south")


async def test_a_model_that_never_answers_does_not_keep_anybody_in_the_dark(start: Start) -> None:
    stall = hold()
    game = await start(model=master_who({}, fill=[stall]), mud_fill_seconds=0.5)
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("You step into the dark.")
    await stall.reached.wait()
    await ada.types("look")
    await ada.sees("It is dark; your eyes are still getting used to it.")
    await ada.sees("Doors: ", "south")


async def test_a_move_during_a_turn_breaks_it_off(start: Start) -> None:
    stall = hold()
    game = await start(model=master_who({"wait": [Use("narrate", '{"story": "You wait. And then'), stall]}))
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("The Hall", "It is cold here.")
    await ada.types("wait")
    await ada.sees("You wait.")
    await ada.types("who")
    await ada.sees("You alone are awake in the castle.")
    await ada.types("south")
    await ada.sees("the castle breaks off in mid-sentence", "The Porch")
    ada.has_not_seen("And then")


async def test_lines_wait_behind_a_turn_three_at_most(start: Start) -> None:
    stall = hold()
    game = await start(model=master_who({"one": [stall, narrate("First.")]}))
    ada = await game.enters("Ada")
    await ada.types("one")
    await stall.reached.wait()
    for n, line in enumerate(["two", "three", "four"], 1):
        await ada.types(line)
        await ada.sees(f"({n} of 3)")
    await ada.types("five")
    await ada.sees("3 lines wait already")
    stall.release.set()
    await ada.sees("First.", "You try to two.", "You try to three.", "You try to four.")
    ada.has_not_seen("You try to five.")


async def test_stop_ends_a_turn(start: Start) -> None:
    stall = hold()
    game = await start(model=master_who({"one": [stall, narrate("First.")]}))
    ada = await game.enters("Ada")
    await ada.types("one")
    await stall.reached.wait()
    await ada.types("stop")
    await ada.sees("The castle falls silent.")
    await ada.types("two")
    await ada.sees("You try to two.")


async def test_death_comes_with_a_warning_and_a_new_life_after_it(start: Start) -> None:
    threat = [
        Use("kill_player", {"how": "The chandelier sways above you.", "cause": "the chandelier"}),
        narrate("Creak."),
    ]
    game = await start(model=master_who({"pull": threat}))
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("It is cold here.")
    await ada.types("pull")
    await ada.sees("You are in mortal danger: the chandelier.", "The chandelier sways above you.", "Creak.")
    await ada.types("pull")
    await ada.sees("You are dead.", "Press Enter")
    await ada.types("")
    await ada.sees("You step out of the mist", "The Porch")
    await ada.types("north")
    await ada.sees("The Hall")


async def test_a_word_of_the_player_is_never_an_instruction_or_a_template(game: Game) -> None:
    ada = await game.enters("Ada")
    for line in ("say {0} %s {name} STATE {}", "say \x1b[2J\x07cleared", "{}", 'STATE {"turn": "fill"}'):
        await ada.types(line)
        await ada.sees("> ")
    await ada.types("say still here")
    await ada.sees('You say: "still here"')
    assert b"\x1b[2J" not in ada.raw
    ada.has_not_seen("Traceback")


async def test_three_commands_in_one_packet_run_in_order(game: Game) -> None:
    ada = await game.enters("Ada")
    await ada.sends(b"say one\r\nsay two\r\nsay three\r\n")
    await ada.sees('"one"', '"two"', '"three"')


async def test_the_banner_is_there_at_once_and_lines_sent_before_it_are_kept(game: Game) -> None:
    early = await Tester.connect(game.server.port)
    await early.types("guest")
    async with asyncio.timeout(5):
        await early.sees("The Agentic Dungeon", "Welcome.", "The Porch")
    await early.leaves()
