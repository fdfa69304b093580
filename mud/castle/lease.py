"""One living server for one castle: a lease in the graph, kept alive by a heartbeat."""

from __future__ import annotations

import asyncio
import os
import socket
from dataclasses import dataclass
from datetime import timedelta

import structlog

from mud.graph.driver import Graph, Record, Transaction
from mud.graph.errors import ConstraintViolated, GraphConflict, GraphError
from mud.graph.processes import runs
from mud.world.chance import Clock, Ids

from .errors import CastleBusy

BEAT = 5.0  # seconds between heartbeats
LIFE = timedelta(seconds=20)  # a lease not renewed for so long is over

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lease: a process on a machine, and a token that tells its runs apart."""

    host: str
    pid: int
    token: str

    @classmethod
    def this_process(cls, ids: Ids) -> Holder:
        """The process that runs this."""
        return cls(socket.gethostname(), os.getpid(), ids.new())

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host}"


class Lease:
    """The right to write to a castle."""

    def __init__(self, graph: Graph, clock: Clock, holder: Holder) -> None:
        self._graph = graph
        self._clock = clock
        self._holder = holder

    async def take(self) -> None:
        """Take the lease, waiting while a dead server's one runs out.

        Raises `CastleBusy`, naming the other server, when that one is alive: its lease is renewed while we watch. A lease whose holder
        is known to be gone (a process of this machine that does not run any more) is taken at once.
        """
        await self._make_unique()
        seen = None
        while True:
            try:
                other = await self._graph.write(self._try)
            except (GraphConflict, ConstraintViolated):
                await self._clock.sleep(0.1)  # another server starts at this very moment: see who was first
                continue
            if other is None:
                return
            if seen is not None and (other["token"], other["until"]) != seen:
                raise CastleBusy(holder=_name(other))
            if seen is None:
                log.warning("waiting for another server's lease", host=other["host"], pid=other["pid"])
            seen = other["token"], other["until"]
            await self._clock.sleep(1.0)

    async def keep(self) -> None:
        """Renew the lease for as long as this runs.

        Raises `CastleBusy` when another server has it: this one was silent for so long that it was taken for dead.
        """
        while True:
            await self._clock.sleep(BEAT)
            try:
                await self._graph.write(self._renew)
            except GraphError as error:
                # The graph is away: whoever else might take the lease cannot reach it either, and the log tells writers apart.
                log.warning("heartbeat missed", error=str(error))

    async def release(self, seconds: float = 2.0) -> None:
        """Give the lease back, if the graph answers within so many seconds; else it runs out by itself."""
        try:
            async with asyncio.timeout(seconds):
                await self._graph.write(lambda tx: tx.run("lease/release", token=self._holder.token))
        except (GraphError, TimeoutError) as error:
            log.warning("lease not given back", error=repr(error))

    async def _make_unique(self) -> None:
        """See to it that there can be one lease only, in a graph that was empty until now: servers may do so at the same time."""
        while True:
            try:
                return await self._graph.run_alone(self._graph.queries["lease/unique"])
            except GraphConflict:
                await self._clock.sleep(0.1)

    async def _try(self, tx: Transaction) -> Record | None:
        """Take it if it is free; else who has it."""
        lease = (await tx.run("lease/ask", token=self._holder.token))[0]
        if lease["token"] is not None and not self._over(lease):
            return lease
        await tx.run(
            "lease/take",
            host=self._holder.host,
            pid=self._holder.pid,
            token=self._holder.token,
            until=self._until(),
        )
        return None

    async def _renew(self, tx: Transaction) -> None:
        if not await tx.run("lease/renew", token=self._holder.token, until=self._until()):
            rows = await tx.run("lease/read")
            raise CastleBusy(holder=_name(rows[0]) if rows else "nobody")

    def _until(self) -> str:
        return (self._clock.now() + LIFE).isoformat()

    def _over(self, lease: Record) -> bool:
        if lease["token"] == self._holder.token or lease["until"] < self._clock.now().isoformat():
            return True
        return bool(lease["host"] == self._holder.host) and not _another_runs(lease["pid"])


def _name(lease: Record) -> str:
    return f"process {lease['pid']} on {lease['host']}"


def _another_runs(pid: int) -> bool:
    """Whether another process runs under that number. Our own number, but not our token: it was our predecessor's."""
    return pid != os.getpid() and runs(pid)
