"""The texts of rooms and ghosts in a language in which they were not made."""

from __future__ import annotations

from dataclasses import replace

from mud.graph.driver import Transaction
from mud.graph.writer import Outcome, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.model import Ghost, Room, Words

from . import records
from .errors import Elsewhere, InWordsAlready
from .stand import require_castle
from .texts import LOOK_MOST, NAME_MOST, ROOM_MOST, checked


class Translations:
    """Keeps each text once in each language."""

    def __init__(self, *, writer: Writer, clock: Clock, ids: Ids) -> None:
        self._writer = writer
        self._clock = clock
        self._ids = ids

    async def of_room(self, room_id: str, words: Words, resets: int) -> None:
        """Keep a room's texts in a further language, in a castle that has been reset so many times.

        Raises `BadText`, `InWordsAlready`, and `Elsewhere` for a room that is not made, or gone.
        """
        kept = Words(
            words.lang,
            checked("name", words.name, NAME_MOST),
            checked("description", words.description, ROOM_MOST, paragraphs=True),
        )

        async def work(tx: Transaction) -> Outcome[None]:
            await require_castle(tx, resets)
            room = await _room(tx, room_id)
            _require_missing(room, kept)
            text = {"lang": kept.lang, "name": kept.name, "description": kept.description}
            await tx.run("rooms/words", id=room_id, words=[text])
            return Outcome(None, [self._event(room_id, None, kept)])

        await self._writer.work(work)

    async def of_ghost(self, room_id: str, ghost_id: str, words: Words, resets: int) -> None:
        """The same for a ghost that is in that room. Raises `Elsewhere` where it is not."""
        kept = replace(
            words,
            name=checked("name", words.name, NAME_MOST),
            description=checked("appearance", words.description, LOOK_MOST),
            character=checked("character", words.character, LOOK_MOST),
        )

        async def work(tx: Transaction) -> Outcome[None]:
            await require_castle(tx, resets)
            here = [records.ghost(row) for row in await tx.run("ghosts/in_rooms", ids=[room_id])]
            ghost = next((each for each in here if each.id == ghost_id), None)
            if ghost is None:
                raise Elsewhere
            _require_missing(ghost, kept)
            text = {
                "ghost": ghost_id,
                "lang": kept.lang,
                "name": kept.name,
                "description": kept.description,
                "character": kept.character,
            }
            await tx.run("ghosts/words", texts=[text])
            return Outcome(None, [self._event(room_id, ghost_id, kept)])

        await self._writer.work(work)

    def _event(self, room_id: str, ghost_id: str | None, words: Words) -> e.PutInWords:
        return e.PutInWords(
            id=self._ids.new(), at=self._clock.now(), room=room_id, ghost_id=ghost_id, words=words
        )


async def _room(tx: Transaction, room_id: str) -> Room:
    rows = await tx.run("rooms/view", ids=[room_id])
    room = records.room(rows[0]) if rows else None
    if room is None or room.blank:
        raise Elsewhere
    return room


def _require_missing(thing: Room | Ghost, words: Words) -> None:
    if thing.said_in(words.lang).lang is words.lang:
        raise InWordsAlready
