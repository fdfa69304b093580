"""Who perceives an event."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mud.world.audience import perceives, rooms_of
from mud.world.events import (
    AccountMade,
    CastleFounded,
    Event,
    FellAsleep,
    LinkLost,
    Moved,
    OpinionChanged,
    PutInWords,
    Said,
    SleepReason,
    Told,
    WayOpened,
)
from mud.world.grid import Direction
from mud.world.model import Being, Lang, Who, Words

AT = datetime(2030, 10, 31, tzinfo=UTC)
ADA, BEN, AGATHA = Who("ada", "Ada"), Who("ben", "Ben"), Who("g", "Agatha", Being.GHOST)

MOVED = Moved(id="e", at=AT, who=ADA, from_room="hall", room="crypt", direction=Direction.NORTH)
SAID = Said(id="e", at=AT, who=ADA, room="hall", text="Hi", lang=Lang.EN)
TOLD = Told(at=AT, who=ADA, to=BEN, text="psst")
SLEPT = FellAsleep(id="e", at=AT, player=ADA, room="hall", why=SleepReason.QUIT)
LOST = LinkLost(at=AT, player=ADA, room="hall")
THINKS = OpinionChanged(
    id="e", at=AT, ghost=AGATHA, player=ADA, room="hall", opinion="Loud", score=1, before=""
)
OPENED = WayOpened(id="e", at=AT, room="hall", direction=Direction.NORTH)
PUT = PutInWords(id="e", at=AT, room="hall", ghost_id="agatha", words=Words(Lang.KO, "아가사", "옅다."))
ACCOUNT = AccountMade(id="e", at=AT, account="a", name="Ada")
FOUNDED = CastleFounded(id="e", at=AT, porch="hall")


@pytest.mark.parametrize(
    ("event", "seen_in"),
    [
        (MOVED, {"hall", "crypt"}),
        (SAID, {"hall"}),
        (SLEPT, {"hall"}),
        (LOST, {"hall"}),
        (THINKS, set()),
        (OPENED, set()),
        (PUT, set()),
        (ACCOUNT, set()),
        (FOUNDED, set()),
    ],
)
def test_an_event_is_perceived_in_its_rooms_and_nowhere_else(event: Event, seen_in: set[str]) -> None:
    rooms = ("hall", "crypt", "attic", None)
    assert {room for room in rooms if perceives(event, "anybody", room)} == seen_in


@pytest.mark.parametrize("room", ["hall", "crypt", None])
def test_a_tell_is_for_two_wherever_they_are(room: str | None) -> None:
    assert [perceives(TOLD, someone, room) for someone in ("ada", "ben", "eve")] == [True, True, False]


def test_the_room_of_arrival_comes_last() -> None:
    assert rooms_of(MOVED) == ("hall", "crypt")
    assert rooms_of(ACCOUNT) == rooms_of(FOUNDED) == rooms_of(TOLD) == ()
