"""What concerns only oneself."""

from __future__ import annotations

from mud.session.presence import Presence
from mud.text import parse_language

from .command import a_word, command


@command("inventory", "inv", "i", korean=("소지품", "가방", "인벤"))
async def inventory(me: Presence, argument: str) -> None:
    """See what you carry."""
    me.tell("command.inventory.empty")


@command("language", "lang", korean=("언어",), accepts=a_word, needs_castle=False)
async def language(me: Presence, argument: str) -> None:
    """Choose the language that the castle speaks with you: language english, or language 한국어"""
    words = me.stage.words
    if not argument:
        me.tell("command.language.now", language=words.text(me.lang, f"language.{me.lang}"))
        return
    chosen = parse_language(argument)
    if chosen is None:
        me.tell("command.language.unknown", word=argument)
        return
    me.seat.lang = chosen
    if me.account is not None:
        await me.stage.castle.accounts.set_language(me.account.id, chosen)
    me.tell("command.language.set", language=words.text(chosen, f"language.{chosen}"))


@command("stop", korean=("그만", "멈춰", "중지"))
async def stop(me: Presence, argument: str) -> None:
    """Break off what the castle is telling you."""
    if me.turns.cancel("play.stopped"):
        await me.turns.settled()
        me.turns.arrive()
    else:
        me.tell("play.nothing_to_stop")
