"""The one writer: groups, order, and what it makes of everything that can go wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from mud.graph.driver import Graph, Record, Transaction
from mud.graph.errors import CommitUnknown, ConstraintViolated, GraphConflict, GraphError, GraphUnavailable
from mud.graph.writer import MOST_ROWS, TRIES_ON_CONFLICT, AnotherWriter, Outcome, Row, Writer, WriterStopped
from mud.world.events import Committed, Emoted
from mud.world.model import Who
from mud.world.records import to_record

from .conftest import WaitingClock

T = TypeVar("T")


class Heard:
    """A journal that remembers what it was told."""

    def __init__(self) -> None:
        self.events: list[Committed] = []

    async def records(self, tx: Transaction, events: Sequence[Committed]) -> list[dict[str, Any]]:
        return [to_record(event) for event in events]

    def committed(self, events: Sequence[Committed]) -> None:
        self.events.extend(events)


class Faulty:
    """A graph whose writes go wrong in ways that a test has set: before any work, before the commit, or after it."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.writes = 0
        self.first: Iterator[Exception | None] = iter(())
        self.before_commit: Iterator[Exception | None] = iter(())
        self.after_commit: Iterator[Exception | None] = iter(())
        self.reads: Iterator[Exception | None] = iter(())
        self.begun = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        self.writes += 1
        self.begun.set()
        await self.gate.wait()
        _fall(self.first)

        async def then_fall(tx: Transaction) -> T:
            value = await work(tx)
            _fall(self.before_commit)
            return value

        value = await self._graph.write(then_fall)
        _fall(self.after_commit)
        return value

    async def read(self, query: str, **parameters: Any) -> list[Record]:
        _fall(self.reads)
        return await self._graph.read(query, **parameters)


def _fall(errors: Iterator[Exception | None]) -> None:
    if (error := next(errors, None)) is not None:
        raise error


class Rig:
    """A writer on a faulty graph."""

    def __init__(self, graph: Graph, clock: WaitingClock, seq: int = 0) -> None:
        self.graph = graph
        self.faulty = Faulty(graph)
        self.heard = Heard()
        self.clock = clock
        self.ids = iter(range(1, 10_000))
        self.writer = Writer(self.faulty, clock, self.heard, seq=seq, patience=10.0)  # type: ignore[arg-type]

    def event(self, actor: str) -> Committed:
        return Emoted(
            id=f"event{next(self.ids)}", at=self.clock.now(), who=Who(actor, actor), room="room", text="!"
        )

    def make(self, key: str, value: int = 0, query: str = "test/make") -> Row:
        """A row that makes a thing, or changes it."""
        return Row(query, {"key": key, "value": value}, frozenset({key}), lambda _: [self.event(key)])

    async def things(self) -> dict[str, int]:
        return {row["key"]: row["value"] for row in await self.graph.read("test/things")}

    async def log(self) -> list[tuple[int, str]]:
        return [(row["seq"], row["actor"]) for row in await self.graph.read("test/log")]

    async def counter(self) -> int:
        return int((await self.graph.read("test/counter"))[0]["seq"])

    async def sound(self) -> None:
        """The log has no gaps, its end is the counter, and it is what was heard."""
        log = await self.log()
        assert [seq for seq, _ in log] == list(range(1, len(log) + 1))
        assert await self.counter() == len(log) == self.writer.seq
        assert [(event.seq, event.who.id) for event in self.heard.events if isinstance(event, Emoted)] == log


@asynccontextmanager
async def writing(rig: Rig) -> AsyncIterator[asyncio.Task[None]]:
    """The writer at work, until the block ends."""
    task = asyncio.create_task(rig.writer.run())
    try:
        yield task
    finally:
        rig.writer.stop()
        await asyncio.wait([task], timeout=10)
        assert task.done()


@pytest.fixture
def rig(graph: Graph, clock: WaitingClock) -> Rig:
    return Rig(graph, clock)


