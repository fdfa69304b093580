"""Directions and positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mud.world.grid import Direction, Position

directions = st.sampled_from(Direction)
positions = st.builds(Position, st.integers(-3, 3), st.integers(), st.integers())


@given(positions, directions)
def test_the_way_back_leads_back(position: Position, direction: Direction) -> None:
    assert position.towards(direction).towards(direction.opposite) == position
    assert direction.opposite.opposite is direction and direction.opposite is not direction


@given(positions, st.lists(directions))
def test_where_a_way_ends_does_not_depend_on_its_order(position: Position, way: list[Direction]) -> None:
    there, other = position, position
    for direction in way:
        there = there.towards(direction)
    for direction in sorted(way):
        other = other.towards(direction)
    assert there == other
    assert there.floor == position.floor


def test_north_is_up_and_east_is_right() -> None:
    origin = Position(0, 0, 0)
    assert [origin.towards(d) for d in Direction] == [
        Position(0, 0, 1),
        Position(0, 1, 0),
        Position(0, 0, -1),
        Position(0, -1, 0),
    ]
    assert [d.value for d in Direction] == ["N", "E", "S", "W"]


def test_positions_are_shown_plainly() -> None:
    assert str(Position(0, -1, 2)) == "(-1, 2)"
    assert str(Position(1, -1, 2)) == "(-1, 2, floor 1)"
