"""Rooms and doors: going from one to the next, and making a blank room what it will be for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from mud.graph.driver import Transaction
from mud.graph.writer import Outcome, Row, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.grid import Direction, Position
from mud.world.model import Ghost, Lang, Room, RoomProposal, Stand, Who, Words

from . import records
from .doors import allowed, door_words
from .endless import needed_opening
from .errors import Elsewhere, NoDoor, NotBlank
from .ghosts import place_ghosts
from .stand import require_castle, require_stand
from .texts import NAME_MOST, ROOM_MOST, checked
from .view import NoSuchRoom, View

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class MadeRoom:
    """What came of a proposal: the room as it is now, the doors that this made, those wished for that could not be, the ghosts in it.

    `by_engine` is the door that the engine added so that the castle stays endless, and the room it is in; None nearly always.
    """

    room: Room
    opened: tuple[Direction, ...]
    refused: tuple[Direction, ...]
    ghosts: tuple[Ghost, ...]
    by_engine: e.WayOpened | None


class Rooms:
    """Going and making."""

    def __init__(self, *, writer: Writer, view: View, clock: Clock, ids: Ids, lang: Lang) -> None:
        self._writer = writer
        self._view = view
        self._clock = clock
        self._ids = ids
        self._lang = lang

    async def move(self, stand: Stand, direction: Direction) -> e.Moved:
        """Take a player through a door.

        Raises `NoDoor` with the open ones, or `Elsewhere` when the player does not stand there any more.
        """
        who = stand.player.who

        def moved(answer: dict[str, str]) -> Sequence[e.Committed]:
            return [
                e.Moved(
                    id=self._ids.new(),
                    at=self._clock.now(),
                    who=who,
                    from_room=stand.room_id,
                    room=answer["to"],
                    direction=direction,
                )
            ]

        written = await self._writer.row(
            Row(
                "rooms/move",
                {
                    "player": who.id,
                    "room": stand.room_id,
                    "resets": stand.resets,
                    "direction": direction.value,
                },
                frozenset({who.id}),
                moved,
            )
        )
        if written is None:
            raise await self._why_not(stand, direction)
        event = written.events[0]
        assert isinstance(event, e.Moved)  # noqa: S101 - made a few lines above
        return event

    async def make(
        self, room_id: str, proposal: RoomProposal, stand: Stand | int, turn: str | None = None
    ) -> MadeRoom:
        """Make a blank room what the proposal says, as far as the rules let it; a second call never rewrites.

        `stand` binds it to the player whose turn this is: they must still be there. A number: the engine makes it, whoever is there, in
        a castle that has been reset so many times. `turn` is kept with the room, so that the same turn may bring further ghosts. Raises
        `NotBlank`, `BadText`, `Elsewhere` and the refusals of ghosts; then nothing at all is made.
        """
        name = checked("name", proposal.name, NAME_MOST)
        description = checked("description", proposal.description, ROOM_MOST, paragraphs=True)
        words = tuple(
            Words(
                w.lang,
                checked("name", w.name, NAME_MOST),
                checked("description", w.description, ROOM_MOST, paragraphs=True),
            )
            for w in proposal.words
            if w.lang is not proposal.lang
        )
        proposal = replace(proposal, name=name, description=description, words=words)
        written = await self._writer.work(lambda tx: self._make(tx, room_id, proposal, stand, turn))
        made = written.value
        if made.by_engine is not None:
            log.info(
                "a way was opened to keep the castle endless",
                room=made.by_engine.room,
                direction=made.by_engine.direction,
            )
        return made

    async def _make(
        self, tx: Transaction, room_id: str, proposal: RoomProposal, stand: Stand | int, turn: str | None
    ) -> Outcome[MadeRoom]:
        if isinstance(stand, Stand):
            if stand.room_id != room_id:
                raise Elsewhere
            await require_stand(tx, stand)
        else:
            await require_castle(tx, stand)
        rows = await tx.run("rooms/view", ids=[room_id])
        if not rows:
            raise Elsewhere
        blank = records.room(rows[0])
        if not blank.blank:
            raise NotBlank(name=blank.name)
        around = records.neighbours(await tx.run("rooms/neighbours", cells=records.cells(blank.position)))
        doors = allowed(proposal.doors, door_words(blank, around))
        at = self._clock.now()
        if not await tx.run(
            "rooms/fill",
            id=room_id,
            name=proposal.name,
            description=proposal.description,
            lang=proposal.lang,
            at=at.isoformat(),
            turn=turn,
        ):
            raise NotBlank(name=blank.name)
        if proposal.words:
            await tx.run(
                "rooms/words",
                id=room_id,
                words=[
                    {"lang": w.lang, "name": w.name, "description": w.description} for w in proposal.words
                ],
            )
        await self._open(tx, blank.id, blank.position, doors)
        opened, way = await self._keep_endless(tx, blank, doors)
        room = replace(
            blank,
            name=proposal.name,
            description=proposal.description,
            lang=proposal.lang,
            words=proposal.words,
            doors=blank.doors | set(opened),
        )
        by = stand.player.who if isinstance(stand, Stand) else None
        ghosts, haunted = await place_ghosts(tx, room.id, proposal.ghosts, at=at, ids=self._ids)
        happened: list[e.Committed] = [self._made(room, opened, by, at=at), *haunted]
        if way is not None:
            happened.append(way)
        refused = tuple(d for d in Direction if d in proposal.doors and d not in room.doors)
        return Outcome(MadeRoom(room, opened, refused, ghosts, way), happened)

    def _made(self, room: Room, opened: tuple[Direction, ...], by: Who | None, *, at: datetime) -> e.RoomMade:
        return e.RoomMade(
            id=self._ids.new(),
            at=at,
            room=room.id,
            position=room.position,
            name=room.name,
            description=room.description,
            lang=room.lang,
            doors=tuple(d for d in Direction if d in room.doors),
            opened=opened,
            words=room.words,
            by=by,
        )

    async def _keep_endless(
        self, tx: Transaction, blank: Room, doors: tuple[Direction, ...]
    ) -> tuple[tuple[Direction, ...], e.WayOpened | None]:
        """The doors opened in all, and what the engine had to add."""
        needed = await needed_opening(tx, blank.position)
        if needed is None:
            return doors, None
        place = needed.position
        room_id = blank.id
        if place != blank.position:
            room_id = (await tx.run("rooms/at", floor=place.floor, x=place.x, y=place.y))[0]["id"]
        await self._open(tx, room_id, place, (needed.direction,))
        way = e.WayOpened(id=self._ids.new(), at=self._clock.now(), room=room_id, direction=needed.direction)
        opened = (
            doors if room_id != blank.id else tuple(d for d in Direction if d in (*doors, needed.direction))
        )
        return opened, way

    async def _open(
        self, tx: Transaction, room_id: str, position: Position, doors: Sequence[Direction]
    ) -> None:
        """Make doors, and blank rooms behind them where there are none."""
        if not doors:
            return
        cells = {direction: position.towards(direction) for direction in doors}
        rows = await tx.run(
            "rooms/blank",
            rooms=[{"id": self._ids.new(), "floor": p.floor, "x": p.x, "y": p.y} for p in cells.values()],
            lang=self._lang,
        )
        at = {(row["x"], row["y"]): row["id"] for row in rows}
        await tx.run(
            "rooms/door",
            doors=[
                {"room": room_id, "to": at[p.x, p.y], "direction": d.value, "opposite": d.opposite.value}
                for d, p in cells.items()
            ],
        )

    async def _why_not(self, stand: Stand, direction: Direction) -> Elsewhere | NoDoor:
        try:
            view = await self._view.room(stand.room_id)
        except NoSuchRoom:
            return Elsewhere()
        here = any(p.id == stand.player.id for p in view.players)
        if not here or direction in view.room.doors:
            return Elsewhere()
        return NoDoor(direction=direction, open=tuple(d for d in Direction if d in view.room.doors))
