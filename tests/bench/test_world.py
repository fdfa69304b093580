"""The castle that is loaded for measuring is a castle like any other."""

from __future__ import annotations

import pytest

from bench.layout import Layout
from bench.world import PASSWORD, load
from mud.castle.check import check
from mud.files import Files
from mud.graph.driver import Graph, GraphAddress
from mud.graph.queries import Queries
from mud.session.passwords import Passwords
from mud.session.skeleton import Skeletons
from mud.world.chance import RandomIds, SystemClock
from mud.world.grid import Direction


async def test_every_invariant_holds(empty_embedded: GraphAddress) -> None:
    graph = await Graph.connect(empty_embedded, Queries.load(Files().cypher()))
    try:
        layout = Layout(rooms=40, columns=8)
        await load(graph, empty_embedded, layout, clock=SystemClock(), ids=RandomIds())

        assert [breach async for breach in check(graph)] == []
        (page,) = await graph.read("check/map", **{"from": "", "to": "\uffff"})
        assert (
            len(page["rooms"]) == 40 + 1 + 2
        )  # with the porch and the blank rooms at both ends of the gallery
        (found,) = await graph.read("accounts/find", skeleton=Skeletons().of("p0007"))
        assert found["account"]["name"] == "p0007"
        passwords = Passwords()
        assert await passwords.verify(found["account"]["password"], PASSWORD)
        assert not passwords.outdated(found["account"]["password"])  # else each first login would write
        passwords.close()
    finally:
        await graph.close()


def test_who_walks_north_and_south_stays_in_two_halls() -> None:
    layout = Layout(rooms=40, columns=8)
    southern = next(sleeper.position for sleeper in layout.sleepers() if sleeper.name == "p0000")
    northern = southern.towards(Direction.NORTH)
    doors = set(layout.doors())

    assert (southern, Direction.NORTH) in doors
    assert (northern, Direction.NORTH) not in doors


@pytest.mark.parametrize("rooms", [0, 24, 41])
def test_a_castle_too_small_or_uneven_is_refused(rooms: int) -> None:
    with pytest.raises(ValueError, match="a multiple of 8, 32 or more"):
        Layout(rooms, columns=8)
