"""Events as the log keeps them: every kind comes back as it was."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mud.world.events import Committed, Died, Moved, OpinionChanged, Said
from mud.world.grid import Direction, Position
from mud.world.model import Being, Ghost, Lang, Who, Words
from mud.world.records import KINDS, from_record, to_record

who = st.builds(Who, st.text(), st.text(), st.sampled_from(Being))
words = st.builds(Words, st.sampled_from(Lang), st.text(), st.text(), st.text())
times = st.datetimes(timezones=st.just(UTC), min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1))
st.register_type_strategy(datetime, times)
st.register_type_strategy(Who, who)
st.register_type_strategy(Words, words)
st.register_type_strategy(Position, st.builds(Position, *(st.integers(-(2**31), 2**31),) * 3))
st.register_type_strategy(
    Ghost,
    st.builds(
        Ghost, st.text(), st.text(), st.text(), st.text(), st.sampled_from(Lang), st.lists(words).map(tuple)
    ),
)

AT = datetime(2030, 10, 31, 23, 59, 59, 123456, tzinfo=UTC)
ADA = Who("a", "Ada")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@given(data=st.data())
def test_every_kind_comes_back_as_it_was(kind: type[Committed], data: st.DataObject) -> None:
    event = data.draw(st.builds(kind))
    record = to_record(event, witnesses=["z", "a"])
    assert from_record(record) == event
    assert record["kind"] == kind.__name__ and record["witnesses"] == ["a", "z"]


@given(st.data())
def test_a_record_holds_only_what_a_graph_can(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    record = to_record(data.draw(st.builds(KINDS[kind])))
    assert all(value is None or isinstance(value, str | int | list) for value in record.values())
    assert not {"id", "seq", "at"} & json.loads(record["data"]).keys()


def test_what_queries_ask_for_stands_by_itself() -> None:
    moved = Moved(id="e", at=AT, seq=7, who=ADA, from_room="r1", room="r2", direction=Direction.NORTH)
    assert to_record(moved) == {
        "id": "e",
        "seq": 7,
        "kind": "Moved",
        "at": "2030-10-31T23:59:59.123456+00:00",
        "actor": "a",
        "room": "r2",
        "witnesses": [],
        "data": json.dumps(
            {
                "who": {"id": "a", "name": "Ada", "being": "player", "names": []},
                "from_room": "r1",
                "room": "r2",
                "direction": "N",
            }
        ),
    }


def test_a_record_of_earlier_code_without_a_later_field_is_read() -> None:
    said = Said(id="e", at=AT, seq=1, who=ADA, room="r", text="Hi", lang=Lang.EN, other="안녕")
    record = to_record(said)
    data = json.loads(record["data"])
    del data["other"], data["to"]
    assert from_record({**record, "data": json.dumps(data)}) == Said(
        id="e", at=AT, seq=1, who=ADA, room="r", text="Hi", lang=Lang.EN
    )


def test_an_unknown_kind_is_not_guessed_at() -> None:
    with pytest.raises(KeyError):
        from_record({"kind": "Danced", "id": "e", "seq": 1, "at": AT.isoformat(), "data": "{}"})


def test_every_kind_is_known_by_its_name_and_says_where_it_happened() -> None:
    assert {name for name in _names_below(Committed) if not name.startswith("_")} == KINDS.keys()
    for kind in KINDS.values():
        names = {field.name for field in fields(kind)}
        assert names & {"room", "porch", "account", "gone"}, kind  # the last one everywhere
    assert {Died, Said, OpinionChanged} <= set(KINDS.values())


def _names_below(base: type[Committed]) -> set[str]:
    """The names of all classes below a class."""
    below = base.__subclasses__()
    return {kind.__name__ for kind in below}.union(*map(_names_below, below))
