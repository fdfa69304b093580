"""Several players in one castle: each sees what happens where they are, in the one order of the log."""

from __future__ import annotations

import asyncio

from mud.agent.scripted import Use, hold

from .conftest import Game, Start
from .scripts import master_who, narrate


async def test_two_players_see_each_other_come_speak_and_go(game: Game) -> None:
    ada = await game.enters("Ada")
    bob = await game.enters("Bob")
    await ada.sees("Bob steps out of the mist.")
    await bob.types("look")
    await bob.sees("Ada is here.")
    await bob.types("say good evening")
    await bob.sees('You say: "good evening"')
    await ada.sees('Bob says: "good evening"')
    await ada.types("emote nods.")
    await bob.sees("Ada nods.")
    await bob.types("north")
    await ada.sees("Bob leaves to the north.")
    await bob.sees("Doors:")
    await ada.types("n")
    await bob.sees("Ada arrives from the south.")
    await ada.sees("Bob is here.")
    await bob.types("tell Ada hush")
    await ada.sees('Bob tells you: "hush"')
    await ada.types("quit")
    await bob.sees("Ada lies down to sleep and fades from the room.")


async def test_nobody_hears_what_is_said_elsewhere(game: Game) -> None:
    ada = await game.enters("Ada")
    bob = await game.enters("Bob")
    await bob.types("north")
    await bob.sees("You step into the dark.", "The darkness takes shape.", "Doors:")
    await ada.types("say a secret")
    await ada.sees('You say: "a secret"')
    await bob.types("say mine")
    await bob.sees('"mine"')  # to everybody, or to a ghost alone with Bob
    await ada.types("look")
    await ada.sees("The Porch")
    bob.has_not_seen("a secret")
    ada.has_not_seen('"mine"')


async def test_an_event_is_worded_for_each_viewer_in_their_own_language(game: Game) -> None:
    ada = await game.enters("Ada")
    haneul = await game.enters("하늘", language="한국어")
    await ada.sees("하늘 steps out of the mist.")
    await ada.types("north")
    await haneul.sees("Ada", "북쪽")
    haneul.has_not_seen("leaves")


async def test_whoever_comes_into_the_dark_sees_the_same_room(start: Start) -> None:
    stall = hold()
    made = [
        stall,
        Use("create_room", {"name": "The Loom", "description": "Threads.", "doors": ["E"]}),
        narrate("It hums."),
    ]
    game = await start(model=master_who({}, fill=made))
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.types("north")
    await stall.reached.wait()
    await bob.types("north")
    await bob.sees("You step into the dark.")
    await ada.sees("Bob arrives from the south.")
    stall.release.set()
    await ada.sees("The Loom", "Threads.", "It hums.")
    await bob.sees("The Loom", "Threads.", "Ada is here.")
    bob.has_not_seen("It hums.")


async def test_if_the_one_who_woke_the_room_leaves_the_others_are_not_left_in_the_dark(start: Start) -> None:
    stall = hold()
    game = await start(model=master_who({}, fill=[stall]))
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.types("north")
    await stall.reached.wait()
    await bob.types("north")
    await bob.sees("You step into the dark.")
    await ada.types("south")
    await ada.sees("The Porch")
    await bob.sees("Doors: ", "south")


async def test_two_turns_at_once_in_one_room_are_both_told_whole(start: Start) -> None:
    one, two = hold(), hold()
    game = await start(
        model=master_who(
            {
                "sing": [one, narrate("You sing of owls. They listen.", onlookers="Ada sings of owls.")],
                "dance": [two, narrate("You dance alone. Nobody minds.", onlookers="Bob dances alone.")],
            }
        )
    )
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.types("sing")
    await bob.types("dance")
    await one.reached.wait()
    await two.reached.wait()
    two.release.set()
    await bob.sees("You dance alone. Nobody minds.")
    await ada.sees("Bob dances alone.")
    one.release.set()
    await ada.sees("You sing of owls. They listen.")
    await bob.sees("Ada sings of owls.")


async def test_a_ghost_that_is_spoken_to_answers_and_all_hear_it(start: Start) -> None:
    def answer(state):  # type: ignore[no-untyped-def]
        ghost = state["ghosts"][0]["id"]
        return [
            Use("ghost_says", {"ghost_id": ghost, "words": "I was happier as a rumour."}),
            Use("update_ghost_opinion", {"ghost_id": ghost, "opinion": "Asks kindly.", "score": 5}),
            narrate("She turns to the window."),
        ]

    game = await start(model=master_who({"Agatha, how are you?": answer}))
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.types("north")
    await ada.sees("Agatha", "It is cold here.")
    await bob.types("north")
    await bob.sees("The Hall")
    await ada.types("say Agatha, how are you?")
    await ada.sees(
        "how are you?", 'Agatha says to you: "I was happier as a rumour."', "She turns to the window."
    )
    await bob.sees("how are you?", 'Agatha says to Ada: "I was happier as a rumour."')
    bob.has_not_seen("She turns to the window.")


