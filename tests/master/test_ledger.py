"""What the model costs, and who may spend how much."""

from __future__ import annotations

import pytest

from mud.agent import Usage
from mud.agent.scripted import Finish, Say, Use
from mud.master.ledger import MOST_HOURS, Cost, Ledger
from mud.master.master import TurnFailed
from tests.rig.clock import ManualClock

from .conftest import Table

HOUR = 3_600.0
MUCH = Usage(prompt=900_000, completion=100_000)


def test_each_request_is_counted_by_its_kind_and_its_player() -> None:
    ledger = Ledger(ManualClock())
    ledger.add("play", "Ada", Usage(prompt=100, cached=60, completion=10))
    ledger.add("play", "Bob", Usage(prompt=50, completion=5, estimated=True))
    ledger.add("fill", "Ada", Usage(prompt=200, completion=40))
    ledger.add("translate", None, Usage(prompt=7, completion=3))
    hour = ledger.hour()
    assert hour.kinds == {
        "play": Cost(2, 150, 60, 15, estimated=True),
        "fill": Cost(1, 200, 0, 40),
        "translate": Cost(1, 7, 0, 3),
    }
    assert hour.most() == [("Ada", Cost(2, 300, 60, 50)), ("Bob", Cost(1, 50, 0, 5, estimated=True))]
    assert hour.whole.tokens == 100 + 10 + 50 + 5 + 200 + 40 + 7 + 3


def test_an_hour_begins_anew_and_the_day_keeps_it() -> None:
    clock = ManualClock()
    ledger = Ledger(clock)
    ledger.add("play", "Ada", Usage(prompt=100))
    clock.advance(HOUR)
    assert ledger.hour().kinds == {}
    ledger.add("play", "Ada", Usage(prompt=10))
    assert ledger.hour().whole == Cost(1, 10)
    assert ledger.day().whole == Cost(2, 110)
    assert ledger.day().began.hour == 0
    for _ in range(MOST_HOURS):
        clock.advance(HOUR)
        ledger.hour()
    assert ledger.day().kinds == {}


def test_who_has_spent_the_hours_tokens_may_spend_no_more_until_the_next() -> None:
    clock = ManualClock()
    ledger = Ledger(clock, player_tokens=100, castle_tokens=250)
    ledger.add("play", "Ada", Usage(prompt=90, completion=9))
    assert ledger.spent("Ada") is None
    ledger.add("play", "Ada", Usage(completion=1))
    assert (ledger.spent("Ada"), ledger.spent("Bob")) == ("player", None)
    ledger.add("translate", None, Usage(prompt=150))
    assert (ledger.spent("Ada"), ledger.spent("Bob")) == ("castle", "castle")
    clock.advance(HOUR)
    assert (ledger.spent("Ada"), ledger.spent("Bob")) == (None, None)


async def test_a_turn_is_in_the_books_with_the_tokens_that_the_endpoint_counted(table: Table) -> None:
    seat = await table.sit("Ada")
    usage = Usage(prompt=1_000, cached=600, completion=50)
    await table.turn(seat, "wait", [Use("narrate", {"story": "Still."}), Finish("tool_calls", usage)])
    assert table.ledger.hour().kinds == {"play": Cost(1, 1_000, 600, 50)}
    assert table.ledger.hour().players == {"Ada": Cost(1, 1_000, 600, 50)}


async def test_an_answer_that_failed_is_in_the_books_too(table: Table) -> None:
    seat = await table.sit("Ada")
    with pytest.raises(TurnFailed):
        await table.turn(seat, "wait", [Say("Well"), Finish("length", Usage(prompt=1_000, completion=9))])
    assert table.ledger.hour().whole == Cost(1, 1_000, 0, 9)


async def test_the_storyteller_answers_who_has_spent_their_tokens_and_costs_nothing(table: Table) -> None:
    ada, bob = await table.sit("Ada"), await table.sit("Bob")
    table.ledger.add("play", "Ada", MUCH)
    before = table.ledger.hour().whole
    table.engine.append([Use("narrate", {"story": "An old voice."})])
    assert table.master.notice(ada) == "player"
    await table.turn(ada, "wait")
    assert table.heard.text == "An old voice."
    assert table.ledger.hour().whole == before
    assert table.master.notice(ada) is None  # it is said once an hour
    assert table.master.notice(bob) is None
    await table.turn(bob, "wait", [Use("narrate", {"story": "Its own voice."})])
    assert table.heard.text.endswith("Its own voice.")
    table.clock.advance(HOUR)
    await table.turn(ada, "wait", [Use("narrate", {"story": "Again."})])
    table.ledger.add("play", "Ada", MUCH)
    assert table.master.notice(ada) == "player"


async def test_without_a_stand_in_who_has_spent_their_tokens_is_refused(table: Table) -> None:
    table.master._stand_in = False
    seat = await table.sit("Ada")
    table.ledger.add("play", "Ada", MUCH)
    with pytest.raises(TurnFailed, match="player spent"):
        await table.turn(seat, "wait")
    table.ledger.add("play", "Bob", MUCH)
    table.ledger.add("play", "Eve", MUCH)
    with pytest.raises(TurnFailed, match="castle spent"):
        await table.turn(await table.sit("Joe"), "wait")
    assert table.master.notice(seat) is None
    assert table.model.requests == []
