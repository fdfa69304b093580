"""Reset: the castle is made anew around those who are in it.

A marker is committed first, and the count of resets goes up with it, so that every act that began before is refused. Then what goes is
deleted in batches, each a transaction of its own: a batch takes holders (ghosts, rooms), first of what hangs on them as much as fits, and
then, when nothing is left on them, the holders themselves. So the engine's memory bounds it whatever the castle's size, and every player is
in exactly one place at each commit. The last transaction makes the two rooms of a new castle whole, tells the log and takes the
marker away.

Whoever dies in between has left a marker: `finish` goes on from wherever that was. Between the two nobody may read the castle.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import structlog

from mud.graph.driver import Graph, Transaction
from mud.graph.errors import GraphError
from mud.graph.writer import AnotherWriter, Outcome, Writer, WriterStopped
from mud.world import events as e
from mud.world.chance import Clock, Ids
from mud.world.grid import Direction
from mud.world.model import Lang, Tally, Who
from mud.world.records import from_record

from .check import PLAYER, Pages
from .errors import ResetMeanwhile, UnderReset

BATCH = 200  # small enough for the heap of an embedded engine, and for others to write in between
PAUSE = 2.0  # seconds after which a graph that failed is asked again

Progress = Callable[[str, int], None]
"""Called after each batch with what it was a batch of, and how many have gone."""

log = structlog.get_logger(__name__)


def unwatched(what: str, gone: int) -> None:
    """Nobody wants to know how far it came."""


class Reset:
    """Resets the castle. `lang` is the language of a new castle's blank room; `batch`, the most things deleted in one transaction."""

    def __init__(
        self, *, graph: Graph, writer: Writer, clock: Clock, ids: Ids, lang: Lang, batch: int = BATCH
    ) -> None:
        self._graph = graph
        self._writer = writer
        self._clock = clock
        self._ids = ids
        self._lang = lang
        self._batch = batch

    async def tally(self) -> tuple[Tally, int]:
        """What a reset would undo, and how often the castle was reset: `begin` asks for that number. Raises `GraphUnavailable`."""
        return _tally((await self._graph.read("reset/tally"))[0])

    async def begin(self, resets: int, *, by: Who | None, with_accounts: bool) -> None:
        """Commit the marker: from here on it is done to its end. `by` is the admin's player, None for an operator at the console.

        Raises `UnderReset`, and `ResetMeanwhile` when the castle was reset since `tally` said this number.
        """

        async def work(tx: Transaction) -> Outcome[None]:
            tally, now = _tally((await tx.run("reset/tally"))[0])
            began = e.ResetBegan(
                id=self._ids.new(), at=self._clock.now(), by=by, with_accounts=with_accounts, gone=tally
            )
            if not await tx.run("reset/begin", resets=resets, event=began.id):
                raise UnderReset if await tx.run("reset/marker") else ResetMeanwhile
            log.info("reset begins", resets=now + 1, by=by and by.name, with_accounts=with_accounts)
            return Outcome(None, [began])

        await self._writer.work(work)

    async def run(
        self, resets: int, *, by: Who | None, with_accounts: bool, progress: Progress = unwatched
    ) -> None:
        """Begin it and do it to its end, waiting for the graph where need be. Raises what `begin` raises: then nothing was changed."""
        await self.begin(resets, by=by, with_accounts=with_accounts)
        await self.finish(progress, patiently=True)

    async def finish(
        self, progress: Progress = unwatched, *, patiently: bool = False
    ) -> e.CastleReset | None:
        """Do what the marker says, and take it away. None: there is no marker.

        Raises what the graph raises, and can then be called again; `patiently`, it waits for the graph instead.
        """
        while True:
            try:
                return await self._finish(progress)
            except (AnotherWriter, WriterStopped):
                raise
            except GraphError as error:
                if not patiently:
                    raise
                log.warning("graph away in the middle of a reset", error=str(error))
                await self._clock.sleep(PAUSE)

    async def _finish(self, progress: Progress) -> e.CastleReset | None:
        marker = await self._graph.read("reset/marker")
        if not marker:
            return None
        began = from_record(marker[0])
        assert isinstance(began, e.ResetBegan)  # noqa: S101 - no other event is ever named by a marker
        dark = (await self._graph.read("reset/original"))[0]["dark"]
        await self._all("ghosts", self._ghosts, progress)
        await self._all("things", partial(self._some, "things"), progress)
        await self._all("rooms", self._rooms, progress)
        await self._all("people", partial(self._some, "people", rooms=[dark]), progress)
        await self._all("warnings", partial(self._some, "warnings"), progress)
        await self._each_page("guests", progress)
        if began.with_accounts:
            await self._all("accounts", partial(self._some, "accounts"), progress)
            await self._each_page("people_with_accounts", progress)
        written = await self._writer.work(lambda tx: self._restore(tx, began))
        over = written.events[0]
        assert isinstance(over, e.CastleReset)  # noqa: S101 - made below
        log.info("reset is over", resets=over.resets)
        return over

    async def _all(
        self, what: str, batch: Callable[[Transaction], Awaitable[int]], progress: Progress
    ) -> None:
        """One batch after another, until one finds nothing."""

        async def work(tx: Transaction) -> Outcome[int]:
            return Outcome(await batch(tx))

        while gone := (await self._writer.work(work)).value:
            progress(what, gone)

    async def _each_page(self, what: str, progress: Progress) -> None:
        """Those players who go, page by page."""
        for bounds in await Pages(self._graph, self._batch).of(PLAYER):

            async def work(tx: Transaction, bounds: dict[str, Any] = bounds) -> Outcome[int]:
                return Outcome((await tx.run(f"reset/{what}", **bounds))[0]["gone"])

            progress(what, (await self._writer.work(work)).value)

    async def _some(self, what: str, tx: Transaction, **parameters: Any) -> int:
        """A batch that is one query."""
        return int((await tx.run(f"reset/{what}", most=self._batch, **parameters))[0]["gone"])

    async def _ghosts(self, tx: Transaction) -> int:
        """Some ghosts, once nothing is left of what they think of anybody."""
        ghosts = [row["id"] for row in await tx.run("reset/some_ghosts", most=self._batch)]
        if ghosts and await self._some("opinions", tx, ghosts=ghosts) < self._batch:
            await tx.run("reset/ghosts", ghosts=ghosts)
        return len(ghosts)

    async def _rooms(self, tx: Transaction) -> int:
        """Some rooms, once nobody is left in them."""
        rooms = [row["id"] for row in await tx.run("reset/some_rooms", most=self._batch)]
        if rooms and await self._some("people", tx, rooms=rooms) < self._batch:
            await tx.run("reset/rooms", rooms=rooms)
        return len(rooms)

    async def _restore(self, tx: Transaction, began: e.ResetBegan) -> Outcome[None]:
        original = (await tx.run("reset/original"))[0]
        porch, dark = original["porch"], original["dark"]
        await tx.run("reset/blank", dark=dark, lang=self._lang)
        north = Direction.NORTH
        door = {"room": porch, "to": dark, "direction": north.value, "opposite": north.opposite.value}
        await tx.run("rooms/door", doors=[door])
        over = e.CastleReset(
            id=self._ids.new(),
            at=self._clock.now(),
            by=began.by,
            porch=porch,
            with_accounts=began.with_accounts,
            gone=began.gone,
            resets=(await tx.run("reset/finish"))[0]["resets"],
        )
        return Outcome(None, [over])


def _tally(row: dict[str, Any]) -> tuple[Tally, int]:
    fields = ("rooms", "ghosts", "items", "players", "accounts")
    return Tally(**{name: row[name] for name in fields}), row["resets"]
