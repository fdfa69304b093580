"""The castle is made anew with players in it: by an operator beside the server, and by an admin from within."""

from __future__ import annotations

import asyncio

import pytest

from mud import operating
from mud.agent.scripted import Use, hold
from mud.errors import CannotStart, NotDone

from .conftest import Game, Start
from .scripts import AGATHA, ROOM, master_who, narrate

OVER = "The castle shudders, forgets itself"


async def resets(game: Game, *answers: str, with_accounts: bool = False) -> list[str]:
    """What an operator reads who types `mud reset` and these answers."""
    said: list[str] = []
    typed = iter(answers)
    await operating.reset(
        game.settings,
        with_accounts=with_accounts,
        say=said.append,
        ask=(lambda: next(typed, "")) if answers else None,
    )
    return said


async def test_an_operator_resets_the_castle_in_the_middle_of_a_turn_and_of_a_fill(start: Start) -> None:
    filling, telling = hold(), hold()
    room = [Use("create_room", {**ROOM, "ghosts": [AGATHA]}), narrate("It is cold here.")]
    fills = iter([[filling, *room]])
    model = master_who(
        {"listen": [narrate("You hear"), telling, narrate("steps.")]}, fill=lambda _: next(fills, room)
    )
    game = await start(model=model)
    ada, bob, eve = [await game.enters(name) for name in ("Ada", "Bob", "Eve")]
    await ada.types("north")
    await ada.sees("You step into the dark.")
    await bob.types("listen")
    await filling.reached.wait()
    await telling.reached.wait()
    said = await resets(game, "yes", "reset")
    assert "What goes: 0 rooms beside the porch" in said[0]
    assert "3 players are in the castle now" in said[0]
    assert said[-1] == "The castle has been made anew."
    for player in (ada, bob, eve):
        await player.sees("The walls begin to run like wax", OVER, "The Porch", "> ")
    assert [task for task in asyncio.all_tasks() if task.get_name().startswith("fill ")] == []
    ada.has_not_seen("The Hall")
    bob.has_not_seen("steps.")
    await ada.types("say Is anybody left?")
    await bob.sees('Ada says: "Is anybody left?"')
    await eve.types("north")
    await eve.sees("You step into the dark.", "The Hall", "Agatha is here.", "> ")
    await eve.types("listen")
    assert "What goes: 2 rooms beside the porch" in (await resets(game, "yes", "reset"))[0]
    await eve.sees(OVER, "The Porch", "> ")


async def test_an_operator_who_does_not_want_it_after_all(game: Game) -> None:
    ada = await game.enters("Ada")
    for answers in (("no",), ("yes", "yes"), ("",)):
        with pytest.raises(NotDone):
            await resets(game, *answers)
    ada.has_not_seen("wax")
    assert game.server.castle.resets == 0


async def test_without_asking_and_with_the_accounts(game: Game) -> None:
    ada = await game.enters("Ada")
    said = await resets(game, with_accounts=True)
    assert any("Also go: 1 account with all their players" in line for line in said)
    await ada.sees("The castle has forgotten your name")
    await ada.sees_end()
    await game.enters("Ada")


async def test_an_admin_is_made_on_the_console_and_resets_from_within(game: Game) -> None:
    said: list[str] = []
    ada, bob = await game.enters("Ada"), await game.enters("Bob", language="korean")
    await bob.types("@초기화")
    await bob.sees("> ")
    assert game.server.castle.resets == 0
    await operating.set_admin(game.settings, "ada", True, say=said.append)
    await ada.sees("You are an admin of the castle from now on.")
    await operating.admins(game.settings, say=said.append)
    assert said == ["Ada is an admin.", "Ada"]
    await ada.types("@reset")
    await ada.sees("2 players are in the castle now", "Write: yes.", "> ")
    await ada.types("yes")
    await ada.sees("It cannot be undone: 0 rooms and 0 ghosts are lost for good.", "> ")
    await ada.types("reset")
    await ada.sees("The walls begin to run like wax", OVER, "The Porch")
    await bob.sees("벽이 촛농처럼 흘러내린다.", "성이 몸서리치며", "현관 앞 마루")
    with pytest.raises(CannotStart, match="no account called Nobody"):
        await operating.set_admin(game.settings, "Nobody", True, say=said.append)


async def test_without_a_server_it_is_done_under_the_lease(start: Start) -> None:
    game = await start()
    ada = await game.enters("Ada")
    await ada.types("north")
    await ada.sees("You step into the dark.", "Doors:", "> ")
    await game.stops()
    said = await resets(game, "yes", "reset")
    assert "0 players are in the castle now" in said[0]
    again = await start()
    back = await again.comes_back("Ada")
    await back.sees("Welcome back, Ada.", "The Porch", "While you slept:", OVER)
