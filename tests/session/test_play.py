"""Playing: what people see of what they and others do."""

from __future__ import annotations

from mud.master.master import Hearer, TurnFailed
from mud.master.seat import Seat
from mud.world.grid import Direction
from mud.world.model import Lang, RoomProposal

from .games import Game


async def test_a_guest_comes_in_and_sees_the_porch(game: Game) -> None:
    wire = game.connect()
    wire.type("guest")
    await game.settle()
    assert "For tonight you are Guest1" in wire.text
    assert "The Porch\nA creaking porch, and one towering door.\nDoors: north.\n" in wire.text
    assert wire.prompt == "> "


async def test_looking_and_the_direct_commands_of_one(game: Game) -> None:
    ada = await game.guest("Ada")
    assert "The Porch" in await game.does(ada, "look")
    assert await game.does(ada, "exits") == "Doors: north.\n"
    assert await game.does(ada, "inventory") == "You carry nothing but yourself.\n"
    assert await game.does(ada, "who") == "You alone are awake in the castle.\n"
    assert await game.does(ada, "w") == "There is no door to the west. Doors: north.\n"
    assert await game.does(ada, "go") == "Go where? Doors: north.\n"
    assert await game.does(ada, "") == ""
    assert ada.sent == []
    assert "look, l: See the room" in await game.does(ada, "help")
    assert "Break off" in await game.does(ada, "help stop")
    assert "no help on bread" in await game.does(ada, "help bread")
    assert await game.does(ada, "stop") == "The castle is waiting for you, not you for it.\n"
    assert game.master.asked == []


async def test_any_other_line_is_for_the_game_master(game: Game) -> None:
    ada = await game.guest("Ada")
    assert await game.does(ada, "look under the mat") == "The castle hears: look under the mat. It waits.\n"
    assert [(asked.player, asked.line, asked.said) for asked in game.master.asked] == [
        ("Ada", "look under the mat", None)
    ]


async def test_going_into_the_dark_makes_one_room_for_all_who_stand_in_it(game: Game) -> None:
    ada, bob = await game.guest("Ada"), await game.guest("Bob")
    hold = game.master.hold()

    async def slowly(seat: Seat, line: str, hearer: Hearer) -> None:
        await hold.here()
        await game.master.make_room(seat, line, hearer)

    game.master.make = slowly
    assert (
        await game.does(ada, "n")
        == "You step into the dark. Slowly your eyes get used to it.\nDoors: south.\n"
    )
    assert bob.read() == "Ada leaves to the north.\n"
    seen = await game.does(bob, "north")
    assert seen == "You step into the dark. Slowly your eyes get used to it.\nDoors: south.\nAda is here.\n"
    assert (await game.does(bob, "look")).startswith("It is dark; your eyes are still getting used to it.")
    hold.go.set()
    ada.read()
    await game.settle()
    shown = (
        "The darkness takes shape.\nThe Hall\nA hall of grey stone.\nDoors: north, east, south and west.\n"
    )
    assert bob.read() == f"{shown}Agatha is here. Thin as smoke.\nAda is here.\n"
    assert ada.read() == f"{shown}Agatha is here. Thin as smoke.\nBob is here.\n"
    assert (len(game.master.fills), game.master.leases) == (1, set())


async def test_what_is_said_and_done_reaches_those_in_the_room_and_nobody_else(game: Game) -> None:
    ada, bob, cyd = await game.guest("Ada"), await game.guest("Bob"), await game.guest("Cyd")
    await game.does(cyd, "n")
    for wire in (ada, bob, cyd):
        wire.read()
    assert await game.does(ada, "say Good evening") == 'You say: "Good evening"\n'
    assert await game.does(ada, "'Well?'") == 'You say: "Well?"\n'
    assert await game.does(ada, ":bows") == "Ada bows\n"
    assert bob.read() == 'Ada says: "Good evening"\nAda says: "Well?"\nAda bows\n'
    assert cyd.read() == ""
    assert game.master.asked == []


async def test_a_tell_goes_to_one_alone_wherever_they_are(game: Game) -> None:
    ada, bob, cyd = await game.guest("Ada"), await game.guest("Bob"), await game.guest("Cyd")
    await game.does(bob, "n")
    ada.read(), bob.read(), cyd.read()
    assert await game.does(ada, "tell bob Psst") == 'You tell Bob: "Psst"\n'
    assert (bob.read(), cyd.read()) == ('Ada tells you: "Psst"\n', "")
    assert await game.does(ada, "tell ada hi") == "You mutter to yourself. You knew it already.\n"
    assert await game.does(ada, "tell bob") == "Tell Bob what?\n"
    assert await game.does(ada, "tell Zoe hi") == "Nobody called Zoe is about who could hear you.\n"
    assert await game.does(ada, "tell") == "Tell whom? Write: tell NAME WORDS\n"
    bob.hang_up()
    await game.settle()
    assert "staring at nothing" in await game.does(ada, "tell bob Hello?")


async def test_telling_me_something_is_for_the_game_master(game: Game) -> None:
    ada = await game.guest("Ada")
    await game.does(ada, "tell me a story")
    assert [asked.line for asked in game.master.asked] == ["tell me a story"]


