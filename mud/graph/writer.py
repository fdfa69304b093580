"""The one writer: every write of this process passes through it, in order.

Why one. A commit is told to players in the order of the log, so the log needs one order; an engine with optimistic locking answers
colliding writers with conflicts that take seconds to settle, and a single writer has none; and writes that wait anyway can share a
transaction, which is five to ten times as fast as one each.

What comes in is either a `Row` (frequent: one row for a query over `$rows`, grouped with its neighbours) or a `Work` (rare: a function
that runs several statements, checking between them). Each may bring events, which are appended to the log in the same transaction.
A caller is answered, and the journal told, only after the commit.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import structlog

from mud.world.chance import Clock
from mud.world.events import Committed

from .driver import Graph, Record, Transaction
from .errors import (
    CommitUnknown,
    ConstraintViolated,
    GraphConflict,
    GraphError,
    GraphTimeout,
    GraphUnavailable,
)

T = TypeVar("T")

MOST_ROWS = 50  # in one group: past this the gain is gone and the wait grows
TRIES_ON_CONFLICT = 8
FIRST_PAUSE = 0.02  # seconds before the second try; each further one waits half as long again

log = structlog.get_logger(__name__)


class AnotherWriter(GraphError):
    """Somebody else has written to this castle: we have lost the right to, and must stop. Values: `seq`."""

    key: ClassVar[str] = "graph.another_writer"


class WriterStopped(GraphError):
    """The server is stopping: nothing is written any more."""

    key: ClassVar[str] = "graph.stopped"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a grouped write.

    `query` takes `$rows` and answers one row, with the number `n` that it was given, for each row that it committed; a row without an
    answer was refused. `touches` are the ids that rows of one group may not share. `events` makes the events from the answer.
    """

    query: str
    values: Mapping[str, Any]
    touches: frozenset[str]
    events: Callable[[Record], Sequence[Committed]]


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What a `Work` hands back: the value for its caller, and what happened."""

    value: T
    events: Sequence[Committed] = ()


Work = Callable[[Transaction], Awaitable[Outcome[T]]]
"""Several statements in one transaction. May be run again after a conflict, so it must not change anything outside the graph."""


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """What a caller gets back: the value, and the events with their places in the log."""

    value: T
    events: tuple[Committed, ...]


class Journal(Protocol):
    """Who keeps the log's memory in this process."""

    async def records(self, tx: Transaction, events: Sequence[Committed]) -> list[dict[str, Any]]:
        """The events as records for the log, with their witnesses, in the order given.

        `tx` is the transaction of the change, which has been made in it already.
        """
        ...

    def committed(self, events: Sequence[Committed]) -> None:
        """These events are committed: tell everybody, in this order. Must not raise."""
        ...


@dataclass(eq=False)
class _Job:
    done: asyncio.Future[Any]
    deadline: float
    row: Row | None = None
    work: Work[Any] | None = None

    @property
    def touches(self) -> frozenset[str]:
        return self.row.touches if self.row else frozenset()


