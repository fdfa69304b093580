"""Ghosts: how they come into being, what they say, and what they think of players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mud.graph.driver import Graph, Transaction
from mud.graph.writer import Outcome, Row, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.model import Ghost, GhostProposal, Lang, Opinion, Stand, Who, Words

from . import records
from .errors import BadScore, DuplicateGhost, Elsewhere, GhostNotHere, NotTheMaker, TooManyGhosts
from .stand import require_stand
from .texts import LOOK_MOST, NAME_MOST, OPINION_MOST, SPEECH_MOST, checked

MOST_IN_A_ROOM = 4
BEST_SCORE = 100


class Ghosts:
    """The ghosts of the castle."""

    def __init__(self, *, graph: Graph, writer: Writer, clock: Clock, ids: Ids) -> None:
        self._graph = graph
        self._writer = writer
        self._clock = clock
        self._ids = ids

    async def make(self, stand: Stand, proposal: GhostProposal, turn: str) -> Ghost:
        """Let a ghost come into the room that this very turn made.

        Raises `NotTheMaker`, `DuplicateGhost`, `TooManyGhosts`, `BadText`, `Elsewhere`.
        """

        async def work(tx: Transaction) -> Outcome[Ghost]:
            rows = await tx.run(
                "rooms/made_by", player=stand.player.id, room=stand.room_id, resets=stand.resets, turn=turn
            )
            if not rows:
                raise Elsewhere
            if not rows[0]["by_turn"]:
                raise NotTheMaker
            ghosts, happened = await place_ghosts(
                tx, stand.room_id, (proposal,), at=self._clock.now(), ids=self._ids
            )
            return Outcome(ghosts[0], happened)

        return (await self._writer.work(work)).value

    async def opinions(self, player_id: str, room_id: str) -> dict[str, Opinion]:
        """What the ghosts of a room think of a player, by the ghost's id; those who think nothing are left out."""
        rows = await self._graph.read("ghosts/opinions", player=player_id, room=room_id)
        return {row["ghost"]: Opinion(row["ghost"], player_id, row["opinion"], row["score"]) for row in rows}

    async def think(
        self, stand: Stand, ghost_id: str, opinion: str, score: int | None = None, because: str | None = None
    ) -> e.OpinionChanged:
        """Let a ghost of this room think otherwise of the player. `because` is the id of the event that caused it.

        A score that is not given stays what it was. The old opinion is kept in the history.
        Raises `GhostNotHere`, `BadText`, `BadScore`, `Elsewhere`.
        """
        text = checked("opinion", opinion, OPINION_MOST)
        if score is not None and abs(score) > BEST_SCORE:
            raise BadScore(score=score)

        async def work(tx: Transaction) -> Outcome[None]:
            ghost = await _ghost_here(tx, stand, ghost_id)
            change, at = self._ids.new(), self._clock.now()
            rows = await tx.run(
                "ghosts/think",
                ghost=ghost_id,
                player=stand.player.id,
                opinion=text,
                score=score,
                at=at.isoformat(),
                event=change,
                because=because,
            )
            changed = e.OpinionChanged(
                id=change,
                at=at,
                ghost=ghost,
                player=stand.player.who,
                room=stand.room_id,
                opinion=text,
                score=rows[0]["score"],
                before=rows[0]["before"] or "",
            )
            return Outcome(None, [changed])

        event = (await self._writer.work(work)).events[0]
        assert isinstance(event, e.OpinionChanged)  # noqa: S101 - made a few lines above
        return event

    async def say(self, stand: Stand, ghost: Who, words: str, lang: Lang, other: str = "") -> e.Said:
        """Let a ghost of this room speak aloud, to the player. Raises `GhostNotHere`, `BadText`, `Elsewhere`."""
        text = checked("words", words, SPEECH_MOST)
        in_other = checked("words", other, SPEECH_MOST) if other.strip() else ""

        def said(_: object) -> Sequence[e.Committed]:
            return [
                e.Said(
                    id=self._ids.new(),
                    at=self._clock.now(),
                    who=ghost,
                    room=stand.room_id,
                    text=text,
                    lang=lang,
                    other=in_other,
                    to=stand.player.who,
                )
            ]

        written = await self._writer.row(
            Row(
                "ghosts/speaks",
                {"ghost": ghost.id, "player": stand.player.id, "room": stand.room_id, "resets": stand.resets},
                frozenset({ghost.id, stand.player.id}),
                said,
            )
        )
        if written is None:
            raise await self._why_silent(stand)
        event = written.events[0]
        assert isinstance(event, e.Said)  # noqa: S101 - made a few lines above
        return event

    async def _why_silent(self, stand: Stand) -> GhostNotHere | Elsewhere:
        if not await self._graph.read(
            "players/stands", player=stand.player.id, room=stand.room_id, resets=stand.resets
        ):
            return Elsewhere()
        rows = await self._graph.read("ghosts/in_rooms", ids=[stand.room_id])
        return GhostNotHere(here=tuple(row["ghost"]["id"] for row in rows))