async def test_five_players_hear_one_order(game: Game) -> None:
    players = [await game.enters(name) for name in ("Ada", "Bob", "Cleo", "Dora", "Emil")]
    await asyncio.gather(*(p.types(f"say word{i}{n}") for n in range(3) for i, p in enumerate(players)))
    for player in players:
        for i in range(5):
            while f"word{i}2" not in player.screen:
                await player.sees("word")
    heard = [
        [w for w in player.screen.replace('"', " ").split() if w.startswith("word")] for player in players
    ]
    assert all(order == heard[0] for order in heard)
    assert len(heard[0]) == 15


async def test_a_second_login_takes_over_the_first(game: Game) -> None:
    ada = await game.enters("Ada")
    bob = await game.enters("Bob")
    again = await game.comes_back("Ada")
    await ada.sees("Somebody has come in by your name from elsewhere")
    await ada.sees_end()
    await again.sees("You were here already", "The Porch", "Bob is here.")
    await again.types("say it is me")
    await bob.sees('Ada says: "it is me"')
    bob.has_not_seen("fades from the room")


async def test_a_lost_link_leaves_the_player_standing_for_a_while(start: Start) -> None:
    game = await start(mud_grace_seconds=0.3)
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.vanishes()
    await bob.sees("Ada stops in mid-breath", "sinks into sleep and fades from the room.")
    await bob.types("look")
    await bob.sees("The Porch", "Doors: north.")
    back = await game.comes_back("Ada")
    await back.sees("Welcome back, Ada.", "The Porch")
    await bob.sees("Ada stirs and wakes.")


async def test_a_lost_link_that_comes_back_in_time_goes_on(game: Game) -> None:
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.vanishes()
    await bob.sees("Ada stops in mid-breath")
    back = await game.comes_back("Ada")
    await back.sees("The Porch", "Bob is here.")
    await bob.sees("Ada blinks and is here again.")
    bob.has_not_seen("fades from the room")


async def test_others_see_a_death_and_the_likeness_that_comes_after_it(start: Start) -> None:
    threat = [Use("kill_player", {"how": "It sways.", "cause": "the chandelier"}), narrate("Creak.")]
    game = await start(model=master_who({"pull": threat}))
    ada, bob = await game.enters("Ada"), await game.enters("Bob")
    await ada.types("pull")
    await bob.sees("Ada is in mortal danger: the chandelier.")
    await ada.sees("Creak.")
    await ada.types("pull")
    await bob.sees("Ada dies before your eyes. It was the chandelier.")
    await ada.sees("Press Enter")
    await ada.types("")
    await bob.sees("the very likeness of the Ada who died")


async def test_who_wakes_is_told_what_happened_where_they_slept(game: Game) -> None:
    ada, haneul, bob = (
        await game.enters("Ada"),
        await game.enters("하늘", language="한국어"),
        await game.enters("Bob"),
    )
    await ada.types("quit")
    await ada.sees_end()
    await haneul.types("끝")
    await haneul.sees_end()
    for line in ("say one", "emote hums.", "say two", "say three", "north", "south", "say four", "say five"):
        await bob.types(line)
        await bob.sees("> ")
    await bob.sees("five")
    ada = await game.comes_back("Ada")
    seen = await ada.sees(
        "Welcome back, Ada.", "The Porch", "While you slept:", "five", "you slept through 1 other thing."
    )
    assert [row for row in seen.splitlines() if row.startswith("  ")] == [
        "  Bob hums.",
        '  Bob says: "two"',
        '  Bob says: "three"',
        '  Bob says: "four"',
        '  Bob says: "five"',
    ]
    haneul = await game.comes_back("하늘")
    await haneul.sees("잠든 사이에 있었던 일:", "Bob", '"two"', "1가지")


async def test_who_slept_through_nothing_is_told_nothing(game: Game) -> None:
    ada = await game.enters("Ada")
    await ada.types("quit")
    await ada.sees_end()
    ada = await game.comes_back("Ada")
    await ada.sees("Welcome back, Ada.", "Doors: north.", "> ")
    ada.has_not_seen("While you slept")
