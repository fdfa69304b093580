"""What the model costs, as players and admins read it."""

from __future__ import annotations

from mud.agent import Usage
from mud.session.stage import Stage

from .games import Game
from .test_resets import an_admin


def stage_of(game: Game, name: str) -> Stage:
    presence = game.hub.find(name)
    assert presence is not None
    return presence.stage


async def test_an_admin_reads_what_was_asked_of_the_model(game: Game) -> None:
    ada = await an_admin(game)
    told = await game.does(ada, "@cost")
    assert told.splitlines()[1].strip() == "nothing"
    ledger = stage_of(game, "Ada").ledger
    ledger.add("play", "Ada", Usage(prompt=12_000, cached=8_000, completion=900))
    ledger.add("fill", "Bob", Usage(prompt=100))
    ledger.add("talk", "Bob", Usage(prompt=100))
    ledger.add("translate", None, Usage(prompt=100))
    told = await game.does(ada, "@cost")
    line = "  answers to lines: 1 request, 12,000 tokens sent (8,000 of them cached), 900 received"
    assert told.count(line) == 2  # of the hour, and of the day
    assert told.index("  Ada: 1 request, 12,900 tokens") < told.index("  Bob: 2 requests, 200 tokens")
    bob = await game.guest("Bob")
    assert "The castle hears: @cost." in await game.does(bob, "@cost")


async def test_a_player_whose_tokens_are_spent_is_told_who_answers(game: Game) -> None:
    ada = await game.guest("Ada")
    game.master.spent = "player"
    told = await game.does(ada, "look behind the stars")
    assert told.index("as much as it may in one hour") < told.index("The castle hears")
