"""When a castle would be walled in, and what is opened then."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mud.castle.endless import Opening, free_cells, opening
from mud.world.grid import Direction, Position

from .helping import E, N


def beside_made(known: dict[Position, bool]) -> dict[Position, bool]:
    """Without the blank rooms that no made room could have a door to."""
    known |= {Position(0, 0, 0): True}
    return {
        cell: made
        for cell, made in known.items()
        if made or any(known.get(cell.towards(direction), False) for direction in Direction)
    }


cells = st.dictionaries(
    st.builds(Position, st.just(0), st.integers(-4, 4), st.integers(-4, 4)), st.booleans(), max_size=40
).map(beside_made)


def escapes(known: dict[Position, bool], start: Position) -> bool:
    """Whether a way over cells that are not made leads from here to a cell far outside: reckoned by plain search."""
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        if max(abs(here.x), abs(here.y)) > 6:
            return True
        for direction in Direction:
            there = here.towards(direction)
            if not known.get(there, False) and there not in seen:
                seen.add(there)
                edge.append(there)
    return False


@given(cells)
def test_free_cells_are_those_that_a_way_leads_out_from(known: dict[Position, bool]) -> None:
    free = free_cells(known)
    inside = [Position(0, x, y) for x in range(-5, 6) for y in range(-5, 6)]
    made = [cell for cell, is_made in known.items() if is_made]
    west, east = min(c.x for c in made) - 1, max(c.x for c in made) + 1
    south, north = min(c.y for c in made) - 1, max(c.y for c in made) + 1
    for cell in inside:
        if west <= cell.x <= east and south <= cell.y <= north and not known.get(cell, False):
            assert (cell in free) == escapes(known, cell)


@given(cells, st.data())
def test_what_is_opened_leads_out_and_nothing_is_opened_without_need(
    known: dict[Position, bool], data: st.DataObject
) -> None:
    filled = data.draw(st.sampled_from([cell for cell, is_made in sorted(known.items()) if is_made]))
    blank = [cell for cell, is_made in known.items() if not is_made]
    needed = opening(known, filled)
    if any(escapes(known, cell) for cell in blank):
        assert needed is None
    else:
        assert needed is not None
        beyond = needed.position.towards(needed.direction)
        assert known[needed.position] and beyond not in known
        assert escapes(known, beyond)


def test_the_room_just_made_is_opened_if_it_can_be() -> None:
    known = {Position(0, 0, 0): True, Position(0, 0, 1): True}
    assert opening(known, Position(0, 0, 1)) == Opening(Position(0, 0, 1), N)


def test_else_the_outermost_one() -> None:
    ring = {Position(0, x, y): True for x in range(-1, 2) for y in range(-1, 2)}
    assert opening(ring, Position(0, 0, 0)) == Opening(Position(0, 1, 1), E)
