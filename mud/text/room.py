"""The frame of a room: what anybody sees who looks around."""

from __future__ import annotations

from collections.abc import Collection

from mud.world.grid import Direction
from mud.world.model import Ghost, Lang, RoomView

from .clean import paragraphs
from .names import name_of
from .styled import Block, Line, Meaning, Span
from .words import Wordbook

_SENTENCE_ENDS = tuple(".!?…\"'”’」』。")


def room_block(view: RoomView, lang: Lang, me_id: str, words: Wordbook) -> Block:
    """The room as the player `me_id` sees it: its name, its description, its doors, its ghosts by their look, the other players.

    Of a blank room there is only the darkness to see, the doors that are known, and who else waits in it.
    """
    return sight_block(view, lang, words) + others_block(view, lang, me_id, words)


def sight_block(view: RoomView, lang: Lang, words: Wordbook) -> Block:
    """What all see alike: the room without its players."""
    texts = view.room.said_in(lang)
    if view.room.blank:
        seen = Block.of(words.line(lang, "room.dark"))
    else:
        seen = Block.of(Line.of(texts.name, Meaning.TITLE)) + Block.prose(paragraphs(texts.description))
    seen += Block.of(exits_line(view.room.doors, lang, words))
    return seen + Block(tuple(_ghost_line(ghost, lang, words) for ghost in view.ghosts))


def others_block(view: RoomView, lang: Lang, me_id: str, words: Wordbook) -> Block:
    """The players in the room but for `me_id`; an empty block if there are none."""
    others = [name_of(player, lang) for player in view.players if player.id != me_id]
    if not others:
        return Block()
    names = words.join(lang, others)
    return Block.of(words.line(lang, "room.players", players=names, n=len(others)))


def exits_line(doors: Collection[Direction], lang: Lang, words: Wordbook) -> Line:
    """The doors in words, always in the order north, east, south, west."""
    if not doors:
        return words.line(lang, "room.no_doors")
    return words.line(lang, "room.doors", doors=directions_line(doors, lang, words))


def directions_line(directions: Collection[Direction], lang: Lang, words: Wordbook) -> Line:
    """Directions, enumerated in that order."""
    ordered = [direction for direction in Direction if direction in directions]
    return words.join(lang, [Span(words.direction(lang, one), Meaning.EXIT) for one in ordered])


def _ghost_line(ghost: Ghost, lang: Lang, words: Wordbook) -> Line:
    texts = ghost.said_in(lang)
    line = words.line(lang, "room.ghost", ghost=Span(texts.name, Meaning.GHOST))
    look = _sentence(" ".join(paragraphs(texts.description)))
    return line + Line.of(f" {look}") if look else line


def _sentence(text: str) -> str:
    """The text as a sentence: authors write a look now as one, now as "a pale woman in a wet dress"."""
    if not text or text.endswith(_SENTENCE_ENDS):
        return text[:1].upper() + text[1:]
    return f"{text[:1].upper()}{text[1:]}."
