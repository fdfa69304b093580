"""Death comes only after a warning: the first call warns, and only a later turn in the same room with the same cause kills."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from mud.graph.driver import Graph, Transaction
from mud.graph.writer import Outcome, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.model import Lang, Stand

from . import records
from .stand import require_stand
from .texts import CAUSE_MOST, LOOK_MOST, checked


@dataclass(frozen=True, slots=True)
class Warning:  # noqa: A001 - the game's own word for it
    """A warning that stands: by this cause the player may die in this room, in any turn but `turn`."""

    cause: str
    cause_name: str
    how: str
    turn: str


class Deaths:
    """Warnings and deaths."""

    def __init__(self, *, graph: Graph, writer: Writer, clock: Clock, ids: Ids) -> None:
        self._graph = graph
        self._writer = writer
        self._clock = clock
        self._ids = ids

    async def warnings(self, player_id: str, room_id: str) -> tuple[Warning, ...]:
        """The warnings that this player was given in this room, oldest first."""
        rows = await self._graph.read("players/warnings", player=player_id, room=room_id)
        return tuple(Warning(row["cause"], row["cause_name"], row["how"], row["turn"]) for row in rows)

    async def threaten(
        self, stand: Stand, *, how: str, cause: str, turn: str, lang: Lang, other: str = ""
    ) -> e.Warned | e.Died:
        """Warn the player of a deadly cause; kill them if an earlier turn in this room warned of the same one.

        `cause` is the id of a ghost in this room, or a danger in a few words. A second call in the turn that warned changes nothing and
        answers with the warning that stands. Raises `BadText`, `Elsewhere`.
        """
        how = checked("how", how, LOOK_MOST)
        cause = checked("cause", cause, CAUSE_MOST)
        other = checked("how", other, LOOK_MOST) if other.strip() else ""

        async def work(tx: Transaction) -> Outcome[e.Warned | e.Died]:
            await require_stand(tx, stand)
            ghosts = [records.ghost(row) for row in await tx.run("ghosts/in_rooms", ids=[stand.room_id])]
            by_ghost = next((ghost for ghost in ghosts if cause in (ghost.id, ghost.name)), None)
            key = by_ghost.id if by_ghost else cause.casefold()
            name = by_ghost.name if by_ghost else cause
            standing = [
                w
                for w in await tx.run("players/warnings", player=stand.player.id, room=stand.room_id)
                if w["cause"] == key
            ]
            at = self._clock.now()
            warned = e.Warned(
                id=self._ids.new(),
                at=at,
                player=stand.player.who,
                room=stand.room_id,
                how=how,
                cause=key,
                cause_name=name,
                lang=lang,
                other=other,
                cause_names=by_ghost.who.names if by_ghost else (),
            )
            if not standing:
                await tx.run(
                    "players/warn",
                    player=stand.player.id,
                    room=stand.room_id,
                    cause=key,
                    cause_name=name,
                    how=how,
                    turn=turn,
                    at=at.isoformat(),
                )
                return Outcome(warned, [warned])
            if any(w["turn"] == turn for w in standing):
                return Outcome(replace(warned, how=standing[0]["how"]))
            await tx.run("players/die", player=stand.player.id)
            died = e.Died(**{field.name: getattr(warned, field.name) for field in fields(warned)})
            return Outcome(died, [died])

        return (await self._writer.work(work)).value
