"""Events reach those who perceive them, in order, and nobody else."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from mud.bus.local import Bus
from mud.world.audience import perceives
from mud.world.events import AccountMade, Emoted, Event, Moved, OpinionChanged, Told
from mud.world.grid import Direction
from mud.world.model import Being, Who

NOW = datetime(2030, 10, 31, tzinfo=UTC)
ROOMS = ["hall", "attic", "cellar"]
PEOPLE = [Who(name.lower(), name) for name in ("Ada", "Bob", "Cyd")]

rooms, people = st.sampled_from(ROOMS), st.sampled_from(PEOPLE)
events = st.one_of(
    st.builds(Emoted, id=st.just("1"), at=st.just(NOW), who=people, room=rooms, text=st.just("nods")),
    st.builds(
        Moved,
        id=st.just("1"),
        at=st.just(NOW),
        who=people,
        from_room=rooms,
        room=rooms,
        direction=st.sampled_from(Direction),
    ),
    st.builds(Told, at=st.just(NOW), who=people, to=people, text=st.just("psst")),
    st.builds(
        OpinionChanged,
        id=st.just("1"),
        at=st.just(NOW),
        ghost=st.just(Who("g", "Agatha", Being.GHOST)),
        player=people,
        room=rooms,
        opinion=st.just("kind"),
        score=st.none(),
        before=st.just(""),
    ),
    st.builds(AccountMade, id=st.just("1"), at=st.just(NOW), account=st.just("a"), name=st.just("Ada")),
)


@given(st.lists(st.tuples(people, st.none() | rooms), max_size=6), st.lists(events, max_size=6))
def test_each_hears_what_they_perceive_once_and_in_order(
    where: list[tuple[Who, str | None]], published: list[Event]
) -> None:
    bus = Bus()
    heard: list[list[Event]] = [[] for _ in where]
    for (who, room), hears in zip(where, heard, strict=True):
        bus.subscribe(who.id, room, hears.append)
    for event in published:
        bus.publish(event)
    for (who, room), hears in zip(where, heard, strict=True):
        assert hears == [event for event in published if perceives(event, who.id, room)]


def test_who_moves_hears_the_next_room_and_who_closes_hears_nothing() -> None:
    bus, heard = Bus(), []
    ear = bus.subscribe("ada", "hall", heard.append)
    in_hall, in_attic = (
        Emoted(id=room, at=NOW, who=PEOPLE[1], room=room, text="nods", seq=seq)
        for seq, room in ((4, "hall"), (7, "attic"))
    )
    bus.publish(in_hall)
    ear.move("attic")
    bus.publish(in_hall)
    bus.publish(in_attic)
    assert heard == [in_hall, in_attic]
    assert bus.seq == 7
    told = Told(at=NOW, who=PEOPLE[1], to=PEOPLE[0], text="psst")
    ear.move(None)
    bus.publish(in_attic)
    bus.publish(told)
    ear.close()
    bus.publish(told)
    assert heard == [in_hall, in_attic, told]
    assert (bus._rooms, bus._players) == ({}, {})
