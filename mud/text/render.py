"""Words for what happens: one event, told to each viewer from where they stand and in their language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from mud.world.audience import rooms_of
from mud.world.events import (
    AccountMade,
    Acted,
    AdminChanged,
    CastleFounded,
    CastleReset,
    Died,
    Emoted,
    Event,
    FellAsleep,
    GhostMade,
    LifeBegan,
    LinkBack,
    LinkLost,
    Moved,
    OpinionChanged,
    PutInWords,
    ResetBegan,
    RoomMade,
    Said,
    Told,
    Warned,
    WayOpened,
    Woke,
)
from mud.world.model import Lang, Who

from .language import has_hangul
from .names import name_of
from .styled import Block, Line, Meaning, Span
from .template import Value
from .words import Wordbook


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who reads: the player's id, their language and the room in which they stand now (None: nowhere)."""

    id: str
    lang: Lang
    room_id: str | None


@singledispatch
def render(event: Event, viewer: Viewer, words: Wordbook) -> Block | None:
    """The event as the viewer perceives it; None if there is nothing to tell them.

    Those who move, wake, fall asleep or begin a life get None: what they see then is a room, which the session shows. Nobody is told
    what happens in a room where they are not, unless it happens to themselves.
    """
    raise TypeError(f"no words for a {type(event).__name__}")


@render.register
def _said(event: Said, viewer: Viewer, words: Wordbook) -> Block | None:
    speaks = viewer.id == event.who.id
    hears = event.to is not None and viewer.id == event.to.id
    if not (speaks or hears or _here(event, viewer)):
        return None
    if speaks:
        key = "event.said.you_to" if event.to else "event.said.you"
    elif hears:
        key = "event.said.to_you"
    else:
        key = "event.said.others_to" if event.to else "event.said.others"
    translated = _in_language(event.lang, event.text, event.other, viewer.lang)
    text = event.text if speaks else translated or event.text  # speakers read what they said as they said it
    to = name_of(event.to, viewer.lang) if event.to else ""
    return Block.of(
        words.line(
            viewer.lang, key, who=name_of(event.who, viewer.lang), to=to, text=Span(text, Meaning.SPEECH)
        )
    )


@render.register
def _moved(event: Moved, viewer: Viewer, words: Wordbook) -> Block | None:
    arrives = viewer.room_id == event.room
    key = "event.moved.arrives" if arrives else "event.moved.leaves"
    side = event.direction.opposite if arrives else event.direction
    direction = Span(words.direction(viewer.lang, side), Meaning.EXIT)
    return _seen(event, viewer, words, key, event.who, direction=direction)


@render.register
def _told(event: Told, viewer: Viewer, words: Wordbook) -> Block | None:
    text = Span(event.text, Meaning.SPEECH)
    if viewer.id == event.who.id:
        return Block.of(
            words.line(viewer.lang, "event.told.you", to=name_of(event.to, viewer.lang), text=text)
        )
    if viewer.id == event.to.id:
        return Block.of(
            words.line(viewer.lang, "event.told.to_you", who=name_of(event.who, viewer.lang), text=text)
        )
    return None


@render.register
def _emoted(event: Emoted, viewer: Viewer, words: Wordbook) -> Block | None:
    if viewer.id != event.who.id and not _here(event, viewer):
        return None
    # The pose's own language decides how it is joined to the name, not the reader's: "Alice nods", "Alice가 끄덕인다", "Alice's eyes".
    lang = Lang.KO if has_hangul(event.text) else Lang.EN
    key = "event.emoted.joined" if event.text.startswith(("'", "’")) else "event.emoted.all"
    return Block.of(words.line(lang, key, who=name_of(event.who, viewer.lang), text=event.text))


@render.register
def _acted(event: Acted, viewer: Viewer, words: Wordbook) -> Block | None:
    line = _in_language(event.lang, event.line, event.other, viewer.lang)
    if not line:
        return _seen(event, viewer, words, "event.acted.others", event.who)
    if viewer.id == event.who.id or not _here(event, viewer):
        return None
    return Block.of(Line.of(line))


@render.register
def _warned(event: Warned, viewer: Viewer, words: Wordbook) -> Block | None:
    if viewer.id != event.player.id:
        return _endangered(event, viewer, words, "event.warned.others")
    how = _in_language(event.lang, event.how, event.other, viewer.lang)
    return Block.of(
        _danger(event, viewer, words, "event.warned.you"),
        *([Line.of(how)] if how else []),
        words.line(viewer.lang, "event.warned.you_last", Meaning.DANGER),
    )


