"""A model that fails again and again is left alone until it answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from mud.agent import Breaker, ModelError, TurnFailed
from mud.agent.report import FailureKey
from mud.agent.scripted import Break, Cut, Say, Script, ScriptedModel
from tests.rig.clock import ManualClock


def failed(key: str, retry_after: float | None = None) -> TurnFailed:
    return TurnFailed("model", error=ModelError(key, retry_after=retry_after))


def broke(key: FailureKey) -> TurnFailed:
    return TurnFailed(key)


class Watched:
    """A breaker that is watched over, with a clock that stands still."""

    def __init__(self, *scripts: Script) -> None:
        self.clock = ManualClock()
        self.model = ScriptedModel(scripts)
        self.breaker = Breaker(self.model, self.clock, pauses=(10, 20))
        self.told: list[bool] = []
        self.task = asyncio.create_task(self.breaker.watch(self.told.append))

    async def after(self, seconds: float) -> int:
        """Let time pass; how often the model has been asked by then."""
        await self.settle()
        self.clock.advance(seconds)
        await self.settle()
        return len(self.model.requests)

    async def settle(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


@pytest.fixture
async def watch() -> AsyncIterator[type[Watched]]:
    made: list[Watched] = []

    class Kept(Watched):
        def __init__(self, *scripts: Script) -> None:
            super().__init__(*scripts)
            made.append(self)

    yield Kept
    for each in made:
        each.task.cancel()


@pytest.mark.parametrize(
    "failure", [failed("unavailable"), failed("rate limited"), broke("silence"), broke("cut off")]
)
def test_three_failures_in_a_row_open_it(failure: TurnFailed) -> None:
    breaker = Breaker(ScriptedModel([]), ManualClock())
    breaker.failed(failure)
    breaker.failed(failure)
    breaker.succeeded()
    breaker.failed(failure)
    breaker.failed(failure)
    assert not breaker.open
    breaker.failed(failure)
    assert breaker.open


@pytest.mark.parametrize("key", ["key refused", "no such model", "quota spent"])
def test_what_no_further_try_will_mend_opens_it_at_once(key: str) -> None:
    breaker = Breaker(ScriptedModel([]), ManualClock())
    breaker.failed(failed(key))
    assert breaker.open


@pytest.mark.parametrize(
    "failure",
    [
        failed("too long"),
        failed("refused"),
        broke("length"),
        broke("repeats itself"),
        broke("too many calls"),
    ],
)
def test_what_says_nothing_of_the_next_request_does_not_count(failure: TurnFailed) -> None:
    breaker = Breaker(ScriptedModel([]), ManualClock())
    for _ in range(9):
        breaker.failed(failure)
    assert not breaker.open


async def test_it_closes_when_the_model_answers_again(watch: type[Watched]) -> None:
    still = [Break(ModelError("unavailable"))]
    watched = watch(still, [Cut()], [Break(ValueError("a fault of ours"))], [Say("Here.")])
    watched.breaker.failed(failed("key refused"))
    assert await watched.after(9) == 0
    assert watched.told == [True]
    assert await watched.after(1) == 1
    assert await watched.after(19) == 1
    assert await watched.after(1) == 2
    assert await watched.after(20) == 3
    assert watched.breaker.open
    assert await watched.after(20) == 4
    assert (watched.breaker.open, watched.told) == (False, [True, False])
    watched.breaker.failed(failed("unavailable"))
    assert not watched.breaker.open


async def test_it_asks_no_sooner_than_the_endpoint_wants(watch: type[Watched]) -> None:
    watched = watch([Break(ModelError("rate limited", retry_after=90.0))], [Say("Here.")])
    for _ in range(3):
        watched.breaker.failed(failed("rate limited", retry_after=40.0))
    assert await watched.after(39) == 0
    assert await watched.after(1) == 1
    assert await watched.after(89) == 1
    assert await watched.after(1) == 2
    assert not watched.breaker.open