async def test_speech_that_only_ghosts_hear_or_that_names_one_is_answered(game: Game) -> None:
    ada, bob = await game.guest("Ada"), await game.guest("Bob")
    await game.does(ada, "n")
    ghost = game.ghost()
    assert await game.does(ada, "say hello") == (
        'You say to Agatha: "hello"\nThe castle hears: hello. It waits.\n'
    )
    await game.does(bob, "n")
    await game.does(ada, "say hello there")
    await game.does(ada, "say what is it, agatha?")
    heard = [(asked.line, asked.said and asked.said.to) for asked in game.master.asked]
    assert heard == [("hello", ghost.who), ("what is it, agatha?", ghost.who)]
    assert bob.read().endswith('Ada says: "hello there"\nAda says to Agatha: "what is it, agatha?"\n')


async def test_moves_of_a_turn_are_shown_before_its_story_and_a_blank_room_is_made_after_it(
    game: Game,
) -> None:
    ada = await game.guest("Ada")

    async def walk(seat: Seat, line: str, hearer: Hearer) -> None:
        await game.castle.rooms.move(game.castle.stand(seat.player, seat.room_id), Direction.NORTH)
        hearer.story("You walk into it. ")

    game.master.answer = walk
    seen = await game.does(ada, "I walk through the door")
    assert seen.startswith("You step into the dark.")
    assert seen.index("You walk into it.") < seen.index("The darkness takes shape.") < seen.index("The Hall")
    assert len(game.master.fills) == 1
    assert ada.read() == ""


async def test_a_turn_that_fails_says_so_and_what_was_committed_stands(game: Game) -> None:
    ada = await game.guest("Ada")

    async def fail(seat: Seat, line: str, hearer: Hearer) -> None:
        await game.castle.rooms.move(game.castle.stand(seat.player, seat.room_id), Direction.NORTH)
        raise TurnFailed("timeout")

    game.master.answer = fail
    assert "The castle thinks too long about it" in await game.does(ada, "wander")
    assert "The Hall" in await game.does(ada, "look")


async def test_a_fill_that_fails_leaves_the_lease_to_the_engine(game: Game) -> None:
    ada = await game.guest("Ada")

    async def fail(seat: Seat, line: str, hearer: Hearer) -> None:
        raise TurnFailed("no room")

    game.master.make = fail
    await game.does(ada, "n")
    assert game.master.released == game.master.fills
    assert ada.sent == []
    made = RoomProposal("The Cellar", "Damp.", frozenset(Direction), Lang.EN)
    await game.castle.rooms.make(game.master.fills[0], made, game.castle.resets)
    await game.settle()
    assert ada.read().startswith("The darkness takes shape.\nThe Cellar\nDamp.\n")


async def test_a_fault_in_a_turn_or_a_command_does_not_end_the_session(game: Game) -> None:
    ada = await game.guest("Ada")

    async def break_(seat: Seat, line: str, hearer: Hearer) -> None:
        raise ZeroDivisionError

    game.master.answer = break_
    assert "the castle does not say what" in await game.does(ada, "divide")
    too_long = "x" * 1_001
    assert "longer than 1000 characters" in await game.does(ada, f"say {too_long}")
    assert "The Porch" in await game.does(ada, "look")


async def test_what_happens_is_noted_for_the_game_master(game: Game) -> None:
    ada, bob = await game.guest("Ada"), await game.guest("Bob")
    await game.does(bob, "say hi", "n")
    await game.does(ada, "n", "help", "who")
    seat = game.hub.find("ada").seat  # type: ignore[union-attr]
    assert [*seat.happened][1:4] == ['Bob says: "hi"', "Bob leaves to the north.", "You went north."]
    assert seat.came is Direction.NORTH


async def test_each_reads_in_their_own_language(game: Game) -> None:
    ada, bob = await game.guest("Ada"), await game.guest("Bob")
    assert (
        await game.does(ada, "language")
        == "The castle speaks English with you. Write: language english, or language 한국어\n"
    )
    assert await game.does(ada, "언어 한국어") == "이제부터 성이 한국어로 말해요.\n"
    assert await game.does(ada, "language klingon") == "성은 영어와 한국어로 말해요. klingon은 몰라요.\n"
    assert "현관 앞 마루" in await game.does(ada, "봐")
    await game.does(bob, "north")
    assert ada.read() == "Bob이 북쪽으로 나간다.\n"
    seen = await game.does(ada, "북쪽으로 가")
    assert "문: 북쪽, 동쪽, 남쪽, 서쪽.\nAgatha가 있다. Thin as smoke.\nBob이 여기 있다.\n" in seen


async def test_who_is_there_when_the_room_is_shown_does_not_also_arrive(game: Game) -> None:
    """The room is read from the graph after Bob came in, and shows Cyd, whose arrival was committed behind Bob's."""
    ada, bob, cyd = await game.guest("Ada"), await game.guest("Bob"), await game.guest("Cyd")
    await game.does(ada, "n", "n")
    game.castle.view.clear()
    hall = game.master.fills[0]
    for name in ("Bob", "Cyd"):
        person = game.hub.find(name)
        assert person is not None
        await game.castle.view.room(person.seat.room_id)
    assert game.castle.view.peek(hall) is None
    bob.read()
    bob.type("n")
    cyd.type("n")
    await game.settle()
    assert bob.read().count("Cyd") == 1
    assert cyd.read().count("Bob") == 1 + 1  # leaves, then stands there