class Writer:
    """Takes writes one after another. `run` is its task; `row` and `work` are for everybody else.

    `patience`: seconds for which a write waits for a graph that does not answer before its caller is told `GraphUnavailable`.
    """

    def __init__(
        self, graph: Graph, clock: Clock, journal: Journal, *, seq: int, patience: float = 10.0
    ) -> None:
        self._graph = graph
        self._clock = clock
        self._journal = journal
        self._seq = seq
        self._patience = patience
        self._waiting: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._stopping = False
        self._broken: GraphError | None = None

    @property
    def seq(self) -> int:
        """The place in the log of the last committed event."""
        return self._seq

    async def row(self, row: Row) -> Written[Record] | None:
        """Commit a row, together with others that wait. None: the graph refused it.

        Raises `GraphUnavailable`, `GraphError`.
        """
        return await self._enqueue(_Job(self._future(), self._deadline(), row=row))  # type: ignore[no-any-return]

    async def work(self, work: Work[T]) -> Written[T]:
        """Commit what `work` does, alone. What it raises is raised here, and nothing is committed."""
        return await self._enqueue(_Job(self._future(), self._deadline(), work=work))  # type: ignore[no-any-return]

    async def run(self) -> None:
        """Write until `stop`, then finish what waits. Raises `AnotherWriter` when the castle is no longer ours.

        However it ends, nobody is left waiting for an answer.
        """
        group: list[_Job] = []
        try:
            while True:
                while not self._waiting:
                    if self._stopping:
                        return
                    self._wake.clear()
                    await self._wake.wait()
                group = self._gather()
                await self._commit(group)
        finally:
            self._broken = self._broken or WriterStopped()
            self._answer_error([*group, *self._waiting], self._broken)
            self._waiting.clear()

    def stop(self) -> None:
        """Take no more writes; `run` ends once those waiting are committed."""
        self._stopping = True
        self._wake.set()

    def _future(self) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().create_future()

    def _deadline(self) -> float:
        return self._clock.monotonic() + self._patience

    async def _enqueue(self, job: _Job) -> Any:
        if self._broken:
            raise self._broken
        if self._stopping:
            raise WriterStopped
        self._waiting.append(job)
        self._wake.set()
        return await job.done

    def _gather(self) -> list[_Job]:
        """The next group: one work, or rows from the front of the queue that do not touch each other's things."""
        group: list[_Job] = []
        touched: set[str] = set()
        while self._waiting and len(group) < MOST_ROWS:
            job = self._waiting[0]
            if job.done.done():  # its caller has gone away
                self._waiting.popleft()
                continue
            if group and (job.row is None or touched & job.touches):
                break
            group.append(self._waiting.popleft())
            touched |= job.touches
            if job.row is None:
                break
        return group

    async def _commit(self, group: list[_Job]) -> None:
        lost: list[_Attempt] = []  # tries whose commit may have happened, although its answer never came
        pause, conflicts = FIRST_PAUSE, 0
        while group:
            attempt = _Attempt(group, self._seq)
            error = await self._try(attempt)
            if isinstance(error, CommitUnknown):
                lost.append(attempt)
            # A try that happened after all stands in the way of those that follow it: they fail, or find nothing left to do.
            if (error is None and attempt.events) or isinstance(error, GraphUnavailable | GraphTimeout):
                found = None
            else:
                found = await self._happened(lost)
            if found is not None or error is None:
                self._committed(found or attempt)
                return
            match error:
                case CommitUnknown():
                    pass
                case AnotherWriter():
                    self._broken = error
                    raise error
                case GraphUnavailable() | GraphTimeout():
                    log.warning("graph away", waiting=len(self._waiting) + len(group), error=str(error))
                    group = self._without_late(group, error)
                case GraphConflict() if conflicts < TRIES_ON_CONFLICT - 1:
                    conflicts += 1
                case ConstraintViolated() if conflicts < TRIES_ON_CONFLICT - 1 and len(group) == 1:
                    conflicts += 1
                case _:  # whatever a caller's own work raised belongs to that caller
                    await self._blame(group, error)
                    return
            await self._clock.sleep(min(pause, 1.0))
            pause *= 1.5

    async def _try(self, attempt: _Attempt) -> Exception | None:
        """Commit, or say what went wrong."""
        try:
            await self._graph.write(partial(attempt, self._journal))
        except Exception as error:
            return error
        return None

    def _committed(self, attempt: _Attempt) -> None:
        self._seq += len(attempt.events)
        self._journal.committed(attempt.events)
        attempt.answer()

    async def _blame(self, group: list[_Job], error: Exception) -> None:
        """An error belongs to one of the group: commit each alone, and let the guilty one have it."""
        if len(group) == 1:
            self._answer_error(group, error)
            return
        for job in group:
            await self._commit([job])

    async def _happened(self, lost: list[_Attempt]) -> _Attempt | None:
        """Which of these tries took place after all: the log knows. One without events is simply done again.

        Nobody may be told "no" while it may have been "yes", so this asks until the graph answers.
        """
        for attempt in lost:
            while attempt.events:
                try:
                    if await self._graph.read("log/find", id=attempt.events[0].id):
                        return attempt
                    break
                except GraphError as error:
                    log.warning("graph away while a commit is uncertain", error=str(error))
                    self._without_late([], error)
                    await self._clock.sleep(0.5)
        return None

    def _without_late(self, group: list[_Job], error: GraphError) -> list[_Job]:
        now = self._clock.monotonic()
        self._answer_error([job for job in group if job.deadline <= now], error)
        while self._waiting and self._waiting[0].deadline <= now:
            self._answer_error([self._waiting.popleft()], error)
        return [job for job in group if job.deadline > now and not job.done.done()]

    def _answer_error(self, jobs: Sequence[_Job], error: Exception) -> None:
        for job in jobs:
            if not job.done.done():
                job.done.set_exception(error)


class _Attempt:
    """One try at committing a group."""

    def __init__(self, group: list[_Job], seq: int) -> None:
        self._group = group
        self._before = seq
        self._results: list[tuple[_Job, Any, slice]] = []
        self.events: list[Committed] = []

    async def __call__(self, journal: Journal, tx: Transaction) -> None:
        work = self._group[0].work
        if work is not None:
            outcome = await work(tx)
            self._take(self._group[0], outcome.value, outcome.events)
        else:
            await self._rows(tx)
        if not self.events:
            return
        self.events = [replace(event, seq=self._before + n) for n, event in enumerate(self.events, 1)]
        rows = await tx.run(
            "log/append",
            before=self._before,
            after=self._before + len(self.events),
            events=await journal.records(tx, self.events),
        )
        if rows[0]["appended"] != len(self.events):
            raise AnotherWriter(seq=self._before)

    async def _rows(self, tx: Transaction) -> None:
        by_query: dict[str, list[tuple[int, Row]]] = {}
        for n, job in enumerate(self._group):
            if job.row is not None:
                by_query.setdefault(job.row.query, []).append((n, job.row))
        answers: dict[int, Record] = {}
        for query, rows in by_query.items():
            for answer in await tx.run(query, rows=[{**row.values, "n": n} for n, row in rows]):
                answers[answer["n"]] = answer
        for n, job in enumerate(self._group):
            record = answers.get(n)
            self._take(job, record, job.row.events(record) if job.row and record is not None else ())

    def _take(self, job: _Job, value: Any, events: Sequence[Committed]) -> None:
        start = len(self.events)
        self.events.extend(events)
        self._results.append((job, value, slice(start, len(self.events))))

    def answer(self) -> None:
        """Give each caller what is theirs."""
        for job, value, part in self._results:
            if not job.done.done():
                refused = job.row is not None and value is None
                job.done.set_result(None if refused else Written(value, tuple(self.events[part])))
