"""Coming in: names, passwords, guests, languages, and those who should not."""

from __future__ import annotations

from mud.world import events as e
from mud.world.model import Lang

from .games import PASSWORD, Game


async def test_the_gate_greets_before_anything_is_typed(game: Game) -> None:
    wire = game.connect()
    await game.settle()
    assert "Say your name." in wire.text
    assert (len(wire.sent), wire.prompt) == (1, "Name: ")


async def test_a_new_name_makes_an_account_after_the_password_is_typed_twice(game: Game) -> None:
    wire = game.connect()
    assert "Nobody called Ada has come here before." in await game.does(wire, "Ada")
    assert (wire.masked, wire.masked_lines) == (True, [])
    assert "at least 6 characters" in await game.does(wire, "short")
    assert "at most 128 characters" in await game.does(wire, "x" * 129)
    assert "Those two were not the same." in await game.does(
        wire, PASSWORD, "open simsim", "attack", "attack"
    )
    seen = await game.does(wire, PASSWORD, PASSWORD)
    assert "Welcome, Ada." in seen
    assert "The Porch" in seen
    assert not wire.masked
    assert len(wire.masked_lines) == 8
    assert len([event for event in game.events if isinstance(event, e.AccountMade)]) == 1
    account = await game.castle.accounts.find(game.gate.names.skeleton_of("Ada"))
    assert account is not None
    assert account.password.startswith("$argon2id$")
    assert PASSWORD not in account.password


async def test_an_empty_password_goes_back_to_the_name(game: Game) -> None:
    wire = game.connect()
    await game.does(wire, "Ada", "")
    assert not wire.masked
    wire.type("Bob")
    await game.settle()
    assert "Nobody called Bob" in wire.text


async def test_the_whole_login_in_one_line(game: Game) -> None:
    await game.account("Ada")
    wire = game.connect()
    assert "You were here already" in await game.does(wire, f"connect Ada {PASSWORD}")
    again = game.connect()
    assert "That is not the password." in await game.does(again, "connect ada wrong-one")
    assert "For tonight you are Guest1" in await game.does(game.connect(), "connect guest")


async def test_five_wrong_passwords_close_the_connection_and_slow_the_address(game: Game) -> None:
    await game.account("Ada")
    wire = game.connect("198.51.100.7")
    await game.does(wire, "Ada")
    for number in range(4):
        assert "That is not the password." in await game.does(wire, f"wrong-{number}")
    assert not wire.closed
    assert "The door falls shut." in await game.does(wire, "wrong-5")
    assert wire.closed
    elsewhere = game.connect("203.0.113.9")
    assert "You were here already" in await game.does(elsewhere, "Ada", PASSWORD)
    slowed = game.connect("198.51.100.7")
    slowed.type("Ada", PASSWORD)
    await game.settle(until=lambda: game.clock.waited_for[0] == 1.0)
    assert "You were here already" not in slowed.text
    game.clock.advance(1.0)
    await game.settle()
    assert "You were here already" in slowed.text


async def test_what_was_typed_ahead_is_no_password_once_the_first_one_was_wrong(game: Game) -> None:
    await game.account("Ada")
    wire = game.connect()
    seen = await game.does(wire, "Ada", "wrong", "look", "say hello", "north", "inventory", "who")
    assert seen.count("That is not the password.") == 1
    assert not wire.closed
    assert "You were here already" in await game.does(wire, PASSWORD)


async def test_what_was_typed_ahead_is_no_name_once_the_first_one_was_refused(game: Game) -> None:
    wire = game.connect()
    assert "my secret" not in await game.does(wire, "Bоris", "my secret", "my secret")
    assert wire.prompt is None or wire.prompt == "Name: "
    assert "Welcome, Boris." in await game.does(wire, "Boris", PASSWORD, PASSWORD)


async def test_empty_lines_that_come_together_are_one(game: Game) -> None:
    wire = game.connect()
    await game.settle()
    wire.sent.clear()
    wire.type(*[""] * 20)
    await game.settle()
    assert [prompt for _, prompt in wire.sent] == ["Name: "]


async def test_guests(game: Game) -> None:
    assert "For tonight you are Guest1" in await game.does(game.connect(), "guest")
    assert "For tonight you are Guest2" in await game.does(game.connect(), "GUEST")
    assert "당신의 이름은 손님3이에요." in await game.does(game.connect(), "한국어", "손님")
    wire = game.connect()
    assert "keeps that word for itself" in await game.does(wire, "guest Guest1")
    await game.account("Ada")
    assert "Somebody is called Ada already." in await game.does(wire, "guest ada")