async def test_what_waits_is_written_together(rig: Rig) -> None:
    async with writing(rig):
        written = await asyncio.gather(
            *(rig.writer.row(rig.make(f"k{n:02}", n)) for n in range(MOST_ROWS + 10))
        )
    assert rig.faulty.writes == 2
    assert [w.value["n"] for w in written if w] == [*range(MOST_ROWS), *range(10)]
    assert [w.events[0].seq for w in written if w] == list(range(1, MOST_ROWS + 11))
    assert await rig.things() == {f"k{n:02}": n for n in range(MOST_ROWS + 10)}
    await rig.sound()


async def test_rows_that_touch_one_thing_follow_each_other(rig: Rig) -> None:
    async with writing(rig):
        await asyncio.gather(
            rig.writer.row(rig.make("a", 1)),
            rig.writer.row(rig.make("b", 1)),
            rig.writer.row(rig.make("a", 2, "test/change")),
            rig.writer.row(rig.make("a", 3, "test/change")),
        )
    assert rig.faulty.writes == 3
    assert await rig.things() == {"a": 3, "b": 1}
    await rig.sound()


async def test_a_refused_row_is_answered_and_the_others_are_written(rig: Rig) -> None:
    async with writing(rig):
        refused, made = await asyncio.gather(
            rig.writer.row(rig.make("nothing", 1, "test/change")), rig.writer.row(rig.make("a"))
        )
    assert refused is None and made is not None
    assert await rig.log() == [(1, "a")]
    assert rig.faulty.writes == 1


async def test_a_work_runs_alone_and_its_error_undoes_it(rig: Rig) -> None:
    class Refusal(Exception):
        pass

    async def work(tx: Transaction) -> Outcome[str]:
        await tx.run("test/make", rows=[{"n": 0, "key": "w", "value": 1}])
        return Outcome("done", [rig.event("w"), rig.event("w")])

    async def refuses(tx: Transaction) -> Outcome[str]:
        await tx.run("test/make", rows=[{"n": 0, "key": "never", "value": 1}])
        raise Refusal

    async with writing(rig):
        results = await asyncio.gather(
            rig.writer.row(rig.make("a")),
            rig.writer.work(work),
            rig.writer.work(refuses),
            rig.writer.row(rig.make("b")),
            return_exceptions=True,
        )
    assert isinstance(results[2], Refusal)
    assert rig.faulty.writes == 4
    assert await rig.things() == {"a": 0, "w": 1, "b": 0}
    assert await rig.log() == [(1, "a"), (2, "w"), (3, "w"), (4, "b")]
    await rig.sound()


async def test_an_event_that_cannot_be_appended_undoes_the_change(rig: Rig) -> None:
    """The event's id is taken already."""
    async with writing(rig):
        first = await rig.writer.row(rig.make("a"))
        assert first is not None
        twin = Row("test/make", {"key": "b", "value": 0}, frozenset(), lambda _: [first.events[0]])
        with pytest.raises(ConstraintViolated):
            await rig.writer.row(twin)
    assert await rig.things() == {"a": 0}
    await rig.sound()


async def test_an_error_after_the_change_undoes_change_and_event(rig: Rig) -> None:
    rig.faulty.before_commit = iter([GraphError(detail="no")])
    async with writing(rig):
        with pytest.raises(GraphError):
            await rig.writer.row(rig.make("a"))
        assert await rig.things() == {} and await rig.log() == []
        await rig.writer.row(rig.make("a"))
    await rig.sound()


async def test_who_breaks_a_constraint_breaks_it_for_nobody_else(rig: Rig) -> None:
    async with writing(rig):
        await rig.writer.row(rig.make("taken", 1))
        results = await asyncio.gather(
            *(rig.writer.row(rig.make(key, 2)) for key in ("a", "taken", "b")), return_exceptions=True
        )
    assert isinstance(results[1], ConstraintViolated)
    assert await rig.things() == {"taken": 1, "a": 2, "b": 2}
    assert await rig.log() == [(1, "taken"), (2, "a"), (3, "b")]
    await rig.sound()


