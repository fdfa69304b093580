"""Speaking aloud, in private, and without words."""

from __future__ import annotations

import re

from mud.session.presence import Presence
from mud.text import has_hangul
from mud.world.events import Told
from mud.world.model import Ghost, Lang, RoomView, Who

from .command import anything, command

SHORTEST_PART = 3  # letters of a ghost's name that may stand for the whole of it

_NOT_A_NAME = frozenset(
    {
        "me",
        "us",
        "him",
        "her",
        "it",
        "them",
        "the",
        "a",
        "an",
        "my",
        "your",
        "his",
        "their",
        "this",
        "that",
        "everyone",
        "everybody",
    }
)
"""What may follow "tell" in a sentence for the game master."""


@command("say", korean=("말", "말하기"), accepts=anything)
async def say(me: Presence, argument: str) -> None:
    """Say something aloud: say WORDS, or begin the line with a quotation mark."""
    if not argument:
        me.tell("command.say.what")
        return
    view = await me.room()
    to = _addressed(argument, view, me.player.id)
    lang = Lang.KO if has_hangul(argument) else Lang.EN
    speech = me.stage.castle.speech
    if to is None and (not view.ghosts or len(view.players) > 1):
        await speech.say(me.stand, argument, lang)
        return
    with me.turns.expecting():
        said = await speech.say(me.stand, argument, lang, to)
        me.turns.ask(argument, said)


@command("emote", "/me", korean=("표현", "감정", "몸짓"), accepts=anything)
async def emote(me: Presence, argument: str) -> None:
    """Strike a pose: emote listens at the wall, or :listens at the wall."""
    if not argument:
        me.tell("command.emote.what")
        return
    await me.stage.castle.speech.emote(me.stand, argument)


@command("tell", korean=("귓속말", "귓말", "귓"), accepts=anything)
async def tell(me: Presence, argument: str) -> None:
    """Tell somebody something in private, wherever they are: tell NAME WORDS"""
    name, _, text = argument.partition(" ")
    if not name:
        me.tell("command.tell.whom")
        return
    other = me.hub.find(name) or me.hub.find(_without_particle(name))
    if other is None:
        await _tell_nobody(me, name, argument)
    elif other is me:
        me.tell("command.tell.yourself")
    elif not text:
        me.tell("command.tell.what", name=other.player.name)
    else:
        told = Told(at=me.stage.clock.now(), who=me.player.who, to=other.player.who, text=text)
        me.stage.bus.publish(told)
        if other.link is None:
            me.tell("command.tell.away", name=other.player.name)


async def _tell_nobody(me: Presence, name: str, argument: str) -> None:
    """The name is of nobody in play: of a ghost, so that it is the game master's to answer; of somebody asleep; or of nobody at all."""
    addressed = _addressed(name, await me.room(), me.player.id)
    if addressed is not None or name.casefold() in _NOT_A_NAME:
        me.turns.ask(f"tell {argument}")
        return
    known = await me.hub.known(name)
    if known is not None:
        me.tell("command.tell.asleep", name=known)
    else:
        me.tell("command.tell.nobody", name=name)


def _addressed(text: str, view: RoomView, me_id: str) -> Who | None:
    """The ghost to whom the words are said: one that they name, or the only one who can hear them."""
    named = [ghost for ghost in view.ghosts if _names(text, ghost)]
    if named:
        return named[0].who
    alone = all(player.id == me_id for player in view.players)
    return view.ghosts[0].who if alone and len(view.ghosts) == 1 else None


def _names(text: str, ghost: Ghost) -> bool:
    """Whether the text has the ghost's name in it, or a part of the name that is a name by itself."""
    folded = text.casefold()
    for name in {ghost.name, *(words.name for words in ghost.words)}:
        parts = [
            part
            for part in re.findall(r"\w+", name)
            if len(part) >= SHORTEST_PART and part[0] == part[0].upper()
        ]
        if any(_stands_in(part.casefold(), folded) for part in (name, *parts)):
            return True
    return False


def _stands_in(name: str, text: str) -> bool:
    """Whether the name stands in the text as a word; a Korean one may have a particle behind it."""
    end = "" if has_hangul(name) else r"\b"
    return re.search(rf"(?<!\w){re.escape(name)}{end}", text) is not None


def _without_particle(name: str) -> str:
    """ "밥에게" without "에게"."""
    return re.sub(r"(에게|한테|께)$", "", name)