async def place_ghosts(
    tx: Transaction, room_id: str, proposals: Sequence[GhostProposal], *, at: datetime, ids: Ids
) -> tuple[tuple[Ghost, ...], list[e.Committed]]:
    """Put ghosts into a room, inside the transaction that makes it: those there now, and what happened.

    Raises `DuplicateGhost`, `TooManyGhosts`, `BadText`.
    """
    if not proposals:
        return (), []
    here = [records.ghost(row) for row in await tx.run("ghosts/in_rooms", ids=[room_id])]
    made = [_born(proposal, ids.new()) for proposal in proposals]
    if len(here) + len(made) > MOST_IN_A_ROOM:
        raise TooManyGhosts(most=MOST_IN_A_ROOM)
    names = {ghost.name.casefold() for ghost in here}
    for ghost in made:
        if ghost.name.casefold() in names:
            raise DuplicateGhost(name=ghost.name)
        names.add(ghost.name.casefold())
    await tx.run(
        "ghosts/make", room=room_id, at=at.isoformat(), ghosts=[_properties(ghost) for ghost in made]
    )
    texts = [
        {
            "ghost": ghost.id,
            "lang": w.lang,
            "name": w.name,
            "description": w.description,
            "character": w.character,
        }
        for ghost in made
        for w in ghost.words
    ]
    if texts:
        await tx.run("ghosts/words", texts=texts)
    return tuple(made), [e.GhostMade(id=ids.new(), at=at, room=room_id, ghost=ghost) for ghost in made]


def _born(proposal: GhostProposal, ghost_id: str) -> Ghost:
    return Ghost(
        ghost_id,
        checked("name", proposal.name, NAME_MOST),
        checked("appearance", proposal.appearance, LOOK_MOST),
        checked("character", proposal.character, LOOK_MOST),
        proposal.lang,
        tuple(
            Words(
                w.lang,
                checked("name", w.name, NAME_MOST),
                checked("appearance", w.description, LOOK_MOST),
                checked("character", w.character, LOOK_MOST),
            )
            for w in proposal.words
            if w.lang is not proposal.lang
        ),
    )


def _properties(ghost: Ghost) -> dict[str, str]:
    return {
        "id": ghost.id,
        "name": ghost.name,
        "appearance": ghost.appearance,
        "character": ghost.character,
        "lang": ghost.lang.value,
    }


async def _ghost_here(tx: Transaction, stand: Stand, ghost_id: str) -> Who:
    """The ghost, if it is where the player still stands."""
    await require_stand(tx, stand)
    here = [records.ghost(row) for row in await tx.run("ghosts/in_rooms", ids=[stand.room_id])]
    for ghost in here:
        if ghost.id == ghost_id:
            return ghost.who
    raise GhostNotHere(here=tuple(ghost.id for ghost in here))