@render.register
def _died(event: Died, viewer: Viewer, words: Wordbook) -> Block | None:
    if viewer.id != event.player.id:
        return _endangered(event, viewer, words, "event.died.others")
    how = _in_language(event.lang, event.how, event.other, viewer.lang)
    return Block.of(*([Line.of(how)] if how else []), _danger(event, viewer, words, "event.died.you"))


@render.register
def _room_made(event: RoomMade, viewer: Viewer, words: Wordbook) -> Block | None:
    if not _here(event, viewer):
        return None
    return Block.of(words.line(viewer.lang, "event.room.made", Meaning.DIM))


@render.register
def _ghost_made(event: GhostMade, viewer: Viewer, words: Wordbook) -> Block | None:
    if not _here(event, viewer):
        return None
    return Block.of(words.line(viewer.lang, "event.ghost.made", ghost=name_of(event.ghost.who, viewer.lang)))


@render.register
def _life_began(event: LifeBegan, viewer: Viewer, words: Wordbook) -> Block | None:
    if event.former is None:
        return _seen(event, viewer, words, "event.life.began", event.player)
    return _seen(
        event, viewer, words, "event.life.again", event.player, former=name_of(event.former, viewer.lang)
    )


@render.register
def _woke(event: Woke, viewer: Viewer, words: Wordbook) -> Block | None:
    return _seen(event, viewer, words, "event.woke.others", event.player)


@render.register
def _fell_asleep(event: FellAsleep, viewer: Viewer, words: Wordbook) -> Block | None:
    return _seen(event, viewer, words, f"event.asleep.{event.why.name.lower()}", event.player)


@render.register
def _link_lost(event: LinkLost, viewer: Viewer, words: Wordbook) -> Block | None:
    return _seen(event, viewer, words, "event.link.lost", event.player)


@render.register
def _link_back(event: LinkBack, viewer: Viewer, words: Wordbook) -> Block | None:
    return _seen(event, viewer, words, "event.link.back", event.player)


@render.register
def _reset(event: CastleReset, viewer: Viewer, words: Wordbook) -> Block:
    """Whoever hears of it: everybody."""
    return Block.of(
        words.line(viewer.lang, "event.reset.over", Meaning.DANGER),
        words.line(viewer.lang, "event.reset.porch"),
    )


@render.register(OpinionChanged)
@render.register(WayOpened)
@render.register(PutInWords)
@render.register(AccountMade)
@render.register(AdminChanged)
@render.register(CastleFounded)
@render.register(ResetBegan)
def _unseen(event: Event, viewer: Viewer, words: Wordbook) -> None:
    """What happens in a ghost's heart, in the walls and in the books is seen by nobody."""


def _here(event: Event, viewer: Viewer) -> bool:
    return viewer.room_id in rooms_of(event)


def _seen(event: Event, viewer: Viewer, words: Wordbook, key: str, who: Who, **values: Value) -> Block | None:
    """One line for those in the room, without the one who does it."""
    if viewer.id == who.id or not _here(event, viewer):
        return None
    return Block.of(words.line(viewer.lang, key, who=name_of(who, viewer.lang), **values))


def _endangered(event: Warned | Died, viewer: Viewer, words: Wordbook, key: str) -> Block | None:
    """What the others see of somebody's danger."""
    cause = _cause(event, viewer.lang)
    if cause is None:
        return _seen(event, viewer, words, f"{key}_unnamed", event.player)
    return _seen(event, viewer, words, key, event.player, cause=cause)


def _danger(event: Warned | Died, viewer: Viewer, words: Wordbook, key: str) -> Line:
    """What the one in danger is told of it."""
    cause = _cause(event, viewer.lang)
    if cause is None:
        return words.line(viewer.lang, f"{key}_unnamed", Meaning.DANGER)
    return words.line(viewer.lang, key, Meaning.DANGER, cause=cause)


def _cause(event: Warned | Died, lang: Lang) -> Span | None:
    """The danger's name, None if it has none in that language. A cause that reads differently from its name is a ghost, known by its id."""
    if event.cause_name != event.cause:
        named = next((each.name for each in event.cause_names if each.lang is lang), event.cause_name)
        return Span(named, Meaning.GHOST)
    if has_hangul(event.cause_name) is not (lang is Lang.KO):
        return None
    return Span(event.cause_name, Meaning.DANGER)


def _in_language(own: Lang, text: str, other: str, wanted: Lang) -> str:
    """The text where it is in the wanted language, else its counterpart, "" if there is none."""
    return text if wanted is own else other
