"""One end for all that takes part in a stop."""

from __future__ import annotations

from mud.world.deadline import Stop
from tests.rig.clock import ManualClock


def test_the_parts_of_a_stop_share_its_beginning() -> None:
    clock = ManualClock()
    stop = Stop(clock)
    first, last = stop.within(2.0), stop.within(5.0)
    clock.advance(100.0)
    assert (first.left(), last.left()) == (2.0, 5.0)  # it has not begun
    stop.begin()
    clock.advance(1.5)
    stop.begin()  # which does not begin it anew
    assert (first.left(), last.left()) == (0.5, 3.5)
    clock.advance(3.0)
    assert (first.left(), last.left()) == (0.0, 0.5)