async def test_names_that_look_like_another_are_refused(game: Game) -> None:
    await game.account("Bob")
    await game.guest("Ivy")
    wire = game.connect()
    assert "B0b looks so much like Bob" in await game.does(wire, "B0b")
    assert "lvy looks so much like Ivy" in await game.does(wire, "lvy")
    assert "Somebody is called Ivy already." in await game.does(wire, "IVY")
    assert "at least 2 letters" in await game.does(wire, "x")
    assert "has only letters and digits" in await game.does(wire, "two words")
    assert "keeps to the letters of one script" in await game.does(wire, "Bоris")
    assert "keeps that word for itself" in await game.does(wire, "Admin")
    assert "keeps that word for itself" in await game.does(wire, "look")
    assert "Nobody called Bobby" in await game.does(wire, "Bobby")


async def test_two_who_choose_one_name_at_once(game: Game) -> None:
    first, second = game.connect(), game.connect()
    first.type("Ada", PASSWORD), second.type("ada", PASSWORD)
    await game.settle()
    first.type(PASSWORD), second.type(PASSWORD)
    await game.settle()
    assert sorted("Welcome, " in wire.text for wire in (first, second)) == [False, True]
    assert sorted("Somebody is called" in wire.text for wire in (first, second)) == [False, True]
    assert len([event for event in game.events if isinstance(event, e.AccountMade)]) == 1


async def test_the_language_is_the_locales_or_the_one_asked_for_and_is_kept(game: Game) -> None:
    wire = game.connect()
    await game.settle()
    wire.language = "ko"
    assert "아다라는 이는 아직 온 적이 없어요." in await game.does(wire, "아다")
    assert "현관 앞 마루" in await game.does(wire, PASSWORD, PASSWORD)
    await game.does(wire, "끝")
    again = game.connect()
    assert "현관 앞 마루" in await game.does(again, "아다", PASSWORD)
    english = game.connect()
    assert "The Porch" in await game.does(english, "english", "아다", PASSWORD)
    account = await game.castle.accounts.find(game.gate.names.skeleton_of("아다"))
    assert account is not None
    assert account.language is Lang.EN
    other = game.connect()
    other.type("한국어")
    await game.settle()
    assert "이제 성이 한국어로 말해요." in other.text
    assert other.prompt == "이름: "


async def test_a_client_that_shows_the_password_is_warned_once(game: Game) -> None:
    wire = game.connect()
    wire.masks = None
    assert "Mind: your client shows" not in await game.does(wire, "Ada")
    game.clock.advance(1.5)
    await game.settle()
    assert "Mind: your client shows what you type." in wire.read()
    assert wire.masked
    await game.does(wire, PASSWORD)
    game.clock.advance(1.5)
    await game.settle()
    assert "Mind" not in wire.read()


async def test_a_client_that_hides_it_is_not(game: Game) -> None:
    wire = game.connect()
    wire.masks = None
    await game.does(wire, "Ada")
    wire.masks = True
    game.clock.advance(1.5)
    await game.settle()
    assert wire.read() == ""


async def test_the_door_does_not_stay_open_for_ever(game: Game) -> None:
    wire, player = game.connect(), await game.guest("Ada")
    await game.does(wire, "Bob")
    game.clock.advance(121)
    await game.settle()
    assert "The door does not stay open for ever." in wire.text
    assert wire.closed
    assert not player.closed


async def test_leaving_at_the_gate(game: Game) -> None:
    wire = game.connect()
    await game.settle()
    assert await game.does(wire, "", "quit") == "The mist closes behind you. Farewell.\n"
    assert wire.closed


async def test_lines_that_come_too_fast_are_taken_later_and_none_is_lost(game: Game) -> None:
    ada = await game.guest("Ada")
    ada.type(*(f"say {number}" for number in range(110)))
    await game.settle(until=lambda: bool(game.clock.waited_for) and game.clock.waited_for[0] < 1)
    assert ada.text.count("You say") == 99  # two seconds' worth, of which one line was the name
    for _ in range(11):
        game.clock.advance(0.03)
        await game.settle(
            until=lambda: (bool(game.clock.waited_for) and game.clock.waited_for[0] < 1) or ada.quiet
        )
    await game.settle()
    assert ada.read().splitlines() == [f'You say: "{number}"' for number in range(110)]