async def test_a_row_whose_events_cannot_be_made_harms_nobody_else(rig: Rig) -> None:
    def fail(_: Record) -> Sequence[Committed]:
        raise ZeroDivisionError

    bad = Row("test/make", {"key": "bad", "value": 0}, frozenset(), fail)
    async with writing(rig):
        results = await asyncio.gather(
            rig.writer.row(rig.make("a")),
            rig.writer.row(bad),
            rig.writer.row(rig.make("b")),
            return_exceptions=True,
        )
    assert isinstance(results[1], ZeroDivisionError)
    assert await rig.things() == {"a": 0, "b": 0}
    await rig.sound()


async def test_a_caller_who_goes_away_before_its_turn_leaves_nothing(rig: Rig) -> None:
    rig.faulty.gate.clear()
    async with writing(rig):
        first = asyncio.create_task(rig.writer.row(rig.make("a")))
        await rig.faulty.begun.wait()
        gone, stays = (asyncio.create_task(rig.writer.row(rig.make(key))) for key in ("gone", "stays"))
        await asyncio.sleep(0)
        gone.cancel()
        rig.faulty.gate.set()
        await asyncio.gather(first, stays)
    assert await rig.things() == {"a": 0, "stays": 0}
    await rig.sound()


async def test_a_caller_who_goes_away_during_the_commit_is_heard_of_all_the_same(rig: Rig) -> None:
    rig.faulty.gate.clear()
    async with writing(rig):
        gone = asyncio.create_task(rig.writer.row(rig.make("a")))
        await rig.faulty.begun.wait()
        gone.cancel()
        await asyncio.sleep(0)
        rig.faulty.gate.set()
    assert await rig.things() == {"a": 0}
    await rig.sound()


async def test_a_lost_answer_of_a_commit_that_happened_is_not_committed_again(rig: Rig) -> None:
    rig.faulty.after_commit = iter([CommitUnknown()])
    rig.faulty.reads = iter(
        [GraphUnavailable(), GraphUnavailable()]
    )  # away for a while: it is asked until it answers
    async with writing(rig):
        written = await asyncio.gather(rig.writer.row(rig.make("a")), rig.writer.row(rig.make("b")))
    assert [w.events[0].seq for w in written if w] == [1, 2]
    assert await rig.things() == {"a": 0, "b": 0}
    assert rig.faulty.writes == 1
    await rig.sound()


async def test_a_lost_answer_of_a_commit_that_did_not_happen_is_committed_once(rig: Rig) -> None:
    rig.faulty.before_commit = iter([CommitUnknown()])
    async with writing(rig):
        assert await rig.writer.row(rig.make("a")) is not None
    assert rig.faulty.writes == 2
    assert await rig.things() == {"a": 0}
    await rig.sound()


@pytest.mark.parametrize("kind", ["refused row", "refusing work", "constraint"])
async def test_a_commit_that_lands_after_it_was_asked_for_is_not_denied(rig: Rig, kind: str) -> None:
    """Its answer was lost, the log did not know of it yet, and the second try finds its work done already."""

    async def take(tx: Transaction) -> Outcome[None]:
        taken = {row["key"] for row in await tx.run("test/things")}
        if kind == "refusing work" and "a" in taken:
            raise LookupError
        if kind == "refused row" and "a" in taken:
            return Outcome(None)
        await tx.run("test/make", rows=[{"n": 0, "key": "a", "value": 1}])
        return Outcome(None, [rig.event("a")])

    rig.faulty.after_commit = iter([CommitUnknown()])
    real = rig.faulty.read
    asked = 0

    async def read(query: str, **parameters: Any) -> list[Record]:
        nonlocal asked
        asked += 1
        return [] if asked == 1 else await real(query, **parameters)

    rig.faulty.read = read  # type: ignore[method-assign]
    async with writing(rig):
        written = await rig.writer.work(take)
    assert [event.seq for event in written.events] == [1]
    assert await rig.things() == {"a": 1}
    await rig.sound()


async def test_a_conflict_is_tried_again(rig: Rig) -> None:
    rig.faulty.before_commit = iter([GraphConflict(), GraphConflict()])
    async with writing(rig):
        await asyncio.gather(*(rig.writer.row(rig.make(key)) for key in "abc"))
    assert rig.faulty.writes == 3
    assert await rig.things() == {"a": 0, "b": 0, "c": 0}
    await rig.sound()


