"""The castle as a whole: opened once when a server starts, and handed to whoever plays in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import structlog

from mud.graph.driver import Graph, Transaction
from mud.graph.schema import migrate
from mud.graph.writer import Outcome, Writer
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.deadline import Deadline, Stop
from mud.world.model import Lang, Player, Stand, Words

from .accounts import Accounts
from .deaths import Deaths
from .errors import NoCastle
from .ghosts import Ghosts
from .journal import Journal, Listener
from .lease import Lease
from .past import Past
from .players import Players
from .reset import Reset
from .rooms import Rooms
from .speech import Speech
from .translations import Translations
from .view import View

MOST_CLOSING = (
    2.0  # seconds for each thing that waits for the graph, where nobody says when a castle has to be closed
)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Porch:
    """The texts of the porch: in the castle's own language, and in the other one."""

    own: Words
    other: Words


class Castle:
    """The engine: the only writer of the world. Its parts hold the rules.

    `uid` names this castle among all; `resets` counts how often it was begun anew.
    """

    def __init__(
        self, *, graph: Graph, clock: Clock, ids: Ids, lang: Lang, uid: str, seq: int, resets: int
    ) -> None:
        self.lang = lang
        self.uid = uid
        self.resets = resets
        self.view = View(graph)
        self._journal = Journal(self.view)
        self.writer = Writer(graph, clock, self._journal, seq=seq)
        self.rooms = Rooms(writer=self.writer, view=self.view, clock=clock, ids=ids, lang=lang)
        self.ghosts = Ghosts(graph=graph, writer=self.writer, clock=clock, ids=ids)
        self.players = Players(graph=graph, writer=self.writer, clock=clock, ids=ids)
        self.deaths = Deaths(graph=graph, writer=self.writer, clock=clock, ids=ids)
        self.accounts = Accounts(graph=graph, writer=self.writer, clock=clock, ids=ids)
        self.speech = Speech(writer=self.writer, clock=clock, ids=ids)
        self.translations = Translations(writer=self.writer, clock=clock, ids=ids)
        self.past = Past(graph)
        self.reset = Reset(graph=graph, writer=self.writer, clock=clock, ids=ids, lang=lang)
        self._journal.listen(self._follow)

    def listen(self, listener: Listener) -> None:
        """Hear every event committed from now on, in the order of the log. The listener must not wait."""
        self._journal.listen(listener)

    def _follow(self, event: e.Committed) -> None:
        if isinstance(event, e.CastleReset):
            self.resets = event.resets

    def stand(self, player: Player, room_id: str) -> Stand:
        """Where an act of this player, in this room, comes from now."""
        return Stand(player, room_id, self.resets)


@asynccontextmanager
async def open_castle(
    graph: Graph,
    *,
    clock: Clock,
    ids: Ids,
    lang: Lang,
    porch: Porch | None,
    lease: Lease,
    deadline: Deadline | None = None,
) -> AsyncIterator[Castle]:
    """The castle of a graph, for as long as the context lasts: under the lease, with its schema up to date.

    It is founded with this `porch` if there is none yet; whoever was left awake by a server that died falls asleep, and a reset that it
    began is finished. When the context ends, what waits to be written is written first, if the graph answers: before the `deadline`, or
    within some seconds. Raises `CastleBusy`, `GraphUnavailable`; once the lease is held, what goes wrong comes in an `ExceptionGroup`, as
    the heartbeat may fail beside it: `GraphTooNew`, `GraphUnavailable`, `CastleBusy`, and `NoCastle` where there is none nor a `porch`.
    """
    deadline = deadline or Stop(clock).within(MOST_CLOSING)
    await lease.take()
    try:
        async with asyncio.TaskGroup() as tasks:
            beating = tasks.create_task(lease.keep(), name="lease")  # a migration may outlast a lease
            await migrate(graph)
            row = (await graph.read("castle/counters"))[0]
            castle = Castle(
                graph=graph,
                clock=clock,
                ids=ids,
                lang=lang,
                uid=row["uid"] or ids.new(),
                seq=row["seq"],
                resets=row["resets"],
            )
            writing = tasks.create_task(castle.writer.run(), name="writer")
            if not row["founded"]:
                if porch is None:
                    raise NoCastle
                await _found(castle, clock, ids, porch)
            strays = await castle.players.sleep_all(e.SleepReason.SERVER_STOPPED)
            if strays:
                log.info("put to sleep who was awake when the last server ended", players=strays)
            if row["resetting"]:
                log.info("finishing the reset that the last server began")
                await castle.reset.finish()
            yield castle
            castle.writer.stop()
            await asyncio.wait({writing}, timeout=deadline.left())
            writing.cancel()
            beating.cancel()
    finally:
        await lease.release(deadline.left())


async def _found(castle: Castle, clock: Clock, ids: Ids, porch: Porch) -> None:
    async def work(tx: Transaction) -> Outcome[None]:
        porch_id, at = ids.new(), clock.now()
        await tx.run(
            "castle/found",
            uid=castle.uid,
            porch=porch_id,
            dark=ids.new(),
            name=porch.own.name,
            description=porch.own.description,
            lang=castle.lang,
            words={
                "lang": porch.other.lang,
                "name": porch.other.name,
                "description": porch.other.description,
            },
            at=at.isoformat(),
        )
        return Outcome(None, [e.CastleFounded(id=ids.new(), at=at, porch=porch_id)])

    await castle.writer.work(work)
    log.info("castle founded", uid=castle.uid)