async def test_a_conflict_that_stays_is_given_up(rig: Rig) -> None:
    rig.faulty.before_commit = iter([GraphConflict()] * TRIES_ON_CONFLICT)
    async with writing(rig):
        with pytest.raises(GraphConflict):
            await rig.writer.row(rig.make("a"))
        await rig.writer.row(rig.make("b"))
    assert await rig.things() == {"b": 0}
    await rig.sound()


async def test_a_graph_that_is_back_in_time_makes_nobody_fail(rig: Rig) -> None:
    rig.faulty.first = iter([GraphUnavailable()] * 8)
    async with writing(rig):
        await asyncio.gather(*(rig.writer.row(rig.make(key)) for key in "abc"))
    assert rig.clock.seconds < 10
    await rig.sound()


async def test_who_has_waited_long_enough_for_the_graph_is_told(rig: Rig) -> None:
    rig.faulty.first = iter([GraphUnavailable()] * 100)
    async with writing(rig):
        results = await asyncio.gather(
            rig.writer.row(rig.make("a")),
            rig.writer.work(lambda tx: _nothing()),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [GraphUnavailable, GraphUnavailable]
        assert 10 <= rig.clock.seconds < 12
        rig.faulty.first = iter(())
        await rig.writer.row(rig.make("b"))
    assert await rig.things() == {"b": 0}
    await rig.sound()


async def test_who_waits_behind_an_uncertain_commit_is_told_in_time(rig: Rig) -> None:
    """The one whose commit is uncertain is not: it may have happened."""
    rig.faulty.after_commit = iter([CommitUnknown()])
    rig.faulty.reads = iter([GraphUnavailable()] * 100)
    async with writing(rig):
        results = await asyncio.gather(
            rig.writer.row(rig.make("a")), rig.writer.work(lambda tx: _nothing()), return_exceptions=True
        )
    assert isinstance(results[1], GraphUnavailable)
    assert not isinstance(results[0], BaseException) and results[0] is not None
    await rig.sound()


async def test_another_writer_is_noticed_and_nothing_is_written_any_more(rig: Rig) -> None:
    async with writing(rig) as task:
        await rig.writer.row(rig.make("a"))
        await rig.graph.write(lambda tx: tx.run("test/another"))
        results = await asyncio.gather(
            *(rig.writer.row(rig.make(key)) for key in ("b", "b", "c")), return_exceptions=True
        )
        assert [type(result) for result in results] == [AnotherWriter] * 3
        with pytest.raises(AnotherWriter):
            await rig.writer.row(rig.make("d"))
        with pytest.raises(AnotherWriter):
            await task
    assert await rig.things() == {"a": 0}
    assert await rig.log() == [(1, "a")]


async def test_stopping_writes_what_waits_and_takes_no_more(rig: Rig) -> None:
    task = asyncio.create_task(rig.writer.run())
    rows = [asyncio.create_task(rig.writer.row(rig.make(f"k{n}"))) for n in range(5)]
    await asyncio.sleep(0)
    rig.writer.stop()
    with pytest.raises(WriterStopped):
        await rig.writer.row(rig.make("late"))
    await task
    assert all(row.done() and row.result() is not None for row in rows)
    assert len(await rig.things()) == 5
    await rig.sound()


async def test_a_writer_that_is_cancelled_leaves_nobody_waiting(rig: Rig) -> None:
    rig.faulty.gate.clear()
    task = asyncio.create_task(rig.writer.run())
    rows = [asyncio.create_task(rig.writer.row(rig.make("same"))) for _ in range(3)]
    await rig.faulty.begun.wait()
    task.cancel()
    results = await asyncio.gather(*rows, return_exceptions=True)
    assert [type(result) for result in results] == [WriterStopped] * 3
    with pytest.raises(WriterStopped):
        await rig.writer.row(rig.make("late"))


async def _nothing() -> Outcome[None]:
    return Outcome(None)
